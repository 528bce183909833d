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
from gitopoly.table.conversation import MUTED, Talk, in_order, read_muted
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import is_seat_folder, private_folder
from gitopoly.table.seat import Seat
from gitopoly.table.sources import Source
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
OWN = Pace(quick=30.0, share=0.1, slow=600.0)
"""Our own branch: another copy of this seat may have spoken."""


class Wire(Protocol):
    """A stream that takes and brings lines at once; whatever it loses comes with Git."""

    def lines(self) -> list[Line]:
        """What others have said, signed by them."""

    def say(self, line: Line) -> None:
        """Send what was said here."""

    def pass_on(self, lines: Sequence[Line]) -> None:
        """Others have said something that is new here."""


class RemoteTalk(Talk):
    """The talk of a game whose seats have repositories of their own."""

    def __init__(
        self,
        game: GameReplica,
        voices: Sequence[Seat],
        remotes: Sequence[Remote],
        wire: Wire | None = None,
        pace: Pace | None = None,
    ) -> None:
        """Start polling and publishing; `remotes` are the repositories of all seats.

        The first voice is that of the folder's owner. `pace` says how often the others' branches
        are looked at; without one, as their addresses allow.
        """
        super().__init__(game, voices)
        self._wire, self._shared = wire, game.file.shared
        assert isinstance(game.store, GitStore), "what is published is read from a repository"
        self._own = game.store.own
        self._waiting: dict[str, Arrival] = {}
        self._remotes = {remote.name: remote for remote in remotes}
        self._publishers: dict[str, Publisher] = {}
        """Those of the seats that speak here, by name."""
        self._known: set[str] = set()
        """The seats that speak here, once all that they have published is here."""
        self.restored = 0
        """How often our branch in a shared repository had to be restored."""
        own = [seat.name for seat in voices[:1]]
        self._poller = Poller(
            self._own,
            remotes,
            self._is_known,
            {remote.name: _pace_for(remote, own, pace) for remote in remotes},
            branch=BRANCH,
            limits=LIMITS,
            always=own if self._shared else (),
        )
        for seat in voices:
            self.add_voice(seat)

    def add_voice(self, seat: Seat) -> None:
        """From now on the lines of a seat are written here, and published by us."""
        self._voices[seat.name] = seat
        if seat.name not in self._publishers:
            self._publishers[seat.name] = Publisher(
                self._own,
                self._remotes[seat.name],
                longest_delay=SLOWEST_RETRY,
                branch=BRANCH,
                source=talk_ref(seat.name),
            )

    def may_speak(self, name: str) -> bool:
        """Whether all that a seat of ours has said before is known, so that it can go on."""
        return name in self._known

    def problem_of(self, name: str) -> GitopolyError | None:
        """Why others cannot hear a seat of ours."""
        publisher = self._publishers.get(name)
        return publisher.status.error if publisher is not None else None

    def speak(self, name: str, text: str, *, is_reaction: bool = False) -> Line:
        """Sign, keep and publish a line of a seat whose key is here."""
        if name not in self._known:
            raise worded(InvalidLine, "talk.error.own")
        line = super().speak(name, text, is_reaction=is_reaction)
        if self._wire is not None:
            self._wire.say(line)
        publisher = self._publishers[name]
        publisher.wake()
        publisher.hurry()
        self._poller.hurry()
        return line

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a look would bring news."""
        self._poller.on_arrival = listener

    def hurry(self) -> None:
        """Somebody has pushed: look at once; any thread may say so."""
        self._poller.hurry()

    def close(self) -> None:
        """Publish the last lines if that is quickly done, and stop."""
        for publisher in self._publishers.values():
            publisher.close(0.0 if publisher.status.up_to_date else LAST_PUSH)
        self._poller.close()

    # Behind it.

    def _arrived(self) -> list[Line]:
        """Take in what has arrived."""
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
        for name in self._publishers.keys() - self._known:
            if contacts[name].answered is not None and name not in self._waiting:
                self._known.add(name)
        return new

    def _from(self, wire: Wire) -> list[Line]:
        """What came by a stream and goes on from what is here; the rest comes with Git."""
        new: list[Line] = []
        for line in wire.lines():
            key, thread = self._game.replica.keys[line.seat], self._thread(line.seat)
            elsewhere = line.seat in self._publishers or line.seat in self.complaints
            if key is not None and not elsewhere:
                with contextlib.suppress(InvalidEntry, NoRoom):
                    thread.add(line, key)
                    new.append(line)
                    self._game.store.say(line)
        return new

    def _is_known(self, line: str) -> bool:
        """Whether a line has been accepted."""
        # A copy, because another thread asks.
        threads = tuple(self._threads.values())
        return any(line == one.id for thread in threads for one in thread.lines)

    def _take(self, arrival: Arrival, key: PublicKey) -> list[Line]:
        """Accept what somebody said; a program that breaks the bounds is not heard any more."""
        name = arrival.nickname
        if self._shared:
            self.complaints.pop(name, None)  # anybody may have written that
        if name in self.complaints:
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
            return self._game.store.read_line(line)

        try:
            with contextlib.suppress(MissingObject):
                thread.extend(head, read, key)
        finally:
            # A full disk keeps them from the next start, not from the person.
            with contextlib.suppress(NoRoom):
                for line in thread.lines[known:] if not whole or thread.head == head else ():
                    self._game.store.say(line)

    def _adopt(self, thread: Thread, arrival: Arrival, key: PublicKey, known: int) -> list[Line]:
        """What a seat of ours has published elsewhere counts: the others have heard it."""
        self.complaints.pop(thread.seat, None)
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
        self.lines = [line for line in self.lines if line.seat != thread.seat]
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
        self.complaints[name] = Told(key, {"name": name})


def _pace_for(remote: Remote, own: Sequence[str], pace: Pace | None) -> Pace:
    if remote.name in own and not remote.shared:
        return OWN
    return pace or PACES.get(pace_of(check_url(remote.url)), FAR)


def recorded_talk(game: GameReplica, place: str | Source) -> list[Line]:
    """What the folder of a seat has heard, or what an address shows: its own seat's lines.

    A game can be replayed without: whatever cannot be read was not said.
    """
    with contextlib.suppress(GitopolyError, OSError):
        source = place if isinstance(place, Source) else Source(place)
        if is_seat_folder(source.url):
            muted = read_muted(private_folder(Path(source.url)) / MUTED, game.names)
            return [line for line in Talk(game, ()).lines if line.seat not in muted]
        if not game.file.shared:
            return _on_branch(game, Remote("talk", source.url, source.routes.access))
        remotes = [Remote(name, source.url, shared=True) for name in game.names]
        return in_order(game, [_on_branch(game, remote) for remote in remotes])
    return []


def _on_branch(game: GameReplica, remote: Remote) -> list[Line]:
    """The lines of whoever speaks on a branch."""
    link = remote.transport(Path.cwd(), LIMITS, BRANCH)
    head, objects = link.fetch(known=lambda _: False)
    for name, key in game.replica.keys.items():
        thread = Thread(name, game.root)
        if head is not None and key is not None:
            with contextlib.suppress(GitopolyError):
                thread.extend(head, objects.read, key)
        if thread.lines:
            return thread.lines
    return []
