"""What property is worth: complete groups more than their parts, mortgages less."""

from __future__ import annotations

from gitopoly.bots.worth import (
    gain_by_exchange,
    group_prize,
    group_worth,
    rents_of_others,
    worth_of_denying,
    worth_to,
)
from tests.kernel.scenario import Scenario


def test_the_last_deed_of_a_group_is_worth_more_than_the_first() -> None:
    game = Scenario(players=2).give(1, 16, 18)
    assert worth_to(game.s, game.rules, 0, 19) > 2 * worth_to(game.s, game.rules, 1, 19)
    assert worth_of_denying(game.s, game.rules, 1, 19) > 0
    assert worth_of_denying(game.s, game.rules, 0, 19) == 0


def test_dear_groups_promise_more_than_cheap_ones() -> None:
    rules = Scenario().rules
    assert group_prize(rules, 0) < group_prize(rules, 1) < group_prize(rules, 3)


def test_a_mortgage_lowers_the_worth_by_more_than_it_brings() -> None:
    free, burdened = Scenario().give(1, 39), Scenario().give(1, 39, mortgaged=True)
    rules, group = free.rules, free.rules.group[39]
    deeds = rules.group_deeds[group]
    worth, left = (
        group_worth(game.s, rules, group, game.s.holdings[0] & deeds) for game in (free, burdened)
    )
    assert worth - left > rules.value[39] // 2


def test_an_exchange_that_completes_a_group_gains() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    deeds = 1 << game.rules.deed_index[19]
    assert gain_by_exchange(game.s, game.rules, 0, 1, deeds, 0) > 300
    assert gain_by_exchange(game.s, game.rules, 1, 0, deeds, 0) == -200


def test_only_the_rents_of_others_are_feared() -> None:
    game = Scenario(players=2).give(1, 37, 39, level=3)
    assert rents_of_others(game.s, game.rules, 0) == 0
    assert rents_of_others(game.s, game.rules, 1) == 1100 + 1400
