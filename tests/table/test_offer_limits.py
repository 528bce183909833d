"""Bots at a table with people: one offer a round, none twice, and none to whoever wants none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gitopoly.bots.trade_pricing import asking_price
from gitopoly.rules import Choice, OfferTemplate, State, Taken, actions as a, legal_actions
from gitopoly.table.bargaining import Negotiator
from gitopoly.table.events import Event
from tests.rules.scenario import Scenario

BOT = 1
ROLL = a.code_of(a.END_PRE_ROLL, BOT)


def setting() -> Scenario:
    """The bot's turn; everybody owns something."""
    return Scenario(players=3).give(1, 1, 5).give(2, 3, 15).give(3, 39).turn(2)


def seat_at(game: Scenario, story: list[Event] | None = None) -> Any:
    """The bot's seat at a position, after what happened before."""
    return SimpleNamespace(
        number=BOT,
        position=SimpleNamespace(state=game.s),
        choices=lambda: legal_actions(game.s, BOT),
        game=SimpleNamespace(story=lambda newest: story or []),
    )


def offering(game: Scenario, square: int, cash: int = 50, to: int = 0) -> int:
    """Cash for a deed of somebody."""
    return int(a.offer(BOT, to, 1 << game.rules.deed_index[square], 0, cash))


def eager(wanted: int) -> Any:
    """A bot that makes one offer whenever it may, and rolls the dice otherwise."""

    def wish(s: State, choices: list[Choice]) -> int:
        templates = [c.addressee for c in choices if isinstance(c, OfferTemplate)]
        return wanted if a.addressee_of(wanted) in templates else ROLL

    return wish


def test_a_bot_offers_once_a_round() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    first, second = offering(game, 1), offering(game, 5)
    assert limits.choose(seat_at(game), eager(first)) == first
    assert limits.choose(seat_at(game), eager(second)) == ROLL
    game.s.turns += 2
    assert limits.choose(seat_at(game), eager(second)) == ROLL
    game.s.turns += 1
    assert limits.choose(seat_at(game), eager(second)) == second


def test_an_offer_that_came_to_nothing_is_not_made_again() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    wanted = offering(game, 1)
    limits.choose(seat_at(game), eager(wanted))
    game.s.turns += 3
    assert limits.choose(seat_at(game), eager(wanted)) == ROLL
    less = offering(game, 1, cash=40)
    assert limits.choose(seat_at(game), eager(less)) == ROLL


def test_a_better_offer_is_another_one() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    limits.choose(seat_at(game), eager(offering(game, 1)))
    game.s.turns += 3
    better = offering(game, 1, cash=90)
    assert limits.choose(seat_at(game), eager(better)) == better


def test_once_its_group_has_changed_an_offer_may_be_made_again() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    wanted = offering(game, 1)
    limits.choose(seat_at(game), eager(wanted))
    game.s.turns += 3
    game.give(3, 37)
    assert limits.choose(seat_at(game), eager(wanted)) == ROLL, "another group"
    game.s.mortgaged[3] = 1
    assert limits.choose(seat_at(game), eager(wanted)) == wanted


def test_a_person_who_wants_no_offers_gets_none_and_bots_go_on_trading() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    limits.person_wants_offers = False
    assert limits.choose(seat_at(game), eager(offering(game, 1))) == ROLL
    among_bots = offering(game, 39, to=2)
    assert limits.choose(seat_at(game), eager(among_bots)) == among_bots


def test_a_resumed_game_remembers_what_was_offered() -> None:
    game, limits = setting(), Negotiator(0, asking_price)
    wanted = offering(game, 1)
    before = game.s.copy()
    told = Event("ab", "Birch", 0, "", False, (Taken(before, wanted, 0, before),))
    game.s.turns += 3
    assert limits.choose(seat_at(game, [told]), eager(wanted)) == ROLL
    assert Negotiator(0, asking_price).choose(seat_at(game), eager(wanted)) == wanted
