"""The way out of a debt that the page proposes: it suffices, and gives up little."""

from __future__ import annotations

from gitopoly.rules import actions as a, apply
from gitopoly.table.debt_plan import plan, plan_facts
from tests.rules.scenario import Scenario


def owing(game: Scenario, amount: int, cash: int = 0) -> Scenario:
    """The first player owes the second one."""
    game.give(2, 37, 39).cash(cash, 1500).at(1, 39).turn(1, "post-roll")
    game.do("owe rent")
    game.s.debt_amount[0] = amount
    return game


def proposed(game: Scenario) -> list[tuple[str, int]]:
    """What the plan gives up."""
    return [(step["do"], step["square"]) for step in plan_facts(game.s, 0)]


def test_one_mortgage_that_suffices_is_enough_and_the_smallest() -> None:
    game = owing(Scenario(players=2).give(1, 5, 12, 31), 90)
    assert proposed(game) == [("mortgage", 5)]


def test_what_a_later_step_makes_unnecessary_is_left_out() -> None:
    game = owing(Scenario(players=2).give(1, 1, 5, 31), 240)
    assert proposed(game) == [("mortgage", 31), ("mortgage", 5)]


def test_whole_groups_and_buildings_are_given_up_last() -> None:
    def rich() -> Scenario:
        return Scenario(players=2).give(1, 6, 8, 9, level=1).give(1, 11, 13, 14).give(1, 5)

    assert proposed(owing(rich(), 60)) == [("mortgage", 5)]
    assert proposed(owing(rich(), 150))[0] == ("mortgage", 5)
    verbs = [verb for verb, _ in proposed(owing(rich(), 350))]
    assert verbs == sorted(verbs)
    assert "sell" in verbs


def test_every_plan_can_be_carried_out_and_then_pays() -> None:
    game = Scenario(players=2).give(1, 6, 8, 9, level=3).give(1, 11, 13, 5)
    game = owing(game, 600)
    steps = plan(game.s, 0)
    for step in steps:
        before = game.money(1)
        apply(game.s, step.code)
        assert game.money(1) - before == step.amount
    assert game.money(1) >= 600
    apply(game.s, a.code_of(a.PAY_OFF_DEBT, 0))


def test_there_is_no_plan_where_none_suffices_or_none_is_needed() -> None:
    assert proposed(owing(Scenario(players=2).give(1, 1), 500)) == []
    assert proposed(owing(Scenario(players=2).give(1, 1), 50, cash=60)) == []
    assert plan(Scenario(players=2).s, 0) == []
