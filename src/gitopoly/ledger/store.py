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
from collections.abc import Iterator, Mapping, Sequence

from gitopoly.errors import InvalidEntry, MissingObject, StaleHead
from gitopoly.ledger.entry import COMMIT, Entry, Object, Sealed, is_seat, links, object_id
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.journal import Journal
from gitopoly.ledger.objects import LARGEST, Borrowed, Held
from gitopoly.ledger.talk import Line, Thread

LINE, NOTE = "line", "note"
"""The kinds of what is no entry: the commit of a line of talk, and a piece of evidence."""
KINDS = {"commit", "tree", "blob", LINE, NOTE}
_HEADER = re.compile(rb"([a-z]{1,8}) ([0-9]{1,9})\0")


class Store(Borrowed):
    """Accepted entries and evidence; `append` is durable when it returns, the rest with it."""

    seat = ""
    """Whose copy this is, if that is known: what we wrote ourselves is never to be forgotten."""

    def __init__(self, journal: Journal) -> None:
        """Read what a journal holds; raise Damaged."""
        super().__init__()
        self.journal = journal
        self.entries: dict[str, str] = {}
        """The seat of each accepted entry, in the order in which they were accepted."""
        self.held = Held()
        """The commits of all accepted entries, and the files of an invitation."""
        self._heads: dict[str, str] = {}
        self._kept: dict[str, None] = {}
        self._lines: dict[str, bytes] = {}
        self._last_lines: dict[str, str] = {}
        self._notes: list[dict[str, object]] = []
        self._files: tuple[Object, ...] = ()
        for record in journal.read_all():
            self._take(objects_in(record))

    def head(self, seat: str) -> str | None:
        """Give the newest accepted entry of a seat, on the branch that came first."""
        return self._heads.get(seat)

    def heads(self) -> dict[str, str]:
        """Give the newest accepted entry of every seat that has one."""
        return dict(self._heads)

    def kept(self) -> tuple[str, ...]:
        """List the newest entries of all other branches."""
        return tuple(self._kept)

    def holds(self, object_id: str) -> bool:
        """Tell whether an object can be read."""
        return self.held.holds(object_id) or super().holds(object_id)

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it; raise MissingObject."""
        if self.held.holds(object_id):
            return self.held.header(object_id)
        return super().header(object_id)

    def read(self, object_id: str, largest: int = LARGEST) -> tuple[str, bytes]:
        """Give kind and bytes of an object; raise MissingObject."""
        if self.held.holds(object_id):
            return self.held.read(object_id)
        return super().read(object_id, largest)

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
        self.journal.append(encoded([(LINE, line.commit.data)]), sync=False)
        self._hear(line.id, line.seat, line.commit.data)

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """The lines of a seat up to the last one; they are checked, whoever has written them."""
        found = Thread(seat, game)
        if head := self._last_lines.get(seat):
            with contextlib.suppress(InvalidEntry, MissingObject):
                found.extend(head, self.read_line, key)
        return found

    def read_line(self, line: str) -> tuple[str, bytes]:
        """Give kind and bytes of the commit of a line; raise MissingObject."""
        if line not in self._lines:
            raise MissingObject(line)
        return "commit", self._lines[line]

    def lines(self) -> dict[str, bytes]:
        """The commits of all lines of talk, in the order in which they came."""
        return dict(self._lines)

    def last_lines(self) -> dict[str, str]:
        """The last line of every seat that has said something."""
        return dict(self._last_lines)

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""
        data = json.dumps(dict(record), ensure_ascii=True).encode()
        self.journal.append(encoded([(NOTE, data)]), sync=False)
        self._notes.append(dict(record))

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""
        return list(self._notes)

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
        self.journal.append(encoded([(kind, data) for kind, _, data in kept]), sync=sync)
        self._place(entry.id, entry.seat, entry.parents)
        for kind, name, data in kept:
            self.held.put(name, kind, data)

    def _take(self, objects: Sequence[tuple[str, bytes]]) -> None:
        for kind, data in objects:
            if kind == NOTE:
                self._notes.append(note_in(data))
                continue
            if kind == LINE:
                found = COMMIT.match(data)
                seat = found[3].decode() if found else ""
                if not is_seat(seat):
                    raise Damaged("a line in the journal is of no seat")
                self._hear(object_id("commit", data), seat, data)
                continue
            name = object_id(kind, data)
            if kind == "commit":
                found, parents = COMMIT.match(data), links(kind, data)[1:]
                seat = found[3].decode() if found else ""
                # Somebody else may have prepared the folder, and seats become parts of paths.
                if not is_seat(seat) or any(parent not in self.entries for parent in parents):
                    raise Damaged(f"entry {name} in the journal is none, or lacks its past")
                self._place(name, seat, parents)
            self.held.put(name, kind, data)

    def _hear(self, name: str, seat: str, data: bytes) -> None:
        self._lines[name] = data
        self._last_lines[seat] = name

    def _place(self, name: str, seat: str, parents: Sequence[str]) -> None:
        """Note whose log a commit continues."""
        if name in self.entries:
            return
        self.entries[name] = seat
        before = parents[0] if parents and self.entries[parents[0]] == seat else None
        if self._heads.get(seat) == before:
            self._heads[seat] = name
        else:
            self._kept.pop(before or "", None)
            self._kept[name] = None


def encoded(objects: Sequence[tuple[str, bytes]]) -> bytes:
    """A record of the journal."""
    return b"".join(b"%s %d\0" % (kind.encode(), len(data)) + data for kind, data in objects)


def objects_in(record: bytes) -> list[tuple[str, bytes]]:
    """What a record of the journal holds; raise Damaged."""
    return list(_objects_in(record))


def _objects_in(record: bytes) -> Iterator[tuple[str, bytes]]:
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


def note_in(data: bytes) -> dict[str, object]:
    """A piece of evidence; raise Damaged."""
    try:
        note = json.loads(data)
    except (ValueError, RecursionError):
        note = None
    if not isinstance(note, dict):
        raise Damaged("a piece of evidence in the journal cannot be read")
    return note
