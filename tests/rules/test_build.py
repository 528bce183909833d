"""BUILD: houses and hotels on complete groups, evenly, from a stock."""

from __future__ import annotations

import pytest

from tests.rules.scenario import Scenario

LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
DARK_BLUE = ("Park Place", "Boardwalk")


def light_blue(edition: str, *levels: int) -> Scenario:
    """Seat 1 has the light blue group at these levels, in pre-roll."""
    game = Scenario(edition, players=2)
    for street, level in zip(LIGHT_BLUE, levels, strict=True):
        game.give(1, street, level=level)
    return game


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_build_1_a_mortgaged_street_in_the_group_forbids_building(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, "Park Place", mortgaged=True).give(1, "Boardwalk")
    assert game.refused('build "Boardwalk"') == "BUILD-1"
    game.do('unmortgage "Park Place"', 'build "Boardwalk"')
    assert game.level("Boardwalk") == 1


def test_build_1_in_formal_only_the_street_itself_must_be_free_of_a_mortgage() -> None:
    game = Scenario("formal").give(1, "Park Place", mortgaged=True).give(1, "Boardwalk")
    assert game.refused('build "Park Place"') == "BUILD-1"
    assert game.do('build "Boardwalk"').level("Boardwalk") == 1


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_build_1_an_incomplete_group_is_refused(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, "Boardwalk").give(2, "Park Place")
    assert game.refused('build "Boardwalk"') == "BUILD-1"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_build_1_levels_never_get_more_than_one_apart(edition: str) -> None:
    game = light_blue(edition, 1, 0, 0)
    assert game.refused('build "Oriental Avenue"') == "BUILD-1"
    game.do('build "Vermont Avenue"', 'build "Connecticut Avenue"', 'build "Oriental Avenue"')
    assert [game.level(street) for street in LIGHT_BLUE] == [2, 1, 1]


def test_build_1_nothing_but_streets_takes_a_building() -> None:
    game = Scenario().give(1, 12, 28)
    assert game.refused('build "Electric Company"') == "BUILD-1"
    assert game.refused('build "Free Parking"') == "BUILD-1"


def test_build_1_a_street_of_another_player_is_refused() -> None:
    assert Scenario().give(2, *DARK_BLUE).refused('build "Boardwalk"') == "BUILD-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_build_2_a_second_hotel_at_5_4_4(edition: str) -> None:
    game = light_blue(edition, 5, 4, 4).do('build "Connecticut Avenue"')
    assert [game.level(street) for street in LIGHT_BLUE] == [5, 4, 5]


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_build_2_no_hotel_at_4_4_3(edition: str) -> None:
    assert light_blue(edition, 4, 4, 3).refused('build "Oriental Avenue"') == "BUILD-2"


def test_build_3_the_stock_is_32_houses_and_12_hotels() -> None:
    for game in (Scenario("classic"), Scenario("arena", players=2)):
        assert (game.s.houses_left, game.s.hotels_left) == (32, 12)


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_build_3_without_houses_in_the_bank_no_hotel_from_3_3_3(edition: str) -> None:
    game = light_blue(edition, 3, 3, 3).stock(0)
    assert {game.refused(f'build "{street}"') for street in LIGHT_BLUE} == {"SHORT-4"}


def test_build_3_formal_knows_no_stock() -> None:
    game = light_blue("formal", 3, 3, 3).do('build "Oriental Avenue"')
    assert (game.level("Oriental Avenue"), game.s.houses_left) == (4, 0)


@pytest.mark.parametrize(("street", "price"), [("Boardwalk", 200), ("Baltic Avenue", 50)])
def test_build_4_a_house_costs_the_price_on_its_deed(street: str, price: int) -> None:
    game = Scenario().give(1, *DARK_BLUE, "Mediterranean Avenue", "Baltic Avenue").cash(price)
    assert game.do(f'build "{street}"').money(1) == 0


@pytest.mark.parametrize(("street", "price"), [("Boardwalk", 200), ("Baltic Avenue", 50)])
def test_build_4_one_dollar_less_is_refused(street: str, price: int) -> None:
    game = Scenario().give(1, *DARK_BLUE, "Mediterranean Avenue", "Baltic Avenue").cash(price - 1)
    assert game.refused(f'build "{street}"') == "BUILD-4"


def test_build_5_no_fifth_house_leaves_the_stock() -> None:
    game = Scenario().give(1, *DARK_BLUE, level=4)
    houses = game.s.houses_left
    game.do('build "Boardwalk"')
    assert game.level("Boardwalk") == 5
    assert game.s.houses_left == houses + 4


def test_build_5_without_hotels_in_the_bank_the_fifth_level_is_refused() -> None:
    game = Scenario().give(1, *DARK_BLUE, level=4).stock(24, hotels=0)
    assert game.refused('build "Boardwalk"') == "SHORT-4"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_build_6_nothing_stands_on_top_of_a_hotel(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, *DARK_BLUE, level=5)
    assert game.refused('build "Boardwalk"') == "BUILD-6"


def test_build_6_the_small_board_ends_at_its_second_level() -> None:
    game = Scenario("formal-small").give(1, "First Street", "Second Street", level=2)
    assert game.refused('build "First Street"') == "BUILD-6"


def test_build_7_three_houses_in_one_pre_roll() -> None:
    game = Scenario().give(1, *DARK_BLUE)
    game.do('build "Boardwalk"', 'build "Park Place"', 'build "Boardwalk"')
    assert (game.level("Boardwalk"), game.level("Park Place")) == (2, 1)
    assert (game.money(1), game.phase) == (1500 - 600, "pre-roll")


def test_build_7_as_head_of_the_free_4_all_too() -> None:
    game = Scenario().give(2, *DARK_BLUE).free_4_all(2, 3, 1)
    game.do('build "Boardwalk"', 'build "Park Place"', 'build "Boardwalk"')
    assert (game.money(2), game.phase, game.floor) == (1500 - 600, "free-4-all", 2)


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_build_8_a_hotel_costs_the_house_price_and_four_houses(edition: str) -> None:
    game = Scenario(edition, players=2).give(1, *DARK_BLUE, level=4)
    houses, hotels = game.s.houses_left, game.s.hotels_left
    game.do('build "Boardwalk"')
    assert game.money(1) == 1500 - 200
    assert (game.s.houses_left, game.s.hotels_left) == (houses + 4, hotels - 1)


def test_build_8_in_formal_the_price_is_the_same() -> None:
    game = Scenario("formal").give(1, *DARK_BLUE, level=4).do('build "Boardwalk"')
    assert (game.money(1), game.level("Boardwalk")) == (1500 - 200, 5)


def test_build_9_sold_at_half_and_rebuilt_at_full_price_after_the_mortgage() -> None:
    game = Scenario().give(1, *DARK_BLUE, level=1)
    game.do('sell "Boardwalk"', 'sell "Park Place"', 'mortgage "Boardwalk"')
    assert game.money(1) == 1500 + 100 + 100 + 200
    assert game.refused('build "Park Place"') == "BUILD-1"
    game.do('unmortgage "Boardwalk"', 'build "Park Place"')
    assert game.money(1) == 1900 - 220 - 200
