"""MORT: the only loan in the game."""

from __future__ import annotations

import pytest

from gitopoly.rules import apply, legal_actions
from tests.rules.scenario import Scenario

LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")


def mortgaged_boardwalk_bought_for(cash: int, edition: str = "classic") -> Scenario:
    """Seat 1 has just bought the mortgaged Boardwalk from seat 2."""
    game = Scenario(edition, players=2).give(2, "Boardwalk", mortgaged=True)
    return game.do(f'offer p2 ${cash} for "Boardwalk"', "p2: accept")


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_mort_1_a_building_anywhere_on_the_group_forbids_it(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, *LIGHT_BLUE)
    game.do('build "Oriental Avenue"')
    assert {game.refused(f'mortgage "{street}"') for street in LIGHT_BLUE} == {"MORT-1"}


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
@pytest.mark.parametrize(
    ("deed", "value"), [("Boardwalk", 200), ("Park Place", 175), ("Reading Railroad", 100)]
)
def test_mort_1_the_value_is_half_the_price(edition: str, deed: str, value: int) -> None:
    game = Scenario(edition, players=2).give(1, deed).do(f'mortgage "{deed}"')
    assert game.money(1) == 1500 + value


def test_mort_1_half_of_an_odd_price_is_rounded_down() -> None:
    game = Scenario("formal-small").give(1, 6).do('mortgage "First Railroad"')
    assert game.money(1) == 30 + 12


def test_mort_1_not_twice_and_not_another_players() -> None:
    game = Scenario().give(1, "Boardwalk", mortgaged=True).give(2, "Reading Railroad")
    assert game.refused('mortgage "Boardwalk"') == "MORT-1"
    assert game.refused('mortgage "Reading Railroad"') == "MORT-1"
    assert game.refused('mortgage "Short Line"') == "MORT-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_mort_2_lifting_boardwalk_costs_220(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, "Boardwalk", mortgaged=True).cash(219)
    assert game.refused('unmortgage "Boardwalk"') == "MORT-2"
    game.cash(220).do('unmortgage "Boardwalk"')
    assert (game.money(1), game.s.mortgaged[39]) == (0, 0)


@pytest.mark.parametrize(("edition", "cost"), [("classic", 193), ("formal", 192), ("arena", 192)])
def test_mort_2_the_tenth_is_rounded_as_the_edition_says(edition: str, cost: int) -> None:
    """BANK-3."""
    game = Scenario(edition, players=2).give(1, "Park Place", mortgaged=True)
    assert game.do('unmortgage "Park Place"').money(1) == 1500 - cost


def test_mort_2_what_is_not_mortgaged_cannot_be_lifted() -> None:
    assert Scenario().give(1, "Boardwalk").refused('unmortgage "Boardwalk"') == "MORT-2"


def test_mort_2_never_while_in_debt() -> None:
    game = Scenario().give(1, "Baltic Avenue", mortgaged=True).give(1, "Boardwalk").cash(90)
    game.at(1, "Luxury Tax").turn(1, "post-roll").do("owe tax")
    assert game.refused('unmortgage "Baltic Avenue"') == "DEBT-2"


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_mort_3_transfer_of_boardwalk_costs_20(edition: str) -> None:
    game = mortgaged_boardwalk_bought_for(100, edition)
    assert (game.money(1), game.money(2)) == (1500 - 100 - 20, 1500 + 100)
    assert (game.owner("Boardwalk"), game.s.mortgaged[39]) == (1, 1)


@pytest.mark.parametrize(("edition", "interest"), [("classic", 18), ("arena", 17)])
def test_mort_3_the_tenth_is_rounded_as_the_edition_says(edition: str, interest: int) -> None:
    """BANK-3."""
    game = Scenario(edition, players=2).give(2, "Park Place", mortgaged=True)
    game.do('offer p2 $1 for "Park Place"', "p2: accept")
    assert game.money(1) == 1500 - 1 - interest


def test_mort_3_both_sides_pay_for_what_they_receive() -> None:
    game = Scenario().give(1, "Boardwalk", mortgaged=True)
    game.give(2, "Short Line", "Reading Railroad", mortgaged=True)
    game.do('offer p2 "Boardwalk" for "Short Line", "Reading Railroad"', "p2: accept")
    assert (game.money(1), game.money(2)) == (1500 - 20, 1500 - 20)


def test_mort_4_lifting_in_the_turn_of_the_transfer_costs_the_principal() -> None:
    game = mortgaged_boardwalk_bought_for(100).do('unmortgage "Boardwalk"')
    assert game.money(1) == 1500 - 100 - 20 - 200


def test_mort_4_lifting_in_a_later_turn_costs_the_interest_again() -> None:
    game = mortgaged_boardwalk_bought_for(100).at(1, "Free Parking").turn(1, "post-roll")
    game.do("go on").conclude_all()
    assert game.turn_player == 2
    game.free_4_all(1, 2, turn=2).do('unmortgage "Boardwalk"')
    assert game.money(1) == 1500 - 100 - 20 - 220


def test_mort_4_the_same_turn_goes_on_after_doubles() -> None:
    game = mortgaged_boardwalk_bought_for(100).at(1, 16).roll(2, 2).do("go on").conclude_all()
    assert (game.turn_player, game.phase) == (1, "pre-roll")
    assert game.do('unmortgage "Boardwalk"').money(1) == 1500 - 100 - 20 - 200


def test_mort_4_it_covers_one_lifting_only() -> None:
    game = mortgaged_boardwalk_bought_for(100)
    game.do('unmortgage "Boardwalk"', 'mortgage "Boardwalk"', 'unmortgage "Boardwalk"')
    assert game.money(1) == 1500 - 100 - 20 - 200 + 200 - 220


def test_mort_4_the_next_receiver_in_the_same_turn_pays_again() -> None:
    game = Scenario().give(2, "Boardwalk", mortgaged=True)
    game.do('offer p2 $1 for "Boardwalk"', "p2: accept")
    game.do('offer p3 "Boardwalk" for $1', "p3: accept")
    assert game.money(3) == 1500 - 1 - 20


def test_mort_5_formal_transfers_without_interest() -> None:
    game = Scenario("formal").give(1, "Boardwalk", mortgaged=True).give(2, 12).cash(7, 5)
    game.at(1, 12).turn(1, "post-roll").do("pay rent -> 1,1", "go bankrupt")
    assert (game.owner("Boardwalk"), game.s.mortgaged[39]) == (2, 1)
    assert game.money(2) == 5 + 7


def test_mort_6_the_owner_keeps_the_deed() -> None:
    game = Scenario().give(1, "Boardwalk").do('mortgage "Boardwalk"')
    assert game.owner("Boardwalk") == 1


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_mort_6_nobody_but_the_owner_lifts_it(edition: str) -> None:
    game = Scenario(edition, players=2).give(2, "Boardwalk", mortgaged=True)
    assert game.refused('unmortgage "Boardwalk"') == "MORT-6"
    assert game.owner("Boardwalk") == 2


def test_mort_7_money_alone_does_not_change_hands() -> None:
    game = Scenario().give(1, "Boardwalk").give(2, "Short Line")
    assert game.refused("offer p2 $100 for nothing") == "TRADE-2"
    assert game.refused("offer p2 nothing for $100") == "TRADE-2"
    assert game.refused("offer p2 $100 for $50") == "TRADE-2"


@pytest.mark.parametrize("window", ["pre-roll", "post-roll", "free-4-all"])
def test_mort_7_no_action_of_a_window_moves_money_between_players(window: str) -> None:
    """Whatever one does in it, bar an accepted trade, the others' cash stays."""
    game = Scenario().give(1, 1, 3, 5).give(2, 39).give(1, 37, mortgaged=True).at(1, "Short Line")
    if window == "free-4-all":
        game.free_4_all(1, 2, 3)
    else:
        game.turn(1, window)
    for choice in legal_actions(game.s):
        if isinstance(choice, int):
            after = game.s.copy()
            apply(after, choice)
            assert after.money[1:3] == game.s.money[1:3]
