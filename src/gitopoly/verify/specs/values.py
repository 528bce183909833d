"""A kernel state as values of `Monopoly.tla`: the one table of names and numbers.

There, players and squares count from 1, and the level of a bare street is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gitopoly.kernel import State
from gitopoly.kernel.codes import FREE_4_ALL, NOBODY, PHASES, STREET

Value = int | bool | str | None | tuple[Any, ...] | dict[Any, Any]
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
"""Variables for which a step lists only the changed entries."""
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
