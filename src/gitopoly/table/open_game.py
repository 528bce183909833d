"""What a front end sees of a game: the one protocol between a table and those who show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from gitopoly.ledger.transports.poller import Contact
from gitopoly.table.events import Event, Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.seat import Seat


@dataclass(frozen=True)
class Status:
    """How things stand with the others."""

    published: str
    """How far the own moves are published, in one line."""
    contacts: dict[str, Contact] = field(default_factory=dict)
    """How the last poll of each repository went."""
    waiting: list[tuple[str, float]] = field(default_factory=list)
    """For whom the game waits, and since when, in seconds since 1970."""
    out: str = ""
    """Why this seat takes no more part, if votes have ended its log."""
    publishing: Told | None = None
    """`published` in whatever language, where there are words for it."""


class OpenGame(Protocol):
    """A game that is open, to play or to watch; `driver.GameDriver` is what runs one."""

    game: GameReplica

    @property
    def seat(self) -> Seat | None:
        """The person's seat; None for whoever watches."""

    @property
    def may_write(self) -> bool:
        """Whether moves can be written yet."""

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the person does something."""

    @property
    def status(self) -> Status:
        """How things stand with the others."""

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Take in what has arrived, do what is due, and say what happened.

        Waits so long for something to happen.
        """

    def wake(self) -> None:
        """Let a `poll` that waits return at once; other threads may call this."""

    def act(self, choice: int | str) -> Event:
        """Do something; durable when this returns."""

    def resign(self) -> Event:
        """Leave the game in order."""

    def vote(self, name: str) -> Event:
        """Vote to go on without a silent seat."""

    def close(self) -> bool:
        """Leave the table; whether everything was published."""
