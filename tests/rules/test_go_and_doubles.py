"""Passing GO, and throwing doubles (GO, DOUBLES)."""

from __future__ import annotations

import pytest

from tests.rules.scenario import Scenario

every = pytest.mark.parametrize("edition", ["classic", "formal", "arena"])

# Numbers of cards in the decks of each edition (CARD-1, CARD-9).
TO_GO = 0
TO_JAIL = {"classic": 9, "arena": 9, "formal": 4}
TO_READING = {"classic": 12, "arena": 12, "formal": 6}
NEAREST_UTILITY = 3
BACK_THREE = 8


# GO


@every
def test_go_1_landing_on_go_pays_once_and_leaving_it_nothing(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 38).roll(1, 1)
    assert (scenario.position(1), scenario.money(1)) == (0, 1700)
    scenario.do("go on").conclude_all().roll(1, 2)
    assert (scenario.position(1), scenario.money(1)) == (3, 1700)


@every
def test_go_1_passing_go_by_dice_pays(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 39).roll(2, 3)
    assert (scenario.position(1), scenario.money(1)) == (4, 1700)


@every
def test_go_1_passing_go_by_card_pays(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 19).roll(1, 2).draw(TO_READING[edition])
    assert (scenario.position(1), scenario.money(1)) == (5, 1700)


@every
def test_go_1_reaching_go_by_card_pays_once(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 19).roll(1, 2).draw(TO_GO)
    assert (scenario.position(1), scenario.money(1)) == (0, 1700)
    assert scenario.do("go on").money(1) == 1700


def test_go_1_on_the_small_board_the_salary_is_4() -> None:
    scenario = Scenario("formal-small").at(1, 11).roll(1, 2)
    assert (scenario.position(1), scenario.money(1)) == (1, 34)


@every
@pytest.mark.parametrize(("start", "dice"), [(36, (2, 4)), (37, (4, 6))])
def test_go_2_passing_go_and_advancing_to_go_pays_twice(
    edition: str, start: int, dice: tuple[int, int]
) -> None:
    scenario = Scenario(edition, 2).at(1, start).roll(*dice)
    assert scenario.position(1) in (2, 7)
    assert scenario.draw(TO_GO).money(1) == 1900


def test_go_3_moving_backwards_never_pays() -> None:
    scenario = Scenario().at(1, 4).roll(1, 2).draw(BACK_THREE)
    assert (scenario.position(1), scenario.money(1)) == (4, 1500)


@every
def test_go_4_salary_earned_before_the_jail_card_stays(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 38).roll(4, 5)
    assert scenario.position(1) == 7
    scenario.draw(TO_JAIL[edition])
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.money(1)) == (10, 1, 1700)


@every
def test_go_4_the_move_to_jail_pays_nothing(edition: str) -> None:
    """From 36 the way forward to jail would lead over GO."""
    scenario = Scenario(edition, 2).at(1, 33).roll(1, 2).draw(TO_JAIL[edition])
    assert (scenario.position(1), scenario.money(1)) == (10, 1500)
    scenario = Scenario(edition, 2).at(1, 27).roll(1, 2).do("go to jail")
    assert (scenario.position(1), scenario.money(1)) == (10, 1500)


# DOUBLES


@every
def test_doubles_1_a_debt_is_paid_first_then_the_same_player_throws_again(edition: str) -> None:
    scenario = Scenario(edition, 2).give(2, 39).give(1, 5).cash(20).at(1, 35).roll(2, 2)
    scenario.do("owe rent")
    assert scenario.refused("roll -> 1,2") == "TIME-1"
    scenario.do('mortgage "Reading Railroad"', "pay debt").conclude_all()
    assert (scenario.phase, scenario.turn_player, scenario.money(2)) == ("pre-roll", 1, 1550)
    assert scenario.roll(1, 2).position(1) == 2


@every
def test_doubles_1_without_doubles_the_turn_passes(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 6).roll(1, 3).do("go on").conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)


@every
def test_doubles_1_the_throw_after_doubles_decides_anew(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 8).roll(1, 1).do("go on").conclude_all()
    scenario.roll(4, 6).do("go on").conclude_all()
    assert (scenario.position(1), scenario.turn_player) == (20, 2)


def test_doubles_1_an_auction_comes_before_the_next_throw() -> None:
    scenario = Scenario(players=2).roll(3, 3).do("auction", "p1: pass", "p2: pass")
    scenario.do("p1: choose winner", "p2: choose winner", "close auction").conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 1)


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_doubles_1_ruin_ends_the_turn_despite_doubles(edition: str) -> None:
    """And the doubles of the ruined do not count for the next player."""
    scenario = Scenario(edition).give(2, 39).cash(20).at(1, 35).roll(2, 2)
    scenario.do("owe rent", "go bankrupt")
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)
    scenario.at(2, 8).roll(1, 1).do("go on").conclude_all().roll(5, 5)
    assert scenario.position(2) == 20


@every
def test_doubles_2_the_third_doubles_go_to_jail_instead_of_moving(edition: str) -> None:
    scenario = Scenario(edition, 2).give(1, 35, 39).at(1, 31)
    for _ in range(2):
        scenario.roll(2, 2).do("go on").conclude_all()
    assert (scenario.position(1), scenario.turn_player) == (39, 1)
    scenario.roll(1, 1)
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.money(1)) == (10, 1, 1500)
    assert scenario.phase == "free-4-all"
    assert scenario.conclude_all().turn_player == 2


@every
def test_doubles_2_other_throws_in_third_place_move(edition: str) -> None:
    scenario = Scenario(edition, 2).give(1, 35, 39).at(1, 31)
    for _ in range(2):
        scenario.roll(2, 2).do("go on").conclude_all()
    scenario.roll(2, 3)
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.money(1)) == (4, 0, 1700)


@every
def test_doubles_2_the_count_starts_again_after_jail(edition: str) -> None:
    scenario = Scenario(edition, 2).give(1, 35, 39).at(1, 31)
    for _ in range(2):
        scenario.roll(2, 2).do("go on").conclude_all()
    scenario.roll(1, 1).conclude_all()
    scenario.at(2, 17).roll(1, 2).do("go on").conclude_all()
    scenario.do("pay jail fine").roll(5, 5)
    assert (scenario.position(1), scenario.s.in_jail[0]) == (20, 0)


@every
def test_doubles_3_doubles_onto_go_to_jail_end_the_turn(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 26).roll(2, 2).do("go to jail").conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)


@every
def test_doubles_3_a_jail_card_ends_the_turn_despite_doubles(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 3).roll(2, 2).draw(TO_JAIL[edition]).conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)


def test_doubles_4_the_throw_of_a_utility_card_is_no_doubles() -> None:
    scenario = Scenario().give(2, "Electric Company").at(1, 4).roll(1, 2)
    scenario.draw(NEAREST_UTILITY).do("pay rent -> 3,3").conclude_all()
    assert (scenario.money(1), scenario.turn_player) == (1440, 2)


def test_doubles_4_the_throw_of_a_utility_card_does_not_undo_doubles() -> None:
    scenario = Scenario().give(2, "Electric Company").at(1, 3).roll(2, 2)
    scenario.draw(NEAREST_UTILITY).do("pay rent -> 1,2").conclude_all()
    assert (scenario.money(1), scenario.turn_player) == (1470, 1)


def test_doubles_4_the_formal_throw_for_utility_rent_is_no_doubles() -> None:
    scenario = Scenario("formal").give(2, "Electric Company").at(1, 9).roll(1, 2)
    scenario.do("pay rent -> 3,3").conclude_all()
    assert (scenario.money(1), scenario.turn_player) == (1476, 2)
