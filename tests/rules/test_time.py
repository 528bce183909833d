"""Who may act when, and the course of a turn (TIME)."""

from __future__ import annotations

import pytest

from gitopoly.rules import chance_outcomes, parse_action
from tests.rules.scenario import Scenario


def without(scenario: Scenario, seat: int) -> Scenario:
    """The same game after a seat went bankrupt and left nothing behind."""
    scenario.s.bank_money += scenario.s.money[seat - 1]
    scenario.s.money[seat - 1] = 0
    scenario.s.is_bankrupt[seat - 1] = 1
    return scenario


def orders(scenario: Scenario) -> int:
    """How many free-4-all orders can follow the throw that was resolved."""
    return len(chance_outcomes(scenario.s, parse_action(scenario.s, "check doubles")))


# TIME-1


def test_time_1_only_the_turn_player_manages_in_pre_roll() -> None:
    scenario = Scenario().give(2, 37, 39)
    assert scenario.refused('p2: build "Boardwalk"') == "TIME-1"
    assert scenario.turn(2).do('build "Boardwalk"').level(39) == 1


def test_time_1_the_head_of_the_order_manages_in_free_4_all() -> None:
    scenario = Scenario().give(2, 37, 39).give(1, 5).free_4_all(2, 3, 1)
    assert scenario.refused('p1: mortgage "Reading Railroad"') == "TIME-1"
    assert scenario.do('p2: build "Boardwalk"').level(39) == 1


def test_time_1_classic_mortgages_to_afford_the_deed_one_stands_on() -> None:
    scenario = Scenario().give(1, 39).cash(100).roll(2, 3)
    assert scenario.refused("buy") == "BUY-2"
    scenario.do('mortgage "Boardwalk"', "buy")
    assert (scenario.owner(5), scenario.money(1)) == (1, 100)


def test_time_1_formal_has_no_purchase_window() -> None:
    scenario = Scenario("formal").give(1, 39).cash(100).roll(2, 3)
    assert scenario.refused('mortgage "Boardwalk"') == "TIME-1"
    assert scenario.choices() == ["auction"]


def test_time_1_the_purchase_window_is_the_turn_players() -> None:
    scenario = Scenario().give(2, 39).roll(2, 3)
    assert scenario.refused('p2: mortgage "Boardwalk"') == "TIME-1"


@pytest.mark.parametrize("square", [4, 7, 10, 12])
def test_time_1_there_is_no_window_on_any_other_square(square: int) -> None:
    scenario = Scenario().give(1, 39).give(2, 12).turn(1, "post-roll").at(1, square)
    assert scenario.refused('mortgage "Boardwalk"') == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_1_there_is_no_window_in_roll(edition: str) -> None:
    scenario = Scenario(edition).give(1, 39).do("end pre-roll")
    assert scenario.refused('mortgage "Boardwalk"') == "TIME-1"
    assert scenario.choices() == ["roll"]


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_1_there_is_no_window_in_an_auction(edition: str) -> None:
    scenario = Scenario(edition).give(1, 39).roll(2, 3).do("auction")
    assert scenario.refused('p1: mortgage "Boardwalk"') == "TIME-1"


def test_time_1_there_is_no_window_while_an_offer_is_open() -> None:
    scenario = Scenario().give(1, 37, 39).do('offer p2 "Boardwalk" for $1')
    assert scenario.refused('p1: mortgage "Park Place"') == "TIME-1"
    assert scenario.refused("p1: end pre-roll") == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_1_there_is_no_window_between_landing_and_free_4_all(edition: str) -> None:
    scenario = Scenario(edition).give(1, 39).at(1, 17).roll(1, 2).do("go on")
    assert scenario.refused('mortgage "Boardwalk"') == "TIME-1"


def test_time_1_a_debtors_window_is_his_own() -> None:
    scenario = Scenario().give(2, 39).give(1, 5).give(3, 15).cash(20).at(1, 36).roll(1, 2)
    scenario.do("owe rent")
    assert scenario.refused('p3: mortgage "Pennsylvania Railroad"') == "TIME-1"
    assert scenario.do('mortgage "Reading Railroad"').money(1) == 120


# TIME-2


def test_time_2_classic_has_a_free_4_all_between_the_throws_of_doubles() -> None:
    scenario = Scenario().give(3, 37, 39).at(1, 8).roll(1, 1).do("go on", "check doubles")
    scenario.do("p2: conclude", 'p3: build "Boardwalk"', "p3: conclude", "p1: conclude")
    scenario.do("end turn")
    assert (scenario.phase, scenario.turn_player, scenario.level(39)) == ("pre-roll", 1, 1)


def test_time_2_formal_throws_again_at_once() -> None:
    scenario = Scenario("formal").give(3, 37, 39).at(1, 8).roll(1, 1)
    scenario.do("go on", "check doubles")
    assert (scenario.phase, scenario.floor) == ("pre-roll", 1)
    assert scenario.refused('p3: build "Boardwalk"') == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_2_the_turn_ends_with_a_free_4_all(edition: str) -> None:
    scenario = Scenario(edition).at(1, 17).roll(1, 2).do("go on", "check doubles")
    assert scenario.phase == "free-4-all"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_2_a_miss_in_jail_is_a_resolved_throw(edition: str) -> None:
    assert Scenario(edition).jail(1).roll(1, 2).phase == "free-4-all"


# TIME-3


def test_time_3_classic_goes_clockwise_from_the_left_turn_player_last() -> None:
    scenario = Scenario().turn(2).at(2, 17).roll(1, 2).do("go on")
    assert orders(scenario) == 1
    scenario.do("check doubles")
    assert scenario.s.free_4_all_order[:3] == [2, 0, 1]


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 6), (4, 24)])
def test_time_3_formal_takes_any_permutation(players: int, count: int) -> None:
    scenario = Scenario("formal", players).at(1, 17).roll(1, 2).do("go on")
    assert orders(scenario) == count


def test_time_3_small_takes_any_permutation_too() -> None:
    scenario = Scenario("formal-small").at(1, 6).roll(1, 2).do("go on")
    assert orders(scenario) == 6


def test_time_3_the_order_of_formal_is_an_input() -> None:
    scenario = Scenario("formal").at(1, 17).roll(1, 2).do("go on")
    scenario.do("check doubles -> order 3 1 2")
    assert scenario.s.free_4_all_order[:3] == [2, 0, 1]


def test_time_3_a_bankrupt_has_no_place_in_the_order() -> None:
    formal = without(Scenario("formal"), 2).at(1, 17).roll(1, 2).do("go on")
    assert orders(formal) == 2
    classic = without(Scenario(), 2).at(1, 17).roll(1, 2).do("go on", "check doubles")
    assert classic.s.free_4_all_order[:3] == [2, 0, -1]


def test_time_3_once_round_and_no_more() -> None:
    scenario = Scenario(players=2).free_4_all(2, 1)
    assert scenario.refused("p1: end turn") == "TIME-3"
    scenario.do("p2: conclude", "p1: conclude")
    assert scenario.refused("p2: conclude") == "TIME-3"
    assert scenario.do("end turn").turn_player == 2


# TIME-4


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_4_an_owner_cannot_lift_a_mortgage_after_the_landing(edition: str) -> None:
    scenario = Scenario(edition).give(2, 39, mortgaged=True).at(1, 36).roll(1, 2)
    assert scenario.refused('p2: unmortgage "Boardwalk"') == "TIME-1"
    assert scenario.do("go on").money(1) == 1500


def test_time_4_an_owner_cannot_build_after_the_landing() -> None:
    scenario = Scenario().give(2, 37, 39).at(1, 36).roll(1, 2)
    assert scenario.refused('p2: build "Boardwalk"') == "TIME-1"
    assert scenario.do("pay rent").money(1) == 1400


def test_time_4_the_debtor_cannot_change_a_rent_that_is_fixed() -> None:
    """He buys Park Place from the owner, but still owes the double rent."""
    scenario = Scenario().give(2, 37, 39).give(1, 5).cash(90, 0).at(1, 36).roll(1, 2)
    scenario.do("owe rent", 'offer p2 $1 for "Park Place"', "p2: accept")
    assert scenario.s.debt_amount[0] == 100


def test_time_4_only_the_effect_of_the_square_under_the_token() -> None:
    scenario = Scenario().roll(1, 3)
    assert scenario.refused("buy") == "TIME-4"
    assert scenario.refused("go on") == "TIME-4"


# TIME-5


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_5_neither_fine_nor_card_in_the_free_4_all(edition: str) -> None:
    scenario = Scenario(edition, 2).jail_card(1).at(1, 27).roll(1, 2).do("go to jail")
    while scenario.floor != 1:
        scenario.do("conclude")
    assert scenario.phase == "free-4-all"
    assert scenario.refused("p1: pay jail fine") == "TIME-1"
    assert scenario.refused("p1: play chance jail card") == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_5_fine_and_card_in_ones_own_pre_roll_only(edition: str) -> None:
    scenario = Scenario(edition, 2).jail_card(1).jail(1).turn(2)
    assert scenario.refused("p1: pay jail fine") == "TIME-1"
    assert scenario.refused("p1: play chance jail card") == "TIME-1"
    assert {"pay jail fine", "play chance jail card"} <= set(scenario.turn(1).choices())


def test_time_5_the_jailed_still_has_his_place_in_the_free_4_all() -> None:
    scenario = Scenario(players=2).give(1, 39).at(1, 27).roll(1, 2).do("go to jail")
    scenario.do("p2: conclude", 'p1: mortgage "Boardwalk"')
    assert scenario.money(1) == 1700


# TIME-6 to TIME-10


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_time_6_square_39_is_followed_by_0(edition: str) -> None:
    assert Scenario(edition, 2).at(1, 39).roll(1, 2).position(1) == 2


def test_time_6_the_token_moves_forward_by_the_sum() -> None:
    assert Scenario().at(1, 11).roll(6, 5).position(1) == 22


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_7_the_turn_skips_a_bankrupt(edition: str) -> None:
    scenario = without(Scenario(edition), 2).at(1, 17).roll(1, 2).do("go on").conclude_all()
    assert scenario.turn_player == 3
    assert scenario.refused("p2: end pre-roll") == "BANKRUPT-5"


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_time_7_the_last_seat_is_followed_by_the_first(edition: str) -> None:
    scenario = Scenario(edition).turn(3).at(3, 17).roll(1, 2).do("go on").conclude_all()
    assert scenario.turn_player == 1


def test_time_8_two_turns_of_one_seat_add_up() -> None:
    scenario = Scenario(players=2).at(1, 17).roll(1, 2).do("go on").conclude_all()
    scenario.at(2, 17).roll(1, 2).do("go on").conclude_all()
    assert (scenario.turn_player, scenario.position(1)) == (1, 20)
    assert scenario.roll(1, 3).position(1) == 24


def test_time_9_tokens_share_a_square_with_no_effect_but_rent() -> None:
    scenario = Scenario(players=2).give(1, 5).at(1, 5).turn(2).roll(2, 3)
    assert (scenario.position(1), scenario.position(2)) == (5, 5)
    assert (scenario.money(1), scenario.money(2)) == (1500, 1500)
    scenario.do("pay rent")
    assert (scenario.money(1), scenario.money(2)) == (1525, 1475)


@pytest.mark.parametrize(
    ("square", "choices"),
    [
        (0, ["go on"]),
        (2, ["draw community chest card"]),
        (4, ["pay tax", "pay tenth of worth"]),
        (5, ["auction", "buy"]),
        (7, ["draw chance card"]),
        (10, ["go on"]),
        (12, ["pay rent"]),
        (15, ["pay rent"]),
        (20, ["go on"]),
        (30, ["go to jail"]),
        (38, ["pay tax"]),
        (39, ["pay rent"]),
    ],
)
def test_time_10_the_square_decides(square: int, choices: list[str]) -> None:
    scenario = Scenario(offers_per_window=0).give(2, 12, 15, 39)
    scenario.at(1, (square + 37) % 40).roll(1, 2)
    assert scenario.position(1) == square
    assert scenario.choices() == choices


def test_time_10_nothing_happens_on_ones_own_deed() -> None:
    assert Scenario().give(1, 39).at(1, 36).roll(1, 2).choices() == ["go on"]


@pytest.mark.parametrize(("square", "choices"), [(4, ["pay tax"]), (5, ["auction", "buy"])])
def test_time_10_formal_has_a_flat_tax_and_no_window(square: int, choices: list[str]) -> None:
    scenario = Scenario("formal").give(1, 39).turn(1, "post-roll").at(1, square)
    assert scenario.choices() == choices


def test_time_10_a_purchase_is_not_skipped() -> None:
    assert Scenario().roll(2, 3).refused("go on") == "RENT-8"
    assert Scenario().give(2, 5).roll(2, 3).refused("go on") == "RENT-3"
