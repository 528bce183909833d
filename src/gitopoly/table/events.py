"""What happened in a game: the steps of a move as they were recorded, and a sentence about them.

A sentence that a peer wrote is never trusted: every replica words a move itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.peers.moves import Entered, P
from gitopoly.rules import LEFT, Taken, actions as a, aside, tell
from gitopoly.rules.actions import ACTIONS
from gitopoly.words import Words, english

LONGEST = 200


class Told(NamedTuple):
    """A message in any language: a key of `gitopoly.words`, and the facts to fill in."""

    key: str
    facts: Mapping[str, object]

    def sentence(self, words: Words | None = None) -> str:
        """The same in English."""
        return (words or english())(self.key, **self.facts) + "."


@dataclass(frozen=True)
class Event:
    """Something that happened, with the entry behind it."""

    id: str
    """The commit."""
    seat: str
    time: int
    """When it happened according to its author, in seconds since 1970."""
    sentence: str
    quiet: bool = False
    """Whether it is a bookkeeping move."""
    steps: tuple[Taken, ...] = ()
    """What it did under the rules, as recorded when it was applied."""
    told: Told | None = None
    """Its wording, if it did nothing under the rules or is worth telling by itself."""


def how_final(level: int, seats: int) -> str:
    """What an entry's level of finality means, in plain words."""
    if level >= seats:
        return english()("final.all")
    if level > 1:
        return english()("final.some", count=level)
    return english()("final.one" if level else "final.none")


class Misworded(NamedTuple):
    """An entry whose commit message does not match its move.

    Its author may have lied, or used a version with different wording.
    """

    commit: str
    seat: str
    says: str
    """The sentence of the commit, which nobody has checked."""
    means: str
    """What the move does, in our words."""


def sentence_of(
    before: P, seat: int, move: Entered[P], after: P, words: Words | None = None
) -> str:
    """One line about an entry, at most LONGEST characters."""
    words = words or english()
    told = _told(after.steps, after.names, words)
    if not told or move.NEWS:
        told = " ".join(filter(None, [told_of(before, seat, move, after).sentence(words), told]))
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"


def in_full(event: Event, names: Sequence[str]) -> str:
    """The sentence of an event, and what it leaves out."""
    asides = [aside(*step, names) for step in event.steps if not step.leaves]
    return " ".join([event.sentence, *(text for text in asides if text)])


def told_of(before: P, seat: int, move: Entered[P], after: P) -> Told:
    """The wording of an entry that did nothing under the rules."""
    key, facts = move.told(before, after)
    return Told(f"told.{key}", {"name": after.names[seat], **facts})


def is_quiet(seat: int, move: Entered[P], after: P) -> bool:
    """Whether an entry is only bookkeeping."""
    kinds = [a.kind_of(step.code) for step in after.steps if not step.leaves]
    if kinds and not move.NEWS:
        return all(ACTIONS[kind].is_quiet for kind in kinds) and len(kinds) == len(after.steps)
    return move.is_quiet(after, seat)


def _told(steps: Sequence[Taken], names: tuple[str, ...], words: Words) -> str:
    return " ".join(
        words("story.Left", name=names[outcome]) + "."
        if action == LEFT
        else tell(before, action, outcome, after, names, words)
        for before, action, outcome, after in steps
    )
