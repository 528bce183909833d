"""A seat whose moves are published and that hears of the others', in the background.

Threads only fetch and push Git objects; everything that is judged or written happens in the
thread that calls `poll` and `act`.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pygit2
from pygit2.enums import CheckoutStrategy

from gitopoly.errors import (
    GitopolyError,
    IllegalAction,
    InvalidGame,
    RefusedObjects,
    Unreachable,
)
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.transports.poller import Arrival, Contact, Poller
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import transport
from gitopoly.table.game import Game
from gitopoly.table.game_file import GameFile
from gitopoly.table.opening import absolute, begin, come_back, look_on, remotes_of, take_seat
from gitopoly.table.seat import Seat
from gitopoly.table.events import Event
from gitopoly.table.trust import let_git_check
from gitopoly.table.votes import Votes, why_out

LAST_PUSH = 30.0
"""Seconds that the end of a game may take to be published."""
ANSWERS = Contact(None, None)
LOOK_AGAIN = 2.0
"""Seconds between two looks for one's own repository before the first move."""


@dataclass(frozen=True)
class Status:
    """How things stand with the others."""

    published: str
    """How far the own moves are published, in one line."""
    contacts: dict[str, Contact] = field(default_factory=dict)
    """How the last look at each repository went."""
    waiting: list[tuple[str, float]] = field(default_factory=list)
    """For whom the game waits, and since when, in seconds since 1970."""
    out: str = ""
    """Why this seat takes no more part, if votes have ended its log."""


@dataclass(frozen=True)
class _Waiting:
    """Since when a seat is waited for."""

    since: float
    """In seconds since 1970, for people."""
    counted_from: float
    """By a clock that nobody sets, and later when its repository was away meanwhile."""
    head: str | None
    """Its newest entry then."""


class Connection:
    """A game that is open: as a seat of it, or to watch."""

    def __init__(
        self,
        store: GitStore,
        game: Game,
        seat: Seat | None,
        base: Path,
        *,
        publishes: bool = True,
    ) -> None:
        """Begin to listen; without `publishes` the others fetch from this very repository."""
        self.store, self.game, self.seat = store, game, seat
        self._waiting: dict[str, _Waiting] = {}
        own = seat.name if seat else ""
        url = game.file.places[seat.number].url if seat else ""
        publishes = publishes and seat is not None
        self._own = transport(url, base) if publishes else None
        self._own_seen = not publishes
        self._not_ours = ""
        self._looked = 0.0
        self._votes = Votes(game, seat.number) if seat else None
        remotes = remotes_of(game.file, base, own)
        self._poller = Poller(store.git_dir, remotes)
        self._publisher = Publisher(store.git_dir, absolute(url, base)) if publishes else None
        self._keys_told = 0
        self._note_waiting()
        self._tell_keys()

    # Opening.

    @classmethod
    def new(
        cls, folder: Path, invitation: GameFile, identity: Identity, token: str = ""
    ) -> Connection:
        """Begin a game in a new folder, as its first seat."""
        store, seat = begin(folder, invitation, identity, time.time, token)
        connection = cls(store, seat.game, seat, folder)
        connection._own_seen = True  # it was empty a moment ago
        return connection

    @classmethod
    def join(
        cls, folder: Path, name: str, url: str, source: str, identity: Identity, token: str = ""
    ) -> Connection:
        """Take one's seat at a game, in a new folder."""
        store, seat = take_seat(folder, name, url, source, identity, time.time, token)
        connection = cls(store, seat.game, seat, folder)
        connection._own_seen = True
        return connection

    @classmethod
    def resume(cls, folder: Path, identity: Identity, *, publishes: bool = True) -> Connection:
        """Go on with a game that was left."""
        store, seat = come_back(folder, identity, time.time)
        return cls(store, seat.game, seat, folder, publishes=publishes)

    @classmethod
    def watch(cls, scratch: Path, source: str, base: Path) -> Connection:
        """Watch a game, in a folder for that alone."""
        store, game = look_on(scratch, source, base)
        address = Path(absolute(source, base))
        return cls(store, game, None, address if address.is_dir() else base)

    # Playing.

    @property
    def may_write(self) -> bool:
        """Whether all own moves are known, so that writing cannot fork the own log."""
        return self._own_seen

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Take in what has arrived, do what is due, and say what happened."""
        events = self._look_for_own_moves()
        # Before what they brought is taken, so that a vote overlooks nothing of it.
        contacts = self._poller.contacts
        for arrival in self._poller.wait(timeout):
            events += self._take(arrival)
        if self.seat is not None and self._own_seen:
            events += self._tell_others(self.seat.tidy())
            events += self._tell_others(self._vote_when_due(contacts))
        self._note_waiting()
        self._tell_keys()
        return events

    def wake(self) -> None:
        """Let a `poll` that waits return at once; other threads may call this."""
        self._poller.wake()

    def act(self, choice: int | str) -> Event:
        """Do something; durable when this returns."""
        return self._written(self._playing().act(choice))

    def resign(self) -> Event:
        """Leave the game in order."""
        return self._written(self._playing().resign())

    def vote(self, name: str) -> Event:
        """Vote to go on without a silent seat."""
        return self._written(self._playing().vote(name))

    @property
    def status(self) -> Status:
        """How things stand with the others."""
        published = str(self._publisher.status) if self._publisher else "not published"
        published = self._not_ours or published
        waiting = [(name, silence.since) for name, silence in self._waiting.items()]
        out = why_out(self.game, self.seat.number) if self.seat else ""
        return Status(published, self._poller.contacts, waiting, out)

    def close(self) -> bool:
        """Leave the game; at its end everything is published first. Whether it all was."""
        done = True
        if self._publisher is not None:
            wait = LAST_PUSH if self._must_publish() else 2.0
            done = self._publisher.close(wait)
        self._poller.close()
        if self.seat is not None:
            self._check_out()
        self.store.close()
        return done

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Behind it.

    def _playing(self) -> Seat:
        if self.seat is None:
            raise InvalidGame("whoever watches cannot play; join the game instead")
        if not self._own_seen:
            self._look_for_own_moves(now=True)
        if not self._own_seen:
            raise InvalidGame(
                "one's own repository cannot be reached, and moves made elsewhere could be "
                "there; wait until it can be"
            )
        return self.seat

    def _written(self, event: Event) -> Event:
        self._tell_others([event])
        return event

    def _tell_others(self, events: list[Event]) -> list[Event]:
        if events:
            self._poller.hurry()
        if events and self._publisher is not None:
            self._publisher.wake()
        return events

    def _take(self, arrival: Arrival) -> list[Event]:
        if arrival.refusal is not None:
            self.game.note_refusal(arrival.nickname, arrival.refusal)
        if arrival.head is None:
            return []
        # Objects came in behind the back of the store's own view of them.
        self.store.repo = pygit2.Repository(str(self.store.git_dir))
        if self._votes is not None:
            self._votes.bind()
        received = self.game.receive(arrival.nickname, arrival.head)
        accepted = received.accepted
        if self._votes is not None and self._votes.release(arrival.nickname, received):
            accepted = accepted + self.game.receive(arrival.nickname, arrival.head).accepted
        return [self.game.event(entry.id) for entry in accepted]

    def _look_for_own_moves(self, now: bool = False) -> list[Event]:
        """Before the first move, adopt what this seat has written elsewhere."""
        if self._own_seen or self.seat is None or self._own is None:
            return []
        if not now and time.monotonic() - self._looked < LOOK_AGAIN:
            return []
        self._looked = time.monotonic()
        with contextlib.suppress(Unreachable, RefusedObjects):
            head = self._own.fetch(self.store.repo, self.seat.name)
            self._own_seen = True
            events = [] if head is None else self._take(Arrival(self.seat.name, head))
            if head is not None and head not in self.game.log:
                name = self.seat.name
                self._not_ours = (
                    f"the repository of {name} holds what {name} has not written, so nobody can "
                    "see your moves; empty it if that is yours to do, or ask for a new game"
                )
            # An older copy was not let in before it had taken over what it lacked.
            if self._publisher is not None:
                self._publisher.hurry()
            return events
        return []

    def _vote_when_due(self, contacts: dict[str, Contact]) -> list[Event]:
        """The game's rule on absence: after so long a silence the others go on.

        It is silence only while the seat's repository answers, and if it shows nothing new at
        its end: a network that is down, or a machine that slept, is no fault of others.
        """
        after = self.game.file.retire_after
        seat = self.seat
        if not after or seat is None or not self.game.started:
            return []
        for name, silence in self._waiting.items():
            contact = contacts.get(name)
            if contact is None or contact.error is not None:
                continue
            if contact.looked - silence.counted_from >= after:
                with contextlib.suppress(IllegalAction):
                    return [seat.vote(name)]
        return []

    def _note_waiting(self) -> None:
        """Since when each seat has been waited for without a sign of it."""
        heads, contacts = self.game.heads(), self._poller.contacts
        before, self._waiting = self._waiting, {}
        for name in [] if self.game.over else self.game.waiting_for():
            silence = before.get(name)
            if silence is None or silence.head != heads.get(name):
                silence = _Waiting(time.time(), time.monotonic(), heads.get(name))
            elif contacts.get(name, ANSWERS).error is not None:
                silence = replace(silence, counted_from=time.monotonic())
            self._waiting[name] = silence

    def _tell_keys(self) -> None:
        """Let stock Git check signatures in the folder as soon as the keys are known."""
        known = sum(key is not None for key in self.game.replica.keys.values())
        if known != self._keys_told and self.seat is not None:
            self._keys_told = known
            # Play needs nothing of this; a disk that is full shows when a move is made.
            with contextlib.suppress(pygit2.GitError, OSError):
                let_git_check(self.store, self.game)

    def _must_publish(self) -> bool:
        if self.seat is None or not self.game.started:
            return True
        return self.game.over or not self.game.position.plays(self.seat.number)

    def _check_out(self) -> None:
        """Show the newest state in the folder, for people who look there."""
        with contextlib.suppress(pygit2.GitError, GitopolyError, KeyError, OSError):
            repository = pygit2.Repository(str(self.store.git_dir))
            if not repository.is_bare:
                repository.checkout_head(strategy=CheckoutStrategy.FORCE)  # type: ignore[no-untyped-call]
