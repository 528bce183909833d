"""PARK and END: Free Parking with and without its pot, and how a game ends."""

from __future__ import annotations

import pytest

from gitopoly.rules import (
    State,
    initial,
    is_over,
    leave,
    legal_actions,
    violated_invariants,
    winner,
)
from tests.rules.scenario import Scenario

NOBODY = -1
POOR_TAX = 11
DOCTOR = 2
GENERAL_REPAIRS = 10
OPERA = 6


def pot(**options: object) -> Scenario:
    """A classic game with a pot on Free Parking."""
    return Scenario(free_parking_pot=1, **options)


def on(game: Scenario, seat: int, square: int | str) -> Scenario:
    """A seat has just landed on a square."""
    return game.at(seat, square).turn(seat, "post-roll")


def park(game: Scenario, seat: int) -> Scenario:
    """A seat lands on Free Parking and goes on."""
    return on(game, seat, "Free Parking").do("go on")


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_park_1_free_parking_does_nothing(edition: str) -> None:
    game = on(Scenario(edition, players=2), 1, "Luxury Tax").do("pay tax")
    assert game.s.pot == 0
    assert park(game, 2).money(2) == 1500


def test_park_1_the_jail_fine_goes_to_the_pot() -> None:
    assert pot().jail(1).do("pay jail fine").s.pot == 50
    assert pot().jail(1, missed=2).roll(1, 2).s.pot == 50


def test_park_1_both_taxes_go_to_the_pot() -> None:
    assert on(pot(), 1, "Income Tax").do("pay tax").s.pot == 200
    assert on(pot(), 1, "Income Tax").do("pay tenth of worth").s.pot == 150
    assert on(pot(), 1, "Luxury Tax").do("pay tax").s.pot == 100


def test_park_1_card_payments_to_the_bank_go_to_the_pot() -> None:
    assert on(pot(), 1, "Chance 1").draw(POOR_TAX).s.pot == 15
    assert on(pot(), 1, "Community Chest 1").draw(DOCTOR).s.pot == 50
    built = pot().give(1, "Park Place", "Boardwalk", level=1)
    assert on(built, 1, "Chance 1").draw(GENERAL_REPAIRS).s.pot == 50


def test_park_1_prices_and_interest_go_to_the_bank() -> None:
    game = pot().give(1, "Boardwalk", mortgaged=True).do('unmortgage "Boardwalk"')
    assert on(game, 1, "Short Line").do("buy").s.pot == 0


def test_park_1_a_debt_to_the_pot_is_paid_into_it() -> None:
    game = on(pot().give(1, "Short Line").cash(30), 1, "Luxury Tax").do("owe tax")
    game.do('mortgage "Short Line"', "pay debt")
    assert (game.money(1), game.s.pot) == (30, 100)


def test_park_1_ruin_through_the_pot_is_ruin_to_the_bank() -> None:
    """BANKRUPT-3: the cash goes to the bank, and the estate is auctioned."""
    game = on(pot().give(1, "Short Line", mortgaged=True).cash(30), 1, "Luxury Tax")
    bank = game.s.bank_money
    game.do("owe tax", "go bankrupt")
    assert (game.phase, game.s.pot, game.s.bank_money) == ("auction", 0, bank + 30)


def test_park_1_the_lander_takes_all() -> None:
    game = on(pot().jail(3).turn(3).do("pay jail fine"), 1, "Luxury Tax").do("pay tax")
    assert game.s.pot == 150
    assert (park(game, 2).money(2), game.s.pot) == (1650, 0)


def test_park_1_the_pot_is_in_the_money_invariant() -> None:
    game = on(pot(), 1, "Luxury Tax").do("pay tax")
    assert violated_invariants(game.s) == []
    game.s.pot -= 1
    assert violated_invariants(game.s) == ["InvConservationOfMoney"]


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_end_1_two_players_and_a_bankruptcy_to_the_bank_need_no_auction(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, 5, 39, mortgaged=True).cash(20)
    on(game, 1, "Luxury Tax").do("owe tax", "go bankrupt")
    assert (is_over(game.s), winner(game.s), game.phase) == (True, 1, "pre-roll")
    assert (legal_actions(game.s), game.owner(5), game.s.estate) == ([], 0, 0)
    assert game.refused("p2: end pre-roll") == "END-1"


def test_end_1_interest_that_is_pending_is_dropped() -> None:
    game = Scenario(players=2).give(1, "Boardwalk", mortgaged=True).cash(0, 5).give(2, 35)
    on(game, 1, "Short Line").do("owe rent", "go bankrupt")
    assert (is_over(game.s), winner(game.s), game.money(2)) == (True, 1, 5)
    assert game.owner("Boardwalk") == 2


def test_end_1_debts_of_others_are_dropped() -> None:
    """Opera with two short players: ruin, interest, ruin; the last one owes nothing any more."""
    game = Scenario(players=3).cash(0, 0, 0).give(2, 39, mortgaged=True).give(3, 35)
    on(game, 1, "Community Chest 1").draw(6).do("go bankrupt", "go bankrupt")
    assert (is_over(game.s), winner(game.s), game.s.debt_count) == (True, 2, 0)
    assert (game.money(3), game.owner(35), game.owner(39)) == (0, 3, 0)


def test_end_1_the_winner_has_the_turn_even_if_another_had_it() -> None:
    game = Scenario(players=2).cash(500, 0)
    on(game, 1, "Community Chest 1").draw(6).do("go bankrupt")
    assert (is_over(game.s), winner(game.s), game.turn_player) == (True, 0, 1)


def test_end_1_with_two_left_it_goes_on() -> None:
    game = on(Scenario(players=3).cash(20), 1, "Luxury Tax").do("owe tax", "go bankrupt")
    assert (is_over(game.s), winner(game.s)) == (False, NOBODY)


def last_turn(*, edition: str = "classic", limit: int = 1) -> Scenario:
    """Two players, one turn left, seat 1 about to end it."""
    options = {} if edition == "arena" else {"turn_limit": limit}
    game = Scenario(edition, players=2, **options)
    game.s.turns = game.rules.turn_limit - 1
    return game.turn(1, "free-4-all")


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small"])
def test_end_2_the_rules_have_no_turn_limit(edition: str) -> None:
    game = Scenario(edition, players=2)
    game.s.turns = 10_000
    assert game.rules.turn_limit == 0
    assert not is_over(game.s)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_end_2_after_the_last_turn_the_greatest_worth_wins(edition: str) -> None:
    game = last_turn(edition=edition).cash(1500, 1501)
    assert not is_over(game.s)
    game.do("end turn")
    assert (is_over(game.s), winner(game.s), game.choices()) == (True, 1, [])


def test_end_2_in_arena_the_hundredth_turn_is_the_last() -> None:
    assert last_turn(edition="arena").do("end turn").s.turns == 100


def test_end_2_a_tie_has_no_winner() -> None:
    game = last_turn().do("end turn")
    assert (is_over(game.s), winner(game.s)) == (True, NOBODY)


def test_end_2_deeds_count_their_price_and_buildings_their_list_price() -> None:
    built = last_turn().give(1, "Park Place", "Boardwalk", level=1)
    worth = 1500 + 350 + 400 + 2 * 200
    assert winner(built.cash(1500, worth).do("end turn").s) == NOBODY
    assert winner(built.cash(1501).s) == 0


def test_end_2_a_mortgaged_deed_counts_half_unlike_for_the_tax() -> None:
    game = last_turn().give(1, "Boardwalk", mortgaged=True).cash(1500, 1700)
    assert winner(game.do("end turn").s) == NOBODY
    taxed = on(Scenario().give(1, "Boardwalk", mortgaged=True), 1, "Income Tax")
    assert taxed.do("pay tenth of worth").money(1) == 1500 - (1500 + 400) // 10


@pytest.mark.parametrize(("edition", "worth"), [("classic", 0), ("arena", 50)])
def test_end_2_a_jail_card_counts_in_arena_only(edition: str, worth: int) -> None:
    game = last_turn(edition=edition).jail_card(1).cash(1500, 1500 + worth)
    assert winner(game.do("end turn").s) == NOBODY


def fresh(s: State) -> set[str]:
    """The fields that are not as they were before the first roll, but for what players have."""
    begun = initial(s.rules)
    kept = {"money", "bank_money", "positions", "is_bankrupt", "owner", "mortgaged", "turn_player"}
    sets = {"holdings", "mortgages"}
    return set(s.difference(begun)) - kept - sets - {"unseen", "deck", "deck_length"}


def test_end_1_nothing_is_left_of_the_roll_that_ruined_another() -> None:
    """Doubles lead to the opera, which ruins the only other player; his mortgage is inherited."""
    game = Scenario(players=2).cash(100, 0).give(2, "Boardwalk", mortgaged=True)
    game.roll(1, 1).draw(OPERA)
    assert (game.s.throw, game.s.doubles_count, game.floor) == ([1, 1], 1, 2)
    game.do("go bankrupt")
    assert (is_over(game.s), winner(game.s), game.turn_player) == (True, 0, 1)
    assert fresh(game.s) == set()


def test_end_1_nothing_is_left_of_the_order_in_which_another_gave_up() -> None:
    game = Scenario(players=2).give(2, "Boardwalk").free_4_all(2, 1, turn=1)
    assert leave(game.s, 1)
    assert (is_over(game.s), winner(game.s), game.turn_player) == (True, 0, 1)
    assert fresh(game.s) == set()


def test_end_1_the_last_one_has_the_turn() -> None:
    game = Scenario(players=2).cash(0).at(1, "Luxury Tax").turn(1, "post-roll")
    game.do("owe tax", "go bankrupt")
    assert (is_over(game.s), winner(game.s), game.turn_player) == (True, 1, 2)
    assert fresh(game.s) == set()
