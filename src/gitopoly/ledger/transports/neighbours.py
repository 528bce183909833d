"""Seats of one simulated game, whose repositories lie side by side.

A real repository each, and real fetches between them. What a seat hears of the others stays in
its memory until it packs, and an object is read from whichever neighbour has it on disk: the
author of an entry always does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from gitopoly.ledger.entry import Object
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.object_files import ObjectFolder
from gitopoly.ledger.git.store import PACK_EVERY, GitStore
from gitopoly.ledger.store import compare, reachable
from gitopoly.ledger.transports.history import LIMITS, copy_history
from gitopoly.ledger.transports.transport import OWN_BRANCH


class NeighbourStore(GitStore):
    """A store that writes only its own entries at once; nothing in it is synced."""

    def __init__(self, path: Path, *, durable: bool = False) -> None:
        self._young: dict[str, tuple[str, bytes]] = {}
        """What was fetched and is not packed yet."""
        super().__init__(path, durable=False)

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""
        return object_id in self._young or object_id in self._safe or super().has(object_id)

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object."""
        if object_id in self._young:
            kind, data = self._young[object_id]
            return kind, len(data)
        return super().header(object_id)

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object."""
        return self._young.get(object_id) or super().read(object_id)

    def write(self, objects: Iterable[tuple[str, str, bytes]]) -> None:
        """Take in what was fetched."""
        for kind, object_id, data in objects:
            self._young[object_id] = (kind, data)

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Move the accepted head of a seat; its ref follows when the store is closed."""
        compare(seat, expected, self._heads.get(seat))
        self.write(objects)
        for item in reachable(new_head, self.read, self._is_secured):
            self._safe.add(item.id)
            self._unpacked[item.id] = None
        self._heads[seat] = new_head
        self._entries += 1
        if self._entries >= PACK_EVERY:
            self.pack()

    def pack(self) -> None:
        """Bring everything accepted into one pack."""
        super().pack()
        self._young.clear()


class Neighbours:
    """The repositories of all seats, to fetch from."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._refs = [folder / ".git" for folder in folders]
        self._objects = [ObjectFolder(folder / ".git" / "objects") for folder in folders]

    def head(self, seat: int) -> str | None:
        """The newest entry that a seat shows."""
        return ref_files.read_ref(self._refs[seat], OWN_BRANCH)

    def fetch(self, seat: int, head: str, store: NeighbourStore) -> None:
        """Bring what a seat's entry stands on into another's store."""
        url = str(self._refs[seat].parent)
        copy_history(_First(seat, self._objects), store, head, url, LIMITS)


class _First:
    """All neighbours as one source, one of them before the others."""

    def __init__(self, first: int, objects: Sequence[ObjectFolder]) -> None:
        self._objects = [objects[first], *objects[:first], *objects[first + 1 :]]

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        for folder in self._objects:
            if folder.has(wanted):
                return folder.read(wanted, largest)
        raise KeyError(wanted)
