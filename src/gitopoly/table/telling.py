"""What a move has done, as a sentence: for commits, logs and front ends.

A sentence that a peer wrote is never shown as the truth: every replica tells a move itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.kernel import State, leave
from gitopoly.kernel import actions as a
from gitopoly.kernel.story import QUIET, tell
from gitopoly.kernel.text import format_action
from gitopoly.kernel.transition import step
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
from gitopoly.protocols.position import LEFT, Done

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


class Misworded(NamedTuple):
    """An entry whose commit tells people something else than its move means.

    Its author may have lied, or have used a version with other words.
    """

    commit: str
    seat: str
    says: str
    """The sentence of the commit, which nobody has checked."""
    means: str
    """What the move does, in our words."""


class Step(NamedTuple):
    """One action of the rules, and the states before and after it."""

    before: State
    action: int
    """Its code, or LEFT for a seat that has left the game."""
    outcome: int
    """What chance decided, or the seat that has left."""
    after: State


def sentence_of(before: Position, seat: int, move: Move, after: Position) -> str:
    """One line about a move, at most LONGEST characters."""
    told = _told(before.state, after.done, after.setting.names)
    if not told:
        told = f"{after.setting.names[seat]} {_doing(before, move, after)}."
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"


def is_quiet(move: Move, after: Position) -> bool:
    """Whether a move only moves the game along."""
    kinds = [a.kind_of(done.action) for done in after.done if done.action != LEFT]
    if kinds:
        return all(kind in QUIET for kind in kinds) and len(kinds) == len(after.done)
    return isinstance(move, Act | Reveal | Recommit | Object)


def steps_of(state: State, done: list[Done]) -> list[Step]:
    """The steps of a move, each with the states around it."""
    before = state
    steps = []
    for action, outcome in done:
        after = before.copy()
        if action == LEFT:
            leave(after, outcome)
        else:
            step(after, after.rules, action, outcome, True)
        steps.append(Step(before, action, outcome, after))
        before = after
    return steps


def _told(state: State, done: list[Done], names: tuple[str, ...]) -> str:
    sentences = []
    for before, action, outcome, after in steps_of(state, done):
        if action == LEFT:
            sentences.append(f"{names[outcome]} leaves the game.")
        else:
            sentences.append(tell(before, action, outcome, after, names))
    return " ".join(sentences)


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
