"""Compound actions of the arena: all or nothing, judged on the result."""

from __future__ import annotations

import pytest

from gitopoly.arena.matches.bulk import build, sell, turn_mortgages
from gitopoly.rules.refusals import LEGAL, rule_of
from tests.rules.scenario import Scenario


def change(**levels: int) -> list[int]:
    """Numbers for squares: `change(s6=1, s8=2)`."""
    numbers = [0] * 40
    for square, number in levels.items():
        numbers[int(square[1:])] = number
    return numbers


def arena(*squares: int, level: int = 0) -> Scenario:
    """Seat 1 owns some squares."""
    return Scenario("arena", 2).give(1, *squares, level=level)


def refused(operation: object, scenario: Scenario, numbers: list[int]) -> str:
    """The rule that refuses; the state must stay as it was."""
    before = scenario.s.copy()
    refusal = operation(scenario.s, scenario.rules, 0, numbers)  # type: ignore[operator]
    assert scenario.s == before
    assert refusal != LEGAL
    return rule_of(refusal)


def test_build_1_arena_judges_a_list_on_its_result() -> None:
    game = arena(6, 8, 9)
    assert build(game.s, game.rules, 0, change(s6=1, s8=2, s9=1)) == LEGAL
    assert [game.level(square) for square in (6, 8, 9)] == [1, 2, 1]
    assert (game.money(1), game.s.houses_left) == (1300, 28)


def test_a_hotel_from_nothing_takes_the_hotel_and_no_house() -> None:
    game = arena(37, 39).cash(3000)
    assert build(game.s, game.rules, 0, change(s37=5, s39=5)) == LEGAL
    assert (game.money(1), game.s.houses_left, game.s.hotels_left) == (1000, 32, 10)


@pytest.mark.parametrize(
    ("numbers", "rule"),
    [
        (change(s6=2, s8=0, s9=1), "BUILD-1"),
        (change(s6=6, s8=6, s9=6), "BUILD-6"),
        (change(s1=1), "BUILD-1"),
        (change(s6=5, s8=5, s9=5), "BUILD-4"),
    ],
    ids=["uneven", "beyond a hotel", "another's", "too dear"],
)
def test_a_list_with_one_fault_is_refused_as_a_whole(numbers: list[int], rule: str) -> None:
    assert refused(build, arena(6, 8, 9).cash(700), numbers) == rule


def test_a_list_beyond_the_stock_is_refused() -> None:
    assert refused(build, arena(6, 8, 9).stock(3), change(s6=1, s8=1, s9=2)) == "SHORT-4"


def test_sell_1_arena_sells_a_list_at_half_the_list_price() -> None:
    game = arena(37, 39, level=5)
    assert sell(game.s, game.rules, 0, change(s37=4, s39=5)) == LEGAL
    assert (game.level(37), game.level(39)) == (1, 0)
    assert (game.money(1), game.s.houses_left, game.s.hotels_left) == (2400, 31, 12)


def test_sell_2_arena_needs_the_houses_that_come_back() -> None:
    game = arena(37, 39, level=5).stock(3, 10)
    assert refused(sell, game, change(s37=1)) == "SELL-2"
    assert refused(sell, game, change(s37=2)) == "SELL-2"
    assert sell(game.s, game.rules, 0, change(s37=4, s39=4)) == LEGAL


def test_mort_1_arena_turns_mortgages_round_in_one_go() -> None:
    game = arena(5, 15).give(1, 25, mortgaged=True)
    assert turn_mortgages(game.s, game.rules, 0, change(s5=1, s25=1)) == LEGAL
    assert (game.money(1), game.s.mortgaged[5], game.s.mortgaged[25]) == (1490, 1, 0)


def test_mort_2_arena_refuses_what_the_cash_does_not_cover() -> None:
    game = arena().give(1, 25, mortgaged=True).cash(109)
    assert refused(turn_mortgages, game, change(s25=1)) == "MORT-2"
