"""Chances in every position of a game."""

from __future__ import annotations

import pytest

from gitopoly.bots.analysis.curve import Curve, _correction, _jumps, chart
from gitopoly.bots.analysis.review import draws, follows_policy
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
        is_drawn = draws(step.before, step.action)
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
