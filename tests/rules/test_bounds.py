"""Bounds of money follow from what actions declare that the bank pays."""

from __future__ import annotations

import pytest

from gitopoly.rules import Rules
from gitopoly.rules.actions import ACTIONS, kind_of
from gitopoly.rules.bounds import LARGEST_AMOUNT, fits_32_bits, money_within, paid_in_a_turn
from tests.rules.played_steps import SETTINGS, steps


def test_what_ends_in_time_and_has_small_amounts_fits() -> None:
    assert fits_32_bits(Rules.of("classic", 8), 10_000)
    assert fits_32_bits(Rules.of("formal", 6), 1 << 60)  # its bank makes no money
    assert not fits_32_bits(Rules.of("classic", 8), 100_000)
    assert not fits_32_bits(Rules.of("classic", 8, pass_go_reward=10_000), 10_000)


def test_the_bank_pays_at_most_two_salaries_a_roll_and_as_much_for_each_of_two_cards() -> None:
    rules = Rules.of("classic", 4)
    rolls_and_cards = 4 * 3 + 2 * 3 * 2
    assert paid_in_a_turn(rules) == rolls_and_cards * 2 * rules.pass_go_reward


def test_larger_amounts_than_a_million_need_more() -> None:
    for amount, fits in ((LARGEST_AMOUNT, True), (LARGEST_AMOUNT + 1, False)):
        rules = Rules.of("classic", 4)
        rules.jail_fine = amount
        assert fits_32_bits(rules, 1) == fits
        rules = Rules.of("classic", 4)
        rules.rent[1] = amount
        rules.total_money = 2 * amount
        assert fits_32_bits(rules, 1) == fits


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_bank_pays_no_more_in_a_turn_than_is_declared(setting: str) -> None:
    """What it lends on property and gives back for buildings aside."""
    paid = turn = 0
    for before, action, _, after in steps(setting):
        known = ACTIONS[kind_of(action)]
        if before.turns != turn:
            paid, turn = 0, before.turns
        held = [sum(s.money) + s.pot for s in (before, after)]
        if held[1] > held[0] and not known.is_exchange:
            assert known.bank_pays, f"{known.name} brings money and does not say how much"
            paid += held[1] - held[0]
        assert paid <= paid_in_a_turn(before.rules)
        # The bank starts with what is not with the players, and may have issued more.
        assert held[1] + after.bank_money <= money_within(before.rules, after.turns + 1)
