"""Games as a TLA+ module, for TLC to decide whether they are behaviours of `Classic.tla`.

Text only: nothing is run here. Every action is a step under its own name, with what was chosen,
drawn and changed; board and decks are written out, so that any edition of the kind can be followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.editions import Card, SquareData
from gitopoly.errors import InvalidRecord
from gitopoly.proof.specs.classic_values import FUNCTIONS, VALUES, cards_of, squares_of
from gitopoly.proof.specs.values import Value, differences, variables, written
from gitopoly.proof.tlc.trace import MODULE, PART, TraceStep, configured, in_parts
from gitopoly.rules import Rules, State, Step, Taken, actions as a, initial
from gitopoly.rules.rules import FLAGS

EXTENDED = "TraceClassic"
LEAVING = "LeaveGame"
"""The step of the module for a player who gives up."""
NUMBERS = {
    "NumPlayers": "num_players",
    "TotalMoney": "total_money",
    "DiceMax": "dice_max",
    "JailFine": "jail_fine",
    "BaseRailRent": "base_rail_rent",
    "PassGoReward": "pass_go_reward",
    "Houses": "houses",
    "Hotels": "hotels",
    "OffersPerWindow": "offers_per_window",
    "TurnLimit": "turn_limit",
    "JailCardWorth": "jail_card_worth",
    "FreeParkingSeed": "free_parking_seed",
    "StartingDeeds": "starting_deeds",
    "BankruptcyLimit": "bankruptcy_limit",
}
LARGEST_OF_TLC = 2**31 - 1
"""TLC reads no larger number; nobody has so much money, so a larger bid is refused as well."""
MODEL_VALUES = ("NULL", "POT", "UNKNOWN", "NONE", "ABSENT")
TABLES = {
    "Board": "PlayedBoard",
    "ChanceCards": "PlayedChance",
    "CommunityChestCards": "PlayedCommunityChest",
    "StartingMoney": "PlayedStartingMoney",
}
"""Constants that the generated module defines."""
ASSUMED = {
    "played_auctions": "auctions are played round by round",
    "order_is_clockwise": "the free-4-all goes clockwise",
}
"""Flags that the module has no other reading of."""


@dataclass
class ClassicTrace:
    """A game as steps of the module."""

    rules: Rules
    steps: list[TraceStep] = field(default_factory=list)

    specification = "Classic.tla"
    waiting = ()
    """Every action is a step, so none waits for others."""

    def __post_init__(self) -> None:
        if reason := refusal_of(self.rules):
            raise InvalidRecord(f"{self.specification} cannot express this game: {reason}")

    def add(self, index: int, step: Step, before: State, taken: Taken | None) -> None:
        """Add a step of the game; matches `replay.Visit`."""
        changed = differences(before, taken.after, FUNCTIONS, VALUES) if taken else None
        name, player, given = a.NAMES[a.kind_of(step.code)], step.seat + 1, _given(self.rules, step)
        self.steps.append(TraceStep(name, player, given, (), changed, index + 1, index + 1))

    def add_leaving(self, index: int, left: Taken) -> None:
        """LEAVE-1: add that a player goes out, which is no action of the game."""
        changed = differences(left.before, left.after, FUNCTIONS, VALUES)
        self.steps.append(TraceStep(LEAVING, left.seat + 1, (), (), changed, index + 1, index + 1))

    def module(self, explain: int | None = None) -> str:
        """The module of this game alone."""
        return module_of([self], explain)

    def config(self, explain: bool = False) -> str:
        """Its model."""
        return config_of(self.rules, explain)


def refusal_of(rules: Rules) -> str | None:
    """Why the module cannot express a game of these rules; None if it can."""
    for flag in FLAGS:
        if flag.startswith("defect_") and getattr(rules, flag):
            return f"it has no rule for the option {flag}"
    for flag, reading in ASSUMED.items():
        if not getattr(rules, flag):
            return f"in it {reading} (option {flag})"
    return None


def _given(rules: Rules, step: Step) -> tuple[Any, ...]:
    """The parameters of the action in the module."""
    code, (throw, card, _) = step
    kind = a.kind_of(code)
    if kind == a.OFFER_TRADE:
        deeds, cards = squares_of(rules, a.deeds_of(code)), cards_of(a.cards_of(code))
        return (a.addressee_of(code) + 1, deeds, cards, a.cash_of(code))
    if kind == a.AUCTION_PROPERTY:
        return ()
    if throw is not None:
        return throw
    if kind == a.DEAL_DEED:
        dealt = card if card is not None else rules.deed_count
        return (rules.deeds[dealt] + 1 if dealt < rules.deed_count else 0,)
    if card is not None:
        return (card + 1,)
    place, number = a.place_of(code), min(a.number_of(code), LARGEST_OF_TLC)
    # Squares and groups count from 0 in the program, and from 1 there, as seats do in a code.
    numbers = {"amount": number, "count": number, "player": place}
    return tuple(numbers.get(name, place + 1) for name in a.ACTIONS[kind].parameters)


# Writing the module and its model.


def module_of(traces: Sequence[ClassicTrace], explain: int | None = None) -> str:
    """The module of games with the same rules.

    `explain` asks why the step after this many steps of the only game is not one of the module.
    """
    rules = traces[0].rules
    lines = [f"---- MODULE {MODULE} ----", f"EXTENDS {EXTENDED}", *_tables(rules)]
    lengths = []
    for number, trace in enumerate(traces, 1):
        steps = trace.steps if explain is None else trace.steps[: explain + 1]
        lengths.append(len(steps))
        parts = in_parts(steps)
        names = [f"Game{number}Part{place}" for place in range(1, len(parts) + 1)]
        for name, part in zip(names, parts, strict=True):
            lines += [f"{name} == <<", ",\n".join(map(_step, part)), ">>"]
        lines.append(f"Game{number} == <<{', '.join(names)}>>")
    begin = variables(initial(rules), FUNCTIONS, VALUES)
    games = ", ".join(f"Game{number}" for number in range(1, len(traces) + 1))
    lines += [
        f"Games == <<{games}>>",
        f"Lengths == {written(tuple(lengths))}",
        f"StepAt(i) == Games[game][((i - 1) \\div {PART}) + 1][((i - 1) % {PART}) + 1]",
        "TraceInit ==",
        "    /\\ at = 0",
        "    /\\ game \\in DOMAIN Games",
        "    /\\ Init",
        *(f"    /\\ {name} = {written(value)}" for name, value in begin.items()),
        f"TraceNext == at < Lengths[game] /\\ {_next(traces, explain)}",
        "EndReached == Reached(Lengths)",
        f"AllowedTold == TellAllowed({explain})" if explain is not None else "",
        "====",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _next(traces: Sequence[ClassicTrace], explain: int | None) -> str:
    """Which steps must lead where they did in the game, and which need only be possible."""
    last = "Explain" if explain is not None else "Possible"
    refused = [
        number
        for number, trace in enumerate(traces, 1)
        if trace.steps and (explain is not None or trace.steps[-1].becomes is None)
    ]
    if not refused:
        return "Follow(StepAt(at + 1))"
    which = f"game \\in {written(frozenset(refused))} /\\ at = Lengths[game] - 1"
    return f"IF {which} THEN {last}(StepAt(at + 1)) ELSE Follow(StepAt(at + 1))"


def _step(step: TraceStep) -> str:
    return written(
        {
            "action": step.action,
            "player": step.player,
            "given": step.given,
            "becomes": step.becomes or {},
        }
    )


def _tables(rules: Rules) -> list[str]:
    """The board, the decks and what each seat starts with."""
    source = rules.source
    squares = tuple(_square(rules, i, square) for i, square in enumerate(source.squares))
    money = tuple(rules.starting_money_of(seat) for seat in range(rules.num_players))
    return [
        f"PlayedBoard == {written(squares)}",
        f"PlayedChance == {written(tuple(map(_card, source.chance)))}",
        f"PlayedCommunityChest == {written(tuple(map(_card, source.community_chest)))}",
        f"PlayedStartingMoney == {written(money)}",
    ]


def _square(rules: Rules, number: int, square: SquareData) -> dict[str, Value]:
    found: dict[str, Value] = {"type": square.type}
    if square.type in ("street", "rail", "util", "tax"):
        found["value"] = square.value
    if square.type == "street":
        found |= {"set": rules.group[number] + 1, "rent": tuple(square.rent)}
        found["houseCost"] = square.house_cost
    if square.type == "tax" and square.tenth:
        found["tenth"] = True
    return found


def _card(card: Card) -> dict[str, Value]:
    found: dict[str, Value] = {"type": card.kind}
    if card.kind in ("advance", "back-to"):
        found["square"] = card.square + 1
    else:
        found["amount"] = card.amount
    if card.kind == "repairs":
        found["hotelAmount"] = card.hotel_amount
    return found


def config_of(rules: Rules, explain: bool = False) -> str:
    """The model: the constants of the rules."""
    flags = frozenset(flag for flag in FLAGS if getattr(rules, flag))
    constants = [f"{name} = {name}" for name in MODEL_VALUES]
    constants += [f"{name} = {getattr(rules, of)}" for name, of in NUMBERS.items()]
    constants += [f"{name} <- {table}" for name, table in TABLES.items()]
    constants += [f"Flags = {written(flags)}", "BidsTried = {}", "CashTried = {}"]
    return configured(constants, explain)
