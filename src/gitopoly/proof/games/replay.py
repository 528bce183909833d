"""Replays a record on the interpreted kernel: every action legal, every outcome possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.errors import IllegalAction, InvalidOutcome
from gitopoly.game.record import GameRecord, RecordEntry
from gitopoly.rules import (
    State,
    apply,
    check_legal,
    format_action,
    initial,
    is_over,
    violated_invariants,
    winner,
)
from gitopoly.rules.catalogue import player_of
from gitopoly.rules.chance import draw_of, needs_order
from gitopoly.rules.codes import CARD_DRAWS, DICE, NOBODY
from gitopoly.rules.outcomes import DRAW_BITS, card, dice, rank_of

Visit = Callable[[int, RecordEntry, State, State | None], None]
"""Called with an action's number from 0, the entry, the state before, and after or None."""


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


def outcome_of(s: State, entry: RecordEntry) -> int:
    """The outcome in the kernel's form; raises `InvalidOutcome` if it is not valid."""
    draw = draw_of(s, s.rules, entry.action)
    outcome = 0
    if draw == DICE:
        if entry.throw is None:
            raise InvalidOutcome("it needs a dice roll")
        outcome = dice(*entry.throw)
    elif draw in CARD_DRAWS:
        if entry.card is None:
            raise InvalidOutcome("it needs a card")
        outcome = card(entry.card)
    if draw != DICE and entry.throw is not None:
        raise InvalidOutcome("it takes no dice roll")
    if not needs_order(s, s.rules, entry.action, outcome):
        if entry.order:
            raise InvalidOutcome("it takes no order")
        return outcome
    rank = rank_of(s, entry.order)
    if rank == NOBODY:
        raise InvalidOutcome("a free-4-all begins, and needs an order of all live players")
    return outcome + (rank << DRAW_BITS)


def replay(record: GameRecord, visit: Visit | None = None) -> RecordCheck:
    """Apply all actions of a record, up to the first fault."""
    s = initial(record.rules)
    fault = None
    done = 0
    for index, entry in enumerate(record.entries):
        before = s.copy()
        fault = _carry_out(s, index, entry)
        if visit:
            visit(index, entry, before, s if s != before or not fault else None)
        if fault:
            break
        done += 1
    return RecordCheck(done, fault, is_over(s), winner(s))


def _carry_out(s: State, index: int, entry: RecordEntry) -> IllegalStep | None:
    def fault(reason: str, rule: str = "") -> IllegalStep:
        return IllegalStep(index + 1, words, reason, rule)

    words = f"p{player_of(entry.action) + 1}: {format_action(s, entry.action)}"
    try:
        check_legal(s, entry.action)
    except IllegalAction as error:
        return fault(error.reason, error.rule)
    try:
        apply(s, entry.action, outcome_of(s, entry))
    except InvalidOutcome as error:
        return fault(str(error))
    if broken := violated_invariants(s):
        return fault(f"{', '.join(broken)} no longer holds")
    return None
