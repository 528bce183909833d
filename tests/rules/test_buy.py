"""BUY: what an unowned deed costs whom, and what happens to one that is not bought."""

import pytest

from tests.rules.scenario import Scenario

NEAREST_RAILROAD = 4
FORMAL_READING_RAILROAD = 6
"""Chance cards that bring a token to a railroad."""


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_buy_1_nearest_railroad_declined_is_auctioned(edition: str) -> None:
    game = Scenario(edition, 2).roll(3, 4).draw(NEAREST_RAILROAD)
    assert game.position(1) == 15
    game.do("auction")
    assert (game.phase, game.s.auction_asset) == ("auction", 15)


def test_buy_1_formal_railroad_of_a_card_declined_is_auctioned() -> None:
    game = Scenario("formal").roll(3, 4).draw(FORMAL_READING_RAILROAD).do("auction")
    assert (game.phase, game.s.auction_asset) == ("auction", 5)


def test_buy_1_formal_small_declined_is_auctioned_in_one_step() -> None:
    game = Scenario("formal-small").roll(1, 1).do("auction to p3 for 5")
    assert (game.phase, game.owner("Second Street"), game.money(3)) == ("doubles-check", 3, 25)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_1_who_cannot_afford_it_leaves_it_to_the_auction(edition: str) -> None:
    game = Scenario(edition, 2).cash(59).roll(1, 2)
    assert game.choices(1) == ["auction"]
    assert game.do("auction").phase == "auction"


def test_buy_1_classic_nor_affords_it_after_the_purchase_window() -> None:
    game = Scenario().cash(50).give(1, "Mediterranean Avenue").at(1, 37).roll(1, 1)
    game.do('mortgage "Mediterranean Avenue"')
    assert "buy" not in game.choices()
    assert game.do("auction").phase == "auction"


def test_buy_1_classic_purchase_window_can_bring_the_price() -> None:
    game = Scenario().cash(40).give(1, "Mediterranean Avenue").roll(1, 2)
    assert "buy" not in game.choices()
    game.do('mortgage "Mediterranean Avenue"', "buy")
    assert (game.owner("Baltic Avenue"), game.money(1)) == (1, 10)


def test_buy_1_formal_has_no_window_to_bring_the_price() -> None:
    game = Scenario("formal").cash(40).give(1, "Mediterranean Avenue").roll(1, 2)
    assert game.refused('mortgage "Mediterranean Avenue"') == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_1_the_deed_cannot_be_passed_over(edition: str) -> None:
    game = Scenario(edition, 2).roll(1, 2)
    assert game.refused("check doubles") == "TIME-1"
    assert {"buy", "auction"} <= set(game.choices())


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_1_an_owned_deed_is_not_auctioned(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Baltic Avenue").roll(1, 2)
    assert game.refused("auction") == "BUY-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_2_exactly_the_price_is_enough(edition: str) -> None:
    game = Scenario(edition, 2).cash(60).roll(1, 2).do("buy")
    assert (game.owner("Baltic Avenue"), game.money(1), game.phase) == (1, 0, "doubles-check")


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_2_one_dollar_less_is_refused(edition: str) -> None:
    assert Scenario(edition, 2).cash(59).roll(1, 2).refused("buy") == "BUY-2"


def test_buy_2_formal_small_price() -> None:
    assert Scenario("formal-small").cash(22).roll(1, 1).do("buy").money(1) == 0
    assert Scenario("formal-small").cash(21).roll(1, 1).refused("buy") == "BUY-2"


def test_buy_2_the_bank_gets_the_price() -> None:
    game = Scenario().roll(1, 2)
    before = game.s.bank_money
    assert game.do("buy").s.bank_money == before + 60


def test_buy_1_the_deed_of_another_is_not_for_sale() -> None:
    assert Scenario().give(2, "Baltic Avenue").roll(1, 2).refused("buy") == "BUY-1"


def test_buy_2_only_the_lander_buys() -> None:
    assert Scenario().roll(1, 2).refused("p2: buy") == "TIME-1"


def test_buy_2_no_sale_on_a_square_that_is_no_deed() -> None:
    assert Scenario().roll(4, 6).refused("buy") == "TIME-4"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_buy_3_the_next_lander_owes_rent(edition: str) -> None:
    game = Scenario(edition, 2).roll(1, 2).do("buy").conclude_all()
    game.roll(1, 2).do("pay rent")
    assert (game.money(1), game.money(2)) == (1500 - 60 + 4, 1500 - 4)


def test_buy_3_the_deed_can_be_mortgaged_in_the_same_turn() -> None:
    game = Scenario("classic", 2).roll(1, 2).do("buy", "check doubles", "conclude")
    assert game.do('p1: mortgage "Baltic Avenue"').money(1) == 1500 - 60 + 30
