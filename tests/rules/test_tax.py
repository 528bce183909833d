"""TAX: the flat tax, the tenth of one's worth, and what that worth is."""

import pytest

from tests.rules.scenario import Scenario


def on_income_tax(*cash: int, edition: str = "classic") -> Scenario:
    """A game with seat 1 on Income Tax, about to pay."""
    return Scenario(edition, 2).cash(*cash).at(1, 1).roll(1, 2)


def tenth_of(game: Scenario) -> int:
    """What seat 1 pays as a tenth of his worth on Income Tax."""
    before = game.at(1, 1).roll(1, 2).money(1)
    return before - game.do("pay tenth of worth").money(1)


def test_tax_1_classic_tenth_of_9000_is_900() -> None:
    game = on_income_tax(9000).do("pay tenth of worth")
    assert (game.money(1), game.phase) == (8100, "doubles-check")


def test_tax_1_classic_there_is_no_way_back_from_the_tenth() -> None:
    game = on_income_tax(9000).do("pay tenth of worth")
    assert game.refused("pay tax") == "TIME-1"


def test_tax_1_classic_the_tenth_binds_even_if_it_becomes_a_debt() -> None:
    game = Scenario("classic", 2).cash(100).give(1, 31, 32, 34, 37, 39).at(1, 1).roll(1, 2)
    game.do("pay tenth of worth")
    assert (game.phase, game.s.debt_amount[0]) == ("bankruptcy-prevention", 177)
    assert game.refused("pay tax") == "TIME-1"


def test_tax_1_classic_both_choices_are_always_legal() -> None:
    assert on_income_tax(9000).choices() == ["pay tax", "pay tenth of worth"]
    assert on_income_tax(200).choices() == ["pay tax", "pay tenth of worth"]
    assert on_income_tax(199).choices() == ["owe tax", "pay tenth of worth"]


def test_tax_1_classic_flat_is_200_to_the_bank() -> None:
    game = on_income_tax(9000)
    bank = game.s.bank_money
    game.do("pay tax")
    assert (game.money(1), game.s.bank_money) == (8800, bank + 200)


def test_tax_1_classic_the_tenth_rounds_up() -> None:
    assert on_income_tax(1501).do("pay tenth of worth").money(1) == 1501 - 151


def test_tax_1_classic_the_tenth_of_nothing_is_no_debt() -> None:
    game = on_income_tax(0).do("pay tenth of worth")
    assert (game.money(1), game.phase) == (0, "doubles-check")


@pytest.mark.parametrize("edition", ["formal", "arena"])
def test_tax_1_formal_and_arena_are_flat(edition: str) -> None:
    game = on_income_tax(9000, edition=edition)
    assert game.choices() == ["pay tax"]
    assert game.refused("pay tenth of worth") == "TAX-1"
    assert game.do("pay tax").money(1) == 8800


def test_tax_1_formal_small_is_flat() -> None:
    game = Scenario("formal-small").at(1, 3).roll(1, 1)
    assert game.refused("pay tenth of worth") == "TAX-1"
    assert game.do("pay tax").money(1) == 10


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_tax_1_who_is_short_owes_the_flat_tax(edition: str) -> None:
    game = on_income_tax(199, edition=edition)
    assert game.refused("pay tax") == "DEBT-1"
    game.do("owe tax")
    assert (game.phase, game.s.debt_amount[0], game.s.creditor[0]) == (
        "bankruptcy-prevention",
        200,
        -1,
    )


def test_tax_1_who_has_the_cash_cannot_owe_it() -> None:
    assert on_income_tax(200).refused("owe tax") == "DEBT-1"


def test_tax_2_mortgaging_boardwalk_raises_the_worth_by_200() -> None:
    unmortgaged = Scenario("classic", 2).cash(1000).give(1, "Boardwalk")
    mortgaged = Scenario("classic", 2).cash(1000).give(1, "Boardwalk").do('mortgage "Boardwalk"')
    assert (tenth_of(unmortgaged), tenth_of(mortgaged)) == (140, 160)


def test_tax_2_every_deed_counts_its_printed_price() -> None:
    game = Scenario("classic", 2).cash(1000).give(1, "Boardwalk", "Short Line", "Water Works")
    assert tenth_of(game) == (1000 + 400 + 200 + 150) // 10


def test_tax_2_buildings_count_their_list_price_and_a_hotel_five_levels() -> None:
    houses = Scenario("classic", 2).cash(1000).give(1, "Park Place", "Boardwalk", level=1)
    hotels = Scenario("classic", 2).cash(1000).give(1, "Park Place", "Boardwalk", level=5)
    assert tenth_of(houses) == (1000 + 350 + 400 + 2 * 200) // 10
    assert tenth_of(hotels) == (1000 + 350 + 400 + 10 * 200) // 10


def test_tax_2_jail_cards_count_nothing() -> None:
    game = Scenario("classic", 2).cash(1000).jail_card(1).jail_card(1, "community chest")
    assert tenth_of(game) == 100


def test_tax_2_what_others_own_counts_nothing() -> None:
    assert tenth_of(Scenario("classic", 2).cash(1000).give(2, "Boardwalk")) == 100


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
@pytest.mark.parametrize(("board", "name"), [("us", "Luxury Tax"), ("uk", "Super Tax")])
def test_tax_3_square_38_costs_100(edition: str, board: str, name: str) -> None:
    game = Scenario(edition, 2, board=board).at(1, 35).roll(1, 2)
    assert game.rules.names[game.position(1)] == name
    assert game.do("pay tax").money(1) == 1400


def test_tax_3_has_no_choice() -> None:
    game = Scenario().at(1, 35).roll(1, 2)
    assert game.choices() == ["pay tax"]
    assert game.refused("pay tenth of worth") == "TAX-1"
