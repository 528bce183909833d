"""What a person would call silly, and the bots must not do: at tables of two, three and four."""

from __future__ import annotations

import pytest

from gitopoly.bots import POLICIES
from gitopoly.bots.heuristics import highest_bid
from gitopoly.bots.table_policy import PolicyChooser
from gitopoly.rules import actions as a
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import attempt, list_actions
from tests.rules.scenario import Scenario

pytestmark = pytest.mark.xdist_group("compiled")

THINKING = ("trader", "strong")
TABLES = (2, 3, 4)
CHOOSERS = {name: PolicyChooser(name, playouts=48) for name in POLICIES}


def chosen(game: Scenario, bot: str, seat: int, seed: int = 1) -> int:
    """What a bot on a seat does."""
    buffer = ActionBuffer()
    list_actions(game.s, game.rules, seat - 1, buffer)
    return CHOOSERS[bot].choose(game.s, seat - 1, buffer, seeded(seed))


def manage(game: Scenario, bot: str, seed: int = 1) -> list[int]:
    """The kinds of all that a bot on seat 1 does before it throws; offers are declined."""
    kinds = []
    for _ in range(60):
        code = chosen(game, bot, 1, seed)
        kinds.append(a.kind_of(code))
        if kinds[-1] == a.END_PRE_ROLL:
            break
        assert attempt(game.s, game.rules, code, 0, True) == 0
        if kinds[-1] == a.OFFER_TRADE:
            decline = a.code_of(a.DECLINE_TRADE, game.s.offer_to)
            assert attempt(game.s, game.rules, decline, 0, True) == 0
    return kinds


def offered(game: Scenario, cash: int, *squares: int) -> Scenario:
    """Seat 2 offers seat 1 so much cash for squares."""
    deeds = sum(1 << game.rules.deed_index[square] for square in squares)
    assert attempt(game.s, game.rules, a.offer(1, 0, deeds, 0, cash), 0, True) == 0
    return game


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_does_not_sell_the_last_deed_of_a_group_for_cash_that_it_cannot_use(
    bot: str, players: int
) -> None:
    game = Scenario(players=players).give(1, 19, 5).give(2, 16, 18).turn(2).cash(2500, 2500)
    offered(game, 400, 19)
    assert a.kind_of(chosen(game, bot, 1)) == a.DECLINE_TRADE


@pytest.mark.parametrize("bot", THINKING)
def test_it_takes_a_deed_that_completes_a_group_for_little(bot: str) -> None:
    """The twin: it does not simply decline everything."""
    game = Scenario(players=3).give(1, 16, 18, 5).give(2, 19).turn(2).cash(1500, 1500)
    offered(game, -100, 19)
    assert a.kind_of(chosen(game, bot, 1)) == a.ACCEPT_TRADE


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_lifts_mortgages_when_it_is_rich(bot: str, players: int) -> None:
    game = Scenario(players=players).give(1, 5, 15, mortgaged=True).give(1, 25).cash(3000)
    manage(game, bot)
    assert game.s.mortgaged[5] == game.s.mortgaged[15] == 0


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_keeps_cash_for_the_rents_it_fears_when_it_builds(bot: str, players: int) -> None:
    game = Scenario(players=players).give(1, 16, 18, 19)
    game.give(2, 31, 32, 34, level=5).cash(900, 500)
    manage(game, bot)
    assert game.money(1) >= 300
    assert game.level(16) >= 1, "but it builds what it can afford"


@pytest.mark.parametrize("bot", THINKING)
def test_it_builds_more_when_there_is_nothing_to_fear(bot: str) -> None:
    game = Scenario(players=3).give(1, 16, 18, 19).cash(900, 500)
    manage(game, bot)
    assert game.money(1) < 300


def auctioned(players: int, square: int = 3) -> Scenario:
    """Seat 1 has declined a square."""
    game = Scenario(players=players).at(1, square - 3)
    return game.roll(1, 2).do("auction")


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_bids_no_more_than_the_price_where_no_group_is_at_stake(bot: str, players: int) -> None:
    for seed in range(3):
        code = chosen(auctioned(players), bot, 1, seed)
        assert a.kind_of(code) in (a.BID, a.PASS)
        assert a.number_of(code) <= 60


def test_it_bids_more_where_a_group_is_at_stake() -> None:
    """The twin: the price is no bound for what completes a group."""
    game = Scenario(players=3).give(1, 37).at(2, 36).turn(2).roll(1, 2).do("auction")
    assert highest_bid(game.s, game.rules, POLICIES["strong"], 0, 0) > 400
    game.do("p2: bid 420", "p3: pass")
    assert a.kind_of(chosen(game, "trader", 1)) == a.BID


@pytest.mark.parametrize("bot", ["cautious", "builder", *THINKING])
@pytest.mark.parametrize("players", TABLES)
def test_it_bids_a_dollar_when_all_others_have_passed(bot: str, players: int) -> None:
    game = auctioned(players, 39)
    game.do(*(f"p{seat}: pass" for seat in range(2, players + 1)))
    assert chosen(game, bot, 1) == a.code_of(a.BID, 0, 0, 1)


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_buys_what_completes_a_group_or_denies_one(bot: str, players: int) -> None:
    for owner in (1, 2):
        game = Scenario(players=players).give(owner, 37).at(1, 36).roll(1, 2)
        assert a.kind_of(chosen(game, bot, 1)) == a.BUY_PROPERTY


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("players", TABLES)
def test_it_never_offers_to_worsen_itself(bot: str, players: int) -> None:
    """What it offers brings it a deed of a group that it has a part of, or more cash."""
    game = Scenario(players=players).give(1, 16, 18, 31).give(2, 19, 32, 34).cash(1500, 1500)
    for seed in range(6):
        code = chosen(game, bot, 1, seed)
        if a.kind_of(code) != a.OFFER_TRADE:
            continue
        before = game.s.copy()
        assert attempt(game.s, game.rules, code, 0, True) == 0
        wanted = [19, 32, 34]
        gained = [w for w in wanted if game.s.offer_deeds >> game.rules.deed_index[w] & 1]
        assert gained or game.s.offer_cash < 0
        game.s = before
