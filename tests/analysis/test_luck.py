"""Luck and skill add up to the result, and following the policy is no skill."""

from __future__ import annotations

import pytest

from gitopoly.bots.analysis.curve import chart, effects, luck_and_skill
from gitopoly.bots.analysis.review import GameStep, draws, follows_policy
from gitopoly.rules import actions as a
from gitopoly.rules.codes import NOBODY
from tests.analysis.games import played, reviewed


@pytest.mark.parametrize("policy", ["trader", "sensible"])
def test_luck_and_skill_add_up_exactly(policy: str) -> None:
    steps = played(3, 6, policy, seed=5)
    review = reviewed(steps, 0.03)
    curve = chart(review)
    found = effects(review, curve)
    assert bool(found) == (policy == "sensible")
    for row in luck_and_skill(curve, found):
        assert row.start + row.luck + row.own + row.others == pytest.approx(row.result, abs=1e-12)
        assert min(row.luck_error, row.own_error, row.others_error) >= 0
        if policy == "trader":
            assert row.own == row.others == row.own_error == 0


def test_opening_and_movement_rolls_and_cards_are_draws() -> None:
    steps = played(3, 12, seed=5)
    drawing = {a.kind_of(step.action) for step in steps if draws(step.before, step.action)}
    assert {a.THROW_FOR_START, a.ROLL_AND_MOVE} <= drawing
    assert a.BUY_PROPERTY not in drawing


def test_leaving_the_game_is_a_decision_of_its_own() -> None:
    steps = played(3, 6, seed=5)
    left = GameStep(steps[30].before, NOBODY, 2, steps[30].before)
    assert left.seat == 2
    assert not draws(left.before, left.action)
    (choice,) = reviewed([left], 1).choices
    assert choice is None
    assert not follows_policy(left, choice)
