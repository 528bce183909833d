"""Auctions as people know them: a leader among all known bids, and bids up to a limit."""

from __future__ import annotations

import pytest

from gitopoly.rules import AmountRange, actions as a, legal_actions
from gitopoly.table.bidding import automatic_bid, current_price, leader_of
from tests.rules.scenario import Scenario


def auction(*moves: str) -> Scenario:
    """An auction of Boardwalk that p1 has opened."""
    game = Scenario(players=3).at(1, "Boardwalk").turn(1, "post-roll").do("auction")
    return game.do(*moves)


def test_without_a_bid_nobody_leads() -> None:
    game = auction()
    assert (current_price(game.s), leader_of(game.s)) == (0, -1)


def test_a_bid_of_the_open_round_leads_at_once() -> None:
    game = auction("p2: bid 40")
    assert (current_price(game.s), leader_of(game.s)) == (40, 1)
    game.do("p3: bid 70")
    assert (current_price(game.s), leader_of(game.s)) == (70, 2)


def test_of_equal_bids_the_first_after_the_opener_leads() -> None:
    assert leader_of(auction("p1: bid 40", "p3: bid 40").s) == 2


def test_whoever_leads_stands_and_names_no_price_twice() -> None:
    game = auction("p1: bid 40", "p2: pass", "p3: bid 30", "p1: next round", "p3: next round")
    found = legal_actions(game.s, 0)
    assert automatic_bid(game.s, 0, found, None) == a.code_of(a.STAND, 0)
    assert automatic_bid(game.s, 0, found, 500) == a.code_of(a.STAND, 0)


@pytest.mark.parametrize(
    ("ceiling", "bid"), [(500, 45), (43, 43), (41, 41), (40, None), (0, None), (2000, 45)]
)
def test_a_limit_raises_a_little_and_then_passes(ceiling: int, bid: int | None) -> None:
    game = auction("p2: bid 40", "p3: pass")
    offered = [
        AmountRange(a.code_of(a.BID, 0), 41, c.highest) if isinstance(c, AmountRange) else c
        for c in legal_actions(game.s, 0)
    ]
    wished = a.code_of(a.PASS, 0) if bid is None else a.code_of(a.BID, 0, number=bid)
    assert automatic_bid(game.s, 0, offered, ceiling) == wished


def test_without_a_limit_whoever_is_outbid_decides() -> None:
    game = auction("p2: bid 40")
    assert automatic_bid(game.s, 0, legal_actions(game.s, 0), None) is None


def test_outside_of_auctions_nothing_is_bid() -> None:
    game = Scenario()
    assert automatic_bid(game.s, 0, legal_actions(game.s, 0), 100) is None
