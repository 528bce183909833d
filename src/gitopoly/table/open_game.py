"""What a front end sees of a game: the one protocol between a table and its front ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from gitopoly.ledger.transports.poller import Contact
from gitopoly.table.conversation import Conversation
from gitopoly.table.events import Event, Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.seat import Seat


@dataclass(frozen=True)
class Status:
    """The status of the others."""

    published: str
    """How far our own moves are published, in one line."""
    contacts: dict[str, Contact] = field(default_factory=dict)
    """How the last poll of each repository went."""
    waiting: list[tuple[str, float]] = field(default_factory=list)
    """Whom the game is waiting for, and since when, in seconds since 1970."""
    out: Told | None = None
    """Why this seat no longer takes part, if votes have ended its log."""
    publishing: Told | None = None
    """`published` as a key of the words, where there is one."""


class OpenGame(Protocol):
    """An open game, to play or to watch; `driver.GameDriver` runs one."""

    game: GameReplica

    @property
    def seat(self) -> Seat | None:
        """The person's seat; None for a spectator."""

    @property
    def may_write(self) -> bool:
        """Whether moves can be written yet."""

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the person does something."""

    @property
    def status(self) -> Status:
        """The status of the others."""

    @property
    def talk(self) -> Conversation | None:
        """What the seats say to each other; None where there is nobody to talk to."""

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Take in what has arrived, do what is due, and return what happened.

        Waits up to the timeout for something to happen.
        """

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a `poll` would bring news."""

    def wake(self) -> None:
        """Let a waiting `poll` return at once; other threads may call this."""

    def act(self, choice: int | str) -> Event:
        """Do something; durable when this returns."""

    def resign(self) -> Event:
        """Resign."""

    def vote(self, name: str) -> Event:
        """Vote to continue without a silent seat."""

    def close(self) -> bool:
        """Leave the table; returns whether everything was published."""
