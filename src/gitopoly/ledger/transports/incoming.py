"""The objects from one poll of a peer's repository, kept apart from our own until judged.

Accepted ones are written to our own repository; the rest is discarded, so that a peer who shows
something different every time cannot fill the disk: at most one poll per peer is held.
"""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Iterable
from typing import Protocol

from gitopoly.ledger.entry import Object

IN_MEMORY = 8 * 1024 * 1024
"""Bytes kept in memory; beyond that, they are in a file without a name."""


class KnownObjects(Protocol):
    """Knows which objects need not be fetched."""

    def has(self, wanted: str) -> bool:
        """Whether the object is there, with everything it is built on."""


class Incoming:
    """Fetched objects that are not judged yet."""

    def __init__(self, own: KnownObjects, folder: str) -> None:
        """Keep what `own` lacks, in a file below `folder` once it grows large."""
        self._own = own
        self._places: dict[str, tuple[str, int, int]] = {}
        self._contents = tempfile.SpooledTemporaryFile(IN_MEMORY, dir=folder)  # noqa: SIM115
        self._end = 0
        weakref.finalize(self, self._contents.close)

    def has(self, wanted: str) -> bool:
        """Whether the object is here or not needed."""
        return self.holds(wanted) or self._own.has(wanted)

    def holds(self, wanted: str) -> bool:
        """Whether the object is here."""
        return wanted in self._places

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size; raise KeyError."""
        kind, _, size = self._places[wanted]
        return kind, size

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content, whatever the size, because it was checked; raise KeyError."""
        kind, start, size = self._places[wanted]
        self._contents.seek(start)
        return kind, self._contents.read(size)

    def expect(self, names: Iterable[str]) -> None:
        """Do nothing: everything is at hand."""

    def write(self, objects: Iterable[Object]) -> None:
        """Add fetched objects, each after those it is built on."""
        self._contents.seek(self._end)
        for kind, name, content in objects:
            self._places[name] = kind, self._end, len(content)
            self._end += self._contents.write(content)
