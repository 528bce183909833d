"""What is wrong with an edition, and where."""

from __future__ import annotations

import reprlib
from typing import Any, NamedTuple

MOST_AMOUNT = 100_000
"""The highest price, rent, tax or amount of a card: sums of several still fit into 32 bits."""

Path = tuple[str | int, ...]


class EditionProblem(NamedTuple):
    """One thing that is wrong.

    >>> print(EditionProblem(("squares", 5, "value"), "is missing"))
    squares[5].value is missing
    """

    path: Path
    """Where, as in a file: names of tables and numbers of entries."""
    reason: str
    """What, as words that follow the path."""

    def __str__(self) -> str:
        place = "".join(f"[{at}]" if isinstance(at, int) else f".{at}" for at in self.path)
        return f"{place.lstrip('.')} {self.reason}"


def whole(value: Any, least: int, most: int) -> str | None:
    """Why a value is not a whole number within bounds, None if it is."""
    if type(value) is int and least <= value <= most:
        return None
    return f"must be a whole number from {least:,} to {most:,}, not {reprlib.repr(value)}"
