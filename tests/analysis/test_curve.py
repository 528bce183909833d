"""Chances in every position of a game, and what of their way was luck."""

from __future__ import annotations

import pytest

from gitopoly.bots.analysis.curve import (
    Curve,
    _correction,
    _jumps,
    chart,
    effects,
    luck_and_skill,
)
from gitopoly.bots.analysis.review import draws, follows_policy
from gitopoly.rules import Taken, actions as a
from gitopoly.rules.codes import NOBODY
from tests.analysis.games import played, reviewed

STEPS = played(3, 10, seed=4)
REVIEW = reviewed(STEPS, 0.04)


@pytest.fixture(scope="module")
def curve() -> Curve:
    """The curve of a short game, with few playouts."""
    return chart(REVIEW)


def test_every_position_has_chances_and_the_last_one_the_result(curve: Curve) -> None:
    for position in range(len(STEPS) + 1):
        value = curve.at(position)
        assert sum(value.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in value.chances)
        assert all(error >= 0 for error in value.errors)
    assert sorted(curve.at(len(STEPS)).chances) == [0, 0, 1]
    assert curve.at(len(STEPS)).errors == (0, 0, 0)
    assert REVIEW.complete
    assert len(curve.turns) == 10


def test_only_draws_and_unexpected_decisions_change_a_chance(curve: Curve) -> None:
    changes = 0
    for number, step in enumerate(STEPS[:-1]):
        is_drawn = draws(step.before, step.code)
        if not is_drawn and follows_policy(step, REVIEW.choices[number]):
            assert curve.at(number) == curve.at(number + 1)
        else:
            changes += curve.at(number) != curve.at(number + 1)
    assert changes > 10


def test_jumps_are_played_out_on_both_sides(curve: Curve) -> None:
    played_out = [number for number in _jumps(curve) if len(curve.segments[number].shares) == 32]
    assert len(played_out) > 4
    assert {len(segment.shares) for segment in curve.segments} == {0, 4, 32}


def test_without_time_the_model_answers_alone() -> None:
    review = reviewed(STEPS, 1, go=lambda: False)
    curve = chart(review)
    assert not review.complete
    assert review.playouts.played == 0
    assert sum(curve.at(40).chances) == pytest.approx(1)
    assert max(curve.at(40).errors) >= 0.05
    assert sorted(curve.at(len(STEPS)).chances) == [0, 0, 1]


def test_corrections_are_weighed_by_distance_and_fade() -> None:
    known = [(1.0, [0.1], (0.02,)), (3.0, [0.3], (0.02,))]
    middle, error = _correction(2.0, known, 1, 0.0)
    assert middle[0] == pytest.approx(0.2)
    assert error[0] == pytest.approx(0.02 / 2**0.5)
    assert _correction(1.0, known, 1, 0.0)[0][0] < 0.2
    assert _correction(99.0, known, 1, 0.0)[0] == [0.0]


# Luck and skill add up to the result, and following the policy is no skill.


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
    drawing = {a.kind_of(step.code) for step in steps if draws(step.before, step.code)}
    assert {a.THROW_FOR_START, a.ROLL_AND_MOVE} <= drawing
    assert a.BUY_PROPERTY not in drawing


def test_leaving_the_game_is_a_decision_of_its_own() -> None:
    steps = played(3, 6, seed=5)
    left = Taken(steps[30].before, NOBODY, 2, steps[30].before)
    assert left.seat == 2
    assert not draws(left.before, left.code)
    (choice,) = reviewed([left], 1).choices
    assert choice is None
    assert not follows_policy(left, choice)
