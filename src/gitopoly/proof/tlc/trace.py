"""A game as a TLA+ module, for TLC to decide whether it is a behaviour of `Monopoly.tla`.

Text only: nothing is run here. A played auction becomes the one step that the module has for it;
every other action is a step under its own name, with what was chosen, drawn and changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.errors import InvalidRecord
from gitopoly.proof.specs.model_config import SAME_AS_EDITION
from gitopoly.proof.specs.values import Value, differences, variables, written
from gitopoly.rules import Rules, State, Step, Taken, actions as a, initial
from gitopoly.rules.codes import AUCTION, MOST_PLAYERS
from gitopoly.rules.rules import FLAGS

MODULE = "PlayedGame"
EXTENDED = "TraceMonopoly"
PART = 100
"""Steps in one definition: TLC reads a few long lists faster than one very long one."""

TABLES = {
    "formal-small": SAME_AS_EDITION,
    "formal": {
        "Board": "FormalBoardSquares",
        "ChanceCards": "FormalChance",
        "CommunityChestCards": "FormalCommunityChest",
    },
}
"""The board and the decks of each edition that the module covers."""
NUMBERS = {
    "NumPlayers": "num_players",
    "StartingMoney": "starting_money",
    "TotalMoney": "total_money",
    "DiceMax": "dice_max",
    "JailFine": "jail_fine",
    "BaseRailRent": "base_rail_rent",
    "PassGoReward": "pass_go_reward",
}
SWITCHES = {
    "GroupMustBeUnmortgaged": "group_must_be_unmortgaged",
    "DefectStaleDebt": "defect_stale_debt",
    "DefectThirdMissImpossible": "defect_third_miss_impossible",
    "DefectFineInAnyPhase": "defect_fine_in_any_phase",
    "DefectRentOnMortgagedUtility": "defect_rent_on_mortgaged_utility",
    "DefectGoToJailInAnyPhase": "defect_go_to_jail_in_any_phase",
    "DefectTypeOkReadsChanceCards": "defect_type_ok_reads_chance_cards",
    "DefectLevelComparedWithItself": "defect_level_compared_with_itself",
}
ALWAYS_OFF = (*("DefectTypeOkReadsRentIndices", "DefectNothingToCollect", "DefectLastCardIsHeld"),)
"""Constants of the module that the kernel has no flag for; they change no game of an edition."""
FOLDED = ("played_auctions", "leader_may_not_pass", "ties_have_a_leader")
"""Flags about the inside of an auction, which is a single step of the module."""
WITHOUT = (
    "offers_per_window",
    "turn_limit",
    *("free_parking_seed", "starting_deeds", "bankruptcy_limit"),
    *(f"starting_money_{seat + 1}" for seat in range(MOST_PLAYERS)),
)
"""Numbers that must be 0, because the module has no trading, no other end and no house rules."""


@dataclass(frozen=True)
class TraceStep:
    """One step of the module, and the game's actions that it represents."""

    action: str
    player: int
    given: tuple[Any, ...]
    order: tuple[int, ...]
    becomes: dict[str, Value] | None
    """What changed; None, for unknown, where the kernel refuses the action."""
    first: int
    """Number of the action in the game, from 1."""
    last: int


@dataclass
class Trace:
    """A game as steps of the module."""

    rules: Rules
    steps: list[TraceStep] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    """Actions, by their numbers, of an auction that is not over."""

    specification = "Monopoly.tla"

    def __post_init__(self) -> None:
        if reason := refusal_of(self.rules):
            raise InvalidRecord(f"Monopoly.tla cannot express this game: {reason}")

    def add(self, index: int, step: Step, before: State, taken: Taken | None) -> None:
        """Add a step of the game; matches `replay.Visit`."""
        after = taken.after if taken else None
        if before.phase == AUCTION or (after is not None and after.phase == AUCTION):
            self._fold(index, before, after)
            return
        changed = None if after is None else differences(before, after)
        name, player = a.NAMES[a.kind_of(step.code)], step.seat + 1
        order = tuple(seat + 1 for seat in step.drawn.order)
        self.steps.append(
            TraceStep(name, player, _given(step), order, changed, index + 1, index + 1)
        )

    def _fold(self, index: int, before: State, after: State | None) -> None:
        if not self.waiting:
            self.opened = before.copy()
        self.waiting.append(index + 1)
        if after is None or after.phase == AUCTION:
            return
        winner = before.winner[before.auction_initiator]
        given = (winner + 1, before.last_bid[winner]) if winner >= 0 else ()
        changed = differences(self.opened, after)
        player = self.opened.turn_player + 1
        first, last = self.waiting[0], self.waiting[-1]
        self.steps.append(TraceStep("AuctionProperty", player, given, (), changed, first, last))
        self.waiting = []

    def module(self, explain: int | None = None) -> str:
        """The module of the game."""
        return module_of(self, explain)

    def config(self, explain: bool = False) -> str:
        """Its model."""
        return config_of(self, explain)

    def bids(self) -> set[int]:
        """Every winning bid of the game; more bids would allow more games, never fewer."""
        if not self.rules.played_auctions:
            return set(self.rules.abstract_bid[: self.rules.abstract_bids])
        auctions = (step for step in self.steps if step.action == "AuctionProperty" and step.given)
        return {step.given[1] for step in auctions if step.given[1] > 0}


def refusal_of(rules: Rules) -> str | None:
    """Why the module cannot express a game of these rules; None if it can."""
    if rules.edition not in TABLES:
        return f"it has no edition {rules.edition}, only {' and '.join(sorted(TABLES))}"
    for flag in FLAGS:
        if getattr(rules, flag) and flag not in (*FOLDED, *SWITCHES.values()):
            return f"it has no rule for the option {flag}"
    for name in WITHOUT:
        if getattr(rules, name):
            return f"it has no rule for the option {name}"
    for name in NUMBERS.values():
        if not getattr(rules, name):
            return f"its {name} is greater than 0"
    usual = Rules.of(rules.edition, rules.num_players)
    tables = (name for name, field in Rules.FIELDS.items() if field.length)
    if any(getattr(rules, table) != getattr(usual, table) for table in tables):
        return f"its board and decks are those of {rules.edition}"
    return None


def _given(step: Step) -> tuple[int, ...]:
    """What distinguishes this action from others with its name."""
    code, (throw, card, _) = step
    kind = a.kind_of(code)
    if kind == a.AUCTION_PROPERTY:
        return (a.place_of(code), a.number_of(code)) if a.place_of(code) else ()
    if kind in (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.TRY_PAY_UTIL_RENT):
        return throw or (0, 0)
    if kind in (a.DRAW_AND_EXECUTE_CHANCE_CARD, a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD):
        return (0 if card is None else card + 1,)
    return (a.place_of(code) + 1,) if a.ACTIONS[kind].parameters == ("square",) else ()


# Writing the module and its model.


def _step(step: TraceStep) -> str:
    return written(
        {
            "action": step.action,
            "player": step.player,
            "given": step.given,
            "order": step.order,
            "becomes": step.becomes or {},
        }
    )


def module_of(trace: Trace, explain: int | None = None) -> str:
    """The module of a game.

    `explain` asks why the step after this many steps is not a step of the module.
    """
    steps = trace.steps if explain is None else trace.steps[: explain + 1]
    lines = [f"---- MODULE {MODULE} ----", f"EXTENDS {EXTENDED}"]
    parts = in_parts(steps)
    for number, part in enumerate(parts, 1):
        lines += [f"Part{number} == <<", ",\n".join(map(_step, part)), ">>"]
    names = ", ".join(f"Part{number}" for number in range(1, len(parts) + 1))
    begin = variables(initial(trace.rules))
    follow = _next(trace, len(steps), explain)
    lines += [
        f"Parts == <<{names}>>",
        f"StepAt(i) == Parts[((i - 1) \\div {PART}) + 1][((i - 1) % {PART}) + 1]",
        f"OrderAt(i) == IF i > {len(steps)} THEN <<>> ELSE StepAt(i).order",
        "OrdersHere(S) == OrdersLike(OrderAt(at + 1), S)",
        "TraceInit ==",
        "    /\\ at = 0",
        "    /\\ Init",
        *(f"    /\\ {name} = {written(value)}" for name, value in begin.items()),
        f"TraceNext == {follow}",
        f"EndReached == Reached({len(steps)})",
        f"AllowedTold == TellAllowed({explain})" if explain is not None else "",
        "====",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _next(trace: Trace, length: int, explain: int | None) -> str:
    """Which steps must lead where they did in the game, and which need only be possible."""
    if explain is not None:
        last = "Explain"
    elif trace.steps and trace.steps[-1].becomes is None:
        last = "Possible"
    else:
        return f"at < {length} /\\ Follow(StepAt(at + 1))"
    return (
        f"at < {length} /\\ IF at < {length - 1} "
        f"THEN Follow(StepAt(at + 1)) ELSE {last}(StepAt(at + 1))"
    )


def config_of(trace: Trace, explain: bool = False) -> str:
    """The model: the constants of the game's rules."""
    rules = trace.rules
    constants = ["NULL = NULL"]
    constants += [f"{name} = {getattr(rules, of)}" for name, of in NUMBERS.items()]
    constants += [f"{name} <- {table}" for name, table in TABLES[rules.edition].items()]
    constants.append(f"AuctionBids = {{{', '.join(map(str, sorted(trace.bids())))}}}")
    constants += [f"{name} = {written(bool(getattr(rules, of)))}" for name, of in SWITCHES.items()]
    constants += [f"{name} = FALSE" for name in ALWAYS_OFF]
    constants.append("Orders <- OrdersHere")
    return configured(constants, explain)


def configured(constants: Iterable[str], explain: bool) -> str:
    """A model that follows traces, with its constants."""
    lines = ["INIT TraceInit", "NEXT TraceNext", "CONSTANTS", *(f"    {c}" for c in constants)]
    lines.append("INVARIANT EndReached")
    if explain:
        lines.append("INVARIANT AllowedTold")
    return "\n".join(lines) + "\n"


def in_parts(steps: Sequence[TraceStep]) -> list[Sequence[TraceStep]]:
    """Steps in parts that TLC can read."""
    return [steps[start : start + PART] for start in range(0, len(steps), PART)]
