"""What one poll of a peer's repository has brought, kept apart from our own until it is judged.

What is accepted is written to our own repository; all the rest goes with this, so that a peer
who shows something else every time cannot fill the disk: it holds one poll of each peer at most.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Protocol

from gitopoly.ledger.git.object_files import Object, ObjectFolder

IN_MEMORY = 8 * 1024 * 1024
"""Bytes that are kept in memory; more than that goes to files."""


class Known(Protocol):
    """Tells what need not be brought."""

    def has(self, wanted: str) -> bool:
        """Whether the object is there, and with it all that it stands on."""


class Incoming:
    """Objects that were fetched and are not judged yet; files go when nobody holds this."""

    def __init__(self, own: Known, folder: Path) -> None:
        """Keep what `own` lacks, in a new folder inside `folder` once it is much."""
        self._own, self._parent = own, folder
        self._young: dict[str, tuple[str, bytes]] = {}
        self._size = 0
        self._spilled: ObjectFolder | None = None

    def has(self, wanted: str) -> bool:
        """Whether the object is here or need not be."""
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
        """Take in what was fetched, each object after those that it stands on."""
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
