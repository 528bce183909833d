"""Numbers given by users: seeds, games, turns, limits."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from gitopoly.errors import InvalidRun

LARGEST_SEED = (1 << 64) - 1
MOST_TURNS_EVER = 1 << 31
"""The largest turn limit; more does not fit the compiled kernel."""
MOST_MEMORY = 1 << 20
"""The largest memory limit, in megabytes."""


def whole_number(what: str, given: SupportsIndex, least: int, most: int) -> int:
    """A whole number in a range, NumPy's included; raises `InvalidRun`.

    >>> whole_number("seed", 7, 0, LARGEST_SEED)
    7
    """
    try:
        number = operator.index(given)
    except TypeError:
        number = least - 1
    if isinstance(given, bool) or not least <= number <= most:
        raise InvalidRun(
            f"{what} must be a whole number from {least} to {most}, not {_shown(given)}"
        )
    return number


def _shown(given: object) -> str:
    shown = repr(given)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"
