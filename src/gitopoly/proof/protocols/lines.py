"""One line of recorded events: read completely, or refused.

The lines come from other people's machines, so that nothing about them is taken for granted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gitopoly.errors import InvalidRecord
from gitopoly.table.game_replica import OPENED, TOOK, WROTE

MOST_SEATS = 8
EVENTS = (OPENED, TOOK, WROTE)

Check = Callable[[Any, int], bool]
"""Whether a value is of its kind, in a game of so many seats."""


def parsed(line: str) -> dict[str, Any]:
    """What a line says, or `InvalidRecord`."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise _refused(line) from None
    if not isinstance(told, dict) or {"seat", "event", "entries", "view"} - told.keys():
        raise _refused(line)
    if not _is_seat(told["seat"], MOST_SEATS) or told["event"] not in EVENTS:
        raise _refused(line)
    entries = told["entries"]
    if not isinstance(entries, list) or not all(map(_is_entry, entries)):
        raise _refused(line)
    if told["event"] == WROTE and len(entries) != 1:
        raise _refused(line)
    if told["view"] is not None and not _is_view(told["view"]):
        raise _refused(line)
    return told


def _refused(line: str) -> InvalidRecord:
    return InvalidRecord(f"not an event of a seat: {line[:80]}")


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and not {"id", "seat", "parents", "move"} - entry.keys()
        and isinstance(entry["id"], str)
        and _is_seat(entry["seat"], MOST_SEATS)
        and isinstance(entry["parents"], list)
        and all(isinstance(parent, str) for parent in entry["parents"])
        and isinstance(entry["move"], dict)
        and all(isinstance(text, str) for pair in entry["move"].items() for text in pair)
    )


def _is_view(view: Any) -> bool:
    if not isinstance(view, dict) or not isinstance(view.get("resigned"), list):
        return False
    seats = len(view["resigned"])
    return seats <= MOST_SEATS and all(
        name in view and check(view[name], seats) for name, check in VIEW.items()
    )


def _is_number(value: Any, _: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31


def _is_flag(value: Any, _: int) -> bool:
    return isinstance(value, bool)


def _is_text(value: Any, _: int) -> bool:
    return isinstance(value, str)


def _is_seat(value: Any, seats: int) -> bool:
    return _is_number(value, seats) and 0 <= value < seats


def _list_of(check: Check) -> Check:
    return lambda value, seats: isinstance(value, list) and all(check(one, seats) for one in value)


def _of_each(check: Check) -> Check:
    """One value for each seat."""
    return lambda value, seats: _list_of(check)(value, seats) and len(value) == seats


def _or_none(check: Check) -> Check:
    return lambda value, seats: value is None or check(value, seats)


def _record(**fields: Check) -> Check:
    return lambda value, seats: (
        isinstance(value, dict)
        and all(name in value and check(value[name], seats) for name, check in fields.items())
    )


def _is_vote(value: Any, seats: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and _is_seat(value[0], seats)
        and _is_number(value[1], seats)
        and _list_of(_is_seat)(value[2], seats)
    )


def _is_offer(value: Any, seats: int) -> bool:
    pair, flag = value[:2], value[2:]
    return _list_of(_is_seat)(pair, seats) and len(pair) == 2 and flag in ([True], [False])


def _is_order(value: Any, seats: int) -> bool:
    return isinstance(value, list) and all(isinstance(one, int | str) for one in value)


VIEW: dict[str, Check] = {
    "over": _is_flag,
    "waits": _list_of(_is_seat),
    "bankrupt": _of_each(_is_flag),
    "resigned": _of_each(_is_flag),
    "retired": _of_each(_is_number),
    "forked": _of_each(_is_flag),
    "votes": _of_each(_list_of(_is_vote)),
    "draws": _is_number,
    "draw": _or_none(_record(asker=_is_seat, shown=_of_each(_is_flag))),
    "offers": _is_number,
    "offer": _or_none(lambda value, seats: isinstance(value, list) and _is_offer(value, seats)),
    "orders": _of_each(_is_order),
    "turn": _or_none(_is_seat),
    "floor": _is_number,
    "round": _or_none(_record(waiting=_list_of(_is_seat), clockwise=_is_flag)),
    "game": _is_text,
    "uncounted": _list_of(_is_text),
    "auction": _or_none(
        _record(
            id=_is_text,
            kind=_is_number,
            asset=_is_number,
            initiator=_is_seat,
            turn=_is_seat,
            ties=_is_flag,
            money=_of_each(_is_number),
            bid=_of_each(_is_number),
            last=_of_each(_is_number),
            round=_of_each(_is_number),
            passed=_of_each(_is_flag),
            winner=_of_each(_is_number),
        )
    ),
}
"""What `protocol_log.view_of` writes and the traces read."""
