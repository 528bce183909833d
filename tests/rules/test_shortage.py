"""SHORT: when more buildings are wanted than the bank has, the next one is auctioned."""

from __future__ import annotations

import pytest

from gitopoly.errors import IllegalAction
from tests.rules.auctions import bidders, settle
from tests.rules.scenario import Scenario

BROWN = ("Mediterranean Avenue", "Baltic Avenue")
LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
RED = ("Kentucky Avenue", "Indiana Avenue", "Illinois Avenue")
GREEN = ("Pacific Avenue", "North Carolina Avenue", "Pennsylvania Avenue")
DARK_BLUE = ("Park Place", "Boardwalk")


def brown_against_dark_blue(edition: str = "classic", players: int = 3) -> Scenario:
    """Seat 1 and seat 2 could place two houses each, and three are left."""
    game = Scenario(edition, players=players)
    return game.give(1, *BROWN, level=3).give(2, *DARK_BLUE, level=3).stock(3)


def red_against_green() -> Scenario:
    """Seat 1 builds at 150, seat 2 at 200, and one house is left."""
    return Scenario().give(1, *RED).give(2, *GREEN).stock(1)


def outbid_by_seat_2(game: Scenario, order: str, amount: int) -> Scenario:
    """Seat 1 orders a building, seat 2 gets it."""
    settle(game.do(order, "p1: stand", f"p2: bid {amount}"))
    return settle(game.do("p1: pass", "p2: stand"))


def test_short_1_stock_3_and_capacities_2_and_2_are_contested() -> None:
    assert brown_against_dark_blue().do('build "Baltic Avenue"').phase == "auction"


def test_short_1_stock_3_and_capacities_2_and_1_are_not() -> None:
    game = Scenario().give(1, *BROWN, level=3)
    game.give(2, "Park Place", level=4).give(2, "Boardwalk", level=3).stock(3)
    game.do('build "Baltic Avenue"')
    assert (game.phase, game.level("Baltic Avenue"), game.money(1)) == ("pre-roll", 4, 1450)


@pytest.mark.parametrize(("cash", "phase"), [(399, "pre-roll"), (400, "auction")])
def test_short_1_cash_caps_what_a_player_could_place(cash: int, phase: str) -> None:
    game = brown_against_dark_blue().cash(1500, cash)
    assert game.do('build "Baltic Avenue"').phase == phase


def test_short_1_alone_nobody_contests() -> None:
    game = Scenario().give(1, *BROWN).give(2, *DARK_BLUE).cash(1500, 199).stock(1)
    assert game.do('build "Baltic Avenue"').level("Baltic Avenue") == 1


def test_short_1_a_mortgaged_group_places_nothing() -> None:
    game = Scenario().give(1, *BROWN).give(2, "Park Place").stock(1)
    game.give(2, "Boardwalk", mortgaged=True)
    assert game.do('build "Baltic Avenue"').level("Baltic Avenue") == 1


def test_short_1_the_jailed_are_counted() -> None:
    assert brown_against_dark_blue().jail(2).do('build "Baltic Avenue"').phase == "auction"


@pytest.mark.parametrize(("hotels", "phase"), [(3, "auction"), (4, "pre-roll")])
def test_short_1_hotels_are_contested_in_the_same_way(hotels: int, phase: str) -> None:
    game = Scenario().give(1, *BROWN, level=4).give(2, *DARK_BLUE, level=4).stock(16, hotels)
    assert game.do('build "Baltic Avenue"').phase == phase


def test_short_1_no_hotel_is_placed_while_a_street_of_the_group_lacks_houses() -> None:
    game = Scenario().give(1, *BROWN, level=4).stock(16, hotels=1)
    game.give(2, "Park Place", level=4).give(2, "Boardwalk", level=3)
    assert game.do('build "Baltic Avenue"').level("Baltic Avenue") == 5


def test_short_1_houses_do_not_compete_with_hotels() -> None:
    game = Scenario().give(1, *BROWN, level=4).give(2, *DARK_BLUE, level=3).stock(1, hotels=1)
    assert game.do('build "Baltic Avenue"').level("Baltic Avenue") == 5


def test_short_1_nobody_bids_in_formal() -> None:
    game = Scenario("formal").give(1, *BROWN, level=3).give(2, *DARK_BLUE, level=3)
    assert game.do('build "Baltic Avenue"').level("Baltic Avenue") == 4


def test_short_2_the_order_is_a_standing_bid_at_list_price() -> None:
    game = red_against_green().do('build "Illinois Avenue"')
    assert game.choices(1) == ["bid 151 to 1500", "stand"]
    assert game.choices(2) == ["bid 151 to 1500", "pass"]
    assert game.refused("p2: bid 150") == "AUCTION-4"
    assert game.refused("p1: pass") == "AUCTION-5"


def test_short_2_all_pass_and_the_orderer_pays_list() -> None:
    game = red_against_green().do('build "Illinois Avenue"', "p2: pass", "p1: stand")
    settle(game)
    assert (game.money(1), game.level("Illinois Avenue"), game.phase) == (1350, 1, "pre-roll")


def test_short_2_151_beats_the_order_at_150() -> None:
    game = outbid_by_seat_2(red_against_green(), 'build "Illinois Avenue"', 151)
    assert (game.money(1), game.money(2)) == (1500, 1349)
    assert (game.phase, game.floor, game.level("Illinois Avenue")) == ("placing", 2, 0)


def test_short_2_the_orderer_may_raise_and_pays_his_bid() -> None:
    game = red_against_green().do('build "Illinois Avenue"', "p2: bid 151", "p1: bid 160")
    settle(game).do("p2: pass", "p1: stand")
    assert settle(game).money(1) == 1340
    assert game.level("Illinois Avenue") == 1


def test_short_2_in_a_tie_the_orderer_comes_last() -> None:
    """AUCTION-7 holds here too: of equal bids, that of the other leads."""
    game = red_against_green().do('build "Illinois Avenue"', "p2: bid 160", "p1: bid 160")
    assert settle(game).choices(2) == ["bid 161 to 1500", "stand"]
    settle(game.do("p1: pass", "p2: stand"))
    assert (game.phase, game.floor, game.money(2)) == ("placing", 2, 1340)


def test_short_2_only_the_eligible_take_part() -> None:
    game = red_against_green().give(3, *BROWN, mortgaged=True).do('build "Illinois Avenue"')
    assert bidders(game) == [1, 2]
    assert game.refused("p3: bid 200") == "SHORT-2"


def test_short_2_one_building_at_a_time() -> None:
    game = brown_against_dark_blue().do('build "Baltic Avenue"', "p2: pass", "p1: stand")
    assert settle(game).s.houses_left == 2
    assert game.do('build "Mediterranean Avenue"').phase == "auction"


def test_short_3_the_winner_cannot_bank_the_building() -> None:
    game = outbid_by_seat_2(red_against_green(), 'build "Illinois Avenue"', 151)
    assert game.choices() == [f'place building on "{street}"' for street in sorted(GREEN)]
    assert game.refused("p1: end pre-roll") == "TIME-1"
    assert game.refused('p2: mortgage "Pacific Avenue"') == "TIME-1"


def test_short_3_after_placing_the_window_of_the_orderer_goes_on() -> None:
    game = outbid_by_seat_2(red_against_green(), 'build "Illinois Avenue"', 151)
    game.do('place building on "Pacific Avenue"')
    assert (game.level("Pacific Avenue"), game.s.houses_left) == (1, 0)
    assert (game.phase, game.floor) == ("pre-roll", 1)


def test_short_3_the_window_may_be_a_free_4_all() -> None:
    game = red_against_green().free_4_all(1, 2, turn=3)
    outbid_by_seat_2(game, 'build "Illinois Avenue"', 151).do('place building on "Pacific Avenue"')
    assert (game.phase, game.floor) == ("free-4-all", 1)
    assert game.do("conclude").floor == 2


def test_short_3_the_window_may_be_the_purchase_window() -> None:
    game = red_against_green().at(1, "Boardwalk").turn(1, "post-roll")
    outbid_by_seat_2(game, 'build "Illinois Avenue"', 151).do('place building on "Pacific Avenue"')
    assert (game.phase, game.floor) == ("post-roll", 1)
    assert game.do("buy").owner("Boardwalk") == 1


def test_short_3_the_winner_builds_evenly() -> None:
    game = red_against_green().give(2, "Pacific Avenue", level=1).stock(1)
    outbid_by_seat_2(game, 'build "Illinois Avenue"', 151)
    assert game.refused('place building on "Pacific Avenue"') == "BUILD-1"
    assert game.refused('p1: place building on "Illinois Avenue"') == "TIME-1"


def test_short_3_a_hotel_won_is_no_house() -> None:
    """The winner has a bare group too, but what he won has to stand where a hotel can."""
    game = Scenario().give(1, *BROWN, level=4).give(2, *DARK_BLUE, level=4).give(2, *RED)
    outbid_by_seat_2(game.stock(5, hotels=1), 'build "Baltic Avenue"', 100)
    assert game.refused('place building on "Illinois Avenue"') == "SHORT-3"
    game.do('place building on "Boardwalk"')
    assert (game.level("Boardwalk"), game.s.houses_left, game.s.hotels_left) == (5, 9, 0)


def test_short_3_the_orderer_gets_it_where_he_named_it() -> None:
    game = red_against_green().do('build "Kentucky Avenue"', "p1: stand", "p2: pass")
    assert settle(game).level("Kentucky Avenue") == 1
    assert game.phase == "pre-roll"


def brown_against_two_colours(**options: int) -> Scenario:
    """Seat 1 orders a house for Baltic Avenue; seat 2 has brown's neighbours, cheap and dear."""
    game = Scenario(**options).give(1, *BROWN).give(2, *LIGHT_BLUE).give(2, *DARK_BLUE)
    return game.stock(1)


def test_short_3_a_building_stands_only_where_selling_pays_no_more() -> None:
    game = outbid_by_seat_2(brown_against_two_colours(), 'build "Baltic Avenue"', 51)
    assert game.choices() == [f'place building on "{street}"' for street in sorted(LIGHT_BLUE)]
    assert game.refused('place building on "Boardwalk"') == "SHORT-3"


def test_short_3_half_the_list_price_is_enough() -> None:
    game = outbid_by_seat_2(brown_against_two_colours(), 'build "Baltic Avenue"', 100)
    game.do('place building on "Boardwalk"').free_4_all(2).do('sell "Boardwalk"')
    assert game.money(2) == 1500


def test_short_3_the_position_keeps_the_price_until_the_building_is_placed() -> None:
    game = outbid_by_seat_2(brown_against_two_colours(), 'build "Baltic Avenue"', 51)
    assert game.s.last_bid[:3] == [0, 51, 0]
    assert game.do('place building on "Vermont Avenue"').s.last_bid[:3] == [0, 0, 0]


def test_short_3_the_lowest_bid_is_worth_placing() -> None:
    """Dark blue alone: half of $200, although $51 would beat the order."""
    game = Scenario().give(1, *BROWN).give(2, *DARK_BLUE).stock(1).do('build "Baltic Avenue"')
    assert game.choices(2) == ["bid 100 to 1500", "pass"]
    assert game.refused("p2: bid 99") == "SHORT-3"
    assert game.refused("p2: bid 50") == "AUCTION-4"


def test_short_3_the_cheapest_street_must_take_the_building() -> None:
    """A hotel cannot stand on the bare light blue streets, so dark blue sets the price."""
    game = Scenario().give(1, *BROWN, level=4).give(2, *DARK_BLUE, level=4).give(2, *LIGHT_BLUE)
    game.stock(5, hotels=1).do('build "Baltic Avenue"')
    assert game.choices(2) == ["bid 100 to 1500", "pass"]


def test_short_3_as_it_was_any_legal_street_will_do() -> None:
    game = brown_against_two_colours(placing_by_price=0)
    outbid_by_seat_2(game, 'build "Baltic Avenue"', 51).do('place building on "Boardwalk"')
    assert game.free_4_all(2).do('sell "Boardwalk"').money(2) == 1549


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_short_4_without_stock_nobody_builds(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, *BROWN).stock(0)
    assert game.refused('build "Baltic Avenue"') == "SHORT-4"


def test_short_4_the_reason_is_shortage() -> None:
    game = Scenario().give(1, *BROWN).stock(0)
    with pytest.raises(IllegalAction, match="no such building left"):
        game.do('build "Baltic Avenue"')


def test_short_4_who_comes_first_after_a_sale_builds_first() -> None:
    """No waiting list: a refused order is forgotten."""
    game = Scenario().give(1, *BROWN).give(2, *DARK_BLUE, level=1).cash(1500, 0).stock(0)
    assert game.refused('build "Baltic Avenue"') == "SHORT-4"
    game.free_4_all(2, 3, 1).do('sell "Boardwalk"')
    assert (game.level("Baltic Avenue"), game.s.houses_left) == (0, 1)


def test_short_5_arena_has_no_such_auction() -> None:
    game = brown_against_dark_blue("arena", players=2).do('build "Baltic Avenue"')
    assert (game.phase, game.level("Baltic Avenue"), game.money(1)) == ("pre-roll", 4, 1450)
