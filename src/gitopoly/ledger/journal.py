"""An append-only journal: what it holds is true, and all else in a game's folder follows from it.

A record is bytes that were written together: after a crash all of them are there, or none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from gitopoly import posix
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.untrusted import Damaged, write_all

MAGIC = b"GPJ1"
DIGEST = 16
FRAME = len(MAGIC) + 4 + DIGEST
LARGEST_JOURNAL = 1 << 30
"""Bytes that a journal may have to be read; a game of 50,000 entries has a thirtieth of that."""


class Journal(Protocol):
    """Where records are kept; what a crash must not take is synced."""

    def read_all(self) -> list[bytes]:
        """All records, oldest first."""

    def append(self, record: bytes, *, sync: bool) -> None:
        """Add a record; with `sync` it is durable when this returns, with all before it."""

    def sync(self) -> None:
        """Make every record durable."""

    def close(self) -> None:
        """Write nothing more."""


class MemoryJournal:
    """A journal in memory, for simulations and tests."""

    def __init__(self, records: Sequence[bytes] = ()) -> None:
        self._records = list(records)

    def read_all(self) -> list[bytes]:
        """All records, oldest first."""
        return list(self._records)

    def append(self, record: bytes, *, sync: bool) -> None:
        """Add a record."""
        self._records.append(record)

    def sync(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do: it can be used again."""


class FileJournal:
    """A journal in a file; one sync serves everything that was added before it."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        """Open or create the file; what cannot be read stays in it until `mend`.

        Without `durable` nothing is synced: only for simulations, and to see tests fail.
        """
        self._path, self._durable = path, durable
        new = not path.exists()
        self._file = self._open()
        try:
            if new and durable:
                posix.sync_file(path)
                posix.sync_folder(path.parent)
            data = self._contents()
            self._records, self._end = records_in(data)
            self.beyond = _beyond(data, self._end)
            """Whole records after something that cannot be read."""
        except BaseException:
            os.close(self._file)
            raise
        self.is_torn = self._end < len(data)
        """Whether something after the last whole record cannot be read."""
        self._unsynced = False

    def read_all(self) -> list[bytes]:
        """The whole records that the file began with when it was opened, oldest first."""
        return list(self._records)

    def mend(self, records: Iterable[bytes] = ()) -> None:
        """Cut off what cannot be read, and add some records; a crash leaves all or nothing.

        What a crash has left half written is nothing that anybody was told; anything else is kept.
        """
        more = b"".join(map(_framed, records))
        if self.is_torn:
            if self.beyond:
                shutil.copy(self._path, self._path.with_name(f"{self._path.name}.damaged"))
            self._replace(self._contents()[: self._end] + more)
        elif more:
            self._add(more, sync=True)

    def append(self, record: bytes, *, sync: bool) -> None:
        """Add a record, all of it or nothing."""
        if self.is_torn:
            self.mend()
        self._add(_framed(record), sync=sync)

    def sync(self) -> None:
        """Make every record durable."""
        if self._unsynced and self._durable:
            posix.sync_data(self._file)
        self._unsynced = False

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        # A named pipe would make us wait forever.
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        file = os.open(self._path, flags, 0o644)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise Damaged("the journal is not a regular file")
        return file

    def _add(self, data: bytes, *, sync: bool) -> None:
        if os.fstat(self._file).st_size > self._end:  # half a record that could not be taken back
            os.ftruncate(self._file, self._end)
        try:
            write_all(self._file, data)
            self._unsynced = True
            if sync:
                self.sync()
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise
        self._end += len(data)

    def _replace(self, data: bytes) -> None:
        """Let the file have other contents; a crash leaves the old or the new ones."""
        self.close()
        try:
            write_durably(self._path, data, sync=self._durable)
        finally:
            self._file = self._open()
        self._end, self.is_torn, self._unsynced = len(data), False, False

    def _contents(self) -> bytes:
        size = os.fstat(self._file).st_size
        if size > LARGEST_JOURNAL:
            raise Damaged(f"the journal has {size:,} bytes, over {LARGEST_JOURNAL:,}")
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            return file.read()


def _framed(record: bytes) -> bytes:
    digest = hashlib.blake2b(record, digest_size=DIGEST).digest()
    return b"".join((MAGIC, len(record).to_bytes(4, "big"), digest, record))


def records_in(data: bytes, at: int = 0) -> tuple[list[bytes], int]:
    """The whole records from somewhere on, and where the last of them ends."""
    records = []
    while (end := _end(data, at)) is not None:
        records.append(data[at + FRAME : end])
        at = end
    return records, at


def _beyond(data: bytes, at: int) -> list[bytes]:
    """The whole records somewhere after what cannot be read; raise Damaged."""
    found: list[bytes] = []
    # Somebody else may have filled it with beginnings of records, each as long as the file.
    left = 4 * len(data)
    while (at := data.find(MAGIC, at)) >= 0:
        claimed = int.from_bytes(data[at + 4 : at + 8], "big")
        left -= claimed if claimed <= len(data) - at else 0
        if left < 0:
            raise Damaged("the journal holds beginnings of records without end")
        more, end = records_in(data, at)
        found += more
        at = max(end, at + 1)
    return found


def _end(data: bytes, at: int) -> int | None:
    """The end of the whole record that begins somewhere, or None."""
    if data[at : at + 4] != MAGIC or at + FRAME > len(data):
        return None
    end = at + FRAME + int.from_bytes(data[at + 4 : at + 8], "big")
    if end > len(data):
        return None
    digest = hashlib.blake2b(data[at + FRAME : end], digest_size=DIGEST).digest()
    return end if digest == data[at + 8 : at + FRAME] else None
