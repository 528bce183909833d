"""A kernel state as values of `Monopoly.tla`: the one table of names and numbers.

There, players and squares count from 1, and the level of a bare street is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gitopoly.rules import State
from gitopoly.rules.codes import FREE_4_ALL, NOBODY, PHASES, STREET


@dataclass(frozen=True)
class ModelConstant:
    """A model value with a name of its own, such as UNKNOWN."""

    name: str


Value = int | bool | str | None | tuple[Any, ...] | frozenset[Any] | dict[Any, Any] | ModelConstant
"""A value of the module: None is NULL, a tuple a sequence, a dict a function or a record."""


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


def holder(seat: int) -> Value:
    """A player, or NULL for nobody and the bank."""
    return None if seat == NOBODY else seat + 1


def _order(s: State) -> Value:
    if s.phase != FREE_4_ALL:
        return None
    return tuple(seat + 1 for seat in s.free_4_all_order if seat != NOBODY)


def _debt(s: State) -> Value:
    if s.debt_count == 0:
        return None
    return {
        "creditor": holder(s.creditor[0]),
        "amount": s.debt_amount[0],
        "nextPhase": PHASES[s.next_phase[0]],
    }


FUNCTIONS: dict[str, Callable[[State], dict[int, Value]]] = {
    "positions": _seats("positions", lambda square: square + 1),
    "money": _seats("money", int),
    "inJail": _seats("in_jail", bool),
    "jailTime": _seats("jail_time", int),
    "isBankrupt": _seats("is_bankrupt", bool),
    "owner": _deeds("owner", holder),
    "mortgaged": _deeds("mortgaged", bool),
    "level": _levels,
}
"""Variables for which a step lists only the changed entries."""
VALUES: dict[str, Callable[[State], Value]] = {
    "bankMoney": lambda s: s.bank_money,
    "goojfChOwner": lambda s: holder(s.jail_card_owner[0]),
    "goojfCcOwner": lambda s: holder(s.jail_card_owner[1]),
    "turnPlayer": lambda s: s.turn_player + 1,
    "phase": lambda s: PHASES[s.phase],
    "doublesCount": lambda s: s.doubles_count,
    "free4AllOrder": _order,
    "debt": _debt,
}
"""Variables that a step lists whole if they changed."""


Functions = Mapping[str, Callable[[State], dict[Any, Value]]]
Values = Mapping[str, Callable[[State], Value]]


def variables(
    s: State, functions: Functions = FUNCTIONS, values: Values = VALUES
) -> dict[str, Value]:
    """All variables of the module in a state of the kernel."""
    return {name: value(s) for name, value in (*functions.items(), *values.items())}


def differences(
    before: State, after: State, functions: Functions = FUNCTIONS, values: Values = VALUES
) -> dict[str, Value]:
    """What changed from one state to the next, in the module's names and numbers."""
    changed: dict[str, Value] = {}
    for name, function in functions.items():
        old, new = function(before), function(after)
        entries = {key: value for key, value in new.items() if old[key] != value}
        if entries:
            changed[name] = entries
    for name, of in values.items():
        value = of(after)
        if of(before) != value:
            changed[name] = value
    return changed


def written(value: Value) -> str:
    """A value in TLA+."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, ModelConstant):
        return value.name
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(written, sorted(value)))}}}"
    if isinstance(value, tuple):
        return f"<<{', '.join(map(written, value))}>>"
    if not isinstance(value, dict):
        return str(value)
    if not value:
        return "<<>>"
    if all(isinstance(name, str) and name.isidentifier() for name in value):
        return f"[{', '.join(f'{name} |-> {written(v)}' for name, v in value.items())}]"
    return f"({' @@ '.join(f'{written(key)} :> {written(v)}' for key, v in value.items())})"
