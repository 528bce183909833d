"""Hints while playing: ranked choices and trades."""

from __future__ import annotations

from gitopoly.bots.analysis.hints import hints, judged_trade
from gitopoly.rules import AmountRange, actions as a, is_legal, legal_actions
from tests.analysis.games import plain
from tests.rules.scenario import Scenario


def test_hints_are_legal_and_the_best_comes_first() -> None:
    game = Scenario(players=2, turn_limit=2).at(1, 1).turn(1, "post-roll")
    found = hints(game.s, 0, legal_actions(game.s, 0), plain(game.rules), 4)
    assert {a.kind_of(hint.action) for hint in found} == {a.BUY_PROPERTY, a.AUCTION_PROPERTY}
    assert all(is_legal(game.s, hint.action) for hint in found)
    assert found[0].chance >= found[1].chance


def test_bids_stay_within_what_the_seat_can_bid() -> None:
    game = Scenario(players=2, turn_limit=2).at(1, 39).turn(1, "post-roll").do("auction")
    free = hints(game.s, 0, legal_actions(game.s, 0), plain(game.rules), 2)
    bids = sorted(a.number_of(hint.action) for hint in free if a.kind_of(hint.action) == a.BID)
    assert bids[0] == 1 < bids[-1]  # the lowest, and what `trader` would bid
    known = bids[-1] + 10  # somebody is known to have bid more
    bound = [a.code_of(a.PASS, 0), AmountRange(a.code_of(a.BID, 0), known + 1, 1500)]
    found = hints(game.s, 0, bound, plain(game.rules), 2)
    assert {hint.action for hint in found} == {a.code_of(a.PASS, 0), bound[1].of(known + 1)}


def test_tax_1_there_is_no_hint_before_the_tax_is_chosen() -> None:
    game = Scenario(players=2, turn_limit=2).at(1, 4).turn(1, "post-roll")
    assert hints(game.s, 0, legal_actions(game.s, 0), plain(game.rules), 1) == []
    fixed = Scenario(players=2, turn_limit=2, tax_choice=0).at(1, 4).turn(1, "post-roll")
    assert len(hints(fixed.s, 0, legal_actions(fixed.s, 0), plain(fixed.rules), 1)) == 1


def test_whoever_has_nothing_to_decide_gets_no_hint() -> None:
    game = Scenario(players=2).turn(1)
    assert hints(game.s, 1, legal_actions(game.s, 1), plain(game.rules), 1) == []


def test_a_trade_is_judged_for_both_and_says_what_the_other_would_accept() -> None:
    game = Scenario(players=2, turn_limit=2).give(1, 16, 18).give(2, 19).turn(1)
    deeds = 1 << game.rules.deed_index[19]
    cheap = judged_trade(game.s, a.offer(0, 1, deeds, 0, 10), plain(game.rules), 2)
    assert not cheap.accepted
    assert cheap.asked is not None
    dear = judged_trade(game.s, a.offer(0, 1, deeds, 0, cheap.asked), plain(game.rules), 2)
    assert dear.accepted
    less = judged_trade(game.s, a.offer(0, 1, deeds, 0, cheap.asked - 1), plain(game.rules), 2)
    assert not less.accepted
    assert cheap.gain == -cheap.gain_of_other


def test_there_may_be_no_price_that_a_seat_could_pay() -> None:
    game = Scenario(players=2, turn_limit=2).give(1, 16, 18).give(2, 19).cash(30, 1500).turn(1)
    offer = a.offer(0, 1, 1 << game.rules.deed_index[19], 0, 10)
    assert judged_trade(game.s, offer, plain(game.rules), 1).asked is None
