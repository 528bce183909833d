"""A game's entries by a stream from its host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gitopoly.ledger.talk import Line
from gitopoly.ledger.transports.by_stream import MOST_HEADS, PATH, Stream
from gitopoly.ledger.transports.poller import HOST, STREAMED, Arrival, Pace, Poller
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.routes import Routes
from gitopoly.table.seat import Seat
from gitopoly.table.sent import SentEntries


class StreamedEntries:
    """What a host sends, and what is sent to it."""

    def __init__(
        self, game: GameReplica, seat: Seat | None, routes: Routes, poller: Poller
    ) -> None:
        assert routes.access is not None
        self.on_arrival: Callable[[], None] = poller.on_arrival
        self._game, self._seat, self._poller = game, seat, poller
        self._near = [info.name for info in game.file.seats if info.url.startswith(routes.named)]
        # Of our own entries our own repository says whether they are all here.
        others = [name for name in game.names if seat is None or name != seat.name]
        self._sent = SentEntries(game, others)
        self._heads: tuple[str, ...] = ()
        self._pace: Pace | None = None
        self._told = len(game.log)
        self._note_heads()
        self._stream = Stream(f"{routes.at}{PATH}", routes.access, self)

    @property
    def is_alive(self) -> bool:
        """Whether what others write arrives by it."""
        return self._stream.is_alive

    # In threads of the stream.

    def heads(self) -> Sequence[str]:
        """The newest entries that are here."""
        return self._heads

    def take(self, commits: list[bytes]) -> bool:
        """Some commits have arrived; whether more may come."""
        is_taken = self._sent.put(commits)
        self._poller.wake()
        self.on_arrival()
        return is_taken

    # In the thread of the game.

    def arrivals(self) -> Iterator[Arrival]:
        """What has arrived, each entry after its past."""
        self._follow()
        yield from self._sent.arrivals()
        self._note_heads()

    def tell(self) -> None:
        """Send what was written here."""
        log, told = self._game.log, self._told
        self._told = len(log)
        if self._seat is not None and self._game.started:
            own = [entry for entry in log.latest(len(log) - told) if entry.seat == self._seat.name]
            self._stream.give(entry.commit.data for entry in own)

    def lines(self) -> list[Line]:
        """What others have said."""
        return self._sent.lines()

    def say(self, line: Line) -> None:
        """Send what was said here."""
        self._stream.give([line.commit.data])

    def pass_on(self, lines: Sequence[Line]) -> None:
        """Nothing to do: the host tells everybody."""

    def close(self) -> None:
        """End the stream."""
        self._stream.close()

    def _note_heads(self) -> None:
        tops = self._game.log.newest().values()
        self._heads = tuple(head for heads in tops for head in heads)[:MOST_HEADS]

    def _follow(self) -> None:
        """Poll seldom what the stream brings anyway, which is nothing before the game begins."""
        told = STREAMED if self._game.started else HOST
        pace = told if self._stream.is_alive else None
        if pace != self._pace:
            self._pace = pace
            for name in self._near:
                self._poller.pace(name, pace)
