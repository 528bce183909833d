"""RENT: what a landing on another's deed costs, and when it costs nothing."""

import pytest

from gitopoly.rules import chance_outcomes, parse_action
from tests.rules.scenario import Scenario

ALL = pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
BY_CARD = pytest.mark.parametrize("edition", ["classic", "arena"])
NEAREST_UTILITY = 3
NEAREST_RAILROAD = 4


def rent_paid(game: Scenario, square: int | str, how: str = "pay rent") -> int:
    """Let seat 1 land on a square by (1,2); what he pays to seat 2."""
    game.at(1, game.square(square) - 3).roll(1, 2)
    mine, yours = game.money(1), game.money(2)
    game.do(how)
    assert mine - game.money(1) == game.money(2) - yours
    return mine - game.money(1)


@ALL
def test_rent_1_is_collected_without_an_action_of_the_owner(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Boardwalk").at(1, 36).roll(1, 2)
    assert game.choices(1) == ["pay rent"]
    assert game.choices(2) == []
    game.do("pay rent")
    assert (game.money(1), game.money(2), game.phase) == (1450, 1550, "doubles-check")


@ALL
def test_rent_1_cannot_be_dodged(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Boardwalk").at(1, 36).roll(1, 2)
    assert game.refused("check doubles") == "TIME-1"
    assert game.refused("owe rent") == "DEBT-1"


def test_rent_1_a_jailed_owner_collects() -> None:
    assert rent_paid(Scenario("classic", 2).give(2, "Boardwalk").jail(2), "Boardwalk") == 50


@ALL
@pytest.mark.parametrize(("square", "owed"), [("Boardwalk", 50), ("Short Line", 25)])
def test_rent_1_becomes_a_debt_where_cash_lacks(edition: str, square: str, owed: int) -> None:
    game = Scenario(edition, 2).cash(owed - 1).give(2, square)
    game.at(1, game.square(square) - 3).roll(1, 2).do("owe rent")
    assert (game.phase, game.s.debt_amount[0]) == ("bankruptcy-prevention", owed)
    assert (game.s.debtor[0], game.s.creditor[0]) == (0, 1)


@ALL
def test_rent_1_of_a_utility_becomes_a_debt_where_cash_lacks(edition: str) -> None:
    game = Scenario(edition, 2).cash(11).give(2, "Water Works").at(1, 25).roll(1, 2)
    game.do("pay rent -> 1,2" if edition == "formal" else "pay rent")
    assert (game.phase, game.s.debt_amount[0]) == ("bankruptcy-prevention", 12)


@ALL
def test_rent_2_a_complete_group_doubles_the_bare_rent(edition: str) -> None:
    assert rent_paid(Scenario(edition, 2).give(2, "Boardwalk"), "Boardwalk") == 50
    assert rent_paid(Scenario(edition, 2).give(2, "Boardwalk", "Park Place"), "Boardwalk") == 100


@ALL
def test_rent_2_also_when_a_sibling_is_mortgaged(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Boardwalk").give(2, "Park Place", mortgaged=True)
    assert rent_paid(game, "Boardwalk") == 100


@ALL
def test_rent_2_also_when_a_sibling_is_built_on(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Boardwalk").give(2, "Park Place", level=1)
    assert rent_paid(game, "Boardwalk") == 100


@ALL
def test_rent_2_not_when_the_group_has_two_owners(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Boardwalk").give(1, "Park Place")
    assert rent_paid(game, "Boardwalk") == 50


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_3_a_mortgaged_square_of_any_kind_is_free(edition: str, square: str) -> None:
    game = Scenario(edition, 2).give(2, square, mortgaged=True)
    assert rent_paid(game, square, "go on") == 0


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_3_rent_of_a_mortgaged_square_is_refused(edition: str, square: str) -> None:
    game = Scenario(edition, 2).give(2, square, mortgaged=True)
    game.at(1, game.square(square) - 3).roll(1, 2)
    assert game.choices() == ["go on"]
    assert game.refused("pay rent") == "RENT-3"


@ALL
def test_rent_3_the_unmortgaged_utility_charges(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Water Works").give(2, "Electric Company", mortgaged=True)
    throw = " -> 1,2" if edition == "formal" else ""
    assert rent_paid(game, "Water Works", f"pay rent{throw}") == 30


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_3_an_unmortgaged_square_is_not_free(edition: str, square: str) -> None:
    game = Scenario(edition, 2).give(2, square)
    game.at(1, game.square(square) - 3).roll(1, 2)
    assert "go on" not in game.choices()


def test_rent_3_formal_small_mortgaged_utility_asks_no_throw() -> None:
    game = Scenario("formal-small").give(2, "First Utility", mortgaged=True).at(1, 8).roll(1, 1)
    assert game.choices() == ["go on"]
    assert len(chance_outcomes(game.s, parse_action(game.s, "go on"))) == 1


@ALL
@pytest.mark.parametrize(("owned", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_rent_4_railroads_by_their_number(edition: str, owned: int, rent: int) -> None:
    railroads = [35, 5, 15, 25][:owned]
    assert rent_paid(Scenario(edition, 2).give(2, *railroads), "Short Line") == rent


@ALL
def test_rent_4_mortgaged_railroads_count(edition: str) -> None:
    for square in (15, 25, 35):
        game = Scenario(edition, 2).give(2, 15, 25, 35).give(2, 5, mortgaged=True)
        assert rent_paid(game, square) == 200


@ALL
def test_rent_4_mortgaged_utilities_count_as_both(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 28).give(2, 12, mortgaged=True).at(1, 21).roll(3, 4)
    assert game.do("pay rent -> 3,4" if edition == "formal" else "pay rent").money(2) == 1570


def test_rent_4_formal_small_railroads() -> None:
    game = Scenario("formal-small").give(2, 6, 8).at(1, 4).roll(1, 1).do("pay rent")
    assert (game.money(1), game.money(2)) == (20, 40)


@BY_CARD
def test_rent_5_classic_uses_the_throw_that_brought_him(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Electric Company").at(1, 5).roll(3, 4)
    rent = parse_action(game.s, "pay rent")
    assert chance_outcomes(game.s, rent) == [(0, 1.0)]
    assert game.do("pay rent").money(2) == 1528


@BY_CARD
def test_rent_5_classic_ten_times_with_both(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Electric Company", "Water Works").at(1, 5).roll(3, 4)
    assert game.do("pay rent").money(2) == 1570


def test_rent_5_formal_asks_a_new_throw() -> None:
    game = Scenario("formal").give(2, "Electric Company").at(1, 5).roll(3, 4)
    assert len(chance_outcomes(game.s, parse_action(game.s, "pay rent"))) == 36
    assert game.do("pay rent -> 6,6").money(2) == 1548


def test_rent_5_formal_ten_times_with_both() -> None:
    game = Scenario("formal").give(2, "Electric Company", "Water Works").at(1, 5).roll(3, 4)
    assert game.do("pay rent -> 1,1").money(2) == 1520


def test_rent_5_formal_small_asks_a_new_throw() -> None:
    game = Scenario("formal-small").give(2, "First Utility").at(1, 8).roll(1, 1)
    assert game.do("pay rent -> 2,1").money(2) == 42


def test_rent_5_classic_uses_the_throw_that_left_jail() -> None:
    game = Scenario("classic", 2).give(2, "Electric Company").jail(1).roll(1, 1)
    assert game.do("pay rent").money(2) == 1508


@BY_CARD
def test_rent_6_card_asks_ten_times_a_new_throw(edition: str) -> None:
    game = Scenario(edition, 2).give(2, "Electric Company").roll(3, 4).draw(NEAREST_UTILITY)
    assert len(chance_outcomes(game.s, parse_action(game.s, "pay rent"))) == 36
    assert game.do("pay rent -> 2,3").money(2) == 1550


@BY_CARD
def test_rent_6_card_asks_the_same_of_an_owner_of_both(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 12, 28).roll(3, 4).draw(NEAREST_UTILITY)
    assert game.do("pay rent -> 2,3").money(2) == 1550


@BY_CARD
def test_rent_6_own_utility_costs_nothing_and_no_throw(edition: str) -> None:
    game = Scenario(edition, 2).give(1, "Electric Company").roll(3, 4).draw(NEAREST_UTILITY)
    assert game.choices() == ["go on"]
    assert chance_outcomes(game.s, parse_action(game.s, "go on")) == [(0, 1.0)]


@BY_CARD
def test_rent_6_mortgaged_utility_costs_nothing_and_no_throw(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 12, mortgaged=True).roll(3, 4).draw(NEAREST_UTILITY)
    assert game.choices() == ["go on"]
    assert chance_outcomes(game.s, parse_action(game.s, "go on")) == [(0, 1.0)]


def test_rent_6_the_throw_for_the_rent_gives_no_extra_turn() -> None:
    game = Scenario("classic", 2).give(2, 12).roll(3, 4).draw(NEAREST_UTILITY)
    assert game.do("pay rent -> 3,3").conclude_all().turn_player == 2


def test_rent_6_the_cards_word_ends_with_the_landing() -> None:
    game = Scenario("classic", 2).give(2, 12).at(1, 1).roll(3, 3).draw(NEAREST_UTILITY)
    game.do("pay rent -> 1,1").conclude_all().at(1, 5)
    assert game.turn_player == 1
    assert game.roll(3, 4).do("pay rent").money(2) == 1500 + 20 + 28


@BY_CARD
def test_rent_7_card_doubles_the_railroad_rent(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 15, 25).roll(3, 4).draw(NEAREST_RAILROAD)
    assert game.do("pay rent").money(2) == 1600


@BY_CARD
@pytest.mark.parametrize(("owned", "rent"), [(1, 50), (2, 100), (3, 200), (4, 400)])
def test_rent_7_card_doubles_every_railroad_rent(edition: str, owned: int, rent: int) -> None:
    game = Scenario(edition, 2).give(2, *[15, 5, 25, 35][:owned]).roll(3, 4)
    assert game.draw(NEAREST_RAILROAD + 1).do("pay rent").money(2) == 1500 + rent


def test_rent_7_who_is_short_owes_the_doubled_rent() -> None:
    game = Scenario("classic", 2).cash(99).give(2, 15, 25).roll(3, 4).draw(NEAREST_RAILROAD)
    assert game.do("owe rent").s.debt_amount[0] == 100


def test_rent_7_a_mortgaged_railroad_costs_nothing() -> None:
    game = Scenario().give(2, 15, mortgaged=True).roll(3, 4).draw(NEAREST_RAILROAD)
    assert game.choices() == ["go on"]


def test_rent_7_the_trip_to_reading_railroad_costs_the_normal_rent() -> None:
    game = Scenario("classic", 2).give(2, 5).roll(3, 4).draw(12).do("pay rent")
    assert game.money(2) == 1525


def test_rent_7_the_cards_word_ends_with_the_landing() -> None:
    game = Scenario("classic", 2).give(2, 15, 25).roll(3, 4).draw(NEAREST_RAILROAD)
    game.do("pay rent").conclude_all().at(1, 22).turn(1).roll(1, 2)
    assert game.do("pay rent").money(2) == 1600 + 50


@ALL
def test_rent_8_a_lone_bare_street_costs_the_printed_rent(edition: str) -> None:
    assert rent_paid(Scenario(edition, 2).give(2, "Boardwalk"), "Boardwalk") == 50


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_8_ones_own_deed_costs_nothing(edition: str, square: str) -> None:
    game = Scenario(edition, 2).give(1, square)
    assert rent_paid(game, square, "go on") == 0


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_8_rent_on_ones_own_deed_is_refused(edition: str, square: str) -> None:
    game = Scenario(edition, 2).give(1, square)
    game.at(1, game.square(square) - 3).roll(1, 2)
    assert game.refused("pay rent") == "RENT-8"


@ALL
@pytest.mark.parametrize("square", ["Boardwalk", "Short Line", "Water Works"])
def test_rent_8_rent_on_an_unowned_deed_is_refused(edition: str, square: str) -> None:
    game = Scenario(edition, 2)
    game.at(1, game.square(square) - 3).roll(1, 2)
    assert game.refused("pay rent") == "RENT-8"


@ALL
@pytest.mark.parametrize(("level", "rent"), [(1, 200), (2, 600), (3, 1400), (4, 1700), (5, 2000)])
def test_rent_9_the_printed_rent_of_the_level_is_not_doubled(
    edition: str, level: int, rent: int
) -> None:
    game = Scenario(edition, 2).cash(3000).give(2, "Boardwalk", "Park Place", level=level)
    assert rent_paid(game, "Boardwalk") == rent
