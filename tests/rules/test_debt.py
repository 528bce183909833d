"""DEBT: who cannot pay raises money, pays as soon as possible, or goes bankrupt if it never is."""

from __future__ import annotations

import pytest

from gitopoly.rules import OfferTemplate, legal_actions
from tests.rules.scenario import Scenario

OPERA = 6
CHAIRMAN = 14
DARK_BLUE = ("Park Place", "Boardwalk")


def luxury_tax(game: Scenario) -> Scenario:
    """Seat 1 owes the $100 of square 38."""
    return game.at(1, "Luxury Tax").turn(1, "post-roll").do("owe tax")


def opera(*cash: int) -> Scenario:
    """Seat 1 has drawn "$50 from each"; nobody owns anything yet."""
    game = Scenario(players=len(cash)).cash(*cash).at(1, "Community Chest 1")
    return game.turn(1, "post-roll")


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_debt_1_with_enough_cash_payment_is_forced(edition: str) -> None:
    game = Scenario(edition, players=2).give(2, "Boardwalk").cash(50).at(1, "Boardwalk")
    game.turn(1, "post-roll")
    assert game.choices() == ["pay rent"]
    assert game.refused("owe rent") == "DEBT-1"
    assert game.cash(49).choices() == ["owe rent"]
    assert game.refused("pay rent") == "DEBT-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_debt_1_the_printed_tax_is_forced_too(edition: str) -> None:
    game = Scenario(edition, players=2).cash(100).at(1, "Luxury Tax").turn(1, "post-roll")
    assert game.refused("owe tax") == "DEBT-1"
    assert game.cash(99).refused("pay tax") == "DEBT-1"


def test_debt_1_the_opera_debtor_acts_in_the_turn_of_another() -> None:
    game = opera(0, 20, 500).give(2, "Reading Railroad").draw(OPERA)
    assert (game.phase, game.turn_player, game.floor) == ("bankruptcy-prevention", 1, 2)
    assert game.refused("p1: pay debt") == "TIME-1"
    game.do('mortgage "Reading Railroad"', "pay debt")
    assert (game.phase, game.floor) == ("doubles-check", 1)
    assert [game.money(seat) for seat in (1, 2, 3)] == [100, 70, 450]


def test_debt_1_in_formal_the_debtor_is_the_turn_player_who_goes_on_after_paying() -> None:
    game = luxury_tax(Scenario("formal").give(1, "Boardwalk").cash(40))
    assert (game.floor, game.turn_player) == (1, 1)
    assert game.do('mortgage "Boardwalk"', "pay debt").phase == "doubles-check"
    assert game.money(1) == 140


def debtor_with_everything() -> Scenario:
    """Seat 1 owes $100 and has houses, bare and mortgaged deeds, and $99."""
    game = Scenario().give(1, "Boardwalk", "Reading Railroad").give(2, "Short Line")
    game.give(1, "Mediterranean Avenue", "Baltic Avenue", level=1)
    return luxury_tax(game.give(1, "Water Works", mortgaged=True).cash(99))


def test_debt_2_what_a_debtor_may_do_while_short() -> None:
    assert debtor_with_everything().choices() == [
        'mortgage "Boardwalk"',
        'mortgage "Reading Railroad"',
        "offer p2 …",
        "offer p3 …",
        'sell "Baltic Avenue"',
        'sell "Mediterranean Avenue"',
    ]


def test_debt_2_with_the_cash_he_pays_and_nothing_else() -> None:
    game = debtor_with_everything().do('sell "Baltic Avenue"')
    assert game.choices() == ["pay debt"]
    assert game.refused('sell "Mediterranean Avenue"') == "DEBT-2"
    assert game.refused('mortgage "Boardwalk"') == "DEBT-2"
    assert game.refused('offer p2 "Boardwalk" for $500') == "DEBT-2"
    assert game.refused("go bankrupt") == "DEBT-2"


def test_debt_2_while_short_he_cannot_pay() -> None:
    assert debtor_with_everything().refused("pay debt") == "DEBT-1"


def test_debt_2_a_debtor_neither_builds_nor_lifts() -> None:
    game = debtor_with_everything()
    assert game.refused('build "Baltic Avenue"') == "DEBT-2"
    assert game.refused('unmortgage "Water Works"') == "DEBT-2"


def test_debt_2_nobody_else_manages_meanwhile() -> None:
    game = debtor_with_everything()
    assert game.choices(2) == []
    assert game.refused('p2: mortgage "Short Line"') == "TIME-1"


def test_debt_2_formal_has_mortgages_and_sales_only() -> None:
    game = Scenario("formal").give(1, "Mediterranean Avenue", "Baltic Avenue", level=1)
    luxury_tax(game.give(1, "Boardwalk").cash(60))
    assert game.choices() == [
        'mortgage "Boardwalk"',
        'sell "Baltic Avenue"',
        'sell "Mediterranean Avenue"',
    ]
    assert game.do('mortgage "Boardwalk"').choices() == ["pay debt"]
    assert game.refused('sell "Baltic Avenue"') == "DEBT-2"


def test_debt_2_an_offer_to_a_poor_player_is_listed() -> None:
    """Whatever is legal is listed, even if the other's cash does not reach the mortgage."""
    game = Scenario().give(1, "Boardwalk", "Reading Railroad").cash(0, 10, 0)
    luxury_tax(game)
    templates = [c for c in legal_actions(game.s) if isinstance(c, OfferTemplate)]
    assert [template.addressee + 1 for template in templates] == [2, 3]
    game.do('offer p2 "Reading Railroad" for $10', "p2: accept")
    assert (game.money(1), game.owner("Reading Railroad")) == (10, 2)


def test_debt_3_an_insolvent_debtor_cannot_give_boardwalk_away() -> None:
    game = luxury_tax(Scenario().give(1, "Boardwalk").cash(0))
    assert game.refused('offer p2 "Boardwalk" for $1') == "DEBT-3"


@pytest.mark.parametrize(("price", "rule"), [(99, "DEBT-3"), (100, "")])
def test_debt_3_a_sale_that_saves_him_is_legal(price: int, rule: str) -> None:
    """A mortgaged deed adds nothing to what can be raised, so its price has to."""
    game = luxury_tax(Scenario().give(1, "Boardwalk", mortgaged=True).cash(0))
    offer = f'offer p2 "Boardwalk" for ${price}'
    if rule:
        assert game.refused(offer) == rule
    else:
        game.do(offer, "p2: accept", "pay debt")
        assert (game.money(1), game.phase) == (0, "doubles-check")


def only_saved_by(cash: int) -> Scenario:
    """Seat 1 owes $100 and has nothing; all that can save him is what seat 2 pays in cash."""
    return Scenario(players=2).cash(0, cash)


@pytest.mark.parametrize(("cash", "saved"), [(120, True), (119, False)])
def test_debt_3_an_offer_is_listed_if_the_last_dollar_of_the_other_saves_him(
    cash: int, saved: bool
) -> None:
    """Who takes the mortgaged Boardwalk pays $20 of interest besides."""
    game = luxury_tax(only_saved_by(cash).give(1, "Boardwalk", mortgaged=True))
    assert ("offer p2 …" in game.choices()) is saved
    if saved:
        game.do('offer p2 "Boardwalk" for $100', "p2: accept", "pay debt")
        assert (game.money(1), game.money(2)) == (0, 0)
    else:
        assert game.refused('offer p2 "Boardwalk" for $99') == "DEBT-3"
        assert game.refused('offer p2 "Boardwalk" for $100') == "TRADE-6"


@pytest.mark.parametrize(("cash", "saved"), [(100, True), (99, False)])
def test_debt_3_the_same_of_a_jail_card(cash: int, saved: bool) -> None:
    game = luxury_tax(only_saved_by(cash).jail_card(1))
    assert ("offer p2 …" in game.choices()) is saved


@pytest.mark.parametrize(("cash", "saved"), [(50, True), (49, False)])
def test_debt_3_the_same_of_a_deed_that_the_debtor_could_mortgage(cash: int, saved: bool) -> None:
    """Vermont Avenue raises $50."""
    game = luxury_tax(only_saved_by(cash).give(2, "Vermont Avenue"))
    assert ("offer p2 …" in game.choices()) is saved
    offer = f'offer p2 $0 for "Vermont Avenue", ${cash}'
    if saved:
        game.do(offer, "p2: accept", 'mortgage "Vermont Avenue"', "pay debt")
        assert (game.money(1), game.money(2)) == (0, 0)
    else:
        assert game.refused(offer) == "DEBT-3"


@pytest.mark.parametrize(("cash", "saved"), [(100, True), (99, False)])
def test_debt_3_the_same_of_a_deed_that_the_debtor_gives_away(cash: int, saved: bool) -> None:
    """With it he loses the $50 that it would have raised."""
    game = luxury_tax(only_saved_by(cash).give(1, "Vermont Avenue"))
    assert ("offer p2 …" in game.choices()) is saved
    assert game.refused('offer p2 "Vermont Avenue" for $99') == "DEBT-3"


@pytest.mark.parametrize(("cash", "possible"), [(20, True), (19, False)])
def test_debt_3_the_interest_may_take_the_last_dollar_of_both(cash: int, possible: bool) -> None:
    """He is solvent by Park Place; the mortgaged Boardwalk moves if $20 of interest are there."""
    game = Scenario(players=2).cash(0, cash).give(1, "Boardwalk", mortgaged=True)
    luxury_tax(game.give(1, "Park Place"))
    assert ("offer p2 …" in game.choices()) is possible
    if possible:
        assert game.do('offer p2 "Boardwalk" for $0', "p2: accept").money(2) == 0
    else:
        assert game.refused('offer p2 "Boardwalk" for $0') == "TRADE-6"


def test_debt_3_all_that_he_still_owes_counts() -> None:
    """Chairman with two to pay: covering the first alone is not enough."""
    game = Scenario().give(1, "Boardwalk", mortgaged=True).cash(0).at(1, "Chance 1")
    game.turn(1, "post-roll").draw(CHAIRMAN)
    assert game.refused('offer p2 "Boardwalk" for $99') == "DEBT-3"
    game.do('offer p2 "Boardwalk" for $100', "p2: accept", "pay debt", "pay debt")
    assert (game.money(1), game.phase) == (0, "doubles-check")


def test_debt_3_a_debtor_further_back_in_the_queue_is_bound_as_well() -> None:
    """Seat 3 owes $50 too, and could not pay it without the deed that seat 2 wants for $1."""
    game = opera(0, 10, 0, 500).give(2, "Reading Railroad").give(3, "Vermont Avenue").draw(OPERA)
    assert game.floor == 2
    assert game.refused('offer p3 $1 for "Vermont Avenue"') == "DEBT-3"


def test_debt_3_a_declined_rescue_leaves_the_debt() -> None:
    game = luxury_tax(Scenario().give(1, "Boardwalk", mortgaged=True).cash(0))
    game.do('offer p2 "Boardwalk" for $500', "p2: decline")
    assert (game.phase, game.floor) == ("bankruptcy-prevention", 1)
    assert "go bankrupt" in game.choices()


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_debt_4_liquid_equal_to_the_debt_is_not_ruin(edition: str) -> None:
    game = luxury_tax(Scenario(edition, players=2).give(1, "Vermont Avenue").cash(50))
    assert game.refused("go bankrupt") == "DEBT-4"


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_debt_4_one_dollar_less_is_ruin_at_once(edition: str) -> None:
    """He need not mortgage the deed first."""
    game = luxury_tax(Scenario(edition, players=2).give(1, "Vermont Avenue").cash(49))
    assert "go bankrupt" in game.choices()
    assert game.do("go bankrupt").s.is_bankrupt[0] == 1


def test_debt_4_buildings_count_half_their_list_price() -> None:
    browns = ("Mediterranean Avenue", "Baltic Avenue")
    game = luxury_tax(Scenario().give(1, *browns, level=1).cash(0))  # 2 x 25 and 2 x 30
    assert game.refused("go bankrupt") == "DEBT-4"
    game = luxury_tax(Scenario().give(1, *browns).cash(39))
    assert "go bankrupt" in game.choices()


def test_debt_4_a_jail_card_counts_nothing() -> None:
    """CARD-3."""
    assert "go bankrupt" in luxury_tax(Scenario().jail_card(1).cash(99)).choices()


def test_debt_4_in_formal_ruin_means_that_everything_is_mortgaged() -> None:
    game = luxury_tax(Scenario("formal").give(1, "Vermont Avenue").cash(20))
    assert game.refused("go bankrupt") == "DEBT-4"
    assert game.do('mortgage "Vermont Avenue"').choices() == ["go bankrupt"]


def test_debt_5_two_debtors_one_after_the_other_in_seat_order() -> None:
    game = opera(0, 500, 10, 20).give(3, "Short Line").give(4, "Reading Railroad").draw(OPERA)
    assert (game.floor, game.money(1)) == (3, 50)
    game.do('mortgage "Short Line"', "pay debt")
    assert (game.phase, game.floor) == ("bankruptcy-prevention", 4)
    game.do('mortgage "Reading Railroad"', "pay debt")
    assert (game.phase, game.floor, game.money(1)) == ("doubles-check", 1, 150)


def test_debt_5_clockwise_from_the_left_of_the_turn_player() -> None:
    game = Scenario(players=3).cash(10, 500, 0).give(1, "Short Line").give(2, "Boardwalk")
    game.give(3, "Reading Railroad").at(2, 2).turn(2, "post-roll").draw(OPERA)
    assert game.floor == 3
    assert game.do('mortgage "Reading Railroad"', "pay debt").floor == 1


def test_debt_5_a_debt_to_a_bankrupt_lapses() -> None:
    """Seat 2 ruins the drawer with a mortgage; what seat 3 owes the drawer is void."""
    game = opera(0, 0, 0, 0).give(2, "Boardwalk", mortgaged=True).give(3, "Short Line")
    game.give(4, "Reading Railroad").draw(OPERA).do("go bankrupt")
    assert (game.floor, game.s.debt_count) == (1, 3)
    game.do("go bankrupt")
    assert (game.s.debt_count, game.turn_player, game.phase) == (0, 3, "auction")


def test_debt_5_the_interest_of_the_creditor_comes_before_the_other_debts() -> None:
    game = opera(0, 0, 0, 49).give(2, "Boardwalk", mortgaged=True).give(3, "Short Line")
    game.give(1, "Baltic Avenue").give(4, "Reading Railroad").draw(OPERA).do("go bankrupt")
    assert game.floor == 1
    assert game.do('mortgage "Baltic Avenue"', "pay debt").floor == 3
    assert game.do('mortgage "Short Line"', "pay debt").floor == 4


def test_debt_5_formal_has_one_debt_at_a_time() -> None:
    game = luxury_tax(Scenario("formal").give(1, "Boardwalk").cash(0))
    assert game.s.debt_count == 1
    assert game.do('mortgage "Boardwalk"', "pay debt").s.debt_count == 0
