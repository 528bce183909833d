"""An append-only file of atomic records, which a store replays after a crash."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gitopoly import posix
from gitopoly.ledger.entry import OBJECT_ID, is_seat, object_id
from gitopoly.ledger.git.untrusted import Damaged

MAGIC = b"GPJ1"
DIGEST = 16
FRAME = len(MAGIC) + 4 + DIGEST


@dataclass(frozen=True)
class JournalRecord:
    """One change of a store: a head that moved or an entry to keep, with the objects it needs."""

    generation: int
    """How often the store had been packed; records of an earlier packing are in the pack."""
    seat: str
    """Whose head moved; empty when an entry is only kept."""
    head: str
    objects: Mapping[str, bytes]
    """The objects that were not durable before, compressed like Git's loose objects."""

    def encode(self) -> bytes:
        """Write the record with its length and its checksum."""
        sizes = [[object_id, len(data)] for object_id, data in self.objects.items()]
        meta = json.dumps([self.generation, self.seat, self.head, sizes]).encode()
        body = b"".join((meta, b"\n", *self.objects.values()))
        digest = hashlib.blake2b(body, digest_size=DIGEST).digest()
        return b"".join((MAGIC, len(body).to_bytes(4, "big"), digest, body))

    @classmethod
    def decode(cls, body: bytes) -> JournalRecord:
        """Read the inside of a record whose checksum was right."""
        meta, _, rest = body.partition(b"\n")
        try:
            generation, seat, head, sizes = json.loads(meta)
            objects, at = {}, 0
            for object_id, size in sizes:
                objects[str(object_id)] = rest[at : at + size]
                at += size
            seat, head = str(seat), str(head)
            # They become parts of paths, and somebody else may have written them.
            if not all(map(OBJECT_ID.fullmatch, (head, *objects))) or (seat and not is_seat(seat)):
                raise ValueError("these are not a seat and its objects")
            return cls(int(generation), seat, head, objects)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise Damaged("a record of the journal cannot be read") from error


class JournaledObjects:
    """The objects of records, for as long as no pack holds them."""

    def __init__(self, records: Iterable[JournalRecord]) -> None:
        self._compressed = {i: data for record in records for i, data in record.objects.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._compressed)

    def holds(self, wanted: str) -> bool:
        """Whether an object is here."""
        return wanted in self._compressed

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size of an object that is here."""
        kind, data = self.read(wanted, 0)
        return kind, len(data)

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content of an object that is here, whatever its size: it is our own."""
        try:
            header, _, data = zlib.decompress(self._compressed[wanted]).partition(b"\0")
        except zlib.error as error:
            raise Damaged(f"object {wanted} in the journal cannot be unpacked") from error
        kind = header.split(b" ")[0].decode("latin-1")
        if object_id(kind, data) != wanted:
            raise Damaged(f"object {wanted} in the journal has another content")
        return kind, data


class Journal:
    """The file; `add` writes, `sync` makes everything added so far durable at once."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; what a crash left half written stays until `mend`."""
        new = not path.exists()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        # A named pipe would make us wait forever.
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        self._file = os.open(path, flags, 0o644)
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            os.close(self._file)
            raise Damaged("the journal is not a regular file")
        self._unsynced = False
        self.beyond: list[JournalRecord] = []
        """Whole records after a damaged one: valid if nothing of their past is missing."""
        if new:
            posix.sync_file(path)
            posix.sync_folder(path.parent)
        try:
            self.records, self._whole = self._replay()
            """The records found at the start, oldest first, and where the last whole one ends."""
        except BaseException:
            os.close(self._file)
            raise
        self.is_torn = self._whole < os.fstat(self._file).st_size
        """Whether something after the last whole record cannot be read."""

    def mend(self) -> None:
        """Cut off what a crash left half written, before anything is added."""
        if self._whole < os.fstat(self._file).st_size:
            os.ftruncate(self._file, self._whole)
            posix.sync_data(self._file)

    def add(self, record: JournalRecord) -> None:
        """Append a record, atomically."""
        data = record.encode()
        start = os.fstat(self._file).st_size
        try:
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError:
            os.ftruncate(self._file, start)
            raise
        self._unsynced = True

    def sync(self) -> None:
        """Make every record durable."""
        if self._unsynced:
            posix.sync_data(self._file)
            self._unsynced = False

    def clear(self) -> None:
        """Forget all records."""
        os.ftruncate(self._file, 0)
        posix.sync_data(self._file)
        self._unsynced = False
        self.records = []

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _replay(self) -> tuple[list[JournalRecord], int]:
        os.lseek(self._file, 0, os.SEEK_SET)
        parts = []
        while part := os.read(self._file, 1 << 20):
            parts.append(part)
        data = b"".join(parts)
        records, at = [], 0
        while (end := self._end(data, at)) is not None:
            records.append(JournalRecord.decode(data[at + FRAME : end]))
            at = end
        whole = at
        while (at := data.find(MAGIC, at)) >= 0:
            end = self._end(data, at)
            if end is not None:
                self.beyond.append(JournalRecord.decode(data[at + FRAME : end]))
            at = end or at + 1
        return records, whole

    @staticmethod
    def _end(data: bytes, at: int) -> int | None:
        """Give the end of the whole record that begins somewhere, or None."""
        if data[at : at + 4] != MAGIC or at + FRAME > len(data):
            return None
        end = at + FRAME + int.from_bytes(data[at + 4 : at + 8], "big")
        if end > len(data):
            return None
        digest = hashlib.blake2b(data[at + FRAME : end], digest_size=DIGEST).digest()
        return end if digest == data[at + 8 : at + FRAME] else None
