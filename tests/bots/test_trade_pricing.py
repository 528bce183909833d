"""Offers: they complete a group, suit both, and are legal; unfair ones are declined."""

from __future__ import annotations

from gitopoly.bots import BUILDER, CAUTIOUS, TRADER
from gitopoly.bots.table_policy import wish
from gitopoly.bots.trade_pricing import NO_OFFER, best_offer, is_fair
from gitopoly.rules import actions as a, is_legal
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.step import attempt, list_actions
from tests.rules.scenario import Scenario


def answer(game: Scenario, policy: int) -> int:
    """What seat 2 does with the open offer."""
    buffer = ActionBuffer()
    list_actions(game.s, game.rules, 1, buffer)
    return a.kind_of(wish(game.s, policy, 1, buffer))


def offered(deeds: tuple[int, ...], cash: int) -> Scenario:
    """Seat 1, who has two oranges, offers seat 2 something for the third."""
    game = Scenario(players=2).give(1, 16, 18, 5).give(2, 19, 1)
    mask = sum(1 << game.rules.deed_index[square] for square in deeds)
    assert attempt(game.s, game.rules, a.offer(0, 1, mask, 0, cash), 0, True) == 0
    return game


def test_the_best_offer_completes_a_group_and_is_legal() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    code = best_offer(game.s, game.rules, 0, 1)
    assert is_legal(game.s, code)
    assert a.deeds_of(code) == 1 << game.rules.deed_index[19]
    assert a.cash_of(code) > 200


def test_there_is_no_offer_where_nothing_can_be_completed() -> None:
    game = Scenario(players=2).give(1, 16).give(2, 1)
    assert best_offer(game.s, game.rules, 0, 1) == NO_OFFER


def test_there_is_no_offer_without_cash_for_it() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19).cash(50, 1500)
    assert best_offer(game.s, game.rules, 0, 1) == NO_OFFER


def test_builder_takes_what_gains_and_trader_what_is_fair() -> None:
    for cash, builder, trader in (
        (100, a.DECLINE_TRADE, a.DECLINE_TRADE),
        (230, a.ACCEPT_TRADE, a.DECLINE_TRADE),
        (700, a.ACCEPT_TRADE, a.ACCEPT_TRADE),
    ):
        assert answer(offered((19,), cash), BUILDER) == builder
        assert answer(offered((19,), cash), TRADER) == trader
        assert answer(offered((19,), cash), CAUTIOUS) == a.DECLINE_TRADE


def test_fair_is_a_gain_of_at_least_half_of_the_others() -> None:
    assert is_fair(50, 100)
    assert not is_fair(49, 100)
    assert not is_fair(0, -10)


def test_trader_pays_no_cash_that_its_new_group_needs() -> None:
    """It used to pay all that it had, and so played worse the more it had."""
    for cash, expected in ((500, a.DECLINE_TRADE), (700, a.ACCEPT_TRADE)):
        game = Scenario(players=2).give(1, 16, 18, 31).give(2, 19, 32, 34).cash(1500, cash)
        swapped = sum(1 << game.rules.deed_index[square] for square in (19, 31))
        assert attempt(game.s, game.rules, a.offer(0, 1, swapped, 0, -200), 0, True) == 0
        assert answer(game, BUILDER) == a.ACCEPT_TRADE
        assert answer(game, TRADER) == expected
