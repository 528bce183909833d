"""What `trader` and `strong` do under the adjudicator: auctions, reserves, offers."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.agents.builtin import BuiltIn, kernel_state
from gitopoly.arena.agents.habits import HIGHEST, LOW_BID, AuctionHabits, improves, keep_more
from gitopoly.rules.actions import offer
from tests.arena.invented_agents import Scripted, play, table

ZERO = (0, 0, 0, 0)


def asking(phase: int, payload: Any, deeds: dict[int, int], **settings: Any) -> Any:
    """A state tuple."""
    debt = settings.pop("debt", ZERO)
    return (*table(None, None, [], deeds=deeds, **settings).view(phase, payload, debt), [])


def test_a_deed_is_declined_in_order_to_bid_for_it() -> None:
    agent = BuiltIn(1, "trader", 0)
    assert not agent.buyProperty(asking(3, 11, {}, positions=(11, 0)))
    assert agent.auctionProperty(asking(4, (11, 0), {})) == 140 * LOW_BID // 100
    # Not one that would complete a group.
    assert agent.buyProperty(asking(3, 14, {11: 1, 13: 1}, positions=(14, 0)))
    assert agent.buyProperty(asking(3, 14, {11: -1, 13: -1}, positions=(14, 0)))


def test_who_loses_such_an_auction_buys_from_then_on() -> None:
    agent = BuiltIn(1, "trader", 0)
    agent.auctionProperty(asking(4, (11, 0), {}))
    agent.receiveState(asking(4, (13, 2), {}))  # of another deed
    assert agent.habits.pays
    agent.receiveState(asking(4, (11, 1), {}, cash=(1427, 1500)))
    assert agent.habits.pays
    agent.auctionProperty(asking(4, (11, 0), {}))
    agent.receiveState(asking(4, (11, 2), {11: -1}, cash=(1500, 1395)))
    assert not agent.habits.pays
    assert agent.buyProperty(asking(3, 13, {}, positions=(13, 0)))


def test_strong_learns_what_the_other_bids() -> None:
    s = kernel_state(asking(4, (11, 0), {}))
    habits = AuctionHabits(0, learns=True)
    habits.bid(s, 11)
    habits.told(asking(4, (11, 2), {11: -1}, cash=(1500, 1500 - 105)))
    assert habits.percent == 78
    assert habits.declines(s, 13)
    assert habits.bid(s, 13) == 140 * 78 // 100 + 1
    habits.told(asking(4, (13, 2), {13: -1}, cash=(1500, 1500 - 140)))
    assert habits.percent > HIGHEST
    assert not habits.declines(s, 13)


def test_nobody_bids_more_than_they_have_or_than_the_other_could() -> None:
    poor = kernel_state(asking(4, (39, 0), {}, cash=(20, 1500)))
    assert AuctionHabits(0, learns=False).bid(poor, 39) == 20
    assert not AuctionHabits(0, learns=False).declines(poor, 39)
    other = kernel_state(asking(4, (39, 0), {}, cash=(1500, 10)))
    assert AuctionHabits(0, learns=True).bid(other, 39) == 11


def test_in_a_game_half_the_price_is_enough_against_cautious_bidders() -> None:
    timid = Scripted(buy=False, bid=lambda state: 60)
    _, state, adjudicator = play(BuiltIn(1, "trader", 0), timid, [(5, 6)], [], [])
    assert (state[1][11], state[3]) == (1, (1500 - 140 * LOW_BID // 100, 1500))
    assert adjudicator.faults == []


def test_a_reserve_grows_with_the_rents_of_the_other() -> None:
    alone = kernel_state(asking(0, (), {}))
    keep_more(alone, 0)
    facing = kernel_state(asking(0, (), {37: -6, 39: -6}))
    keep_more(facing, 0)
    assert 0 < facing.money[0] < alone.money[0] < 1500


@pytest.mark.parametrize(("cash", "good"), [(0, True), (1500, False)])
def test_an_offer_must_help_whoever_makes_it(cash: int, good: bool) -> None:
    """Boardwalk for Park Place's owner: free of charge, or for everything they have."""
    s = kernel_state(asking(0, (), {37: 1, 39: -1}))
    code = offer(0, 1, 1 << s.rules.deed_index[39], 0, cash)
    assert improves(s, code, 0) is good


def test_there_is_one_offer_in_a_phase_and_none_in_debt() -> None:
    """A second offer would end the phase, and a debtor would be ruined by it."""
    deeds = {1: 1, 3: -1, 6: -1, 8: 1, 9: 1, 37: -1, 39: 1}
    offers = {0: 0, 1: 0}
    for seed in range(40):
        agent = BuiltIn(1, "random", seed)
        answers = [agent.getBSMTDecision(asking(0, (), deeds)) for _ in range(6)]
        offers[0] += sum(answer is not None and answer[0] == "T" for answer in answers) > 1
        owed = asking(0, (), deeds, cash=(0, 1500), debt=(2, 50, 0, 0))
        answer = BuiltIn(1, "trader", seed).getBSMTDecision(owed)
        offers[1] += answer is None or answer[0] == "T"
    assert offers == {0: 0, 1: 0}
