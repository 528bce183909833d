"""SELL: buildings go back to the bank, at half price, evenly, while it has houses to change."""

from __future__ import annotations

import pytest

from tests.rules.auctions import settle
from tests.rules.scenario import Scenario

BROWN = ("Mediterranean Avenue", "Baltic Avenue")
GREEN = ("Pacific Avenue", "North Carolina Avenue", "Pennsylvania Avenue")
DARK_BLUE = ("Park Place", "Boardwalk")


def green_hotels(houses: int, edition: str = "classic") -> Scenario:
    """Seat 1 has three hotels on green, and the bank so many houses."""
    return Scenario(edition, players=2).give(1, *GREEN, level=5).stock(houses, hotels=9)


def levels(game: Scenario) -> list[int]:
    """The levels of the green group."""
    return [game.level(street) for street in GREEN]


def test_sell_1_bought_at_300_at_an_auction_and_refunded_100() -> None:
    game = Scenario().give(1, *DARK_BLUE).give(2, *GREEN).stock(1)
    settle(game.do('build "Boardwalk"', "p1: bid 300", "p2: pass"))
    assert game.money(1) == 1500 - 300
    assert game.do('sell "Boardwalk"').money(1) == 1500 - 300 + 100


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_sell_1_half_the_list_price_a_level(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, *DARK_BLUE, level=1)
    game.do('sell "Boardwalk"', 'sell "Park Place"')
    assert (game.money(1), game.level("Boardwalk"), game.level("Park Place")) == (1700, 0, 0)


def test_sell_1_a_finite_bank_pays_what_it_has() -> None:
    """BANK-2 for refunds."""
    game = Scenario("formal").give(1, *DARK_BLUE, level=1).bank(30)
    assert game.do('sell "Boardwalk"').money(1) == 1530


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_sell_2_a_hotel_needs_four_houses_in_the_bank(edition: str) -> None:
    assert green_hotels(3, edition).refused('sell "Pacific Avenue"') == "SELL-2"
    game = green_hotels(4, edition).do('sell "Pacific Avenue"')
    assert (levels(game), game.s.houses_left, game.s.hotels_left) == ([4, 5, 5], 0, 10)


def test_sell_2_formal_changes_hotels_without_a_stock() -> None:
    game = Scenario("formal").give(1, *GREEN, level=5).do('sell "Pacific Avenue"')
    assert levels(game) == [4, 5, 5]


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_sell_2_the_highest_level_goes_first(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, "Boardwalk", level=2).give(1, "Park Place", level=1)
    assert game.refused('sell "Park Place"') == "SELL-2"
    assert game.do('sell "Boardwalk"').level("Boardwalk") == 1


def test_sell_2_a_bare_street_has_nothing_to_sell() -> None:
    assert Scenario().give(1, *DARK_BLUE).refused('sell "Boardwalk"') == "SELL-2"


def test_sell_2_buildings_of_another_player_are_refused() -> None:
    assert Scenario().give(2, *DARK_BLUE, level=1).refused('sell "Boardwalk"') == "SELL-2"


def test_sell_3_three_hotels_and_5_houses_in_the_bank_go_down_to_5_at_once() -> None:
    game = green_hotels(5).do('sell group "Pacific Avenue" down to 5')
    assert (levels(game), game.money(1)) == ([1, 2, 2], 1500 + 10 * 100)
    assert (game.s.houses_left, game.s.hotels_left) == (0, 12)


def test_sell_3_the_same_in_two_steps() -> None:
    """One hotel can be changed, the next cannot: ten levels in all are refunded."""
    game = green_hotels(5).do('sell "Pennsylvania Avenue"')
    assert game.refused('sell "Pacific Avenue"') == "SELL-2"
    game.do('sell group "Pacific Avenue" down to 5')
    assert (levels(game), game.money(1)) == ([1, 2, 2], 1500 + 10 * 100)


def test_sell_3_extras_stand_on_the_higher_squares() -> None:
    assert levels(green_hotels(1).do('sell group "Pacific Avenue" down to 1')) == [0, 0, 1]
    assert levels(green_hotels(2).do('sell group "Pacific Avenue" down to 2')) == [0, 1, 1]
    assert levels(green_hotels(3).do('sell group "Pacific Avenue" down to 3')) == [1, 1, 1]


@pytest.mark.parametrize("houses", [0, 1, 2, 3])
def test_sell_3_down_to_none_is_always_possible(houses: int) -> None:
    game = green_hotels(houses).do('sell group "Pacific Avenue" down to 0')
    assert (levels(game), game.money(1)) == ([0, 0, 0], 1500 + 15 * 100)
    assert game.s.houses_left == houses


def test_sell_3_not_to_more_houses_than_there_are() -> None:
    assert green_hotels(3).refused('sell group "Pacific Avenue" down to 4') == "SELL-3"


def test_sell_3_houses_on_the_group_count() -> None:
    game = Scenario().give(1, *GREEN[:2], level=4).give(1, GREEN[2], level=5).stock(3)
    assert game.refused('sell group "Pacific Avenue" down to 12') == "SELL-3"
    game.do('sell group "Pacific Avenue" down to 11')
    assert (levels(game), game.money(1), game.s.houses_left) == ([3, 4, 4], 1500 + 2 * 100, 0)


def test_sell_3_refused_while_houses_suffice() -> None:
    assert green_hotels(12).refused('sell group "Pacific Avenue" down to 12') == "SELL-3"


def test_sell_3_refused_without_a_hotel() -> None:
    game = Scenario().give(1, *GREEN, level=4).stock(0)
    assert game.refused('sell group "Pacific Avenue" down to 3') == "SELL-3"


def test_sell_3_refused_for_the_group_of_another_player() -> None:
    game = green_hotels(0).give(2, *BROWN, level=5)
    assert game.refused('sell group "Baltic Avenue" down to 0') == "SELL-3"


def test_sell_3_formal_never_lacks_houses() -> None:
    game = Scenario("formal").give(1, *GREEN, level=5)
    assert game.refused('sell group "Pacific Avenue" down to 0') == "SELL-3"


def test_sell_3_a_debtor_may_sell_a_group_too() -> None:
    game = green_hotels(2).cash(20).at(1, "Luxury Tax").turn(1, "post-roll").do("owe tax")
    assert game.choices() == [
        'sell group "Pacific Avenue" down to 0',
        'sell group "Pacific Avenue" down to 1',
        'sell group "Pacific Avenue" down to 2',
    ]
    assert game.do('sell group "Pacific Avenue" down to 2').choices() == ["pay debt"]


def test_sell_3_in_every_window() -> None:
    purchase = green_hotels(0).at(1, "Boardwalk").turn(1, "post-roll")
    for game in (green_hotels(0).free_4_all(1, 2, turn=2), purchase):
        assert levels(game.do('sell group "Pacific Avenue" down to 0')) == [0, 0, 0]


def test_sell_4_no_trade_carries_a_building() -> None:
    game = Scenario().give(1, *DARK_BLUE, level=1)
    assert game.refused('offer p2 "Boardwalk" for $500') == "TRADE-3"
    game.do('sell "Boardwalk"')
    assert game.refused('offer p2 "Boardwalk" for $500') == "TRADE-3"
    game.do('sell "Park Place"', 'offer p2 "Boardwalk" for $500', "p2: accept")
    assert (game.owner("Boardwalk"), game.level("Boardwalk")) == (2, 0)
