"""What `strong` looks at: legal actions, few and different, the judged one first."""

from __future__ import annotations

import pytest

from gitopoly.bots.candidate_moves import list_candidates
from gitopoly.bots.candidates import MOST_CANDIDATES, Candidates
from gitopoly.bots.strong import Positions
from gitopoly.kernel import State, is_legal
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import attempt
from tests.bots.positions import EDITIONS, positions, seats_to_act
from tests.kernel.scenario import Scenario


def looked_at(s: State, seat: int, seed: int = 2) -> list[int]:
    """The actions that a seat looks at."""
    buffer, candidates = ActionBuffer(), Candidates()
    list_actions(s, s.rules, seat, buffer)
    list_candidates(Positions([s, s]), s.rules, seat, buffer, candidates, seeded(seed))
    return candidates.actions[: candidates.count]


@pytest.mark.parametrize("edition", EDITIONS)
def test_candidates_are_legal_few_and_different(edition: str) -> None:
    for s in positions(edition, 5, 7, 60):
        for seat, _ in seats_to_act(s):
            found = looked_at(s, seat)
            assert 1 <= len(found) == len(set(found)) <= MOST_CANDIDATES
            assert all(is_legal(s, code) for code in found)


def test_a_deed_for_sale_is_bought_or_auctioned() -> None:
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    assert [a.kind_of(code) for code in looked_at(game.s, 0)] == [
        a.BUY_PROPERTY,
        a.AUCTION_PROPERTY,
    ]


def test_to_decline_an_offer_comes_first() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    deed = 1 << game.rules.deed_index[19]
    assert attempt(game.s, game.rules, a.offer(0, 1, deed, 0, 900), 0, True) == 0
    assert [a.kind_of(code) for code in looked_at(game.s, 1)] == [a.DECLINE_TRADE, a.ACCEPT_TRADE]


def test_exchanges_are_looked_for_once_in_a_window_and_not_in_every_one() -> None:
    game = Scenario(players=2).give(1, 16, 18, 31).give(2, 19, 32, 34)
    offers = [
        any(a.kind_of(code) == a.OFFER_TRADE for code in looked_at(game.s, 0, seed))
        for seed in range(30)
    ]
    assert 3 < sum(offers) < 20
    game.s.offers_made = 1
    assert not any(
        a.kind_of(code) == a.OFFER_TRADE
        for seed in range(30)
        for code in looked_at(game.s, 0, seed)
    )


def test_in_an_auction_of_buildings_judgement_alone_decides() -> None:
    game = Scenario(players=2).give(1, 16, 18, 19).give(2, 6, 8, 9).stock(1)
    code = a.action(a.PRE_ROLL_UNMORTGAGE + a.UPGRADE, 0, 16)
    assert attempt(game.s, game.rules, code, 0, True) == 0
    assert [a.kind_of(code) for code in looked_at(game.s, 0)] == [a.STAND]
    assert len(looked_at(game.s, 1)) == 1
    deed = Scenario(players=2).at(1, 39).turn(1, "post-roll").do("auction")
    assert len(looked_at(deed.s, 0)) > 2
