"""What ``gitopoly verify`` says of a game, in one shape for whatever the game is kept in.

`docs/verification.md` explains the fields to those who read them from a script.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gitopoly.verify.tlc.trace_run import TraceVerdict

REPOSITORY = "repository"
RECORD = "record"


@dataclass(frozen=True)
class VerifiedSeat:
    """What is known of one seat."""

    name: str
    entries: int
    """How many entries it has written, or actions it has taken."""
    fingerprint: str | None = None
    """Of the key that its entries are signed with; a record is not signed."""
    newest: str | None = None
    """The commit of its newest entry."""
    finished: bool | None = None
    """Whether it says itself that the game is over."""


@dataclass(frozen=True)
class Finding:
    """Something that does not hold, or that was noticed."""

    seat: str
    code: str
    """What kind of offence it is; always ``illegal`` in a record."""
    rule: str
    """The rule that is broken; the code again where it is none of the game's."""
    reason: str
    commit: str | None = None
    also: tuple[str, ...] = ()
    """Other commits that belong to the proof."""
    noted: bool = False
    """Whether the owner of the repository noted it when it was shown; it is not kept here."""
    index: int | None = None
    """The number of the action in a record, from 1."""
    action: str | None = None


@dataclass(frozen=True)
class VerifiedGame:
    """Everything that is said of a game; what its kind cannot know is None."""

    game: str
    """As it was named on the command line."""
    kind: str
    holds: bool
    edition: str
    options: dict[str, Any]
    dice: str
    """``joint``, ``seeded`` or, in a record, ``recorded``."""
    seats: list[VerifiedSeat]
    entries: int
    """How many there are."""
    moves: int
    """How many of them are moves that the rules allow."""
    started: bool
    over: bool
    winner: str | None
    id: str | None = None
    """The commit of the invitation."""
    draws: int | None = None
    complete: bool | None = None
    """Whether all who played to the end say so."""
    unconfirmed: list[str] = field(default_factory=list)
    waiting_for: list[str] = field(default_factory=list)
    final: int | None = None
    """How many entries can no longer be taken back; None if the game does not promise it."""
    offences: list[Finding] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    misworded: list[dict[str, Any]] = field(default_factory=list)
    tlc: dict[str, Any] | None = None
    """What TLC found, if it was asked."""


def verdict_as_data(verdict: TraceVerdict | None) -> dict[str, Any] | None:
    """What TLC found, for a script."""
    if verdict is None:
        return None
    wrong = verdict.wrong
    return {
        "holds": verdict.holds,
        "matched": verdict.matched,
        "steps": verdict.steps,
        "wrong": None
        if wrong is None
        else {
            "index": wrong.first,
            "last": wrong.last,
            "action": wrong.action,
            "player": wrong.player,
        },
        "reason": verdict.reason,
        "allowed": list(verdict.allowed),
        "seconds": round(verdict.seconds, 2),
    }
