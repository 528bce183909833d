"""Ratings tell the better from the worse, and say how sure they are."""

from __future__ import annotations

import sys

import pytest

from gitopoly.arena.tournaments.ratings import certainty, rate
from gitopoly.errors import MissingExtra


def test_who_wins_more_is_rated_higher_and_more_games_are_surer() -> None:
    few = rate(["a", "b"], [("a", "b", 1), ("b", "a", 2)])
    many = rate(["a", "b"], [("a", "b", 1), ("b", "a", 2)] * 20)
    assert few["a"].mu > few["b"].mu
    assert many["a"].sigma < few["a"].sigma


def test_ties_keep_equals_equal() -> None:
    ratings = rate(["a", "b"], [("a", "b", 0)] * 4)
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu)


def test_a_bot_that_never_played_has_the_rating_of_a_newcomer() -> None:
    assert rate(["a"], [])["a"].mu == 25.0


def test_without_openskill_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match="arena"):
        rate(["a"], [])


def test_certainty_grows_with_the_number_of_units() -> None:
    few, many = certainty([1.0, 0.5]), certainty([1.0, 0.5] * 40)
    assert 0.5 < few.better < many.better
    assert few.low < many.low < 0.75 < many.high < few.high
    assert few.score == many.score == 0.75


def test_nothing_is_known_without_games_and_nothing_is_ever_certain() -> None:
    assert certainty([]).better == 0.5
    assert certainty([0.5] * 10).better == pytest.approx(0.5)
    assert certainty([1.0]).better < 0.95
    assert "over 99.9%" in certainty([1.0] * 1000).verdict("a", "b")


def test_a_verdict_names_the_better_or_asks_for_more_games() -> None:
    assert certainty([1.0] * 20).verdict("a", "b").startswith("a is better")
    assert certainty([0.0] * 20).verdict("a", "b").startswith("b is better")
    assert "a is ahead" in certainty([1.0, 0.5]).verdict("a", "b")
    assert "b is ahead" in certainty([0.0, 0.5]).verdict("a", "b")
