"""What the seats of a game say to each other.

Talk travels beside the log, on branches of its own; `remote_talk` sends and fetches it.
Nothing of it reaches the log, the votes on silence, or the game: a seat that only chats is silent.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from gitopoly.errors import GameUnavailable, GitopolyError, InvalidLine, NoRoom
from gitopoly.ledger.entry import UNPRINTABLE, Draft
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.talk import (
    MAX_TEXT as MAX_TEXT,
    MOST_LINES,
    REACTIONS as REACTIONS,
    Line as Line,
    Thread,
    is_full,
    seal_line,
    seconds_to_wait,
)
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.peers import SYSTEM, Clock
from gitopoly.table.remarks import read_remarks, tell_remarks
from gitopoly.table.seat import Seat
from gitopoly.table.wishes import Wish, check_wish, tell_wish, wish_in
from gitopoly.words import Words, english, worded

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


class Conversation:
    """The talk of one game, as one person hears it: a player, or a spectator."""

    def __init__(
        self, game: GameReplica, seat: Seat | None, private: Path, muted: str = MUTED
    ) -> None:
        """Whom the person has muted is kept in the file `muted` of the private area."""
        self._game, self._seat = game, seat
        self._muted_file = private / muted
        self.muted = read_muted(self._muted_file, game.names)
        """Whom the person does not want to hear."""

    # What the person does.

    def say(self, text: str) -> Line:
        """Say something to all."""
        return self._send(self._speaker(), checked_text(text), is_reaction=False)

    def react(self, name: str) -> Line:
        """Send one of `REACTIONS`."""
        if name not in REACTIONS:
            raise worded(InvalidLine, "talk.error.reaction", name=name, known=", ".join(REACTIONS))
        return self._send(self._speaker(), name, is_reaction=True)

    def wish(self, wish: Wish) -> Line:
        """Say for which trade this seat would like an offer; one that cannot be is refused."""
        speaker = self._speaker()
        check_wish(self._game.position.state, wish)
        return self._send(speaker, wish.text(self._game.names), is_reaction=False)

    def mute(self, name: str, on: bool = True) -> None:
        """Hear a player no more, or again; remembered for this game, and nobody is told."""
        if name not in self._game.names or (self._seat and name == self._seat.name):
            others = [one for one in self._game.names if not self._seat or one != self._seat.name]
            raise worded(InvalidLine, "talk.error.nobody", name=name, known=", ".join(others))
        self.muted = (self.muted | {name}) if on else (self.muted - {name})
        with contextlib.suppress(OSError):  # then it lasts until the person leaves
            write_durably(self._muted_file, "".join(f"{one}\n" for one in sorted(self.muted)))

    # What happens.

    @property
    def lines(self) -> Sequence[Line]:
        """Everything that was said, oldest first, by those who are muted too."""
        raise NotImplementedError

    @property
    def complaints(self) -> Mapping[str, Told]:
        """Why the rest of what somebody says is not shown."""
        raise NotImplementedError

    def hear(self) -> list[Line]:
        """What was said since the last time, by the person and by those who are muted too."""
        raise NotImplementedError

    def shown(self, lines: Iterable[Line]) -> list[Line]:
        """Those lines that the person wants to hear."""
        return [line for line in lines if line.seat not in self.muted]

    @property
    def may_speak(self) -> bool:
        """Whether this seat can say something now."""
        return self._seat is not None

    @property
    def problem(self) -> GitopolyError | None:
        """Why others cannot hear this seat."""
        return None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a look would bring news."""

    def close(self) -> None:
        """Everything that was said is kept."""

    # Behind it.

    def _speaker(self) -> Seat:
        """The seat that speaks; refused to spectators."""
        if self._seat is None:
            raise worded(GameUnavailable, "error.watching")
        return self._seat

    def _send(self, seat: Seat, text: str, *, is_reaction: bool) -> Line:
        """Sign and keep a line of a seat whose key is here."""
        raise NotImplementedError


class KeptConversation(Conversation):
    """The talk of one game, kept in the journal of this seat or spectator."""

    def __init__(
        self, game: GameReplica, seat: Seat | None, private: Path, clock: Clock | None = None
    ) -> None:
        """Read what was said before."""
        super().__init__(game, seat, private)
        self._clock = clock or SYSTEM
        self._store = game.store
        self._threads: dict[str, Thread] = {}
        self._fresh: list[Line] = []
        self._complaints: dict[str, Told] = {}
        self._lines = in_order(game, (self._thread(name).lines for name in game.names))

    @property
    def lines(self) -> list[Line]:
        """Everything that was said, oldest first, by those who are muted too."""
        return self._lines

    @property
    def complaints(self) -> dict[str, Told]:
        """Why the rest of what somebody says is not shown."""
        return self._complaints

    def hear(self) -> list[Line]:
        """What was said since the last time, by the person and by those who are muted too."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _thread(self, name: str) -> Thread:
        """The lines of a seat; an empty thread until its key is known."""
        found = self._threads.get(name)
        key = self._game.replica.keys[name]
        if found is None and key is not None:
            found = self._threads[name] = self._store.thread(name, self._game.root, key)
        return found or Thread(name, self._game.root)

    def _send(self, seat: Seat, text: str, *, is_reaction: bool) -> Line:
        """Sign and keep a line of a seat whose key is here."""
        thread = self._thread(seat.name)
        last = thread.lines[-1] if thread.lines else None
        now = max(int(self._clock.time()), last.time if last else 0)
        if is_full(thread.lines):
            raise worded(InvalidLine, "talk.error.full", most=MOST_LINES)
        if wait := seconds_to_wait(thread.lines, now):
            raise worded(InvalidLine, "talk.error.wait", seconds=wait)
        draft = Draft(seat.name, (last.id,) if last else (), text, {}, now)
        after = next(reversed(self._game.log)).id
        game = self._game.root
        line = seal_line(draft, seat.identity, game, after, is_reaction=is_reaction)
        thread.add(line, seat.identity.public)
        try:
            self._store.say(line)
        except NoRoom:
            thread.lines.pop()
            raise
        self._lines.append(line)
        self._fresh.append(line)
        return line


class LocalConversation(KeptConversation):
    """The talk of a game on one machine, in which the bots speak with their own keys."""

    def __init__(
        self, game: GameReplica, seat: Seat, private: Path, bots: Mapping[str, Seat]
    ) -> None:
        super().__init__(game, seat, private)
        self._bots = bots

    def speak(self, name: str, text: str) -> None:
        """Let a bot say something; one that has said enough stays silent."""
        with contextlib.suppress(InvalidLine, NoRoom):
            self._send(self._bots[name], checked_text(text), is_reaction=False)


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
