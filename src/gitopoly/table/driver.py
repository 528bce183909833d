"""Runs one seat's game: news from the others, required and automatic moves, publishing.

Everything is judged and written in the thread that calls the driver; `peers` may fetch and push
Git objects in others.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from gitopoly.errors import GameUnavailable, IllegalAction
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.table.conversation import Conversation
from gitopoly.table.events import Event, Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import Status
from gitopoly.table.peers import SYSTEM, Clock, Peers
from gitopoly.table.protocol_log import record_if_asked
from gitopoly.table.seat import Seat
from gitopoly.table.trust import configure_git_signers
from gitopoly.table.votes import Votes, why_out
from gitopoly.words import english, worded

ANSWERS = Contact(None, None)

AT_ONCE = 500
"""Entries of one peer that are judged in a row, before others and the page have their turn."""

Chooser = Callable[[Seat], int]
"""Chooses an action for a seat that has a choice."""


@dataclass(frozen=True)
class _Silence:
    """Since when the game has been waiting for a seat."""

    since: float
    """In seconds since 1970, for people."""
    counted_from: float
    """Monotonic, and later if its repository was unreachable meanwhile."""
    head: str | None
    """Its newest entry then."""


class GameDriver:
    """Runs a game for one of its seats, or for a spectator."""

    def __init__(
        self, game: GameReplica, seat: Seat | None, peers: Peers, clock: Clock | None = None
    ) -> None:
        self.game, self.seat = game, seat
        self.delay = 0.0
        """Seconds after which a `poll` returns, so that the person sees what others have done."""
        self._peers, self._clock = peers, clock or SYSTEM
        self._votes = Votes(game, seat.number) if seat else None
        self._silences: dict[str, _Silence] = {}
        self._woken = threading.Event()
        self._keys_shown = 0
        self._not_ours: Told | None = None
        self._departed = False
        game.replica.at_once = AT_ONCE
        if seat is not None:
            record_if_asked(game, seat.name)
        self._note_silence()
        self._show_keys()

    # What the person does.

    @property
    def may_write(self) -> bool:
        """Whether all our own moves are known, so that writing cannot fork our log."""
        return self._peers.knows_own_log and not self._lags and not self._departed

    def act(self, choice: int | str) -> Event:
        """Do something; durable when this returns."""
        return self._published(self._playing().act(choice))

    def resign(self) -> Event:
        """Resign."""
        return self._published(self._playing().resign())

    def vote(self, name: str) -> Event:
        """Vote to continue without a silent seat."""
        return self._published(self._playing().vote(name))

    # What happens automatically.

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Take in what has arrived, do what is due, and return what happened.

        Waits up to the timeout for something to happen, and continues until it is worth showing.
        """
        events = self.advance(timeout)
        more = events
        while more and not self.game.unfinished and all(event.quiet for event in events):
            more = self.advance()
            events = events + more
        if self.delay and not self.rests and any(not event.quiet for event in events):
            self._woken.wait(self.delay)
        self._woken.clear()
        return events

    def advance(self, timeout: float = 0.0, among: Collection[str] = ()) -> list[Event]:
        """Take in news from the others once, from some of them or all, and do what is due then."""
        # Before their news is taken in, so that a vote overlooks none of it.
        contacts = self._peers.contacts
        events = self.hear(timeout, among)
        if self.seat is not None and self.may_write:
            known = len(self.game.log)
            try:
                events += self._due_moves(self.seat, contacts)
            finally:
                # Also what was written before an error.
                if len(self.game.log) != known:
                    self._peers.publish()
        self._note_silence()
        self._show_keys()
        self.game.store.show()
        return events

    def _due_moves(self, seat: Seat, contacts: dict[str, Contact]) -> list[Event]:
        """Make the moves that need no decision."""
        return seat.run_automatic_moves() + self._vote_when_due(contacts)

    def take_turn(self, choose: Chooser, timeout: float = 0.0) -> list[Event]:
        """Do what is due, and let a policy act if the seat then has a choice."""
        events = self.advance(timeout)
        seat = self.seat
        if seat is not None and self.may_write and not self.game.over and seat.choices():
            events.append(self.act(choose(seat)))
        return events

    def hear(self, timeout: float = 0.0, among: Collection[str] = ()) -> list[Event]:
        """Only take in what others show: from some of them, or all."""
        events = self._adopt_own_log()
        lagged = self._lags
        unfinished = self.game.unfinished
        for arrival in self._peers.arrivals(0.0 if unfinished else timeout, among):
            events += self._take(arrival)
        for name, head in unfinished.items():
            if self.game.unfinished.get(name) == head and name in (among or unfinished):
                events += self._take(Arrival(name, head))
        events += self._look_again()
        if lagged and not self._lags:
            # What stopped publishing was that others had not been heard yet.
            self._peers.publish(again=True)
        return events

    @property
    def _lags(self) -> bool:
        """Whether our own published log waits for news from others, or is not all taken in."""
        name = self.seat.name if self.seat is not None else ""
        return name in self.game.unfinished or self.game.shown_too_early(name)

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a `poll` would bring news."""
        self._peers.listen(listener)

    def wake(self) -> None:
        """Let a waiting `poll` return at once; other threads may call this."""
        self._woken.set()
        self._peers.wake()

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the person does something."""
        if self.game.unfinished or not self._peers.rest:
            return False
        return self.seat is None or not self.seat.next_automatic_move()

    @property
    def status(self) -> Status:
        """The status of the others."""
        waiting = [(name, silence.since) for name, silence in self._silences.items()]
        out = why_out(self.game, self.seat.number) if self.seat else None
        published, publishing = self._peers.published, self._peers.publishing
        # What somebody else had put in our place is gone once our branch is restored.
        restored = publishing.key == "published.restored" and not self._departed
        if self._not_ours is not None and not restored:
            published, publishing = english().fill(*self._not_ours), self._not_ours
        return Status(published, self._peers.contacts, waiting, out, publishing)

    @property
    def talk(self) -> Conversation | None:
        """What the seats say to each other; None where there is nobody to talk to."""
        return self._peers.conversation()

    def close(self) -> bool:
        """Leave the game, publishing everything first if it is over; returns whether all was."""
        return self._peers.close(everything=self._must_publish())

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
            raise worded(GameUnavailable, "error.watching")
        if not self.may_write:
            self._adopt_own_log(now=True)
        if self._departed:
            raise worded(GameUnavailable, "error.departed")
        if not self.may_write:
            raise worded(GameUnavailable, "error.own_repository")
        return self.seat

    def _published(self, event: Event) -> Event:
        self._peers.publish()
        return event

    def _take(self, arrival: Arrival) -> list[Event]:
        """Judge what somebody shows, and take in what is valid."""
        if arrival.refusal is not None:
            self.game.note_refusal(arrival.nickname, arrival.refusal)
        if arrival.head is None:
            return []
        events = self._look_again()
        sent = self.game.replica.sent
        if arrival.is_sent:
            sent[arrival.nickname] = arrival.head
        elif sent.get(arrival.nickname) == arrival.head:
            del sent[arrival.nickname]
        received = self.game.receive(arrival.nickname, arrival.head, events)
        if self._votes is not None and self._votes.release(arrival.nickname, received):
            self.game.receive(arrival.nickname, arrival.head, events)
        self._peers.taken(arrival)
        return events

    def _look_again(self) -> list[Event]:
        """Take in what a vote has kept out, as soon as it does so no longer.

        Whoever has shown it may have nothing else to show.
        """
        events: list[Event] = []
        while self._votes is not None and self._votes.bind():
            self.game.look_again(events)
        return events

    def _adopt_own_log(self, now: bool = False) -> list[Event]:
        """Before the first move, take over what this seat has written elsewhere."""
        if self.seat is None or self.may_write or self._departed:
            return []
        arrival = self._peers.own_log(now)
        if arrival is None:
            return []
        kept_back = self.seat.beyond(arrival.head) if arrival.head is not None else []
        if kept_back:
            # Both are signed by us: to take it, or to write on, would be our own fork.
            self._departed = True
            told = " ".join(event.sentence for event in kept_back)
            self._not_ours = Told("published.departed", {"count": len(kept_back), "moves": told})
            return []
        events = self._take(arrival)
        if arrival.head is not None and arrival.head not in self.game.log and not self._lags:
            self._not_ours = Told("published.foreign", {"name": self.seat.name})
        # An older copy may not write before it has caught up.
        self._peers.publish(again=True)
        return events

    def _vote_when_due(self, contacts: dict[str, Contact]) -> list[Event]:
        """The game's rule on absence: after this much silence the others continue.

        Silence counts only while the seat's repository answers, and if it shows nothing new at
        the end: a network that is down, or a machine that slept, is not the seat's fault.
        A fetch that is refused, or takes too long, counts as an answer without news.
        """
        after = self.game.file.retire_after
        seat = self.seat
        if not after or seat is None or not self.game.started:
            return []
        heads = self.game.heads()
        for name, silence in self._silences.items():
            contact = contacts.get(name)
            if contact is None or not contact.answers or heads.get(name) != silence.head:
                continue
            if contact.polled - silence.counted_from >= after:
                with contextlib.suppress(IllegalAction):
                    return [seat.vote(name)]
        return []

    def _note_silence(self) -> None:
        """Since when the game has been waiting for each seat without news from it."""
        heads, contacts = self.game.heads(), self._peers.contacts
        before, self._silences = self._silences, {}
        for name in [] if self.game.over else self.game.waiting_for():
            silence = before.get(name)
            if silence is None or silence.head != heads.get(name):
                now = self._clock.time(), self._clock.monotonic()
                silence = _Silence(*now, heads.get(name))
            elif not contacts.get(name, ANSWERS).answers:
                silence = replace(silence, counted_from=self._clock.monotonic())
            self._silences[name] = silence

    def _show_keys(self) -> None:
        """Let stock Git check signatures in the folder as soon as the keys are known."""
        known = sum(key is not None for key in self.game.replica.keys.values())
        store = self.game.store
        if known != self._keys_shown and self.seat is not None and isinstance(store, GitStore):
            self._keys_shown = known
            # Play does not need this; a full disk shows when a move is made.
            with contextlib.suppress(OSError):
                configure_git_signers(store, self.game)

    def _must_publish(self) -> bool:
        if self.seat is None or not self.game.started:
            return True
        return self.game.over or not self.game.position.plays(self.seat.number)
