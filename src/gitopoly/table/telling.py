"""What a move has done, as a sentence: for commits, logs and front ends.

A sentence that a peer wrote is never shown as the truth: every replica tells a move itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.kernel import State, leave
from gitopoly.kernel import actions as a
from gitopoly.kernel.story import QUIET, tell
from gitopoly.kernel.transition import step
from gitopoly.protocols import Move, Position
from gitopoly.protocols.position import LEFT, Done
from gitopoly.words import english

LONGEST = 200


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
        key, facts = move.told(before, after)
        told = english()(f"told.{key}", name=after.setting.names[seat], **facts) + "."
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"


def is_quiet(move: Move, after: Position) -> bool:
    """Whether a move only moves the game along."""
    kinds = [a.kind_of(done.action) for done in after.done if done.action != LEFT]
    if kinds:
        return all(kind in QUIET for kind in kinds) and len(kinds) == len(after.done)
    return move.QUIET


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
            sentences.append(english()("story.Left", name=names[outcome]) + ".")
        else:
            sentences.append(tell(before, action, outcome, after, names))
    return " ".join(sentences)
