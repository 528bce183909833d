"""The definitions of ``specs/ledger/Ledger.tla``, word for word, over plain sets.

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
        """``ForkedAt``."""
        numbers = [self.n[e] for e in self.of(held, s)]
        return {n for n in numbers if numbers.count(n) > 1}

    def forked(self, held: Held, s: str) -> bool:
        """``Forked``."""
        return self.forked_at(held, s) != set()

    def frozen_at(self, held: Held, s: str) -> int:
        """``FrozenAt``."""
        return min(self.forked_at(held, s)) - 1

    def beyond(self, held: Held, s: str) -> Held:
        """``Beyond``."""
        if not self.forked(held, s):
            return frozenset()
        frozen = self.frozen_at(held, s)
        return frozenset(e for e in self.of(held, s) if self.n[e] > frozen)

    def proves(self, past: Held, held: Held, s: str) -> bool:
        """``Proves``."""
        return self.frozen_at(held, s) + 1 in self.forked_at(past, s)

    def on_sand(self, past: Held, held: Held) -> bool:
        """``OnSand``, where the proof heals."""
        return any(
            self.forked(held, s) and past & self.beyond(held, s) and not self.proves(past, held, s)
            for s in self.seats
        )

    def void(self, e: str, held: Held) -> bool:
        """``Void``."""
        return e in self.beyond(held, self.seat[e]) or self.on_sand(self.past[e], held)

    def counted(self, held: Held, ends: dict[str, int] | None = None) -> set[str]:
        """``Counted``, for given ends of seats that were voted out."""
        ends = ends or {}
        return {
            e
            for e in held
            if not self.void(e, held) and self.n[e] <= ends.get(self.seat[e], len(held))
        }
