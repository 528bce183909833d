"""A game's entries by a stream from its host: a look at what arrives, before it is judged."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import Object, object_id, read_commit
from gitopoly.ledger.signature import check
from gitopoly.ledger.transports.by_stream import MOST_HEADS, PATH, Stream
from gitopoly.ledger.transports.incoming import Incoming
from gitopoly.ledger.transports.poller import HOST, Arrival, Poller
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.routes import Routes
from gitopoly.table.seat import Seat

MOST_WAITING = 10_000
"""Entries that wait to be judged; more are left to Git."""


class StreamedEntries:
    """What a host sends, and what is sent to it.

    A host relays what others have written. So nothing is taken that its author has not signed
    with the key that is known here: whatever else a host sends is nobody's fault but its own.
    """

    def __init__(
        self, game: GameReplica, seat: Seat | None, routes: Routes, poller: Poller
    ) -> None:
        assert routes.access is not None
        self.on_arrival: Callable[[], None] = poller.on_arrival
        self._game, self._seat, self._poller = game, seat, poller
        self._near = [info.name for info in game.file.seats if info.url.startswith(routes.named)]
        self._lock = threading.Lock()
        self._arrived: list[bytes] = []
        self._heads: tuple[str, ...] = ()
        self._was_alive, self._told = False, len(game.log)
        self._note_heads()
        self._stream = Stream(f"{routes.at}{PATH}", routes.access, self)

    # In threads of the stream.

    def heads(self) -> Sequence[str]:
        """The newest entries that are here."""
        return self._heads

    def take(self, commits: list[bytes]) -> bool:
        """Some commits have arrived; whether there is room for more."""
        with self._lock:
            self._arrived += commits
            is_room = len(self._arrived) < MOST_WAITING
        self.on_arrival()
        return is_room

    # In the thread of the game.

    def arrivals(self) -> Iterator[Arrival]:
        """The newest entry of each author, with all that has arrived."""
        self._follow()
        if not self._game.started:
            return  # the first entry of a seat must come from its own repository
        with self._lock:
            commits, self._arrived = self._arrived, []
        objects = Incoming()
        newest: dict[str, str] = {}
        for data in commits:
            commit = Object("commit", object_id("commit", data), data)
            objects.put(commit.id, commit.kind, data)
            if commit.id not in self._game.log and (author := self._author(commit.id, objects)):
                newest[author] = commit.id
        for author, head in newest.items():
            yield Arrival(author, head, None, objects, is_sent=True)
        self._note_heads()

    def tell(self) -> None:
        """Send what was written here."""
        log, told = self._game.log, self._told
        self._told = len(log)
        if self._seat is not None and self._game.started:
            own = [entry for entry in log.latest(len(log) - told) if entry.seat == self._seat.name]
            self._stream.give(entry.commit.data for entry in own)

    def close(self) -> None:
        """End the stream."""
        self._stream.close()

    def _author(self, commit: str, objects: Incoming) -> str:
        """Who has signed a commit; empty if it is nobody of this game."""
        try:
            entry = read_commit(commit, objects.read)
        except InvalidEntry:
            return ""
        key = self._game.replica.keys.get(entry.seat)
        known = key is not None and check(key, entry.payload, entry.signature)
        return entry.seat if known else ""

    def _note_heads(self) -> None:
        tops = self._game.log.newest().values()
        self._heads = tuple(head for heads in tops for head in heads)[:MOST_HEADS]

    def _follow(self) -> None:
        """Poll seldom what the stream brings anyway."""
        if self._stream.is_alive != self._was_alive:
            self._was_alive = self._stream.is_alive
            for name in self._near:
                self._poller.pace(name, HOST if self._was_alive else None)
