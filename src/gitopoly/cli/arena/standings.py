"""The standings of a tournament or a league, as a table in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

WIDTHS = {"games": 7, "won": 7, "tied": 6, "lost": 7}
"""The columns that count games, and their widths."""


def standings_table(
    standings: Iterable[dict[str, Any]],
    counts: Iterable[str],
    note: Callable[[dict[str, Any]], str],
    heading: str = "",
) -> Iterator[str]:
    """The lines of a table: ratings, the counts asked for, and a note on each bot at the end."""
    names = tuple(counts)
    head = " ".join(f"{name:>{WIDTHS[name]}}" for name in names)
    yield f"{'':>3} {'bot':<24} {'rating':>6} {'95 % interval':>14} {head}  {heading}".rstrip()
    for place, each in enumerate(standings, 1):
        interval = f"{each['low']:.0f} to {each['high']:.0f}"
        rating = f"{each['rating']:>6.0f} {interval:>14}"
        counted = " ".join(f"{each[name]:>{WIDTHS[name]},}" for name in names)
        yield f"{place:>2}. {each['name']:<24} {rating} {counted}  {note(each)}".rstrip()
