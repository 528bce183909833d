"""Replays a record on the interpreted kernel: every action legal, every outcome possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.errors import IllegalAction, InvalidOutcome
from gitopoly.game.record import GameRecord
from gitopoly.rules import (
    State,
    Step,
    Taken,
    format_action,
    initial,
    is_over,
    steps,
    violated_invariants,
    winner,
)

Visit = Callable[[int, Step, State, Taken | None], None]
"""Called with a step's number from 0, the position before it, and None if it was refused."""


@dataclass(frozen=True)
class IllegalStep:
    """The first fault in a game."""

    index: int
    """Number of the action, from 1."""
    action: str
    """The action in words."""
    reason: str
    rule: str = ""
    """Number of the rule that refuses it, if any."""

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        return f"action {self.index}, {self.action}: {self.reason}{rule}"


@dataclass(frozen=True)
class RecordCheck:
    """The result of replaying a record."""

    actions: int
    """How many actions were carried out."""
    fault: IllegalStep | None
    over: bool
    winner: int
    """A seat from 0, or -1."""


def replay(record: GameRecord, visit: Visit | None = None) -> RecordCheck:
    """Take all steps of a record again, up to the first fault."""
    s, fault, done = initial(record.rules), None, 0
    again = steps(s, record.steps)
    for index, step in enumerate(record.steps):
        wrong, rule, taken = "", "", None
        try:
            taken = next(again)
        except IllegalAction as error:
            wrong, rule = error.reason, error.rule
        except InvalidOutcome as error:
            wrong = str(error)
        if taken and (broken := violated_invariants(taken.after)):
            wrong = f"{', '.join(broken)} no longer holds"
        if visit:
            visit(index, step, s, taken)
        if wrong:
            words = f"{record.seats[step.seat]}: {format_action(s, step.code, record.seats)}"
            fault = IllegalStep(index + 1, words, wrong, rule)
        s = taken.after if taken else s
        if fault:
            break
        done += 1
    return RecordCheck(done, fault, is_over(s), winner(s))
