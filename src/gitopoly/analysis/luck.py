"""What chance and what choices did for each seat; together they are the result, exactly.

A decision's effect is the difference between playouts that begin with it and playouts in which
the policy chooses, on the same dice: nothing, where the policy would do the same. Everything else
between the first position and the last is luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.analysis.curve import Curve, answers
from gitopoly.analysis.playouts import PlayoutRequest, Playouts, difference
from gitopoly.analysis.settings import USUAL, AnalysisSettings
from gitopoly.analysis.steps import GameStep, follows_policy
from gitopoly.kernel.codes import NOBODY

COMPARED = 200
"""Pairs of playouts for a decision that the policy would not make."""
FRESH = 4 << 20
"""Number of their first playout."""


@dataclass(frozen=True)
class Effect:
    """What one decision did to the chances of every seat."""

    step: int
    seat: int
    changes: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class LuckAndSkill:
    """Where a seat's result comes from: start + luck + own + others = result."""

    start: float
    luck: float
    own: float
    """What its own decisions added."""
    others: float
    """What the decisions of the others added."""
    result: float
    """1 if it has won, 0 if it has lost; its chance if the game goes on."""
    luck_error: float
    own_error: float
    others_error: float


def effects(
    steps: Sequence[GameStep],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> list[Effect]:
    """The effect of every decision that the policy would not make."""
    count = settings.count(COMPARED)
    seats = range(playouts.rules.num_players)
    numbered = list(enumerate(zip(steps, curve.choices, strict=True), 1))
    left = [(n, done) for n, (done, choice) in numbered if choice is None]
    made = [
        (n, done)
        for n, (done, choice) in numbered
        if choice is not None and not follows_policy(done, choice)
    ]
    questions = [
        [
            PlayoutRequest(done.before, count, code, FRESH, settings.policies)
            for code in (done.action, NOBODY)
        ]
        for _, done in made
    ]
    results = answers(questions, curve, playouts, settings)
    found = []
    for (number, done), (chosen, usual) in zip(made, results, strict=False):
        pairs = [difference(chosen, usual, seat) for seat in seats]
        changes, errors = zip(*pairs, strict=True)
        found.append(Effect(number, done.seat, changes, errors))
    for number, done in left:
        # Whoever leaves the game gives up what they had.
        before, after = curve.at(number - 1), curve.at(number)
        changes = tuple(b - a for a, b in zip(before.chances, after.chances, strict=True))
        errors = tuple(math.hypot(x, y) for x, y in zip(before.errors, after.errors, strict=True))
        found.append(Effect(number, done.seat, changes, errors))
    return sorted(found, key=lambda effect: effect.step)


def luck_and_skill(curve: Curve, found: Sequence[Effect]) -> list[LuckAndSkill]:
    """Each seat's result taken apart."""
    first, last = curve.at(0), curve.at(len(curve.segment_of) - 1)
    rows = []
    for seat, (start, result) in enumerate(zip(first.chances, last.chances, strict=True)):
        own = [(e.changes[seat], e.errors[seat]) for e in found if e.seat == seat]
        others = [(e.changes[seat], e.errors[seat]) for e in found if e.seat != seat]
        by_own, by_others = (math.fsum(change for change, _ in part) for part in (own, others))
        own_error, others_error = (math.hypot(*(x for _, x in part)) for part in (own, others))
        rows.append(
            LuckAndSkill(
                start=start,
                luck=result - start - by_own - by_others,
                own=by_own,
                others=by_others,
                result=result,
                luck_error=math.hypot(
                    first.errors[seat], last.errors[seat], own_error, others_error
                ),
                own_error=own_error,
                others_error=others_error,
            )
        )
    return rows
