"""What `strong` looks at: legal actions, few and different, the judged one first."""

from __future__ import annotations

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.candidates import (
    IMPOSSIBLE,
    chances_after_accepting,
    clear_candidates,
    consider,
    find_exchanges,
    least_cash,
    list_candidates,
    note_offer,
    try_exchange,
)
from gitopoly.bots.desk import MOST_CANDIDATES, MOST_OFFERS, Candidates, Desk
from gitopoly.bots.table_policy import wish
from gitopoly.bots.worth import chances
from gitopoly.rules import State, actions as a, is_legal
from gitopoly.rules.randomness import seeded
from gitopoly.rules.record import become
from gitopoly.rules.step import attempt
from tests.bots.positions import EDITIONS, listed, positions, seats_to_act
from tests.rules.scenario import Scenario

# Room for candidates.


def test_neither_the_same_twice_nor_more_than_there_is_room_for() -> None:
    candidates = Candidates()
    for code in (1, 1, *range(40)):
        consider(candidates, code, 10 * code)
    assert candidates.actions == [1, 0, *range(2, MOST_CANDIDATES)]
    assert candidates.totals[:3] == [10, 0, 20]


def test_the_best_offers_are_kept_the_best_first_and_the_earlier_of_equals() -> None:
    candidates = Candidates()
    for code, hope in enumerate((5, 9, 5, 7, 1)):
        note_offer(candidates, code, hope)
    assert candidates.offer_count == MOST_OFFERS == 3
    assert candidates.offers == [1, 3, 0]
    assert candidates.hopes == [9, 7, 5]
    clear_candidates(candidates)
    assert (candidates.count, candidates.offer_count) == (0, 0)


# What is among them.


def looked_at(s: State, seat: int, seed: int = 2) -> list[int]:
    """The actions that a seat looks at."""
    desk = Desk()
    list_candidates(s, s.rules, seat, listed(s, seat), desk, seeded(seed))
    return desk.candidates.actions[: desk.candidates.count]


def kinds_looked_at(game: Scenario, seat: int, seed: int = 2) -> list[int]:
    """The kinds of these actions."""
    return [a.kind_of(code) for code in looked_at(game.s, seat, seed)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_candidates_are_legal_few_and_different(edition: str) -> None:
    for s in positions(edition, 5, 7, 60):
        for seat, _ in seats_to_act(s):
            found = looked_at(s, seat)
            assert 1 <= len(found) == len(set(found)) <= MOST_CANDIDATES
            assert all(is_legal(s, code) for code in found)


def test_a_deed_for_sale_is_bought_or_auctioned() -> None:
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    assert kinds_looked_at(game, 0) == [a.BUY_PROPERTY, a.AUCTION_PROPERTY]


def test_to_decline_an_offer_comes_first() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    assert attempt(game.s, game.rules, a.offer(0, 1, deeds(game, 19), 0, 900), 0, True) == 0
    assert kinds_looked_at(game, 1) == [a.DECLINE_TRADE, a.ACCEPT_TRADE]


def test_exchanges_are_looked_for_once_in_a_window_and_not_in_every_one() -> None:
    game = shared()
    offers = [a.OFFER_TRADE in kinds_looked_at(game, 0, seed) for seed in range(30)]
    assert 3 < sum(offers) < 20
    game.s.offers_made = 1
    assert not any(a.OFFER_TRADE in kinds_looked_at(game, 0, seed) for seed in range(30))


def test_in_an_auction_of_buildings_judgement_alone_decides() -> None:
    game = Scenario(players=2).give(1, 16, 18, 19).give(2, 6, 8, 9).stock(1)
    game.do('p1: build "St. James Place"')
    assert kinds_looked_at(game, 0) == [a.STAND]
    assert len(looked_at(game.s, 1)) == 1
    deed = Scenario(players=2).at(1, 39).turn(1, "post-roll").do("auction")
    assert len(looked_at(deed.s, 0)) > 2


# Exchanges: the other takes them at this price and not for less, and they are worth making.


def shared() -> Scenario:
    """Two seats that share the oranges and the greens."""
    return Scenario(players=2).give(1, 16, 18, 31).give(2, 19, 32, 34)


def deeds(game: Scenario, *squares: int) -> int:
    """A set of deeds."""
    return sum(1 << game.rules.deed_index[square] for square in squares)


def answer_of_trader(game: Scenario, code: int) -> int:
    """What seat 2 says to an offer."""
    s = game.s.copy()
    assert attempt(s, game.rules, code, 0, True) == 0
    return a.kind_of(wish(s, TRADER, 1, listed(s, 1)))


def test_trader_takes_the_least_cash_and_not_a_dollar_less() -> None:
    game = shared()
    for moved in (deeds(game, 19), deeds(game, 19, 31)):
        cash = least_cash(game.s, game.rules, 0, 1, moved)
        enough, less = (a.offer(0, 1, moved, 0, cash - short) for short in (0, 1))
        assert answer_of_trader(game, enough) == a.ACCEPT_TRADE
        assert answer_of_trader(game, less) == a.DECLINE_TRADE


def test_there_is_no_price_that_cannot_be_paid() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    price = least_cash(game.s, game.rules, 0, 1, deeds(game, 19))
    for cash, found in ((price, price), (price - 1, a.LARGEST_OFFER)):
        game.cash(cash, 1500)
        assert least_cash(game.s, game.rules, 0, 1, deeds(game, 19)) == found


def test_what_is_found_is_legal_taken_and_an_improvement_the_best_first() -> None:
    game, desk = shared(), Desk()
    find_exchanges(game.s, game.rules, 0, 1, desk)
    count = desk.candidates.offer_count
    assert count > 1
    hopes = desk.candidates.hopes[:count]
    assert hopes == sorted(hopes, reverse=True)
    assert hopes[-1] > chances(game.s, game.rules, 0)
    for code in desk.candidates.offers[:count]:
        assert is_legal(game.s, code)
        assert answer_of_trader(game, code) == a.ACCEPT_TRADE


def test_nothing_is_found_where_no_group_is_shared() -> None:
    game, desk = Scenario(players=2).give(1, 16, 18).give(2, 1), Desk()
    find_exchanges(game.s, game.rules, 0, 1, desk)
    assert desk.candidates.offer_count == 0


def test_an_exchange_that_only_helps_the_other_is_not_noted() -> None:
    # Whoever has the cash to build at once must not have the group; whoever spends it all may.
    for cash, noted in ((8000, 0), (1000, 1)):
        game, desk = shared().cash(1500, cash), Desk()
        try_exchange(game.s, game.rules, 0, 1, deeds(game, 16, 18), desk)
        assert desk.candidates.offer_count == noted


def test_where_no_offer_is_open_none_can_be_taken() -> None:
    game, desk = shared(), Desk()
    become(desk.trial, game.s)
    assert chances_after_accepting(desk.trial, game.rules, 0) == IMPOSSIBLE
