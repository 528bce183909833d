"""What a copy of a game has accepted: entries in their order, and evidence against others.

All of it is in a journal, and read from there again. A record is an entry, with what follows from
nothing else: the files of an invitation; or it is a piece of evidence. It is written as Git hashes
objects, so that an id can always be computed again.
A store checks no signatures and no rules; it only never loses what it has acknowledged.
Only one thread of one process uses a store at a time.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Sequence

from gitopoly.errors import InvalidEntry, MissingObject, StaleHead
from gitopoly.ledger.entry import (
    COMMIT,
    OBJECT_ID,
    Entry,
    Object,
    Sealed,
    is_seat,
    object_id,
    read_commit,
)
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, TooLarge
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.journal import Journal
from gitopoly.ledger.objects import Held, Objects
from gitopoly.ledger.talk import Line, Thread

LINE, NOTE = "line", "note"
"""The kinds of what is no entry: the commit of a line of talk, and a piece of evidence."""
LARGEST = 16 * 1024 * 1024
"""Largest object, in bytes, that is read at all; entries are far smaller."""
KINDS = {"commit", "tree", "blob", LINE, NOTE}
_HEADER = re.compile(rb"([a-z]{1,8}) ([0-9]{1,9})\0")


class Store:
    """Accepted entries and evidence; `append` is durable when it returns, the rest with it.

    Objects that others lend, each under a name, can be read as well; one that cannot counts as
    missing.
    """

    seat = ""
    """Whose copy this is, if that is known: what we wrote ourselves is never to be forgotten."""

    def __init__(self, journal: Journal) -> None:
        """Read what a journal holds; raise Damaged."""
        self.journal = journal
        self.entries: dict[str, Entry] = {}
        """All accepted entries, in the order in which they were accepted."""
        self.heads: dict[str, str] = {}
        """The newest accepted entry of every seat, on the branch that came first."""
        self.kept: dict[str, None] = {}
        """The newest entries of all other branches."""
        self.held = Held()
        """The commits of all accepted entries, and the files of an invitation."""
        self._lenders: dict[str, Objects] = {"journal": self.held}
        self.lines: dict[str, bytes] = {}
        """The commits of all lines of talk, in the order in which they came."""
        self.last_lines: dict[str, str] = {}
        """The last line of every seat that has said something."""
        self.evidence: list[Evidence] = []
        """All refusals and proofs, oldest first."""
        self._files: tuple[Object, ...] = ()
        for record in journal.read_all():
            for kind, data in objects_in(record):
                self._take(kind, data)

    def borrow(self, name: str, objects: Objects | None) -> None:
        """Also read from elsewhere, until something else or None is set under the same name."""
        self._lenders.pop(name, None)
        if objects is not None:
            self._lenders[name] = objects

    def holds(self, object_id: str) -> bool:
        """Tell whether an object can be read."""
        try:
            self.header(object_id)
        except MissingObject:
            return False
        return True

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it; raise MissingObject."""
        try:
            return self._lender(object_id).header(object_id)
        except (KeyError, Damaged, BudgetExceeded):
            raise MissingObject(object_id) from None

    def read(self, object_id: str, largest: int = LARGEST) -> tuple[str, bytes]:
        """Give kind and bytes of an object; raise MissingObject."""
        try:
            return self._lender(object_id).read(object_id, largest)
        except (KeyError, Damaged, TooLarge, BudgetExceeded):
            raise MissingObject(object_id) from None

    def _lender(self, object_id: str) -> Objects:
        if OBJECT_ID.fullmatch(object_id):
            for objects in self._lenders.values():
                if objects.holds(object_id):
                    return objects
        raise MissingObject(object_id)

    def head(self, seat: str) -> str | None:
        """Give the newest accepted entry of a seat, on the branch that came first."""
        return self.heads.get(seat)

    def carry(self, files: tuple[Object, ...]) -> None:
        """Note the files of the entry that comes next, with their tree."""
        self._files = files

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend our own log; it survives a kill and a power failure when this returns.

        Everything accepted before survives with it.
        A log that is not at `previous` raises StaleHead, and nothing changes.
        """
        found = self.head(sealed.entry.seat)
        if previous != found:
            raise StaleHead(sealed.entry.seat, previous, found)
        self._write(sealed.entry, sealed.objects, sync=True)

    def accept(self, entry: Entry) -> None:
        """Add an entry on top of others; durable with the next `append` or `sync`."""
        files, self._files = self._files, ()
        self._write(entry, (*files, entry.commit), sync=entry.seat == self.seat)

    def say(self, line: Line) -> None:
        """Add a line of talk, after the one that it names; durable with the next `append`."""
        self._hear(line.commit.data)

    def note(self, evidence: Evidence) -> None:
        """Record a piece of evidence."""
        self._record([(NOTE, json.dumps(evidence.record(), ensure_ascii=True).encode())])
        self.evidence.append(evidence)

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """The lines of a seat up to the last one; they are checked, whoever has written them."""
        found = Thread(seat, game)
        if head := self.last_lines.get(seat):
            with contextlib.suppress(InvalidEntry, MissingObject):
                found.extend(head, self.read_line, key)
        return found

    def read_line(self, line: str) -> tuple[str, bytes]:
        """Give kind and bytes of the commit of a line; raise MissingObject."""
        if line not in self.lines:
            raise MissingObject(line)
        return "commit", self.lines[line]

    def show(self) -> None:
        """Let others see what was written, who read it elsewhere."""

    def sync(self) -> None:
        """Make everything that was accepted durable."""
        self.journal.sync()

    def close(self) -> None:
        """Make everything durable, and write nothing more."""
        self.journal.sync()
        self.journal.close()

    def _write(self, entry: Entry, objects: Sequence[Object], *, sync: bool) -> None:
        """Write an entry, which comes last of its objects, with its files."""
        for parent in entry.parents:
            if parent not in self.entries:
                raise MissingObject(parent)
        # Files follow from the past, but for those of an invitation, which has none.
        kept = objects[-1:] if entry.parents else objects
        self._record([(kind, data) for kind, _, data in kept], sync=sync)
        self._place(entry)
        for kind, name, data in kept:
            self.held.put(name, kind, data)

    def _record(self, objects: Sequence[tuple[str, bytes]], *, sync: bool = False) -> None:
        self.journal.append(encoded(objects), sync=sync)

    def _take(self, kind: str, data: bytes) -> None:
        """Take what was read from the journal; somebody else may have prepared the folder."""
        if kind == NOTE:
            self.evidence.append(evidence_in(data))
        elif kind == LINE:
            self._take_line(data)
        else:
            name = object_id(kind, data)
            if kind == "commit":
                self._place(self._entry(name, data))
            self.held.put(name, kind, data)

    def _entry(self, name: str, data: bytes) -> Entry:
        with contextlib.suppress(InvalidEntry):
            entry = read_commit(name, data)
            if all(parent in self.entries for parent in entry.parents):
                return entry
        raise Damaged(f"entry {name} in the journal is none, or lacks its past")

    def _hear(self, line: bytes) -> None:
        """Write the commit of a line."""
        self._record([(LINE, line)])
        self._take_line(line)

    def _take_line(self, line: bytes) -> None:
        found = COMMIT.match(line)
        seat = found[3].decode() if found else ""
        if not is_seat(seat):
            raise Damaged("a line in the journal is of no seat")
        name = object_id("commit", line)
        self.lines[name] = line
        self.last_lines[seat] = name

    def _place(self, entry: Entry) -> None:
        """Note whose log an entry continues."""
        if entry.id in self.entries:
            return
        self.entries[entry.id] = entry
        first = self.entries[entry.parents[0]] if entry.parents else None
        before = first.id if first is not None and first.seat == entry.seat else None
        if self.heads.get(entry.seat) == before:
            self.heads[entry.seat] = entry.id
        else:
            self.kept.pop(before or "", None)
            self.kept[entry.id] = None


def encoded(objects: Sequence[tuple[str, bytes]]) -> bytes:
    """A record of the journal."""
    return b"".join(b"%s %d\0" % (kind.encode(), len(data)) + data for kind, data in objects)


def objects_in(record: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what a record of the journal holds; raise Damaged."""
    at = 0
    while at < len(record):
        found = _HEADER.match(record, at)
        kind = found[1].decode() if found else ""
        end = found.end() + int(found[2]) if found else 0
        if kind not in KINDS or end > len(record):
            raise Damaged("a record of the journal cannot be read")
        assert found is not None
        yield kind, record[found.end() : end]
        at = end


def evidence_in(data: bytes) -> Evidence:
    """Read a piece of evidence; raise Damaged."""
    try:
        note = json.loads(data)
    except (ValueError, RecursionError):
        note = None
    if not isinstance(note, dict):
        raise Damaged("a piece of evidence in the journal cannot be read")
    return Evidence.from_record(note)
