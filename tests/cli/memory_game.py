"""A connection without repositories, threads or time: the other seats act when one polls."""

from __future__ import annotations

from collections.abc import Callable

from gitopoly.cli.screen.session import Session
from gitopoly.table.connection import Status
from gitopoly.table.game import Game
from gitopoly.table.seat import Habits, Seat
from gitopoly.table.events import Event
from tests.table.tables import Table, fetch


class MemoryGame:
    """One seat of a table in memory, as a session sees it."""

    def __init__(self, table: Table, number: int | None = 0) -> None:
        self.table = table
        self.own = table.seats[number or 0]
        self.seat: Seat | None = None if number is None else self.own
        self.game: Game = self.own.game
        self.may_write = True
        self.status = Status("everything is published")

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Let all seats do their duties and hear of each other, until nothing is left to do."""
        before = len(self.game.log)
        while True:
            done = [event for seat in self.table.seats for event in seat.tidy()]
            self.table.exchange()
            if not done:
                return [self.game.event(entry.id) for entry in list(self.game.log)[before:]]

    def others(self, act: Callable[[Seat], None]) -> None:
        """Let another seat do something, and everybody hear of it."""
        for seat in self.table.seats:
            if seat is not self.own:
                act(seat)
        self.table.exchange()

    def act(self, choice: int | str) -> Event:
        """Do something."""
        return self.own.act(choice)

    def resign(self) -> Event:
        """Leave for good."""
        return self.own.resign()

    def vote(self, name: str) -> Event:
        """Vote."""
        return self.own.vote(name)


def table(players: int = 3, edition: str = "classic", **settings: object) -> Table:
    """A table in memory at which ann has just thrown 1 and 2 and stands on Baltic Avenue."""
    settings.setdefault("dice", "seeded")
    settings.setdefault("seed", "c")
    settings.setdefault("options", {"opening_throw": 0} if edition == "classic" else {})
    made = Table(players, edition, **settings).start()
    for seat in made.seats:
        seat.habits = Habits()
        for other in made.seats:
            if other is not seat:
                fetch(seat, other)
    return made


def session(game: MemoryGame) -> Session:
    """A session that has heard all that there is to hear."""
    game.poll()
    return Session(game, clock=lambda: 0.0)


def answer(at: Session, *lines: str) -> Session:
    """Type lines, each followed by what it makes due."""
    for line in lines:
        at.answer(line)
        game = at.connection
        assert isinstance(game, MemoryGame)
        at.note(game.poll())
    return at
