"""A store on a Git repository that nobody reads while it grows: for simulations.

Objects stay in memory until it packs, and only then do its refs move. So the repository is
sound at any moment, about a pack behind, and an entry creates no files.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Self

from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.folder import make_repository
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.store import compare, reachable

PACK_EVERY = 2048
"""Accepted entries after which the store packs; until then they are in memory."""


class BufferedStore(GitStore):
    """Objects and heads in memory, packed now and then; nothing is synced in between."""

    def __init__(self, path: Path) -> None:
        """Open a game in a folder that only simulations have written."""
        super().__init__(path, durable=False)

    @classmethod
    def create(cls, path: Path, seat: str, *, bare: bool = False, durable: bool = False) -> Self:
        """Create a repository for a seat in a folder without one."""
        make_repository(path, seat, bare=bare, durable=durable)
        return cls(path)

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend our own log; it is durable after the next packing."""
        self.accept(seat, expected, new_head, objects)

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Move the accepted head of a seat; its ref follows when the store packs."""
        compare(seat, expected, self._heads.get(seat))
        self.put(objects)
        self._hold(new_head)
        self._heads[seat] = new_head
        self._entries += 1
        if self._entries >= PACK_EVERY:
            self.pack()

    def keep(self, object_id: str) -> None:
        """Keep an entry that no head reaches."""
        self._hold(object_id)
        self._kept[object_id] = None

    def pack(self) -> None:
        """Write everything accepted into one pack, and move the refs."""
        super().pack()
        self._mend_refs()
        # Not what was put in for a head that is still to come.
        packed = self._index.places
        self._given = {i: item for i, item in self._given.items() if i not in packed}

    def _hold(self, head: str) -> None:
        """What an entry needs belongs into the next pack."""
        for item in reachable(head, self.read, self._is_secured):
            self._safe.add(item.id)
            self._unpacked[item.id] = None
