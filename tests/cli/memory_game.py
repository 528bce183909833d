"""A game without repositories, threads or time: the other seats act when one polls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from gitopoly.cli.screen.session import Session
from gitopoly.ledger.transports.poller import Arrival
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Told
from gitopoly.table.local_game import StorePeers
from gitopoly.table.seat import AutoPlay, Seat
from tests.table.tables import Table


class OtherSeats(StorePeers):
    """The other seats of a table in memory, who do what is due when one looks for news."""

    published = "everything is published"
    publishing = Told("published.all", {})

    def __init__(self, table: Table, own: Seat, plays: bool) -> None:
        stores = {seat.name: seat.game.store for seat in table.seats}
        super().__init__(own.game, own.name, stores)
        self._others = [driver for driver in table.drivers if not plays or driver.seat is not own]

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What is new once nobody else has anything left to do."""
        done = True
        while done:
            done = any(events for events in [driver.advance() for driver in self._others])
        yield from super().arrivals(timeout, among)


class MemoryGame(GameDriver):
    """One seat of a table in memory, or somebody who watches it."""

    def __init__(self, table: Table, number: int | None = 0) -> None:
        self.own = table.seats[number or 0]
        self.table = table
        seat = None if number is None else self.own
        peers = OtherSeats(table, self.own, plays=seat is not None)
        super().__init__(self.own.game, seat, peers, NO_TIME)

    def others(self, act: Callable[[Seat], None]) -> None:
        """Let the other seats do something, and everybody hear of it."""
        for seat in self.table.seats:
            if seat is not self.own:
                act(seat)
        self.table.exchange()


class NoTime:
    """A clock that stands still."""

    def time(self) -> float:
        """The first moment."""
        return 0.0

    monotonic = time


NO_TIME = NoTime()


def table(players: int = 3, edition: str = "classic", **settings: object) -> Table:
    """A table in memory at which ann has just thrown 1 and 2 and stands on Baltic Avenue."""
    settings.setdefault("dice", "seeded")
    settings.setdefault("seed", "c")
    settings.setdefault("options", {"opening_throw": 0} if edition == "classic" else {})
    made = Table(players, edition, **settings).start()
    for seat in made.seats:
        seat.auto_play = AutoPlay()
    made.exchange()
    return made


def session(game: MemoryGame) -> Session:
    """A session that has heard all that there is to hear."""
    game.poll()
    return Session(game, clock=lambda: 0.0)


def answer(at: Session, *lines: str) -> Session:
    """Type lines, each followed by what it makes due."""
    for line in lines:
        at.answer(line)
        game = at.table
        assert isinstance(game, MemoryGame)
        at.note(game.poll())
    return at
