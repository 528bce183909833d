"""A store in memory, for simulations and tests; it can simulate a power failure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Object
from gitopoly.ledger.store import checked, compare, reachable


class MemoryStore:
    """Objects and heads in dictionaries, with the durability of a real store."""

    def __init__(self) -> None:
        self._objects: dict[str, tuple[str, bytes]] = {}
        self._heads: dict[str, str] = {}
        self._kept: dict[str, None] = {}
        self._notes: list[dict[str, object]] = []
        self._safe: set[str] = set()
        self._unsynced: list[Object] = []
        self._on_disk: dict[str, tuple[str, bytes]] = {}
        self._synced_heads: dict[str, str] = {}
        self._synced_kept: dict[str, None] = {}
        self._synced_notes = 0

    def head(self, seat: str) -> str | None:
        """Give the newest accepted entry of a seat."""
        return self._heads.get(seat)

    def heads(self) -> dict[str, str]:
        """Give the newest accepted entry of every seat that has one."""
        return dict(self._heads)

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""
        return object_id in self._objects

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object."""
        kind, data = self.read(object_id)
        return kind, len(data)

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object, or raise `MissingObject`."""
        try:
            return self._objects[object_id]
        except KeyError:
            raise MissingObject(object_id) from None

    def put(self, objects: Iterable[Object]) -> None:
        """Add objects; they are dropped unless an accepted head reaches them."""
        for kind, object_id, data in checked(objects):
            self._objects[object_id] = (kind, data)

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend our own log and make everything accepted durable."""
        self.accept(seat, expected, new_head, objects)
        self.sync()

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Move the accepted head of a seat, by compare-and-swap."""
        compare(seat, expected, self._heads.get(seat))
        self.put(objects)
        self._secure(new_head)
        self._heads[seat] = new_head

    def keep(self, object_id: str) -> None:
        """Keep an entry that no head reaches."""
        self._secure(object_id)
        self._kept[object_id] = None

    def kept(self) -> tuple[str, ...]:
        """List what was given to `keep`."""
        return tuple(self._kept)

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""
        self._notes.append(dict(record))

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""
        return list(self._notes)

    def sync(self) -> None:
        """Make everything that was accepted durable."""
        for kind, object_id, data in self._unsynced:
            self._on_disk[object_id] = (kind, data)
        self._unsynced.clear()
        self._synced_heads = dict(self._heads)
        self._synced_kept = dict(self._kept)
        self._synced_notes = len(self._notes)

    def pack(self) -> None:
        """Drop what no accepted head reaches."""
        self.sync()
        self._objects = dict(self._on_disk)

    def close(self) -> None:
        """Make everything durable; a store in memory can be used again."""
        self.sync()

    def lose_power(self) -> None:
        """Forget everything that was not synced."""
        self._objects = dict(self._on_disk)
        self._safe = set(self._on_disk)
        self._unsynced.clear()
        self._heads = dict(self._synced_heads)
        self._kept = dict(self._synced_kept)
        del self._notes[self._synced_notes :]

    def _secure(self, head: str) -> None:
        new = reachable(head, self.read, self._safe.__contains__)
        self._safe.update(item.id for item in new)
        self._unsynced.extend(new)
