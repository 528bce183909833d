"""Whole pasts and forks over plain sets, as ``specs/ledger/Finality.tla`` has them.

Slow and obvious: the tests hold `gitopoly.ledger.log` against it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.ledger.entry import Entry

Held = frozenset[str]


@dataclass
class Definitions:
    """All entries that were ever written, with their numbers and whole pasts."""

    seats: tuple[str, ...]

    def __post_init__(self) -> None:
        self.seat: dict[str, str] = {}
        self.n: dict[str, int] = {}
        self.past: dict[str, Held] = {}

    def add(self, entry: Entry) -> None:
        """Write down an entry whose parents are here."""
        first = entry.parents[:1]
        own = first and self.seat[first[0]] == entry.seat
        self.seat[entry.id] = entry.seat
        self.n[entry.id] = self.n[first[0]] + 1 if own else 1
        self.past[entry.id] = frozenset().union(
            *({parent} | self.past[parent] for parent in entry.parents)
        )

    def of(self, held: Held, s: str) -> Held:
        """``Of``."""
        return frozenset(e for e in held if self.seat[e] == s)

    def forked_at(self, held: Held, s: str) -> set[int]:
        """The numbers that several entries of a seat have."""
        numbers = [self.n[e] for e in self.of(held, s)]
        return {n for n in numbers if numbers.count(n) > 1}

    def forked(self, held: Held, s: str) -> bool:
        """``Forked``."""
        return self.forked_at(held, s) != set()

    def common_at(self, held: Held, s: str) -> int:
        """The number of the last entry before a seat's first fork."""
        return min(self.forked_at(held, s)) - 1
