"""The objects from one poll of a peer's repository, kept apart from our own until judged.

Accepted ones are written to our own repository; the rest is discarded, so that a peer who shows
something different every time cannot fill the disk: at most one poll per peer is held.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Protocol

from gitopoly.ledger.git.object_files import Object, ObjectFolder

IN_MEMORY = 8 * 1024 * 1024
"""Bytes kept in memory; beyond that, objects go to files."""


class KnownObjects(Protocol):
    """Knows which objects need not be fetched."""

    def has(self, wanted: str) -> bool:
        """Whether the object is there, with everything it is built on."""


class Incoming:
    """Fetched objects that are not judged yet; its files are removed along with it."""

    def __init__(self, own: KnownObjects, folder: Path) -> None:
        """Keep what `own` lacks, in a new folder inside `folder` once it grows large."""
        self._own, self._parent = own, folder
        self._young: dict[str, tuple[str, bytes]] = {}
        self._size = 0
        self._spilled: ObjectFolder | None = None

    def has(self, wanted: str) -> bool:
        """Whether the object is here or not needed."""
        return self.holds(wanted) or self._own.has(wanted)

    def holds(self, wanted: str) -> bool:
        """Whether the object is here."""
        if wanted in self._young:
            return True
        return self._spilled is not None and self._spilled.has(wanted)

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size; raise KeyError."""
        found = self._young.get(wanted)
        if found is not None:
            return found[0], len(found[1])
        if self._spilled is None:
            raise KeyError(wanted)
        return self._spilled.header(wanted)

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError."""
        found = self._young.get(wanted)
        if found is not None:
            return found
        if self._spilled is None:
            raise KeyError(wanted)
        return self._spilled.read(wanted, largest)

    def write(self, objects: list[Object]) -> None:
        """Add fetched objects, each after those it is built on."""
        size = sum(len(content) for _, _, content in objects)
        if self._size + size > IN_MEMORY:
            self._spill().write(objects)
            return
        self._size += size
        for kind, name, content in objects:
            self._young[name] = kind, content

    def _spill(self) -> ObjectFolder:
        if self._spilled is None:
            self._parent.mkdir(parents=True, exist_ok=True)
            folder = tempfile.mkdtemp(prefix="poll-", dir=self._parent)
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            self._spilled = ObjectFolder(Path(folder))
        return self._spilled
