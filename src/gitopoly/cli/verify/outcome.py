"""The result of ``gitopoly verify``, in one shape for every kind of game.

`docs/verification.md` explains the fields for scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # most games are verified without TLC
    from gitopoly.proof.tlc.trace_run import TraceVerdict

REPOSITORY = "repository"
RECORD = "record"


@dataclass(frozen=True)
class VerifiedSeat:
    """What is known of one seat."""

    name: str
    entries: int
    """Number of entries written, or actions taken."""
    fingerprint: str | None = None
    """Of the key that its entries are signed with; a record is not signed."""
    newest: str | None = None
    """The commit of its newest entry."""
    finished: bool | None = None
    """Whether it has confirmed that the game is over."""
    holder: str | None = None
    """The seat whose program holds its key, where that is not its player's."""


@dataclass(frozen=True)
class Finding:
    """Something that does not hold, or that was noticed."""

    seat: str
    code: str
    """What kind of offence it is; always ``illegal`` in a record."""
    rule: str
    """The broken rule; the code again if it is not a rule of the game."""
    reason: str
    commit: str | None = None
    also: tuple[str, ...] = ()
    """Other commits that belong to the proof."""
    noted: bool = False
    """Whether the repository's owner noted it when it was seen; it is not kept here."""
    index: int | None = None
    """The number of the action in a record, from 1."""
    action: str | None = None


@dataclass(frozen=True)
class VerifiedGame:
    """Everything known about a game; None where its kind cannot tell."""

    game: str
    """As given on the command line."""
    kind: str
    holds: bool
    edition: str
    options: dict[str, Any]
    features: list[str]
    """What it is played by."""
    dice: str
    """``joint``, ``seeded`` or, in a record, ``recorded``."""
    seats: list[VerifiedSeat]
    entries: int
    """Their number."""
    moves: int
    """How many of them are moves that the rules allow."""
    started: bool
    over: bool
    winner: str | None
    id: str | None = None
    """The commit of the invitation."""
    draws: int | None = None
    complete: bool | None = None
    """Whether all who played to the end confirm it."""
    unconfirmed: list[str] = field(default_factory=list)
    waiting_for: list[str] = field(default_factory=list)
    final: int | None = None
    """How many entries can no longer be taken back; None before the start."""
    open_entries: list[dict[str, Any]] = field(default_factory=list)
    """Those that still can be, each with its level, and in words."""
    offences: list[Finding] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    misworded: list[dict[str, Any]] = field(default_factory=list)
    tlc: dict[str, Any] | None = None
    """TLC's verdict, if requested."""


def verdict_as_data(verdict: TraceVerdict | None) -> dict[str, Any] | None:
    """TLC's verdict, for a script."""
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
