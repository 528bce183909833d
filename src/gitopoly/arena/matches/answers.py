"""Untrusted answers of agents: anything may come in, only plain values go out.

Every function here may run code of the agent (`__int__`, `__index__`), so it is called under the
same guard as the agent itself.
"""

from __future__ import annotations

import operator
from itertools import islice
from typing import Any, NamedTuple

from gitopoly.isolation.mistakes import shown

CARDS = {40: 1, 41: 2}
"""The jail cards as agents name them, and the bit that stands for each in the kernel."""
MOST_PARTS = 200
"""Maximum number of parts of an action; the board has 42 things to name."""
LONGEST_TEXT = 200
LARGEST = (1 << 63) - 1
DEEPEST = 5


class Trade(NamedTuple):
    """A parsed offer: amounts are whole and not negative, squares are 0 to 41."""

    cash_offered: int
    offered: list[int]
    cash_wanted: int
    wanted: list[int]


class PropertyChange(NamedTuple):
    """A parsed build, sale or mortgage of several parts."""

    kind: str
    numbers: list[int]
    """For each square, the levels to build or sell, or 1 to toggle a mortgage."""


def read_bid(value: Any) -> int | None:
    """`int(value)`; None if that fails or is negative."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number >= 0 else None


def cash(value: Any) -> int:
    """An amount in an offer in whole dollars; anything else is 0."""
    return read_bid(value) or 0


def items(value: Any) -> list[Any] | None:
    """The elements of a list or tuple; None for anything else, and for too many."""
    found = first_items(value, MOST_PARTS + 1)
    return None if found is None or len(found) > MOST_PARTS else found


def first_items(value: Any, most: int) -> list[Any] | None:
    """The first elements, read by the base class in case a subclass overrides it."""
    if isinstance(value, tuple):
        return list(islice(tuple.__iter__(value), most))
    if isinstance(value, list):
        return list(islice(list.__iter__(value), most))
    return None


def whole(value: Any) -> int:
    """A whole number of any integral type, -1 for anything else."""
    if value.__class__ is int:
        return int(value)
    if isinstance(value, bool):
        return -1
    try:
        return operator.index(value)
    except TypeError:
        return -1


def squares(value: Any, most: int) -> list[int] | None:
    """A list of different numbers from 0 to `most`."""
    parts = items(value)
    if parts is None:
        return None
    numbers = [whole(part) for part in parts]
    if len(set(numbers)) < len(numbers) or any(not 0 <= number <= most for number in numbers):
        return None
    return numbers


def read_action(value: Any) -> Trade | PropertyChange | None:
    """A B, S, M or T; None for anything else, an action without parts included."""
    parts = items(value)
    if not parts or not isinstance(parts[0], str):
        return None
    kind = str.__str__(parts[0])
    if kind == "T" and len(parts) == 5:
        return _read_trade(parts)
    if len(parts) != 2:
        return None
    if kind == "M":
        chosen = squares(parts[1], 39)
        return _change(kind, [(square, 1) for square in chosen]) if chosen else None
    if kind in ("B", "S"):
        return _read_levels(kind, parts[1])
    return None


def _read_trade(parts: list[Any]) -> Trade | None:
    offered = squares(parts[2], 41)
    wanted = squares(parts[4], 41)
    if offered is None or wanted is None or set(offered) & set(wanted):
        return None
    return Trade(cash(parts[1]), offered, cash(parts[3]), wanted)


def _read_levels(kind: str, value: Any) -> PropertyChange | None:
    parts = items(value)
    if not parts:
        return None
    pairs = []
    for part in parts:
        pair = items(part)
        if pair is None or len(pair) != 2:
            return None
        square, number = whole(pair[0]), whole(pair[1])
        if not 0 <= square <= 39 or not 1 <= number <= 5:
            return None
        pairs.append((square, number))
    return _change(kind, pairs)


def _change(kind: str, pairs: list[tuple[int, int]]) -> PropertyChange:
    numbers = [0] * 40
    for square, number in pairs:
        numbers[square] += number
    return PropertyChange(kind, numbers)


def read_jail(value: Any) -> tuple[str, int] | None:
    """("R", 0), ("P", 0) or ("C", 40 or 41); None for anything malformed.

    R and P may stand alone, or before elements that mean nothing, in either case.

    >>> read_jail(("P", None)), read_jail("r"), read_jail(("C",))
    (('P', 0), ('R', 0), None)
    """
    parts = [value] if isinstance(value, str) else first_items(value, 3)
    if not parts or not isinstance(parts[0], str):
        return None
    kind = str.__str__(parts[0])
    if kind in ("R", "P", "r", "p"):
        return (kind.upper(), 0)
    if kind == "C" and len(parts) == 2 and whole(parts[1]) in CARDS:
        return (kind, whole(parts[1]))
    return None


def plain(value: Any, depth: int = 0) -> Any:
    """The value as JSON; what JSON cannot express becomes a description.

    A list and a tuple mean the same here, and so does every kind of whole number.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return max(-LARGEST, min(int(value), LARGEST))
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str.__str__(value)[:LONGEST_TEXT]
    parts = first_items(value, MOST_PARTS + 1)  # too many remain too many
    if parts is not None:
        return [plain(part, depth + 1) for part in parts] if depth < DEEPEST else "…"
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return shown(value)
