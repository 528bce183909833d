"""A game as a TLA+ module, for TLC to decide whether it is a behaviour of `Monopoly.tla`.

Pure text: nothing is run here. A played auction becomes the one step that the module has for it;
every other action is a step under its own name, with what was chosen, drawn and changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gitopoly.errors import InvalidRecord
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel import actions as a
from gitopoly.kernel.phases import AUCTION, FREE_4_ALL, NOBODY, PHASES, STREET
from gitopoly.kernel.rules import FLAGS
from gitopoly.verify.model_config import SAME_AS_EDITION
from gitopoly.verify.record import Entry

MODULE = "PlayedGame"
EXTENDED = "TraceMonopoly"
PART = 100
"""Steps in one definition: TLC reads a few long lists faster than one very long one."""

TABLES = {
    "formal-small": {
        name: SAME_AS_EDITION[name] for name in ("Board", "ChanceCards", "CommunityChestCards")
    },
    "formal": {
        "Board": "FormalBoardSquares",
        "ChanceCards": "FormalChance",
        "CommunityChestCards": "FormalCommunityChest",
    },
}
"""The board and the decks of each edition that the module expresses."""
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
ALWAYS_OFF = ("DefectTypeOkReadsRentIndices",)
"""A constant of the module that the kernel has no flag for, because it changes no game."""
FOLDED = "played_auctions"
"""The one flag that the module does not know and that needs no refusal."""
WITHOUT = ("offers_per_window", "turn_limit")
"""Numbers that must be 0, because the module knows neither trading nor a limit."""

Value = int | bool | str | None | tuple[Any, ...] | dict[Any, Any]
"""A value of the module: None is NULL, a tuple a sequence, a dict a function or a record."""


# The one table of names: what each variable of the module is in a state of the kernel.
# Players and squares count from 1 there, and so do the levels of a street.


def _seats(field_name: str, of: Callable[[int], Value]) -> Callable[[State], dict[int, Value]]:
    def values(s: State) -> dict[int, Value]:
        numbers = getattr(s, field_name)
        return {p + 1: of(numbers[p]) for p in range(s.rules.num_players)}

    return values


def _deeds(field_name: str, of: Callable[[int], Value]) -> Callable[[State], dict[int, Value]]:
    def values(s: State) -> dict[int, Value]:
        numbers = getattr(s, field_name)
        return {i + 1: of(numbers[i]) for i in s.rules.deeds[: s.rules.deed_count]}

    return values


def _levels(s: State) -> dict[int, Value]:
    squares = range(s.rules.board_length)
    return {i + 1: s.level[i] + 1 for i in squares if s.rules.square_type[i] == STREET}


def _holder(seat: int) -> Value:
    return None if seat == NOBODY else seat + 1


def _order(s: State) -> Value:
    if s.phase != FREE_4_ALL:
        return None
    return tuple(seat + 1 for seat in s.free_4_all_order if seat != NOBODY)


def _debt(s: State) -> Value:
    if s.debt_count == 0:
        return None
    return {
        "creditor": _holder(s.creditor[0]),
        "amount": s.debt_amount[0],
        "nextPhase": PHASES[s.next_phase[0]],
    }


FUNCTIONS: dict[str, Callable[[State], dict[int, Value]]] = {
    "positions": _seats("positions", lambda square: square + 1),
    "money": _seats("money", int),
    "inJail": _seats("in_jail", bool),
    "jailTime": _seats("jail_time", int),
    "isBankrupt": _seats("is_bankrupt", bool),
    "owner": _deeds("owner", _holder),
    "mortgaged": _deeds("mortgaged", bool),
    "level": _levels,
}
"""Variables of which a step lists the entries that changed."""
VALUES: dict[str, Callable[[State], Value]] = {
    "bankMoney": lambda s: s.bank_money,
    "goojfChOwner": lambda s: _holder(s.goojf_ch_owner),
    "goojfCcOwner": lambda s: _holder(s.goojf_cc_owner),
    "turnPlayer": lambda s: s.turn_player + 1,
    "phase": lambda s: PHASES[s.phase],
    "doublesCount": lambda s: s.doubles_count,
    "free4AllOrder": _order,
    "debt": _debt,
}
"""Variables that a step lists whole if they changed."""


def variables(s: State) -> dict[str, Value]:
    """All variables of the module in a state of the kernel."""
    return {name: value(s) for name, value in (*FUNCTIONS.items(), *VALUES.items())}


@dataclass(frozen=True)
class Step:
    """One step of the module, and the actions of the game that it stands for."""

    action: str
    player: int
    given: tuple[int, ...]
    order: tuple[int, ...]
    becomes: dict[str, Value] | None
    """What changed; None where the kernel refuses the action, so that nobody knows."""
    first: int
    """Number of the action in the game, from 1."""
    last: int


@dataclass
class Trace:
    """A game as steps of the module."""

    rules: Rules
    steps: list[Step] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    """Actions, by their numbers, of an auction that is not over."""

    def __post_init__(self) -> None:
        if reason := refusal_of(self.rules):
            raise InvalidRecord(f"Monopoly.tla cannot say this game: {reason}")

    def add(self, index: int, entry: Entry, before: State, after: State | None) -> None:
        """Add an action of the game; fits `replay.Visit`."""
        if before.phase == AUCTION or (after is not None and after.phase == AUCTION):
            self._fold(index, before, after)
            return
        changed = None if after is None else differences(before, after)
        kind, player = a.kind_of(entry.action), a.player_of(entry.action) + 1
        order = tuple(seat + 1 for seat in entry.order)
        given = _given(entry)
        self.steps.append(Step(a.NAMES[kind], player, given, order, changed, index + 1, index + 1))

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
        self.steps.append(Step("AuctionProperty", player, given, (), changed, first, last))
        self.waiting = []

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
        if getattr(rules, flag) and flag != FOLDED and flag not in SWITCHES.values():
            return f"it has no rule for the option {flag}"
    for name in WITHOUT:
        if getattr(rules, name):
            return f"it has no rule for the option {name}"
    for name in NUMBERS.values():
        if not getattr(rules, name):
            return f"its {name} is greater than 0"
    return None


def differences(before: State, after: State) -> dict[str, Value]:
    """What changed from one state to the next, in the module's names and numbers."""
    changed: dict[str, Value] = {}
    for name, function in FUNCTIONS.items():
        old, new = function(before), function(after)
        entries = {key: value for key, value in new.items() if old[key] != value}
        if entries:
            changed[name] = entries
    for name, value in VALUES.items():
        if value(before) != value(after):
            changed[name] = value(after)
    return changed


def _given(entry: Entry) -> tuple[int, ...]:
    """What tells this action from others of its name."""
    code = entry.action
    kind = a.kind_of(code)
    if kind == a.AUCTION_PROPERTY:
        return (a.square_of(code), a.number_of(code)) if a.square_of(code) else ()
    if kind in (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.TRY_PAY_UTIL_RENT):
        return entry.throw or (0, 0)
    if kind in (a.DRAW_AND_EXECUTE_CHANCE_CARD, a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD):
        return (0 if entry.card is None else entry.card + 1,)
    return (a.square_of(code) + 1,) if a.PARAMETERS[kind] == "square" else ()


# Writing the module and its model.


def written(value: Value) -> str:
    """A value in TLA+."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"<<{', '.join(map(written, value))}>>"
    if not isinstance(value, dict):
        return str(value)
    if not value:
        return "<<>>"
    if isinstance(next(iter(value)), str):
        return f"[{', '.join(f'{name} |-> {written(v)}' for name, v in value.items())}]"
    return f"({' @@ '.join(f'{key} :> {written(v)}' for key, v in value.items())})"


def _step(step: Step) -> str:
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

    `explain` asks for the reason why the step after so many others is none of the module.
    """
    steps = trace.steps if explain is None else trace.steps[: explain + 1]
    lines = [f"---- MODULE {MODULE} ----", f"EXTENDS {EXTENDED}"]
    parts = [steps[start : start + PART] for start in range(0, len(steps), PART)]
    for number, part in enumerate(parts, 1):
        lines += [f"Part{number} == <<", ",\n".join(map(_step, part)), ">>"]
    names = ", ".join(f"Part{number}" for number in range(1, len(parts) + 1))
    begin = variables(initial(trace.rules))
    follow = _next(trace, len(steps), explain)
    lines += [
        f"Parts == <<{names}>>",
        f"StepAt(i) == Parts[((i - 1) \\div {PART}) + 1][((i - 1) % {PART}) + 1]",
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
    """Which steps must lead where they led, and which only has to be possible."""
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
    lines = ["INIT TraceInit", "NEXT TraceNext", "CONSTANTS", *(f"    {c}" for c in constants)]
    lines.append("INVARIANT EndReached")
    if explain:
        lines.append("INVARIANT AllowedTold")
    return "\n".join(lines) + "\n"
