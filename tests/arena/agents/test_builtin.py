"""The policies of the kernel play as agents, without a single fault."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.agents.builtin import BuiltIn, kernel_state
from gitopoly.bots import POLICIES
from gitopoly.errors import InvalidBot
from tests.arena.invented_agents import play, table

ZERO = (0, 0, 0, 0)


def asking(phase: int, payload: Any, deeds: dict[int, int], **settings: Any) -> Any:
    """A state tuple."""
    debt = settings.pop("debt", ZERO)
    return (*table(None, None, [], deeds=deeds, **settings).view(phase, payload, debt), [])


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Each of them once on each seat; all pairs in CI.
        pytest.param(one, other, marks=() if (i + 1) % len(POLICIES) == j else pytest.mark.slow)
        for i, one in enumerate(POLICIES)
        for j, other in enumerate(POLICIES)
    ],
)
def test_whole_games_have_no_faults(first: str, second: str) -> None:
    for seed in range(1 if "strong" in (first, second) else 6):
        one = BuiltIn(1, first, seed, playouts=4)
        other = BuiltIn(2, second, seed + 50, playouts=4)
        _, _, adjudicator = play(one, other, seed=seed)
        assert adjudicator.faults == []


def test_equal_seeds_play_equal_games() -> None:
    games = [play(BuiltIn(1, "random", n), BuiltIn(2, "random", 5), seed=1)[1] for n in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_sensible_wins_against_random() -> None:
    wins = 0
    for seed in range(20):
        one, other = BuiltIn(1, "sensible", seed), BuiltIn(2, "random", seed)
        wins += play(one, other, seed=seed)[0] == 1
    assert wins >= 13


def test_a_state_tuple_is_read_back_completely() -> None:
    deeds = {1: 2, 3: 1, 37: -6, 39: -6, 5: 7, 40: -1, 41: 1}
    match = table(None, None, [], deeds=deeds, positions=(-1, 33), cash=(12, 34))
    s = kernel_state((*match.view(0, (), ZERO), []))
    assert s == match.s


def test_in_debt_it_raises_money_and_nothing_else() -> None:
    agent = BuiltIn(1, "sensible", 0)
    state = asking(0, (), {39: 1}, cash=(0, 100), debt=(2, 50, 0, 0))
    assert agent.getBSMTDecision(state) in (("M", [39]), ("T", 0, [39], 100, []), None)
    for seed in range(20):
        answer = BuiltIn(2, "random", seed).getBSMTDecision(
            asking(0, (), {37: -2, 39: -2}, cash=(0, 0), debt=(0, 0, 1, 50))
        )
        assert answer in (("S", [(37, 1)]), ("S", [(39, 1)]), None)


def test_it_answers_offers_bids_and_jail() -> None:
    agent = BuiltIn(2, "sensible", 0)
    good = asking(1, (100, [39], 0, []), {39: 1})
    bad = asking(1, (0, [], 400, [37]), {37: -1})
    assert (agent.respondTrade(good), agent.respondTrade(bad)) == (True, False)
    bids = {BuiltIn(1, "random", n).auctionProperty(asking(4, (3, 0), {})) for n in range(30)}
    assert all(0 <= bid <= 1500 for bid in bids)
    assert len(bids) > 5
    jailed = asking(6, (), {40: 1, 41: -1}, positions=(-1, 0))
    ways = {BuiltIn(1, "random", n).jailDecision(jailed) for n in range(40)}
    assert ways == {("R",), ("P",), ("C", 40)}


def test_judgement_bids_once_and_within_its_cash() -> None:
    first, second = (asking(4, (39, 0), deeds, cash=(900, 900)) for deeds in ({}, {37: 1}))
    builder = BuiltIn(1, "builder", 0)
    assert 200 < builder.auctionProperty(first) < builder.auctionProperty(second) <= 900
    assert BuiltIn(1, "builder", 0).auctionProperty(asking(4, (39, 0), {}, cash=(0, 900))) == 0
    assert BuiltIn(1, "cautious", 0).auctionProperty(first) < 200


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(InvalidBot, match="random"):
        BuiltIn(1, "genius", 0)
