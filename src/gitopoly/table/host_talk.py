"""The talk of a hosted game: guests speak by the host's program, which holds their seats' keys.

There is one copy of what was said, the host's; every guest has a place of their own in it, and
their own list of players whom they do not want to hear. The bounds are those of every seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gitopoly.errors import GitopolyError
from gitopoly.ledger.talk import Line
from gitopoly.ledger.transports.poller import TOLD
from gitopoly.ledger.transports.remote import Remote
from gitopoly.table.conversation import MUTED, Conversation
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.remote_talk import RemoteConversation, Wire
from gitopoly.table.seat import Seat


class HostConversation(RemoteConversation):
    """The talk of a game as its host hears it, and through it all guests."""

    _pace = TOLD

    def __init__(
        self, game: GameReplica, seat: Seat, private: Path, remotes: Sequence[Remote], wire: Wire
    ) -> None:
        super().__init__(game, seat, private, remotes, wire=wire)
        self._private = private
        self._told: list[Line] = []
        """All that was new since the program began, in the order in which it came."""
        self._place = 0
        """How much of it the host has heard."""

    def hurry(self) -> None:
        """Somebody has pushed: look at once; any thread may say so."""
        self._poller.hurry()

    def hear(self) -> list[Line]:
        """What was said since the host has last listened."""
        fresh, self._place = self.heard_after(self._place)
        return fresh

    def heard_after(self, place: int) -> tuple[list[Line], int]:
        """What came after the first so many lines, and how many there are now."""
        self._told += super().hear()
        return self._told[place:], len(self._told)

    def add_guest(self, name: str) -> None:
        """From now on the lines of a seat are written here, and published by us."""
        if name not in self._publishers:
            self._publish_for(name)

    def for_guest(self, seat: Seat | None) -> GuestConversation:
        """The same as a guest hears it, or a spectator."""
        return GuestConversation(self, self._game, seat, self._private)

    def knows(self, name: str) -> bool:
        """Whether all that a seat of ours has said is here, so that it can go on."""
        return name in self._known

    def problem_of(self, name: str) -> GitopolyError | None:
        """Why others cannot hear a seat of ours."""
        return self._problem_of(name)

    def send(self, seat: Seat, text: str, *, is_reaction: bool) -> Line:
        """Say something for a guest."""
        return self._send(seat, text, is_reaction=is_reaction)


class GuestConversation(Conversation):
    """What a guest hears and says, or a spectator hears."""

    def __init__(
        self, host: HostConversation, game: GameReplica, seat: Seat | None, private: Path
    ) -> None:
        super().__init__(game, seat, private, f"{MUTED}-{seat.name if seat else ''}")
        self._host = host
        _, self._place = host.heard_after(0)

    @property
    def lines(self) -> Sequence[Line]:
        """Everything that was said."""
        return self._host.lines

    @property
    def complaints(self) -> Mapping[str, Told]:
        """Why the rest of what somebody says is not shown."""
        return self._host.complaints

    def hear(self) -> list[Line]:
        """What was said since this guest has last listened."""
        fresh, self._place = self._host.heard_after(self._place)
        return fresh

    @property
    def may_speak(self) -> bool:
        """Whether all that this seat has said before is known, so that it can go on."""
        return self._seat is not None and self._host.knows(self._seat.name)

    @property
    def problem(self) -> GitopolyError | None:
        """Why others cannot hear this seat."""
        return self._host.problem_of(self._seat.name) if self._seat is not None else None

    def _send(self, seat: Seat, text: str, *, is_reaction: bool) -> Line:
        return self._host.send(seat, text, is_reaction=is_reaction)
