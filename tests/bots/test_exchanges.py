"""Exchanges: the other takes them at this price and not for less, and they are worth making."""

from __future__ import annotations

from gitopoly.bots import TRADER
from gitopoly.bots.candidates import Candidates
from gitopoly.bots.exchanges import (
    IMPOSSIBLE,
    chances_after_accepting,
    find_exchanges,
    least_cash,
    try_exchange,
)
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.static_evaluation import chances
from gitopoly.bots.strong import Positions
from gitopoly.kernel import actions as a
from gitopoly.kernel import is_legal
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import attempt
from tests.kernel.scenario import Scenario


def shared() -> Scenario:
    """Two seats that share the oranges and the greens."""
    return Scenario(players=2).give(1, 16, 18, 31).give(2, 19, 32, 34)


def deeds(game: Scenario, *squares: int) -> int:
    """A set of deeds."""
    return sum(1 << game.rules.deed_index[square] for square in squares)


def answer_of_trader(game: Scenario, code: int) -> int:
    """What seat 2 says to an offer."""
    s, buffer = game.s.copy(), ActionBuffer()
    assert attempt(s, game.rules, code, 0, True) == 0
    list_actions(s, game.rules, 1, buffer)
    return a.kind_of(choose(s, game.rules, TRADER, 1, buffer, seeded(1)))


def test_trader_takes_the_least_cash_and_not_a_dollar_less() -> None:
    game = shared()
    for moved in (deeds(game, 19), deeds(game, 19, 31)):
        cash = least_cash(game.s, game.rules, 0, 1, moved)
        enough, less = (a.offer(0, 1, moved, 0, cash - short) for short in (0, 1))
        assert answer_of_trader(game, enough) == a.ACCEPT_TRADE
        assert answer_of_trader(game, less) == a.DECLINE_TRADE


def test_there_is_no_price_that_cannot_be_paid() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19).cash(50, 1500)
    assert least_cash(game.s, game.rules, 0, 1, deeds(game, 19)) == a.LARGEST_OFFER


def test_what_is_found_is_legal_taken_and_an_improvement_the_best_first() -> None:
    game, candidates = shared(), Candidates()
    find_exchanges(Positions([game.s, game.s]), game.rules, 0, 1, candidates)
    assert candidates.offer_count > 1
    hopes = candidates.hopes[: candidates.offer_count]
    assert hopes == sorted(hopes, reverse=True)
    assert hopes[-1] > chances(game.s, game.rules, 0)
    for code in candidates.offers[: candidates.offer_count]:
        assert is_legal(game.s, code)
        assert answer_of_trader(game, code) == a.ACCEPT_TRADE


def test_nothing_is_found_where_no_group_is_shared() -> None:
    game, candidates = Scenario(players=2).give(1, 16, 18).give(2, 1), Candidates()
    find_exchanges(Positions([game.s, game.s]), game.rules, 0, 1, candidates)
    assert candidates.offer_count == 0


def test_an_exchange_that_only_helps_the_other_is_not_noted() -> None:
    # Whoever has the cash to build at once must not have the group; whoever spends it all may.
    for cash, noted in ((8000, 0), (1000, 1)):
        game, candidates = shared().cash(1500, cash), Candidates()
        states = Positions([game.s, game.s])
        try_exchange(states, game.rules, 0, 1, deeds(game, 16, 18), candidates)
        assert candidates.offer_count == noted


def test_where_no_offer_is_open_none_can_be_taken() -> None:
    game = shared()
    assert chances_after_accepting(Positions([game.s, game.s]), game.rules, 0) == IMPOSSIBLE
