"""What happened in a game: the steps of a move as they were recorded, and a sentence about them.

A sentence that a peer wrote is never shown as the truth: every replica tells a move itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.kernel import actions as a
from gitopoly.kernel.story import QUIET, tell
from gitopoly.kernel.text import format_action
from gitopoly.protocols import (
    Act,
    Finish,
    Move,
    Object,
    Position,
    Recommit,
    Resign,
    Retire,
    Reveal,
)
from gitopoly.protocols.position import LEFT
from gitopoly.protocols.position import Step as Step

LONGEST = 200
_ANSWERS = {a.ACCEPT_TRADE: "accepts the trade"}


@dataclass(frozen=True)
class Event:
    """Something that happened, with the entry behind it."""

    id: str
    """The commit."""
    seat: str
    time: int
    """When its author says that it was, in seconds since 1970."""
    sentence: str
    quiet: bool = False
    """Whether it only moves the game along."""
    steps: tuple[Step, ...] = ()
    """What it did under the rules, as recorded when it was carried out."""


def sentence_of(before: Position, seat: int, move: Move, after: Position) -> str:
    """One line about a move, at most LONGEST characters."""
    told = _told(after.steps, after.setting.names)
    if not told:
        told = f"{after.setting.names[seat]} {_doing(before, move, after)}."
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"


def is_quiet(move: Move, after: Position) -> bool:
    """Whether a move only moves the game along."""
    kinds = [a.kind_of(step.action) for step in after.steps if step.action != LEFT]
    if kinds:
        return all(kind in QUIET for kind in kinds) and len(kinds) == len(after.steps)
    return isinstance(move, Act | Reveal | Recommit | Object)


def _told(steps: Sequence[Step], names: tuple[str, ...]) -> str:
    return " ".join(
        f"{names[outcome]} leaves the game."
        if action == LEFT
        else tell(before, action, outcome, after, names)
        for before, action, outcome, after in steps
    )


def _doing(before: Position, move: Move, after: Position) -> str:
    names = after.setting.names
    match move:
        case Act():
            if a.kind_of(move.action) in _ANSWERS:
                return _ANSWERS[a.kind_of(move.action)]
            if after.draw is not None:
                order = format_action(before.state, move.action, names)
                return f"is about to {order}; all reveal their part of draw {after.draws}"
            return "answers an offer that has ended meanwhile"
        case Reveal():
            return f"reveals a part of draw {move.draw}"
        case Recommit():
            return "begins a new chain of dice secrets"
        case Resign():
            return "resigns"
        case Retire():
            return f"votes to go on without {names[move.seat]}"
        case Object():
            return f"shows that {names[move.seat]} is still there"
        case Finish():
            return "has seen the end of the game"
