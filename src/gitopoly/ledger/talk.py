"""What seats say to each other: signed lines, each seat's on a branch of its own beside its log.

A line is a commit without files after the seat's previous line. It is no entry: it names no
parents of the log, so that it never counts as presence, acknowledgement or fork.
What a seat may say is bounded, and a reader accepts exactly what `seal_line` and `Thread` let an
honest program write; whatever comes after something else is not read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

from gitopoly.errors import InvalidEntry, MissingObject
from gitopoly.ledger.entry import (
    OBJECT_ID,
    Draft,
    Entry,
    Object,
    links,
    object_id,
    read_commit,
    sign_commit,
)
from gitopoly.ledger.identity import Identity, PublicKey
from gitopoly.ledger.signature import check
from gitopoly.ledger.transports.incoming import HistoryLimits

BRANCH = "talk"
"""The branch of a seat's published repository that carries its lines."""
MAX_TEXT = 280
MAX_LINE = 3 * 1024
"""Bytes of one line: 280 characters of four bytes, and a signature."""
MOST_LINES = 500
"""Lines of one seat in one game."""
MOST_AT_ONCE = 10
"""Lines of one seat within `WINDOW`."""
WINDOW = 60
"""Seconds."""
REACTIONS = ("well-played", "good-luck", "thanks", "ouch", "haha", "your-turn")
"""Quick reactions, which every reader sees in their own language."""
LIMITS = HistoryLimits(
    commit=MAX_LINE, commits=2 * MOST_LINES, pack=4 * 1024 * 1024, total=4 * 1024 * 1024
)
"""How much a peer may send."""
NO_FILES = Object("tree", object_id("tree", b""), b"")
TOO_MUCH = (
    f"more than {MOST_AT_ONCE} lines in {WINDOW} seconds, or than {MOST_LINES} lines in one game"
)
"""Why a line is refused that only comes too early."""
Reader = Callable[[str], tuple[str, bytes]]
"""Returns kind and bytes of the object with an id; raises MissingObject."""
_TRAILERS = ["Talk", "Game", "After"]
_SAYS, _REACTS = "says", "reacts"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that a seat said; a `Thread` tells whether it counts."""

    id: str
    seat: str
    previous: str | None
    """The seat's line before this one."""
    text: str
    """What it said, or the name of a reaction."""
    is_reaction: bool
    game: str
    """The invitation to the game, so that a line cannot be moved to another one."""
    after: str
    """The newest entry that its author had: where a replay shows it."""
    time: int
    """Seconds since 1970, according to its author."""
    payload: bytes = field(repr=False)
    signature: str = field(repr=False)
    commit: Object = field(repr=False)


def seal_line(
    draft: Draft, identity: Identity, game: str, after: str, *, is_reaction: bool = False
) -> Line:
    """Sign a line; `draft` needs no trailers."""
    kind = _REACTS if is_reaction else _SAYS
    trailers = dict(zip(_TRAILERS, (kind, game, after), strict=True))
    draft = draft._replace(trailers=trailers)
    return _line(sign_commit(draft, NO_FILES.id, identity, MAX_TEXT, MAX_LINE))


def read_line(line_id: str, data: bytes) -> Line:
    """Decode a line that anybody may have made; anything that is not exactly one is refused."""
    return _line(read_commit(line_id, data, MAX_TEXT, MAX_LINE))


def _line(commit: Entry) -> Line:
    what, text = f"line {commit.id}", commit.sentence
    if commit.tree != NO_FILES.id or len(commit.parents) > 1:
        raise InvalidEntry(what, "it has files, or more than one line before it")
    if list(commit.trailers) != _TRAILERS:
        raise InvalidEntry(what, f"its trailers are not {', '.join(_TRAILERS)}")
    kind, game, after = commit.trailers.values()
    if not OBJECT_ID.fullmatch(game) or not OBJECT_ID.fullmatch(after):
        raise InvalidEntry(what, "it names no game, or no entry")
    if kind not in (_SAYS, _REACTS) or (kind == _REACTS and text not in REACTIONS):
        raise InvalidEntry(what, "it is neither a text nor a reaction that we know")
    previous = commit.parents[0] if commit.parents else None
    return Line(
        *(commit.id, commit.seat, previous, text, kind == _REACTS, game, after, commit.time),
        *(commit.payload, commit.signature, commit.commit),
    )


def is_full(before: Sequence[Line]) -> bool:
    """Whether a seat has said all that one game takes."""
    return len(before) >= MOST_LINES


def seconds_to_wait(before: Sequence[Line], time: int) -> int:
    """How long after `time` a seat may say something again; by its own clock."""
    if len(before) < MOST_AT_ONCE:
        return 0
    return max(0, before[-MOST_AT_ONCE].time + WINDOW - time)


class Thread:
    """The lines of one seat that were accepted, oldest first."""

    def __init__(self, seat: str, game: str) -> None:
        self.seat, self.game = seat, game
        self.lines: list[Line] = []

    @property
    def head(self) -> str | None:
        """The newest line."""
        return self.lines[-1].id if self.lines else None

    def add(self, line: Line, key: PublicKey) -> None:
        """Accept the next line, or refuse it: wrong place, too early, too many."""
        what, last = f"line {line.id}", self.lines[-1] if self.lines else None
        if line.seat != self.seat or line.game != self.game:
            raise InvalidEntry(what, "it belongs to another seat or another game")
        if line.previous != self.head:
            raise InvalidEntry(what, "it does not follow the last line")
        if last is not None and line.time < last.time:
            raise InvalidEntry(what, "it is older than the line before it")
        if is_full(self.lines) or seconds_to_wait(self.lines, line.time):
            raise InvalidEntry(what, TOO_MUCH)
        if not check(key, line.payload, line.signature):
            raise InvalidEntry(what, "it is not signed by its seat")
        self.lines.append(line)

    def extend(self, head: str, reader: Reader, key: PublicKey) -> None:
        """Accept the lines of a branch; raise InvalidEntry after those that come before a bad one.

        A branch that does not go on from the last line changes nothing: its author has rewritten
        it, or shows an older one.
        """
        with contextlib.suppress(MissingObject):  # what was refused on the way
            news, before = read_branch(head, {line.id for line in self.lines}, reader)
            for line_id, data in news if before == self.head else ():
                self.add(read_line(line_id, data), key)


def read_branch(
    head: str, known: Container[str], reader: Reader
) -> tuple[list[tuple[str, bytes]], str | None]:
    """The commits of a branch above those that are known, oldest first, and what is below them.

    Raise MissingObject.
    """
    found: list[tuple[str, bytes]] = []
    at: str | None = head
    while at is not None and at not in known and len(found) <= LIMITS.commits:
        kind, data = reader(at)
        found.append((at, data))
        at = next(iter(links(kind, data)[1:]), None)
    return found[::-1], at
