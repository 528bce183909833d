"""What the seats of a game say to each other.

Talk travels beside the log, on branches of its own, with a poller and a publisher of its own.
Nothing of it reaches the log, the votes on silence, or the game: a seat that only chats is silent.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from gitopoly.errors import (
    GameUnavailable,
    GitopolyError,
    InvalidEntry,
    InvalidLine,
    MissingObject,
    NoRoom,
)
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.talk_store import TalkStore
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.signed_commit import UNPRINTABLE, Content
from gitopoly.ledger.talk import (
    BRANCH,
    LIMITS,
    MOST_LINES,
    TOO_MUCH,
    Thread,
    is_full,
    seal_line,
    seconds_to_wait,
)
from gitopoly.ledger.talk import MAX_TEXT as MAX_TEXT
from gitopoly.ledger.talk import REACTIONS as REACTIONS
from gitopoly.ledger.talk import Line as Line
from gitopoly.ledger.transports.poller import FOLDER, LOOPBACK, Arrival, Pace, Poller, pace_of
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.peers import SYSTEM, Clock
from gitopoly.table.seat import Seat
from gitopoly.words import Words, english, worded

MUTED = "muted"
"""The file with the players whom this person does not want to hear, in the private area."""
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


def said(line: Line, words: Words | None = None) -> str:
    """What a line says, in the reader's language."""
    words = words or english()
    return words(f"talk.reaction.{line.text}") if line.is_reaction else line.text


class Conversation:
    """The talk of one game, as one seat or a spectator hears it."""

    def __init__(
        self,
        game: GameReplica,
        seat: Seat | None,
        private: Path,
        remotes: Sequence[Remote],
        clock: Clock | None = None,
    ) -> None:
        """Start polling and publishing; `remotes` are the repositories of all seats."""
        self._game, self._seat = game, seat
        self._private, self._clock = private, clock or SYSTEM
        own = seat.name if seat else ""
        self._store = TalkStore.prepare(private, own)
        self._threads: dict[str, Thread] = {}
        self._waiting: dict[str, Arrival] = {}
        self._knows_own = False
        self._fresh: list[Line] = []
        self.complaints: dict[str, Told] = {}
        """Why the rest of what somebody says is not shown."""
        self.muted = read_muted(private, game.names)
        """Whom the person does not want to hear."""
        self.lines = in_order(game, (self._thread(name).lines for name in game.names))
        """Everything that was said, oldest first, by those who are muted too."""
        paces = {remote.name: _pace_for(remote, own) for remote in remotes}
        self._poller = Poller(self._store.folder, remotes, paces, branch=BRANCH, limits=LIMITS)
        place = next((remote for remote in remotes if remote.name == own), None)
        self._publisher = (
            Publisher(self._store.folder, place, longest_delay=SLOWEST_RETRY, branch=BRANCH)
            if place is not None
            else None
        )

    # What the person does.

    def say(self, text: str) -> Line:
        """Say something to all."""
        text = UNPRINTABLE.sub("", " ".join(text.split())).strip(" ")
        if not text:
            raise worded(InvalidLine, "talk.error.empty")
        if len(text) > MAX_TEXT:
            raise worded(InvalidLine, "talk.error.long", most=MAX_TEXT, count=len(text))
        return self._send(text, is_reaction=False)

    def react(self, name: str) -> Line:
        """Send one of `REACTIONS`."""
        if name not in REACTIONS:
            raise worded(InvalidLine, "talk.error.reaction", name=name, known=", ".join(REACTIONS))
        return self._send(name, is_reaction=True)

    def mute(self, name: str, on: bool = True) -> None:
        """Hear a player no more, or again; remembered for this game, and nobody is told."""
        if name not in self._game.names or (self._seat and name == self._seat.name):
            others = [one for one in self._game.names if not self._seat or one != self._seat.name]
            raise worded(InvalidLine, "talk.error.nobody", name=name, known=", ".join(others))
        self.muted = (self.muted | {name}) if on else (self.muted - {name})
        with contextlib.suppress(OSError):  # then it lasts until the person leaves
            write_durably(self._private / MUTED, "".join(f"{one}\n" for one in sorted(self.muted)))

    # What happens.

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
        if self._seat is not None and not self._knows_own:
            own = contacts[self._seat.name]
            self._knows_own = own.answered is not None and self._seat.name not in self._waiting
        self.lines += new
        fresh, self._fresh = self._fresh + new, []
        return fresh

    def shown(self, lines: Iterable[Line]) -> list[Line]:
        """Those lines that the person wants to hear."""
        return [line for line in lines if line.seat not in self.muted]

    @property
    def may_speak(self) -> bool:
        """Whether all that this seat has said before is known, so that it can go on."""
        return self._seat is not None and self._knows_own

    @property
    def problem(self) -> GitopolyError | None:
        """Why others cannot hear this seat."""
        return self._publisher.status.error if self._publisher is not None else None

    def close(self) -> None:
        """Publish the last lines if that is quickly done, and stop."""
        if self._publisher is not None:
            done = self._publisher.status.up_to_date
            self._publisher.close(0.0 if done else LAST_PUSH)
        self._poller.close()

    # Behind it.

    def _thread(self, name: str) -> Thread:
        """The lines of a seat; an empty thread until its key is known."""
        found = self._threads.get(name)
        key = self._game.replica.keys[name]
        if found is None and key is not None:
            found = self._threads[name] = self._store.thread(name, self._game.root, key)
        return found or Thread(name, self._game.root)

    def _take(self, arrival: Arrival, key: PublicKey) -> list[Line]:
        """Accept what somebody said; a program that breaks the bounds is not heard any more."""
        name = arrival.nickname
        if name in self.complaints:
            return []
        thread = self._thread(name)
        known = len(thread.lines)
        try:
            if arrival.head is not None:
                self._extend(thread, arrival, key)
            if arrival.refusal is not None and not arrival.refusal.unfinished:
                raise arrival.refusal
        except InvalidEntry as error:
            self._complain(name, "talk.too_much" if error.why == TOO_MUCH else "talk.unreadable")
        except GitopolyError:
            self._complain(name, "talk.unreadable")
        if self._seat is not None and name == self._seat.name:
            return self._adopt(thread, arrival, key, known)
        return thread.lines[known:]

    def _extend(self, thread: Thread, arrival: Arrival, key: PublicKey) -> None:
        assert arrival.head is not None
        # A full disk keeps them from the next start, not from the person.
        with contextlib.suppress(NoRoom, MissingObject):
            self._store.extend(thread, arrival.head, arrival.objects, key)

    def _adopt(self, thread: Thread, arrival: Arrival, key: PublicKey, known: int) -> list[Line]:
        """What this seat has published elsewhere counts: the others have heard it."""
        self.complaints.pop(thread.seat, None)
        if self._publisher is not None:
            self._publisher.hurry()  # it may have been refused before we had caught up
        if arrival.head is None or any(line.id == arrival.head for line in thread.lines):
            return thread.lines[known:]
        published = Thread(thread.seat, thread.game)
        with contextlib.suppress(GitopolyError):
            self._extend(published, arrival, key)
        if published.head != arrival.head:
            return thread.lines[known:]  # publishing says that something else is there
        self._threads[thread.seat] = published
        self.lines = [line for line in self.lines if line.seat != thread.seat]
        return published.lines

    def _complain(self, name: str, key: str) -> None:
        self.complaints[name] = Told(key, {"name": name})

    def _send(self, text: str, *, is_reaction: bool) -> Line:
        seat = self._seat
        if seat is None or self._publisher is None:
            raise worded(GameUnavailable, "error.watching")
        if not self._knows_own:
            raise worded(InvalidLine, "talk.error.own")
        thread = self._thread(seat.name)
        last = thread.lines[-1] if thread.lines else None
        now = max(int(self._clock.time()), last.time if last else 0)
        if is_full(thread.lines):
            raise worded(InvalidLine, "talk.error.full", most=MOST_LINES)
        if wait := seconds_to_wait(thread.lines, now):
            raise worded(InvalidLine, "talk.error.wait", seconds=wait)
        content = Content(seat.name, (last.id,) if last else (), text, {}, now)
        after = next(reversed(self._game.log)).id
        game = self._game.root
        line, objects = seal_line(content, seat.identity, game, after, is_reaction=is_reaction)
        thread.add(line, seat.identity.public)
        try:
            self._store.keep(thread, objects[1:])
        except NoRoom:
            thread.lines.pop()
            raise
        self.lines.append(line)
        self._fresh.append(line)
        self._publisher.wake()
        self._publisher.hurry()
        self._poller.hurry()
        return line


def in_order(game: GameReplica, threads: Iterable[Sequence[Line]]) -> list[Line]:
    """The lines of all seats as they were said: each after the entry that its author had then."""
    numbers = {entry.id: number for number, entry in enumerate(game.log)}
    found: list[tuple[int, int, int, Line]] = []
    for rank, lines in enumerate(threads):
        place = 0
        for line in lines:
            place = max(place, numbers.get(line.after, place))
            found.append((place, line.time, rank, line))
    return [line for *_, line in sorted(found, key=lambda one: one[:3])]


def _pace_for(remote: Remote, own: str) -> Pace:
    return OWN if remote.name == own else PACES.get(pace_of(check_url(remote.url)), FAR)


def read_muted(private: Path, names: Sequence[str]) -> frozenset[str]:
    """Whom the owner of a private folder does not want to hear."""
    try:
        text = (read_regular(private / MUTED, 4096) or b"").decode("utf-8", "replace")
    except Damaged:
        return frozenset()
    return frozenset(text.split()) & frozenset(names)
