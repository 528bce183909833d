"""Ratings follow from all games at once, and their intervals hold what they promise."""

from __future__ import annotations

import itertools
import math
import random
import sys

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.arena.tournaments.ratings import MIDDLE, SCALE, Unit, fit, two_seats
from gitopoly.errors import MissingExtra
from tests.arena.tournaments.simulated import World, coverage, names_of, played

WORLDS = [
    World(luck=0.0),
    World(luck=0.9),
    World(bots=6, units=25, spread=0.8, seat=0.2, tie=0.0, luck=0.4),
    World(bots=3, units=50, spread=1.5, seat=0.0, tie=0.1),
    World(bots=2, units=20),
    World(bots=8, units=5, spread=1.0, luck=0.3),
]


def mirrored(one: str, other: str, *winners: str) -> list[Unit]:
    """Units of two games each, by the names of the winners; `tie` for none."""
    games = []
    for number, winner in enumerate(winners):
        bots = (one, other) if number % 2 == 0 else (other, one)
        games.append(two_seats(bots, bots.index(winner) + 1 if winner in bots else 0))
    return (
        list(itertools.batched(games, 2))
        if sys.version_info >= (3, 12)
        else [tuple(games[place : place + 2]) for place in range(0, len(games), 2)]
    )


def test_who_wins_more_is_rated_higher_and_more_games_are_surer() -> None:
    few = fit("ab", mirrored("a", "b", "a", "a", "a", "b"))
    many = fit("ab", mirrored("a", "b", "a", "a", "a", "b") * 20)
    assert few.rating("a").points > MIDDLE > few.rating("b").points
    assert many.rating("a").error < few.rating("a").error
    assert few.rating("a").low < few.rating("a").points < few.rating("a").high


def test_three_of_four_are_191_points_and_ties_are_none() -> None:
    fitted = fit("ab", mirrored("a", "b", *"aaabbaaa") * 500)
    lead = fitted.rating("a").points - fitted.rating("b").points
    assert lead == pytest.approx(SCALE * math.log(3), abs=1)
    assert fitted.expected("a", "b") == pytest.approx(0.75, abs=0.01)
    level = fit("ab", mirrored("a", "b", *["tie"] * 8))
    assert level.rating("a").points == pytest.approx(level.rating("b").points)


def test_who_always_moves_first_gains_nothing_by_it() -> None:
    """The first seat wins; a and b had it equally often, c only in its games with d."""
    units = [(two_seats("ab", 1), two_seats("ba", 1))] * 10 + [(two_seats("cd", 1),)] * 10
    fitted = fit("abcd", units)
    assert fitted.seats[0] > 1
    lead = fitted.rating("c").points - fitted.rating("d").points
    assert abs(fitted.rating("a").points - fitted.rating("b").points) < 1e-6
    assert lead < SCALE * fitted.seats[0] / 2


def test_a_bot_that_never_played_is_in_the_middle_and_quite_uncertain() -> None:
    rating = fit("abc", mirrored("a", "b", "a", "b")).rating("c")
    assert rating.points == pytest.approx(MIDDLE)
    assert rating.high - rating.low > 1000
    assert fit("a", []).rating("a").points == MIDDLE


def test_a_bot_that_always_wins_has_a_rating() -> None:
    rating = fit("ab", mirrored("a", "b", *["a"] * 100)).rating("a")
    assert MIDDLE + 200 < rating.low < rating.points < rating.high < MIDDLE + 2000


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(chance: random.Random) -> None:
    strengths = [0.0, 0.4, 0.8]
    units = played(random.Random(3), World(units=4), strengths)
    expected = fit(names_of(strengths), units)
    shuffled = [tuple(chance.sample(unit, len(unit))) for unit in units]
    chance.shuffle(shuffled)
    found = fit(names_of(strengths), shuffled)
    for name in names_of(strengths):
        assert found.rating(name) == expected.rating(name)


def test_more_seats_follow_plackett_and_luce() -> None:
    """Strengths of 3, 2 and 1: whoever is first, the others compete as if alone."""
    worth = {"a": 3, "b": 2, "c": 1}
    units: list[Unit] = []
    for order in itertools.permutations("abc"):
        total, times = 6, 1.0
        for bot in order:
            times *= worth[bot] / total
            total -= worth[bot]
        finish = tuple(("abc".index(bot),) for bot in order)
        units += [((tuple("abc"), finish),)] * round(600 * times)
        # The same from other seats, so that seats and bots can be told apart.
        for turn in (1, 2):
            seats = "abc"[turn:] + "abc"[:turn]
            finish = tuple((seats.index(bot),) for bot in order)
            units += [((tuple(seats), finish),)] * round(600 * times)
    fitted = fit("abc", units)
    for one, other in itertools.combinations("abc", 2):
        lead = fitted.difference(one, other)[0]
        assert lead == pytest.approx(math.log(worth[one] / worth[other]), abs=0.02)
    assert fitted.seats == pytest.approx((0.0, 0.0), abs=0.02)


def test_ties_of_two_of_three_are_understood() -> None:
    units: list[Unit] = [((tuple("abc"), ((0, 1), (2,))),), ((tuple("abc"), ((0,), (1, 2))),)]
    fitted = fit("abc", units * 20)
    assert fitted.rating("a").points > fitted.rating("b").points > fitted.rating("c").points


@pytest.mark.parametrize("world", WORLDS[:2], ids=["independent", "same luck"])
def test_intervals_hold_the_true_rating_about_95_times_in_100(world: World) -> None:
    assert 0.92 <= coverage(world, 60) <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_intervals_hold_the_true_rating_in_93_to_97_of_100(world: World) -> None:
    assert 0.93 <= coverage(world, 1000) <= 0.97


def test_intervals_that_take_games_for_independent_are_too_wide_or_narrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the dispersion of a meeting is good for: without it the test above would fail."""
    monkeypatch.setattr("gitopoly.arena.tournaments.ratings.BORROWED", 1e9)
    assert coverage(World(luck=1.0, units=20), 60) > 0.985


def test_without_numpy_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match="arena"):
        fit("a", [])
