"""What property is worth, the rents it brings, and the chances that both give a seat."""

from __future__ import annotations

from dataclasses import replace

from gitopoly.bots.worth import (
    CERTAIN,
    chances,
    earnings,
    gain_by_exchange,
    group_prize,
    group_worth,
    rents_of_others,
    rents_once_built,
    strength,
    worth_of_denying,
    worth_to,
)
from gitopoly.editions import load
from gitopoly.rules import Rules, initial
from gitopoly.rules.board import renew_sets
from tests.rules.scenario import Scenario


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


def earned(game: Scenario, seat: int) -> int:
    """What a seat earns with the cash that it has."""
    return earnings(game.s, game.rules, seat, game.s.money[seat])


def test_rents_are_those_of_the_rules_and_mortgaged_deeds_earn_nothing() -> None:
    game = Scenario(players=2).give(1, 5, 15).give(1, 39).give(1, 37, mortgaged=True).cash(0, 1500)
    assert earned(game, 0) == 2 * 50 + 2 * 50
    assert earned(game, 1) == 0


def test_both_utilities_count_as_ten_throws_of_seven() -> None:
    game = Scenario(players=2).give(1, 12)
    assert earned(game, 0) == 28
    assert earned(game.give(1, 28), 0) == 140


def test_rent_5_an_owner_of_three_utilities_takes_ten_times_the_roll() -> None:
    edition = load("classic")
    squares = [*edition.squares]
    squares[5] = replace(squares[12], name="Gas Works", key="")
    rules = Rules.of(replace(edition, squares=tuple(squares)), 2)
    s = initial(rules)
    for square in (5, 12, 28):
        s.owner[square] = 0
    renew_sets(s, rules)
    assert earnings(s, rules, 0, 0) == 3 * 10 * 7


def test_a_complete_group_counts_as_built_with_the_cash_that_there_is() -> None:
    game = Scenario(players=2).give(1, 16, 18, 19)
    poor, rich = game.cash(100, 1500), Scenario(players=2).give(1, 16, 18, 19).cash(1000, 1500)
    assert earned(poor, 0) == 2 * (14 + 14 + 16)
    # Nine houses for 900 dollars, three on each street.
    assert rents_once_built(rich.s, rich.rules, 3, 1000) == 550 + 550 + 600
    assert earned(rich, 0) == 1700


def test_lifting_mortgages_leaves_less_to_build_with() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(1, 19, mortgaged=True).cash(500, 1500)
    free = Scenario(players=2).give(1, 16, 18, 19).cash(500, 1500)
    assert rents_once_built(game.s, game.rules, 3, 500) < rents_once_built(
        free.s, free.rules, 3, 500
    )


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
