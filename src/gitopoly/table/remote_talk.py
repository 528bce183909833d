"""Talk between seats on repositories of their own: fetched by a poller, sent by a publisher.

Both are apart from those of the log, so that talk never counts as presence.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from gitopoly.errors import (
    GitopolyError,
    InvalidEntry,
    InvalidLine,
    MissingObject,
    NoRoom,
)
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git.export import talk_ref
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.talk import BRANCH, LIMITS, TOO_MUCH, Line, Thread
from gitopoly.ledger.transports.poller import FOLDER, LOOPBACK, Arrival, Pace, Poller, pace_of
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote
from gitopoly.table.conversation import KeptConversation
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.peers import Clock
from gitopoly.table.seat import Seat
from gitopoly.words import worded

SLOWEST_RETRY = 300.0
"""Seconds between two attempts to publish where a host does not take the branch."""
LAST_PUSH = 2.0
"""Seconds that the last lines may take when the person leaves."""
PACES = {
    FOLDER: Pace(quick=0.2, share=0.1, slow=2.0),
    LOOPBACK: Pace(quick=0.5, share=0.1, slow=10.0),
}
FAR = Pace(quick=5.0, share=0.1, slow=60.0)
BESIDE = Pace(quick=20.0, share=0.1, slow=60.0)
"""For what a stream brings as well."""
OWN = Pace(quick=30.0, share=0.1, slow=600.0)
"""Our own branch: another copy of this seat may have spoken."""


class Wire(Protocol):
    """A stream that takes and brings lines at once; whatever it loses comes with Git."""

    @property
    def is_alive(self) -> bool:
        """Whether what others say arrives by it, once the game has begun."""

    def lines(self) -> list[Line]:
        """What others have said, signed by them."""

    def say(self, line: Line) -> None:
        """Send what was said here."""

    def pass_on(self, lines: Sequence[Line]) -> None:
        """Others have said something that is new here."""


class RemoteConversation(KeptConversation):
    """The talk of a game whose seats have repositories of their own."""

    _pace: Pace | None = None
    """How often the others' branches are looked at; None: as their addresses allow."""

    def __init__(
        self,
        game: GameReplica,
        seat: Seat | None,
        private: Path,
        remotes: Sequence[Remote],
        clock: Clock | None = None,
        wire: Wire | None = None,
    ) -> None:
        """Start polling and publishing; `remotes` are the repositories of all seats."""
        super().__init__(game, seat, private, clock)
        self._wire = wire
        own = seat.name if seat else ""
        assert isinstance(game.store, GitStore), "what is published is read from a repository"
        self._own = game.store.own
        self._waiting: dict[str, Arrival] = {}
        self._remotes = {remote.name: remote for remote in remotes}
        self._publishers: dict[str, Publisher] = {}
        """Those of the seats that speak here, by name."""
        self._is_told = False
        self._known: set[str] = set()
        """The seats that speak here, once all that they have published is here."""
        self._shared = game.file.shared
        self.restored = 0
        """How often our branch in a shared repository had to be restored."""
        paces = {remote.name: self._pace_for(remote, own) for remote in remotes}
        self._poller = Poller(
            self._own,
            remotes,
            self._is_known,
            paces,
            branch=BRANCH,
            limits=LIMITS,
            always=(own,) if self._shared else (),
        )
        if own in self._remotes:
            self._publish_for(own)

    def hear(self) -> list[Line]:
        """Take in what has arrived and return what was said since the last time.

        That includes what the person has said, and those who are muted.
        """
        # Before arrivals are taken, so that our own branch is known only with its lines.
        contacts = self._poller.contacts
        self._waiting |= {arrival.nickname: arrival for arrival in self._poller.wait(0.0)}
        new: list[Line] = []
        for name in list(self._waiting):
            key = self._game.replica.keys[name]
            if key is not None:  # whoever has not joined cannot have said anything
                new += self._take(self._waiting.pop(name), key)
        if self._wire is not None:
            new += self._from(self._wire)
            self._wire.pass_on(new)
            self._follow(self._wire)
        for name in self._publishers.keys() - self._known:
            if contacts[name].answered is not None and name not in self._waiting:
                self._known.add(name)
        self._lines += new
        fresh, self._fresh = self._fresh + new, []
        return fresh

    @property
    def may_speak(self) -> bool:
        """Whether all that this seat has said before is known, so that it can go on."""
        return self._seat is not None and self._seat.name in self._known

    @property
    def problem(self) -> GitopolyError | None:
        """Why others cannot hear this seat."""
        return self._problem_of(self._seat.name) if self._seat is not None else None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a look would bring news."""
        self._poller.on_arrival = listener

    def close(self) -> None:
        """Publish the last lines if that is quickly done, and stop."""
        for publisher in self._publishers.values():
            publisher.close(0.0 if publisher.status.up_to_date else LAST_PUSH)
        self._poller.close()

    # Behind it.

    def _from(self, wire: Wire) -> list[Line]:
        """What came by a stream and goes on from what is here; the rest comes with Git."""
        new: list[Line] = []
        for line in wire.lines():
            key, thread = self._game.replica.keys[line.seat], self._thread(line.seat)
            elsewhere = line.seat in self._publishers or line.seat in self._complaints
            if key is not None and not elsewhere:
                with contextlib.suppress(InvalidEntry, NoRoom):
                    thread.add(line, key)
                    new.append(line)
                    self._store.say(line)
        return new

    def _follow(self, wire: Wire) -> None:
        """Poll seldom what a stream brings anyway."""
        is_told = wire.is_alive and self._game.started
        if is_told != self._is_told:
            self._is_told = is_told
            for name in self._remotes.keys() - self._publishers.keys():
                self._poller.pace(name, BESIDE if is_told else None)

    def _pace_for(self, remote: Remote, own: str) -> Pace:
        if remote.name == own and not remote.shared:
            return OWN
        near = FAR if self._wire is not None else PACES.get(pace_of(check_url(remote.url)), FAR)
        return self._pace or near

    def _publish_for(self, name: str) -> None:
        """Publish what a seat of ours says from now on."""
        self._publishers[name] = Publisher(
            self._own,
            self._remotes[name],
            longest_delay=SLOWEST_RETRY,
            branch=BRANCH,
            source=talk_ref(name),
        )

    def _is_known(self, line: str) -> bool:
        """Whether a line has been accepted."""
        # A copy, because another thread asks.
        threads = tuple(self._threads.values())
        return any(line == one.id for thread in threads for one in thread.lines)

    def _problem_of(self, name: str) -> GitopolyError | None:
        publisher = self._publishers.get(name)
        return publisher.status.error if publisher is not None else None

    def _send(self, seat: Seat, text: str, *, is_reaction: bool) -> Line:
        if seat.name not in self._known:
            raise worded(InvalidLine, "talk.error.own")
        line = super()._send(seat, text, is_reaction=is_reaction)
        if self._wire is not None:
            self._wire.say(line)
        publisher = self._publishers[seat.name]
        publisher.wake()
        publisher.hurry()
        self._poller.hurry()
        return line

    def _take(self, arrival: Arrival, key: PublicKey) -> list[Line]:
        """Accept what somebody said; a program that breaks the bounds is not heard any more."""
        name = arrival.nickname
        if self._shared:
            self._complaints.pop(name, None)  # anybody may have written that
        if name in self._complaints:
            return []
        thread = self._thread(name)
        known = len(thread.lines)
        try:
            if arrival.head is not None:
                self._extend(thread, arrival, key)
            if arrival.refusal is not None:
                raise arrival.refusal
            if arrival.objects is not None and arrival.objects.refused:
                line = arrival.objects.refused[0]
                raise InvalidEntry(f"line {line}", "it is too large, or no commit")
        except InvalidEntry as error:
            self._complain(name, "talk.too_much" if error.why == TOO_MUCH else "talk.unreadable")
        except GitopolyError:
            self._complain(name, "talk.unreadable")
        if name in self._publishers:
            return self._adopt(thread, arrival, key, known)
        return thread.lines[known:]

    def _extend(
        self, thread: Thread, arrival: Arrival, key: PublicKey, *, whole: bool = False
    ) -> None:
        """Accept and keep what a branch adds to a thread; raise InvalidEntry where that ends.

        With `whole`, nothing is kept unless all of it was accepted.
        """
        head, objects, known = arrival.head, arrival.objects, len(thread.lines)
        assert head is not None

        def read(line: str) -> tuple[str, bytes]:
            if objects is not None and objects.holds(line):
                return objects.read(line)
            return self._store.read_line(line)

        try:
            with contextlib.suppress(MissingObject):
                thread.extend(head, read, key)
        finally:
            # A full disk keeps them from the next start, not from the person.
            with contextlib.suppress(NoRoom):
                for line in thread.lines[known:] if not whole or thread.head == head else ():
                    self._store.say(line)

    def _adopt(self, thread: Thread, arrival: Arrival, key: PublicKey, known: int) -> list[Line]:
        """What a seat of ours has published elsewhere counts: the others have heard it."""
        self._complaints.pop(thread.seat, None)
        # It may have been refused before we had caught up.
        self._publishers[thread.seat].hurry()
        if arrival.head is None or any(line.id == arrival.head for line in thread.lines):
            self._restore(thread, arrival)
            return thread.lines[known:]
        published = Thread(thread.seat, thread.game)
        with contextlib.suppress(GitopolyError):
            self._extend(published, arrival, key, whole=True)
        if published.head != arrival.head:
            self._restore(thread, arrival)
            return thread.lines[known:]  # or publishing says that something else is there
        self._threads[thread.seat] = published
        self._lines = [line for line in self._lines if line.seat != thread.seat]
        self._restore(published, arrival)
        return published.lines

    def _restore(self, thread: Thread, arrival: Arrival) -> None:
        """Publish a branch again that somebody has moved in a repository that all share."""
        shown = arrival.refusal.offered if arrival.refusal else arrival.head
        if not self._shared or shown == thread.head:
            return
        if shown is None or any(line.id == shown for line in thread.lines):
            self._publishers[thread.seat].wake()  # removed, or moved back
        elif self._publishers[thread.seat].restore(shown) and thread.lines:
            self.restored += 1

    def _complain(self, name: str, key: str) -> None:
        self._complaints[name] = Told(key, {"name": name})
