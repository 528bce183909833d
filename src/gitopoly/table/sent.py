"""Entries and lines of talk that came by a stream: a look at them, before they are judged."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Collection, Iterable, Iterator

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import Entry, object_id, read_commit
from gitopoly.ledger.signature import check
from gitopoly.ledger.talk import MOST_LINES, NO_FILES, Line, read_line
from gitopoly.ledger.transports.incoming import Incoming
from gitopoly.ledger.transports.poller import Arrival
from gitopoly.table.game_replica import GameReplica

MOST_WAITING = 4 * 1024 * 1024
"""Bytes that wait for a look; more is left to Git."""
OVERHEAD = 100
"""Bytes that even the shortest commit counts for."""
AT_ONCE = 500
"""Entries that are looked at in a row, and that may wait for others."""


class SentEntries:
    """What somebody has sent, until it can be judged.

    Whoever sends an entry may not be its author, and some of what was written may be lost on the
    way. So nothing is offered to the judge but what its author has signed with the key that is
    known here, and only on top of what is here: the rest is held against nobody.
    """

    def __init__(self, game: GameReplica, authors: Collection[str]) -> None:
        """Take entries of some authors, and of nobody else."""
        self._game, self._authors = game, frozenset(authors)
        self._lock = threading.Lock()
        self._arrived: list[bytes] = []
        self._size = 0
        self._is_clean = True
        self._early: dict[str, Entry] = {}
        self._lines: list[Line] = []

    def put(self, commits: Iterable[bytes]) -> bool:
        """Some have arrived, for any thread; False if the sender had better pause.

        There is no room for them then, or what was sent before was not what an honest program
        sends.
        """
        commits = list(commits)
        size = sum(map(len, commits)) + OVERHEAD * len(commits)
        with self._lock:
            is_clean, self._is_clean = self._is_clean, True
            if not is_clean or self._size + size > MOST_WAITING:
                return False
            self._arrived += commits
            self._size += size
            return True

    def arrivals(self) -> Iterator[Arrival]:
        """What can be judged now, each after its past; used in the thread of the game."""
        if not self._game.started:
            return  # the first entry of a seat must come from its own repository
        for data in self._taken():
            self._look_at(data)
        objects = Incoming()
        for entry in self._placed(objects):
            yield Arrival(entry.seat, entry.id, None, objects, is_sent=True)

    def lines(self) -> list[Line]:
        """The lines of talk that were found, each once."""
        found, self._lines = self._lines, []
        return found

    def _taken(self) -> list[bytes]:
        with self._lock:
            taken, self._arrived = self._arrived[:AT_ONCE], self._arrived[AT_ONCE:]
            self._size -= sum(map(len, taken)) + OVERHEAD * len(taken)
            return taken

    def _look_at(self, data: bytes) -> None:
        name = object_id("commit", data)
        if name in self._game.log or name in self._early:
            return
        if data.startswith(b"tree %s" % NO_FILES.id.encode()):
            self._hear(name, data)
            return
        entry = self._signed(name, data)
        if entry is None:
            self._is_clean = False
        elif entry.seat in self._authors:
            if len(self._early) >= AT_ONCE:
                del self._early[next(iter(self._early))]  # it comes by Git
            self._early[name] = entry

    def _hear(self, name: str, data: bytes) -> None:
        """A line; whoever has not heard those before it gets them with Git."""
        line = None
        with contextlib.suppress(InvalidEntry):
            line = read_line(name, data)
        key = self._game.replica.keys.get(line.seat) if line is not None else None
        if line is None or key is None or not check(key, line.payload, line.signature):
            self._is_clean = False
        elif line.seat in self._authors and len(self._lines) < MOST_LINES:
            self._lines.append(line)

    def _signed(self, name: str, data: bytes) -> Entry | None:
        """An entry, if it is one of this game's seats that its author has signed."""
        try:
            entry = read_commit(name, data)
        except InvalidEntry:
            return None
        key = self._game.replica.keys.get(entry.seat)
        signed = key is not None and check(key, entry.payload, entry.signature)
        return entry if signed else None

    def _placed(self, objects: Incoming) -> list[Entry]:
        """Those whose past is here or among them; they are lent together."""
        log, placed, more = self._game.log, list[Entry](), True
        while more:
            more = False
            for name, entry in list(self._early.items()):
                known = (parent in log or objects.holds(parent) for parent in entry.parents)
                if name in log:
                    del self._early[name]
                elif entry.parents and all(known):
                    del self._early[name]
                    kind, _, data = entry.commit
                    objects.put(name, kind, data)
                    placed.append(entry)
                    more = True
        return placed
