"""The set of seen positions, one growing table: fingerprints, and whole positions on request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gitopoly.kernel import compiled
from gitopoly.verify.native import fingerprints

np: Any = vars(compiled)["numpy"]
OCTETS = 8
SMALLEST = 1 << 18
"""Initial slots where memory is short."""
USUAL = 1 << 20
"""Initial slots where it is not, because growing takes time."""
PIECE = 1 << 20
"""Slots that are handed out at once."""
FULL = 0.85
"""Load factor at which the table grows."""
FULLEST = 0.95
"""The same when there is no memory to grow."""


class SeenSet:
    """Fingerprints of positions, each with `width` words of the position if that is not 0."""

    def __init__(self, width: int, places: int = SMALLEST) -> None:
        self.width = width
        self.places = places
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.used = 0
        self.full = FULL
        self.table, self.bodies = self._empty(self.places)

    def _empty(self, places: int) -> tuple[Any, Any]:
        return np.zeros(places, np.uint64), np.zeros(places * self.width, np.uint64)

    @property
    def nbytes(self) -> int:
        """Bytes used by the table."""
        return int(self.table.nbytes + self.bodies.nbytes)

    def room(self) -> int:
        """How many positions can still be added."""
        return int(len(self.table) * self.full) - self.used

    def make_room(self, needed: int, spare: int) -> bool:
        """Grow until this many can be added, using at most the spare bytes; False if that fails."""
        while self.room() < needed:
            if 2 * self.nbytes <= spare:
                self._grow()
            elif self.full < FULLEST:
                self.full = FULLEST
            else:
                return False
        return True

    def add(self, new_fingerprints: Any, new_bodies: Any) -> None:
        """Add positions that are known to be new."""
        mask = len(self.table) - 1
        move = compiled.compiled_kernel(fingerprints).move_over
        self.used += move(new_fingerprints, new_bodies, self.width, self.table, self.bodies, mask)

    def pieces(self) -> Iterator[tuple[Any, Any]]:
        """All fingerprints, with their positions if these are kept, in chunks."""
        for first in range(0, len(self.table), PIECE):
            found = self.table[first : first + PIECE]
            places = np.flatnonzero(found)
            bodies = self.bodies[first * self.width : (first + PIECE) * self.width]
            if self.width:
                bodies = bodies.reshape(-1, self.width)[places].reshape(-1)
            yield found[places], bodies

    def _grow(self) -> None:
        old_table, old_bodies = self.table, self.bodies
        self.table, self.bodies = self._empty(2 * len(old_table))
        self.used = 0
        self.full = FULL
        self.add(old_table, old_bodies)
