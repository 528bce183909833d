"""What the seats of a game say to each other.

There is one `Talk` for a copy of a game, and a `Conversation` for each person who hears it there.
Between repositories it travels beside the log, on branches of its own, fetched by a poller and sent
by a publisher apart from those of the log. Nothing of it reaches the log, the votes on silence, or
the game: a seat that only chats is silent.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from gitopoly.errors import (
    GameUnavailable,
    GitopolyError,
    InvalidEntry,
    InvalidLine,
    MissingObject,
    NoRoom,
)
from gitopoly.ledger.address import check_url
from gitopoly.ledger.entry import UNPRINTABLE, Draft
from gitopoly.ledger.git.export import talk_ref
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.talk import (
    BRANCH,
    LIMITS,
    MAX_TEXT as MAX_TEXT,
    MOST_LINES,
    REACTIONS as REACTIONS,
    TOO_MUCH,
    Line as Line,
    Thread,
    is_full,
    seal_line,
    seconds_to_wait,
)
from gitopoly.ledger.transports.poller import FOLDER, LOOPBACK, Arrival, Pace, Poller, pace_of
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import is_seat_folder, private_folder
from gitopoly.table.peers import SYSTEM, Clock
from gitopoly.table.seat import Seat
from gitopoly.table.sources import Source
from gitopoly.table.wishes import Wish, check_wish, read_remarks, tell_remarks, tell_wish, wish_in
from gitopoly.words import Words, english, worded

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
MUTED = "muted"
"""The file with the players whom this person does not want to hear, in the private area."""


def said(line: Line, game: GameReplica, words: Words | None = None) -> str:
    """What a line says, in the reader's language where it has a form that we know."""
    words = words or english()
    if line.is_reaction:
        return words(f"talk.reaction.{line.text}")
    if not game.started:
        return line.text
    rules = game.position.state.rules
    if wish := wish_in(line, game.names, rules):
        return tell_wish(wish, game.names, rules, words)
    return tell_remarks(read_remarks(line.text), rules, words) or line.text


class Talk:
    """Everything that is said in one game, kept in the journal of this copy of it."""

    def __init__(
        self, game: GameReplica, voices: Iterable[Seat], clock: Clock | None = None
    ) -> None:
        """Read what was said before; `voices` are the seats that speak here."""
        self._game, self._clock = game, clock or SYSTEM
        self._voices = {seat.name: seat for seat in voices}
        self._threads: dict[str, Thread] = {}
        self.news: list[Line] = []
        """All that was new since the program began, in the order in which it came."""
        self.complaints: dict[str, Told] = {}
        """Why the rest of what somebody says is not shown."""
        self.lines = in_order(game, (self._thread(name).lines for name in game.names))
        """Everything that was said, oldest first."""

    def heard_after(self, place: int) -> tuple[list[Line], int]:
        """What came after the first so many new lines, and how many there are now."""
        arrived = self._arrived()
        self.lines += arrived
        self.news += arrived
        return self.news[place:], len(self.news)

    def may_speak(self, name: str) -> bool:
        """Whether all that a seat of ours has said before is known, so that it can go on."""
        return name in self._voices

    def problem_of(self, name: str) -> GitopolyError | None:
        """Why others cannot hear a seat of ours."""
        return None

    def speak(self, name: str, text: str, *, is_reaction: bool = False) -> Line:
        """Sign and keep a line of a seat whose key is here."""
        seat, thread = self._voices[name], self._thread(name)
        text = text if is_reaction else checked_text(text)
        last = thread.lines[-1] if thread.lines else None
        now = max(int(self._clock.time()), last.time if last else 0)
        if is_full(thread.lines):
            raise worded(InvalidLine, "talk.error.full", most=MOST_LINES)
        if wait := seconds_to_wait(thread.lines, now):
            raise worded(InvalidLine, "talk.error.wait", seconds=wait)
        draft = Draft(name, (last.id,) if last else (), text, {}, now)
        after = next(reversed(self._game.log)).id
        line = seal_line(draft, seat.identity, self._game.root, after, is_reaction=is_reaction)
        thread.add(line, seat.identity.public)
        try:
            self._game.store.say(line)
        except NoRoom:
            thread.lines.pop()
            raise
        self.lines.append(line)
        self.news.append(line)
        return line

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a look would bring news."""

    def close(self) -> None:
        """Everything that was said is kept."""

    def _arrived(self) -> list[Line]:
        """What others have said since the last look."""
        return []

    def _thread(self, name: str) -> Thread:
        """The lines of a seat; an empty thread until its key is known."""
        found = self._threads.get(name)
        key = self._game.replica.keys[name]
        if found is None and key is not None:
            found = self._threads[name] = self._game.store.thread(name, self._game.root, key)
        return found or Thread(name, self._game.root)


class Conversation:
    """The talk of a game, as one person hears it: a player, a guest, or a spectator."""

    def __init__(
        self, talk: Talk, game: GameReplica, name: str, private: Path, muted: str = MUTED
    ) -> None:
        """Without a name one listens; who is muted is kept in a file of the private area."""
        self.talk, self._game, self._name = talk, game, name
        self._muted_file = private / muted
        self.muted = read_muted(self._muted_file, game.names)
        """Whom the person does not want to hear."""
        self._place = len(talk.news)

    # What the person does.

    def say(self, text: str) -> Line:
        """Say something to all."""
        return self.talk.speak(self._speaker(), text)

    def react(self, name: str) -> Line:
        """Send one of `REACTIONS`."""
        if name not in REACTIONS:
            raise worded(InvalidLine, "talk.error.reaction", name=name, known=", ".join(REACTIONS))
        return self.talk.speak(self._speaker(), name, is_reaction=True)

    def wish(self, wish: Wish) -> Line:
        """Say for which trade this seat would like an offer; one that cannot be is refused."""
        speaker = self._speaker()
        check_wish(self._game.position.state, wish)
        return self.talk.speak(speaker, wish.text(self._game.names))

    def mute(self, name: str, on: bool = True) -> None:
        """Hear a player no more, or again; remembered for this game, and nobody is told."""
        others = [one for one in self._game.names if one != self._name]
        if name not in others:
            raise worded(InvalidLine, "talk.error.nobody", name=name, known=", ".join(others))
        self.muted = (self.muted | {name}) if on else (self.muted - {name})
        with contextlib.suppress(OSError):  # then it lasts until the person leaves
            write_durably(self._muted_file, "".join(f"{one}\n" for one in sorted(self.muted)))

    # What happens.

    @property
    def lines(self) -> list[Line]:
        """Everything that was said, oldest first, by those who are muted too."""
        return self.talk.lines

    @property
    def complaints(self) -> dict[str, Told]:
        """Why the rest of what somebody says is not shown."""
        return self.talk.complaints

    def hear(self) -> list[Line]:
        """What was said since the last time, by the person and by those who are muted too."""
        fresh, self._place = self.talk.heard_after(self._place)
        return fresh

    def shown(self, lines: Iterable[Line]) -> list[Line]:
        """Those lines that the person wants to hear."""
        return [line for line in lines if line.seat not in self.muted]

    @property
    def may_speak(self) -> bool:
        """Whether this seat can say something now."""
        return self.talk.may_speak(self._name)

    @property
    def problem(self) -> GitopolyError | None:
        """Why others cannot hear this seat."""
        return self.talk.problem_of(self._name)

    def _speaker(self) -> str:
        """The seat that speaks; refused to spectators."""
        if not self._name:
            raise worded(GameUnavailable, "error.watching")
        return self._name


def checked_text(text: str) -> str:
    """A text as it can be said in one line, or why it cannot."""
    text = UNPRINTABLE.sub("", " ".join(text.split())).strip(" ")
    if not text:
        raise worded(InvalidLine, "talk.error.empty")
    if len(text) > MAX_TEXT:
        raise worded(InvalidLine, "talk.error.long", most=MAX_TEXT, count=len(text))
    return text


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


def read_muted(path: Path, names: Sequence[str]) -> frozenset[str]:
    """Whom somebody does not want to hear."""
    try:
        text = (read_regular(path, 4096) or b"").decode("utf-8", "replace")
    except Damaged:
        return frozenset()
    return frozenset(text.split()) & frozenset(names)


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
        are looked at; without one, as their addresses allow, or seldom where a wire brings it.
        """
        super().__init__(game, voices)
        self._wire, self._shared = wire, game.file.shared
        assert isinstance(game.store, GitStore), "what is published is read from a repository"
        self._own = game.store.own
        self._waiting: dict[str, Arrival] = {}
        self._remotes = {remote.name: remote for remote in remotes}
        self._publishers: dict[str, Publisher] = {}
        """Those of the seats that speak here, by name."""
        self._is_told = False
        self._known: set[str] = set()
        """The seats that speak here, once all that they have published is here."""
        self.restored = 0
        """How often our branch in a shared repository had to be restored."""
        own = [seat.name for seat in voices[:1]]
        pace = pace or (FAR if wire is not None else None)
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
            self._follow(self._wire)
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

    def _follow(self, wire: Wire) -> None:
        """Poll seldom what a stream brings anyway."""
        is_told = wire.is_alive and self._game.started
        if is_told != self._is_told:
            self._is_told = is_told
            for name in self._remotes.keys() - self._publishers.keys():
                self._poller.pace(name, BESIDE if is_told else None)

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
