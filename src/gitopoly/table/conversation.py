"""What the seats of a game say to each other.

Talk travels beside the log, on branches of its own; `remote_talk` sends and fetches it. There is
one `Talk` for a copy of a game, and a `Conversation` for each person who hears it there.
Nothing of it reaches the log, the votes on silence, or the game: a seat that only chats is silent.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
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
from gitopoly.table.seat import Seat
from gitopoly.table.wishes import Wish, check_wish, read_remarks, tell_remarks, tell_wish, wish_in
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
