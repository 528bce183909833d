"""Into jail, in jail, and out of it (JAIL)."""

from __future__ import annotations

import pytest

from tests.rules.scenario import Scenario

every = pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
both = pytest.mark.parametrize("edition", ["classic", "formal"])
deck = pytest.mark.parametrize("deck", ["chance", "community chest"])

TO_JAIL = {"classic": 9, "arena": 9, "formal": 4}
OPERA = 6


# JAIL-1


def test_jail_1_classic_has_no_fine_before_the_third_throw() -> None:
    assert Scenario().jail(1, missed=2).refused("pay jail fine") == "JAIL-1"


@pytest.mark.parametrize("missed", [0, 1])
def test_jail_1_classic_takes_the_fine_on_the_first_two_turns(missed: int) -> None:
    scenario = Scenario().jail(1, missed).do("pay jail fine")
    assert (scenario.s.in_jail[0], scenario.money(1)) == (0, 1450)


@pytest.mark.parametrize(("edition", "fine"), [("formal", 50), ("formal-small", 8)])
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_jail_1_formal_takes_the_fine_in_any_pre_roll(edition: str, fine: int, missed: int) -> None:
    scenario = Scenario(edition).jail(1, missed)
    before = scenario.money(1)
    scenario.do("pay jail fine")
    assert (scenario.s.in_jail[0], scenario.s.jail_time[0]) == (0, 0)
    assert scenario.money(1) == before - fine


@both
def test_jail_1_the_fine_must_be_at_hand(edition: str) -> None:
    assert Scenario(edition).jail(1).cash(49).refused("pay jail fine") == "JAIL-1"
    assert Scenario(edition).jail(1).cash(50).do("pay jail fine").money(1) == 0


@both
def test_jail_1_the_fine_is_refused_after_taking_the_dice(edition: str) -> None:
    assert Scenario(edition).jail(1).do("end pre-roll").refused("pay jail fine") == "TIME-1"


# JAIL-2


@every
@deck
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_jail_2_the_card_is_playable_on_all_three_turns(
    edition: str, deck: str, missed: int
) -> None:
    scenario = Scenario(edition, 2).jail(1, missed).jail_card(1, deck).do(f"play {deck} jail card")
    assert (scenario.s.in_jail[0], scenario.s.jail_time[0], scenario.money(1)) == (0, 0, 1500)
    assert (scenario.s.jail_card_owner[0], scenario.s.jail_card_owner[1]) == (-1, -1)


@deck
def test_jail_2_after_the_third_miss_only_the_fine_remains(deck: str) -> None:
    scenario = Scenario(offers_per_window=0).jail(1, missed=2).jail_card(1, deck).give(1, 39)
    scenario.cash(20).roll(1, 2)
    assert scenario.refused(f"play {deck} jail card") == "TIME-1"
    assert scenario.choices() == ['mortgage "Boardwalk"']


def test_jail_2_the_third_miss_takes_the_fine_though_he_holds_a_card() -> None:
    scenario = Scenario().jail(1, missed=2).jail_card(1).roll(1, 2)
    assert (scenario.money(1), scenario.s.jail_card_owner[0]) == (1450, 0)


@every
@deck
def test_jail_2_the_card_is_refused_after_taking_the_dice(edition: str, deck: str) -> None:
    scenario = Scenario(edition, 2).jail(1).jail_card(1, deck).do("end pre-roll")
    assert scenario.refused(f"play {deck} jail card") == "TIME-1"


@every
def test_jail_2_only_ones_own_card_is_playable(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1).jail_card(1, "chance").jail_card(2, "community chest")
    assert scenario.refused("play community chest jail card") == "JAIL-2"


# JAIL-3


@every
@pytest.mark.parametrize("way", ["pay jail fine", "play chance jail card"])
def test_jail_3_who_bought_himself_out_throws_normally(edition: str, way: str) -> None:
    scenario = Scenario(edition, 2).jail(1).jail_card(1).give(1, 18).do(way).roll(4, 4)
    assert scenario.position(1) == 18
    scenario.do("go on").conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 1)


@every
def test_jail_3_doubles_after_the_fine_count_towards_the_third(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1).give(1, 18, 26).do("pay jail fine")
    for _ in range(2):
        scenario.roll(4, 4).do("go on").conclude_all()
    scenario.roll(4, 4)
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.s.jail_time[0]) == (10, 1, 0)


# JAIL-4


@every
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_jail_4_leaving_by_doubles_gives_no_extra_throw(edition: str, missed: int) -> None:
    scenario = Scenario(edition, 2).jail(1, missed).roll(5, 5)
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.money(1)) == (20, 0, 1500)
    scenario.do("go on").conclude_all()
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)


def test_jail_4_the_throw_that_left_jail_counts_for_a_utility() -> None:
    scenario = Scenario().jail(1).give(2, "Electric Company", "Water Works").roll(1, 1)
    assert scenario.do("pay rent").money(2) == 1520


# JAIL-5


def test_jail_5_classic_stays_until_the_fine_is_paid() -> None:
    scenario = Scenario().jail(1, missed=2).cash(20).give(1, 39).roll(1, 2)
    assert (scenario.phase, scenario.position(1)) == ("bankruptcy-prevention", 10)
    assert scenario.refused("leave jail") == "TIME-1"
    scenario.do('mortgage "Boardwalk"', "pay debt")
    assert (scenario.position(1), scenario.s.in_jail[0], scenario.money(1)) == (10, 1, 170)
    assert scenario.choices() == ["leave jail"]
    scenario.do("leave jail")
    assert (scenario.phase, scenario.position(1), scenario.s.in_jail[0]) == ("post-roll", 13, 0)


@every
def test_jail_5_who_has_the_fine_pays_and_moves_by_that_throw(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1, missed=2).cash(50).roll(1, 2)
    assert (scenario.phase, scenario.position(1), scenario.money(1)) == ("post-roll", 13, 0)
    assert (scenario.s.in_jail[0], scenario.s.jail_time[0]) == (0, 0)


def test_jail_5_formal_moves_then_owes() -> None:
    scenario = Scenario("formal").jail(1, missed=2).cash(20).give(1, 39).roll(1, 2)
    assert (scenario.phase, scenario.position(1)) == ("bankruptcy-prevention", 13)
    scenario.do('mortgage "Boardwalk"', "pay debt")
    assert (scenario.phase, scenario.position(1), scenario.money(1)) == ("post-roll", 13, 170)


def test_jail_5_small_moves_then_owes() -> None:
    scenario = Scenario("formal-small").jail(1, missed=2).cash(2).give(1, "First Street")
    scenario.roll(1, 2)
    assert (scenario.phase, scenario.position(1)) == ("bankruptcy-prevention", 10)
    assert scenario.do('mortgage "First Street"', "pay debt").money(1) == 2 + 10 - 8


def test_jail_5_who_cannot_raise_the_fine_is_ruined_in_jail() -> None:
    scenario = Scenario().jail(1, missed=2).cash(20).roll(1, 2).do("go bankrupt")
    assert (scenario.position(1), scenario.turn_player, scenario.phase) == (10, 2, "pre-roll")


# JAIL-6


@every
def test_jail_6_a_jailed_owner_gets_rent(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(2).give(2, 39).at(1, 36).roll(1, 2).do("pay rent")
    assert (scenario.money(1), scenario.money(2)) == (1450, 1550)


@every
def test_jail_6_the_jailed_bids(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(2).roll(2, 3).do("auction", "p2: bid 10", "p1: pass")
    scenario.do("p2: next round", "p1: choose winner", "p2: choose winner", "close auction")
    assert (scenario.owner(5), scenario.money(2)) == (2, 1490)


@every
def test_jail_6_the_jailed_builds(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1).give(1, 37, 39).do('build "Boardwalk"')
    assert scenario.level(39) == 1
    scenario = Scenario(edition, 2).jail(2).give(2, 37, 39).free_4_all(2, 1)
    assert scenario.do('build "Boardwalk"').level(39) == 1


def test_jail_6_the_jailed_trades() -> None:
    scenario = Scenario().jail(1).jail(2).give(1, 39).do('offer p2 "Boardwalk" for $300')
    assert scenario.do("p2: accept").owner(39) == 2


def test_jail_6_the_jailed_pays_for_the_cards_of_others() -> None:
    scenario = Scenario().jail(2).turn(1, "post-roll").at(1, 2).draw(OPERA)
    assert [scenario.money(seat) for seat in (1, 2, 3)] == [1600, 1450, 1450]


@every
def test_jail_6_just_visiting_is_not_jail(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 7).roll(1, 2)
    assert (scenario.position(1), scenario.s.in_jail[0]) == (10, 0)
    scenario.do("go on").conclude_all().turn(1)
    scenario.jail_card(1, "chance").jail_card(1, "community chest")
    assert scenario.refused("pay jail fine") == "JAIL-6"
    assert scenario.refused("play chance jail card") == "JAIL-6"
    assert scenario.refused("play community chest jail card") == "JAIL-6"
    assert scenario.roll(1, 2).position(1) == 13


# JAIL-7


@deck
def test_jail_7_a_card_is_bought_and_played_in_one_pre_roll(deck: str) -> None:
    scenario = Scenario().jail(1).jail_card(2, deck)
    assert scenario.refused(f"play {deck} jail card") == "JAIL-2"
    scenario.do(f"offer p2 $30 for {deck} jail card", "p2: accept", f"play {deck} jail card")
    assert (scenario.phase, scenario.s.in_jail[0]) == ("pre-roll", 0)
    assert (scenario.money(1), scenario.money(2)) == (1470, 1530)
    assert scenario.roll(1, 2).position(1) == 13


# JAIL-8


@every
def test_jail_8_the_square_leads_to_jail(edition: str) -> None:
    scenario = Scenario(edition, 2).at(1, 27).roll(1, 2)
    assert scenario.choices() == ["go to jail"]
    scenario.do("go to jail")
    assert (scenario.position(1), scenario.s.in_jail[0]) == (10, 1)


@every
@pytest.mark.parametrize("square", [2, 7])
def test_jail_8_a_card_leads_to_jail(edition: str, square: int) -> None:
    chest_card = {"classic": 5, "arena": 5, "formal": 4}[edition]
    scenario = Scenario(edition, 2).turn(1, "post-roll").at(1, square)
    scenario.draw(TO_JAIL[edition] if square == 7 else chest_card)
    assert (scenario.position(1), scenario.s.in_jail[0]) == (10, 1)


@every
def test_jail_8_the_third_doubles_lead_to_jail(edition: str) -> None:
    scenario = Scenario(edition, 2).give(1, 6, 14)
    scenario.roll(3, 3).do("go on").conclude_all().roll(4, 4).do("go on").conclude_all()
    scenario.roll(1, 1)
    assert (scenario.position(1), scenario.s.in_jail[0]) == (10, 1)


@every
def test_jail_8_merely_landing_on_10_does_not(edition: str) -> None:
    scenario = Scenario(edition, 2).roll(4, 6).do("go on")
    assert (scenario.position(1), scenario.s.in_jail[0]) == (10, 0)


# JAIL-9


@every
def test_jail_9_two_misses_stay_in_jail_and_pass_the_turn(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1)
    for missed in (1, 2):
        scenario.roll(1, 2)
        assert (scenario.position(1), scenario.s.jail_time[0]) == (10, missed)
        assert scenario.s.in_jail[0]
        assert scenario.conclude_all().turn_player == 2
        scenario.at(2, 17).roll(1, 2).do("go on").conclude_all()
    assert scenario.money(1) == 1500


@every
def test_jail_9_a_new_stay_starts_from_the_beginning(edition: str) -> None:
    scenario = Scenario(edition, 2).jail(1, missed=1).roll(5, 5).do("go on").conclude_all()
    scenario.turn(1).at(1, 27).roll(1, 2).do("go to jail")
    assert (scenario.s.in_jail[0], scenario.s.jail_time[0]) == (1, 0)
