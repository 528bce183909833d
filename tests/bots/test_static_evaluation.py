"""Chances at a glance: money that can be raised, and rents that others owe."""

from __future__ import annotations

from gitopoly.bots.static_evaluation import CERTAIN, chances, earnings, rents_once_built, strength
from tests.kernel.scenario import Scenario


def test_rents_are_those_of_the_rules_and_mortgaged_deeds_earn_nothing() -> None:
    game = Scenario(players=2).give(1, 5, 15).give(1, 39).give(1, 37, mortgaged=True).cash(0, 1500)
    assert earnings(game.s, game.rules, 0) == 2 * 50 + 2 * 50
    assert earnings(game.s, game.rules, 1) == 0


def test_both_utilities_count_as_ten_throws_of_seven() -> None:
    game = Scenario(players=2).give(1, 12)
    assert earnings(game.s, game.rules, 0) == 28
    assert earnings(game.give(1, 28).s, game.rules, 0) == 140


def test_a_complete_group_counts_as_built_with_the_cash_that_there_is() -> None:
    game = Scenario(players=2).give(1, 16, 18, 19)
    poor, rich = game.cash(100, 1500), Scenario(players=2).give(1, 16, 18, 19).cash(1000, 1500)
    assert earnings(poor.s, poor.rules, 0) == 2 * (14 + 14 + 16)
    # Nine houses for 900 dollars, three on each street.
    assert rents_once_built(rich.s, rich.rules, 0, 3) == 550 + 550 + 600
    assert earnings(rich.s, rich.rules, 0) == 1700


def test_lifting_mortgages_leaves_less_to_build_with() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(1, 19, mortgaged=True).cash(500, 1500)
    free = Scenario(players=2).give(1, 16, 18, 19).cash(500, 1500)
    assert rents_once_built(game.s, game.rules, 0, 3) < rents_once_built(free.s, free.rules, 0, 3)


def test_chances_are_shared_and_more_of_anything_is_better() -> None:
    game = Scenario(players=3)
    assert [chances(game.s, game.rules, seat) for seat in range(3)] == [CERTAIN // 3] * 3
    richer = Scenario(players=3).cash(1600, 1500, 1500)
    owner = Scenario(players=3).give(1, 39)
    for better in (richer, owner):
        assert chances(better.s, better.rules, 0) > CERTAIN // 3 > chances(better.s, game.rules, 1)


def test_who_is_bankrupt_has_no_chances() -> None:
    game = Scenario(players=2)
    game.s.is_bankrupt[1] = 1
    assert strength(game.s, game.rules, 1) == chances(game.s, game.rules, 1) == 0
    assert chances(game.s, game.rules, 0) == CERTAIN
