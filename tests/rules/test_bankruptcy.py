"""BANKRUPT: what becomes of a ruined player, of his estate, and of the turn."""

from __future__ import annotations

import pytest

from gitopoly.rules import floor, is_over, leave, legal_actions, violated_invariants, winner
from gitopoly.rules.codes import PHASES
from tests.rules.auctions import bidders, sell_to, sell_to_nobody
from tests.rules.scenario import Scenario

OPERA = 6
CHAIRMAN = 14
NEAREST_RAILROAD = 4
BROWN = ("Mediterranean Avenue", "Baltic Avenue")
LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
GREEN = ("Pacific Avenue", "North Carolina Avenue", "Pennsylvania Avenue")
DARK_BLUE = ("Park Place", "Boardwalk")


def rent_of_boardwalk(game: Scenario, owner: int = 2) -> Scenario:
    """Seat 1 stands on the Boardwalk hotel of another and owes $2,000."""
    game.give(owner, *DARK_BLUE, level=5).at(1, "Boardwalk").turn(1, "post-roll")
    return game.do("owe rent")


def luxury_tax(game: Scenario) -> Scenario:
    """Seat 1 owes the bank the $100 of square 38."""
    return game.at(1, "Luxury Tax").turn(1, "post-roll").do("owe tax")


def opera(*cash: int) -> Scenario:
    """Seat 1 is about to draw "$50 from each"."""
    game = Scenario(players=len(cash)).cash(*cash).at(1, "Community Chest 1")
    return game.turn(1, "post-roll")


def test_bankrupt_1_the_creditor_takes_all_and_the_buildings_go_back() -> None:
    game = Scenario().give(1, *LIGHT_BLUE, level=5).give(1, *BROWN, level=3).cash(70, 1000)
    rent_of_boardwalk(game.give(1, "Short Line").jail_card(1)).do("go bankrupt")
    assert game.money(1) == 0
    assert game.money(2) == 1000 + 70 + 15 * 25 + 6 * 25
    assert (game.s.houses_left, game.s.hotels_left) == (32, 12 - 2)
    assert {game.owner(deed) for deed in (*LIGHT_BLUE, *BROWN, "Short Line")} == {2}
    assert {game.level(street) for street in (*LIGHT_BLUE, *BROWN)} == {0}
    assert game.s.jail_card_owner[0] == 1


def test_bankrupt_1_the_stock_returns_to_32_and_12() -> None:
    game = Scenario().give(1, *BROWN, level=5).cash(0).give(2, 5, 15, 25, 35).at(1, 7)
    game.turn(1, "post-roll").draw(NEAREST_RAILROAD).do("owe rent", "go bankrupt")
    assert (game.s.houses_left, game.s.hotels_left) == (32, 12)
    assert game.money(2) == 1500 + 10 * 25


def test_bankrupt_1_in_formal_deeds_and_cards_pass_as_they_are() -> None:
    game = Scenario("formal").give(1, "Short Line", mortgaged=True).jail_card(1).cash(70, 1000)
    rent_of_boardwalk(game).do("go bankrupt")
    assert (game.owner("Short Line"), game.s.mortgaged[35], game.s.jail_card_owner[0]) == (2, 1, 1)
    assert (game.money(1), game.money(2)) == (0, 1070)


def test_bankrupt_2_the_creditor_pays_a_tenth_of_each_mortgage_at_once() -> None:
    game = Scenario().give(1, 5, 12, mortgaged=True).cash(0, 1000)
    rent_of_boardwalk(game).do("go bankrupt")
    assert game.money(2) == 1000 - 10 - 8
    assert (game.owner(5), game.s.mortgaged[5]) == (2, 1)


def test_bankrupt_2_a_creditor_who_is_short_becomes_debtor_to_the_bank() -> None:
    game = Scenario().give(1, *DARK_BLUE[1:], mortgaged=True).cash(0, 5).give(2, "Short Line")
    game.at(1, "Short Line").turn(1, "post-roll").do("owe rent", "go bankrupt")
    assert (game.phase, game.floor) == ("bankruptcy-prevention", 2)
    assert (game.s.debt_amount[0], game.s.creditor[0]) == (20, -1)
    game.do('mortgage "Short Line"', "pay debt")
    assert (game.phase, game.turn_player, game.money(2)) == ("pre-roll", 2, 5 + 100 - 20)


def test_bankrupt_2_the_inherited_cash_may_pay_the_interest() -> None:
    game = Scenario().give(1, "Boardwalk", mortgaged=True).cash(15, 5).give(2, "Short Line")
    game.at(1, "Short Line").turn(1, "post-roll").do("owe rent", "go bankrupt")
    assert (game.phase, game.money(2)) == ("pre-roll", 0)


def test_bankrupt_2_lifting_in_the_same_turn_costs_the_principal() -> None:
    """MORT-4: the creditor has just paid the interest."""
    game = Scenario().give(1, "Boardwalk", mortgaged=True).cash(0, 1000).give(2, "Short Line")
    game.at(1, "Short Line").turn(1, "post-roll").do("owe rent", "go bankrupt")
    assert game.do('unmortgage "Boardwalk"').money(2) == 1000 - 20 - 200


def test_bankrupt_2_it_may_ruin_the_creditor_in_turn() -> None:
    """Seat 2 has a deed worth $30 and inherits $84 of interest; the bank gets it all."""
    game = Scenario(players=4).give(1, *GREEN, *DARK_BLUE, mortgaged=True).cash(0, 0)
    game.give(2, "Baltic Avenue").at(1, "Baltic Avenue").turn(1, "post-roll")
    game.do("owe rent", "go bankrupt")
    assert (game.floor, game.s.debt_amount[0]) == (2, 15 + 15 + 16 + 18 + 20)
    game.do("go bankrupt")
    assert (game.phase, game.s.auction_asset, sum(game.s.mortgaged)) == ("auction", 3, 0)
    sell_to(game, 4, 30)
    while game.phase == "auction":
        sell_to_nobody(game)
    assert (game.owner("Baltic Avenue"), game.phase, game.turn_player) == (4, "pre-roll", 3)


def test_bankrupt_3_the_lowest_square_comes_first_and_without_mortgage() -> None:
    game = Scenario().give(1, "Boardwalk", "Vermont Avenue", mortgaged=True).cash(20)
    luxury_tax(game.give(1, 5, mortgaged=True)).do("go bankrupt")
    lots = []
    while game.phase == "auction":
        lots.append(game.s.auction_asset)
        sell_to_nobody(game)
    assert lots == [5, 8, 39]
    assert sum(game.s.mortgaged) == 0
    assert (game.phase, game.turn_player) == ("pre-roll", 2)


def test_bankrupt_3_sold_deeds_go_to_the_bidders_and_unsold_ones_stay() -> None:
    game = luxury_tax(Scenario().give(1, "Boardwalk", 5, mortgaged=True).cash(20))
    bank = game.s.bank_money
    game.do("go bankrupt")
    assert (game.money(1), game.s.bank_money) == (0, bank + 20)
    sell_to(game, 3, 70)
    sell_to_nobody(game)
    assert (game.owner(5), game.s.mortgaged[5], game.money(3)) == (3, 0, 1430)
    assert game.owner("Boardwalk") == 0


def test_bankrupt_3_all_live_players_bid_the_jailed_too() -> None:
    game = Scenario(players=4).give(1, 5, mortgaged=True).cash(20).jail(3)
    assert bidders(luxury_tax(game).do("go bankrupt")) == [2, 3, 4]


def test_bankrupt_3_nothing_else_happens_before_the_estate_is_sold() -> None:
    game = luxury_tax(Scenario().give(1, 5, mortgaged=True).cash(20)).do("go bankrupt")
    assert game.choices(2) == ["bid 1 to 1500", "pass"]
    assert game.refused("p2: end pre-roll") == "TIME-1"


def test_bankrupt_3_jail_cards_go_under_their_decks() -> None:
    """CARD-3."""
    game = luxury_tax(Scenario().jail_card(1).jail_card(1, "community chest").cash(20))
    game.do("go bankrupt")
    assert (game.s.jail_card_owner[0], game.s.jail_card_owner[1]) == (-1, -1)
    assert (game.s.deck[0], game.s.deck_length) == (7, [1, 1])


def test_bankrupt_3_without_deeds_there_is_no_auction() -> None:
    game = luxury_tax(Scenario().cash(20)).do("go bankrupt")
    assert (game.phase, game.turn_player) == ("pre-roll", 2)


def test_bankrupt_3_buildings_are_not_auctioned() -> None:
    game = Scenario().give(1, *BROWN, level=1).cash(0).at(1, "Income Tax").turn(1, "post-roll")
    assert game.do("owe tax", "go bankrupt").s.houses_left == 32
    assert (game.s.auction_asset, [game.level(street) for street in BROWN]) == (1, [0, 0])


@pytest.mark.parametrize("edition", ["formal", "formal-small"])
def test_bankrupt_3_formal_has_no_estate_auction(edition: str) -> None:
    game = Scenario(edition).cash(0).at(1, 5 if edition == "formal-small" else 38)
    deed = 6 if edition == "formal-small" else 39
    game.give(1, deed, mortgaged=True).turn(1, "post-roll").do("owe tax", "go bankrupt")
    assert (game.phase, game.turn_player) == ("pre-roll", 2)
    assert (game.owner(deed), game.s.mortgaged[deed]) == (0, 0)


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_bankrupt_4_the_turn_passes_if_the_bankrupt_had_it(edition: str) -> None:
    game = luxury_tax(Scenario(edition).cash(20)).do("go bankrupt")
    assert (game.turn_player, game.phase, game.s.debt_count) == (2, "pre-roll", 0)


def test_bankrupt_4_the_turn_resumes_if_another_had_it() -> None:
    game = opera(0, 20, 500).draw(OPERA).do("go bankrupt")
    assert (game.turn_player, game.phase, game.s.debt_count) == (1, "doubles-check", 0)
    assert game.money(1) == 20 + 50


def test_bankrupt_4_doubles_of_a_bankrupt_are_void() -> None:
    game = Scenario().cash(20).at(1, "Pennsylvania Avenue").roll(2, 2).do("owe tax", "go bankrupt")
    assert (game.turn_player, game.s.doubles_count) == (2, 0)


def test_bankrupt_4_doubles_of_the_turn_player_survive_the_ruin_of_another() -> None:
    game = opera(0, 20, 500).at(1, "Luxury Tax").turn(1).roll(2, 2).draw(OPERA)
    game.do("go bankrupt").conclude_all()
    assert (game.turn_player, game.phase) == (1, "pre-roll")


def test_bankrupt_4_the_debts_of_the_chairman_end_with_him() -> None:
    game = Scenario(players=4).cash(20).give(1, "Vermont Avenue").at(1, 7).turn(1, "post-roll")
    game.draw(CHAIRMAN).do('mortgage "Vermont Avenue"', "pay debt", "go bankrupt")
    assert [game.money(seat) for seat in (2, 3, 4)] == [1550, 1500 + 20 - 5, 1500]
    assert (game.owner("Vermont Avenue"), game.s.debt_count, game.turn_player) == (3, 0, 2)


def bankrupt_seat_2(players: int = 3) -> Scenario:
    """Seat 2 is out; seat 3 is in pre-roll."""
    game = Scenario(players=players).cash(1500, 0).at(2, "Luxury Tax").turn(2, "post-roll")
    return game.do("owe tax", "go bankrupt")


def test_bankrupt_5_is_skipped_in_the_turn_and_the_free_4_all() -> None:
    game = bankrupt_seat_2().at(1, "Free Parking").turn(1, "post-roll")
    game.do("go on", "check doubles")
    assert (game.phase, game.s.free_4_all_order[:3]) == ("free-4-all", [2, 0, -1])
    assert game.conclude_all().turn_player == 3


@pytest.mark.parametrize("edition", ["formal", "formal-small"])
def test_bankrupt_5_formal_skips_as_well(edition: str) -> None:
    game = Scenario(edition).cash(0).at(1, 5 if edition == "formal-small" else 38)
    game.turn(1, "post-roll").do("owe tax", "go bankrupt")
    game.at(2, "Free Parking").turn(2, "post-roll").do("go on", "check doubles -> order 3 2")
    game.conclude_all().at(3, "Free Parking").turn(3, "post-roll").do("go on").conclude_all()
    assert game.turn_player == 2


def test_bankrupt_5_takes_no_part_in_an_auction() -> None:
    game = bankrupt_seat_2(4).at(3, "Boardwalk").turn(3, "post-roll").do("auction")
    assert bidders(game) == [1, 3, 4]
    assert game.refused("p2: bid 1") == "BANKRUPT-5"


def test_bankrupt_5_neither_pays_nor_collects_by_card() -> None:
    game = bankrupt_seat_2().at(3, "Community Chest 1").turn(3, "post-roll").draw(OPERA)
    assert [game.money(seat) for seat in (1, 2, 3)] == [1450, 0, 1550]
    game.at(3, "Chance 1").turn(3, "post-roll").draw(CHAIRMAN)
    assert [game.money(seat) for seat in (1, 2, 3)] == [1500, 0, 1500]


def test_bankrupt_5_receives_no_offer_and_makes_none() -> None:
    game = bankrupt_seat_2().give(1, "Boardwalk").turn(1)
    assert game.refused('offer p2 "Boardwalk" for $0') == "TRADE-1"
    assert game.choices(2) == []
    assert legal_actions(game.s, 1) == []


def test_leave_1_the_estate_goes_to_the_bank_and_under_the_hammer() -> None:
    game = Scenario().give(1, *BROWN, level=2).give(1, "Short Line").jail_card(1).turn(1)
    assert leave(game.s, 0)
    assert violated_invariants(game.s) == []
    assert game.s.is_bankrupt[0]
    assert game.s.jail_card_owner[0] == -1
    assert bidders(game) == [2, 3]
    assert game.turn_player == 2


def test_leave_1_waits_for_the_floor() -> None:
    game = Scenario().turn(1)
    assert not leave(game.s, 1)
    assert game.s == Scenario().turn(1).s


def test_leave_1_a_debtor_goes_out_to_his_creditor() -> None:
    game = rent_of_boardwalk(Scenario().give(1, "Short Line").cash(70, 1000))
    assert leave(game.s, 0)
    assert violated_invariants(game.s) == []
    assert game.money(2) == 1070
    assert game.owner("Short Line") == 2


def test_leave_1_the_free_4_all_goes_on_without_him() -> None:
    game = Scenario().free_4_all(2, 3, 1)
    assert leave(game.s, 1)
    assert violated_invariants(game.s) == []
    assert floor(game.s) == 2


def test_leave_1_the_free_4_all_of_one_who_leaves_is_over_for_all() -> None:
    game = Scenario(order_is_clockwise=0).free_4_all(1, 2, 3)
    assert leave(game.s, 0)
    assert violated_invariants(game.s) == []
    assert (floor(game.s), PHASES[game.s.phase]) == (1, "pre-roll")


def test_leave_1_the_others_throw_on_for_the_start() -> None:
    game = Scenario(opening_throw=1)
    assert leave(game.s, 0)
    assert violated_invariants(game.s) == []
    game.do("roll for start -> 5,5", "roll for start -> 3,4")
    assert (floor(game.s), PHASES[game.s.phase]) == (1, "pre-roll")


def test_leave_1_the_last_to_throw_leaves_the_start_to_the_others() -> None:
    game = Scenario(opening_throw=1).do("roll for start -> 3,4", "roll for start -> 5,5")
    assert leave(game.s, 2)
    assert violated_invariants(game.s) == []
    assert (floor(game.s), PHASES[game.s.phase]) == (1, "pre-roll")


def test_leave_1_the_last_one_wins_even_before_the_start() -> None:
    game = Scenario(players=2, opening_throw=1)
    assert leave(game.s, 0)
    assert violated_invariants(game.s) == []
    assert is_over(game.s)
    assert winner(game.s) == 1


def test_leave_1_not_in_an_auction_nor_with_an_open_offer() -> None:
    game = Scenario().at(1, "Boardwalk").turn(1, "post-roll").do("auction")
    assert not leave(game.s, 0)
