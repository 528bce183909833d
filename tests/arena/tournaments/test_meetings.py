"""Nothing is called decided that chance explains."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from gitopoly.arena.tournaments.decisions import (
    LEVEL,
    chance_of_difference,
    chance_of_lead,
    corrected,
    settled,
    student_quantile,
)
from gitopoly.arena.tournaments.meetings import Meeting, leaders, told_chance
from gitopoly.arena.tournaments.ratings import fit
from tests.arena.tournaments.simulated import World, names_of, played


def meeting(*scores: float) -> Meeting:
    return Meeting("a", "b", scores, 2 * len(scores))


def test_a_verdict_names_the_better_or_asks_for_more_games() -> None:
    assert meeting(*[1.0] * 20).verdict(0.00001) == "a is better (p < 0.0001)"
    assert meeting(*[0.0] * 20).verdict(0.012) == "b is better (p = 0.012)"
    assert meeting(1.0, 0.5).verdict(0.5) == "not decided: a is ahead; play more games"
    assert meeting(0.0, 0.5).verdict(0.5) == "not decided: b is ahead; play more games"
    assert meeting(0.0, 1.0).verdict(1.0) == "not decided: they are level; play more games"
    assert told_chance(0.0) == "p < 0.0001"


def test_chances_are_those_of_tossed_coins() -> None:
    assert chance_of_lead([]) == chance_of_lead([0.5, -0.5]) == chance_of_lead([0.0] * 9) == 1.0
    assert chance_of_lead([0.5] * 10) == 2 / 2**10
    assert chance_of_lead([0.5] * 9 + [-0.5]) == 22 / 2**10
    many = [0.5, 0.5, 0.5, -0.5, -0.5] * 1000
    assert chance_of_lead(many) == pytest.approx(chance_of_lead([*many, 0.0]))
    assert chance_of_lead(many) < 1e-9
    assert chance_of_lead([0.5, -0.5] * 1500 + [0.5] * 3) > 0.9


def test_student_is_wider_than_normal_for_few() -> None:
    quantiles = [student_quantile(0.975, freedom) for freedom in (4, 10, 30, 1e6)]
    assert quantiles == pytest.approx([2.776, 2.228, 2.042, 1.96], abs=0.02)
    chances = [chance_of_difference(2.228, 1.0, freedom) for freedom in (10, 1e6)]
    assert chances == pytest.approx([0.05, 0.0259], abs=0.002)
    assert chance_of_difference(1.0, 0.0, 10) == 1.0


def test_many_looks_need_stronger_evidence() -> None:
    assert corrected([0.02]) == [0.02]
    assert corrected([0.02] * 3) == pytest.approx([0.06] * 3)
    assert corrected([]) == []


def stated(strengths: list[float], tournaments: int) -> float:
    """In what share of tournaments anybody is called better than anybody else, or a winner."""
    chance = random.Random(8)
    found = 0
    for _ in range(tournaments):
        units = played(chance, World(units=15, seat=0.2), strengths)
        names = names_of(strengths)
        scores: dict[tuple[str, str], list[float]] = defaultdict(list)
        for unit in units:
            (bots, _), *_ = unit
            wins = sum(finish[0] == (who.index(bots[0]),) for who, finish in unit)
            ties = sum(len(finish) == 1 for _, finish in unit)
            scores[bots[0], bots[1]].append((wins + ties / 2) / 2)
        chances = corrected(Meeting(*pair, each, 30).chance() for pair, each in scores.items())
        found += min(chances) <= LEVEL or len(leaders(fit(names, units))) == 1
    return found / tournaments


def test_level_bots_are_seldom_told_apart_and_uneven_ones_often() -> None:
    assert stated([0.0] * 4, 60) <= 0.12
    assert stated([0.0, 0.0, 0.0, 2.0], 10) >= 0.9


def test_intervals_of_a_share_hold_the_true_one() -> None:
    chance = random.Random(2)
    covered = 0
    for _ in range(400):
        share = chance.uniform(0.25, 0.75)
        scores = [(chance.random() < share) / 2 + (chance.random() < share) / 2 for _ in range(25)]
        low, high = meeting(*scores).interval()
        covered += low <= share <= high
    assert 0.93 <= covered / 400 <= 0.98


def test_a_league_may_look_as_often_as_it_likes() -> None:
    """A usual test, repeated after every game, finds a difference in a third of level pairs."""
    chance = random.Random(4)
    at_any_time = naive = 0
    for _ in range(200):
        total, found, once = 0.0, False, False
        for games in range(1, 401):
            total += chance.gauss(0, 2)  # the error of one game is about 2
            if games % 10 == 0:
                mean, error = total / games, 2 / games**0.5
                found = found or settled(mean, error)
                once = once or chance_of_difference(mean, error, 1e9) <= LEVEL
        at_any_time += found
        naive += once
    assert at_any_time / 200 <= 0.06
    assert naive / 200 >= 0.25
    assert settled(1.0, 0.1)
    assert not settled(1.0, 0.0)
    assert not settled(0.25, 0.1, looks_at_once=1000)
