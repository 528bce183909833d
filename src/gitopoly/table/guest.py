"""A table as a guest or a spectator of its host sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gitopoly.errors import GameUnavailable
from gitopoly.table.conversation import Conversation
from gitopoly.table.events import Event
from gitopoly.table.hosting import Hosting
from gitopoly.table.open_game import Status
from gitopoly.table.seat import Seat
from gitopoly.words import worded

if TYPE_CHECKING:
    from gitopoly.table.host_game import HostDriver


class GuestTable:
    """One seat that the host holds, or none; the host's own thread runs the game."""

    def __init__(self, host: HostDriver, name: str) -> None:
        self._host, self.name = host, name
        self.game = host.game
        self._talk: Conversation | None = None
        self._talks_as: Seat | None = None

    @property
    def hosting(self) -> Hosting:
        """What the host keeps for others."""
        return self._host.hosting

    @property
    def seat(self) -> Seat | None:
        """The guest's seat, once it is taken; None for a spectator."""
        return self._host.held.get(self.name)

    @property
    def may_write(self) -> bool:
        """Whether moves can be written yet."""
        return self._host.may_write

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the guest does something."""
        return self._host.rests

    @property
    def status(self) -> Status:
        """The status of the others, as the host knows it."""
        return self._host.status

    @property
    def talk(self) -> Conversation | None:
        """What the seats say to each other: a guest speaks for their seat, spectators listen."""
        if self._talk is None or self._talks_as is not self.seat:
            self._talk, self._talks_as = self._host.talk_of(self.seat), self.seat
        return self._talk

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """The host's own driver polls."""
        return []

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a `poll` would bring news."""
        self._host.listen(listener)

    def wake(self) -> None:
        """Let a waiting host return at once."""
        self._host.wake()

    def act(self, choice: int | str) -> Event:
        """Do something for the guest; durable when this returns."""
        return self._host.published_by(self._playing().act(choice))

    def resign(self) -> Event:
        """Resign for the guest."""
        return self._host.published_by(self._playing().resign())

    def vote(self, name: str) -> Event:
        """Seats that one program holds vote as one: the host decides."""
        raise worded(GameUnavailable, "error.host_votes")

    def close(self) -> bool:
        """The host closes the game."""
        return True

    def _playing(self) -> Seat:
        if self.seat is None:
            raise worded(GameUnavailable, "error.watching")
        return self._host.write_for(self.name)
