"""The set-up: players, money, dice, tokens, who starts (GAME)."""

from __future__ import annotations

from math import isclose

import pytest

from gitopoly.editions import tokens
from gitopoly.errors import IllegalAction, InvalidRules
from gitopoly.rules import (
    Rules,
    actions as a,
    chance_outcomes,
    check_legal,
    dice,
    initial,
    parse_action,
    to_yaml,
)
from tests.rules.scenario import Scenario


def opening(*throws: str, players: int = 3, **options: object) -> Scenario:
    """A classic game in which these throws for the start were made."""
    scenario = Scenario("classic", players, opening_throw=1, **options)
    return scenario.do(*(f"roll for start -> {faces}" for faces in throws))


@pytest.mark.parametrize(
    ("edition", "players"),
    [
        *(("classic", players) for players in (1, 9, 0, -2, 10**30)),
        ("formal", 1),
        ("formal", 7),
        ("formal-small", 1),
        ("formal-small", 5),
        ("arena", 1),
        ("arena", 3),
    ],
)
def test_game_1_other_numbers_of_players_are_refused(edition: str, players: int) -> None:
    with pytest.raises(InvalidRules, match="players, not"):
        Rules.of(edition, players)


@pytest.mark.parametrize(
    ("edition", "least", "most"),
    [("classic", 2, 8), ("formal", 2, 6), ("formal-small", 2, 4), ("arena", 2, 2)],
)
def test_game_1_the_extremes_are_allowed(edition: str, least: int, most: int) -> None:
    for players in (least, most):
        s = initial(Rules.of(edition, players))
        assert [money > 0 for money in s.money].count(True) == players


def test_game_1_a_seat_that_nobody_took_does_nothing() -> None:
    with pytest.raises(IllegalAction) as refusal:
        check_legal(Scenario(players=2).s, a.code_of(a.END_PRE_ROLL, 2))
    assert refusal.value.rule == "GAME-1"


@pytest.mark.parametrize("players", [2, 8])
def test_game_2_everybody_starts_with_1500(players: int) -> None:
    scenario = Scenario(players=players)
    assert [scenario.money(seat) for seat in range(1, players + 1)] == [1500] * players


def test_game_2_boardwalk_is_the_standard_deed() -> None:
    rules = Scenario().rules
    boardwalk = rules.names.index("Boardwalk")
    assert rules.value[boardwalk] == 400
    assert rules.rent[6 * boardwalk : 6 * boardwalk + 6] == [50, 200, 600, 1400, 1700, 2000]
    assert rules.house_cost[boardwalk] == 200


def test_game_2_there_are_28_deeds_for_5690_in_all() -> None:
    rules = Scenario().rules
    deeds = rules.deeds[: rules.deed_count]
    assert (len(deeds), sum(rules.value[square] for square in deeds)) == (28, 5690)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_game_3_a_throw_has_36_equal_outcomes(edition: str) -> None:
    scenario = Scenario(edition, 2).do("end pre-roll")
    outcomes = dict(chance_outcomes(scenario.s, parse_action(scenario.s, "roll")))
    assert set(outcomes) == {dice(i, j) for i in range(1, 7) for j in range(1, 7)}
    assert all(isclose(chance, 1 / 36) for chance in outcomes.values())


def test_game_4_tokens_are_neither_rules_nor_state() -> None:
    with pytest.raises(InvalidRules):
        Rules.of("classic", 2, tokens=["iron", "car"])
    assert not any(token in to_yaml(Scenario().s) for token in tokens())


def test_game_5_only_the_tied_throw_again() -> None:
    scenario = opening("4,5", "6,3", "2,2")
    assert (scenario.phase, scenario.floor) == ("opening", 1)
    assert scenario.refused("p3: roll for start -> 6,6") == "TIME-1"
    scenario.do("roll for start -> 1,2")
    assert scenario.floor == 2
    scenario.do("roll for start -> 1,3")
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 2)


def test_game_5_who_was_beaten_stays_out_of_a_second_tie() -> None:
    scenario = opening("4,5", "6,3", "5,4", "1,1", "2,3", "4,1")
    assert scenario.floor == 2
    scenario.do("roll for start -> 1,1", "roll for start -> 1,2")
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 3)


def test_game_5_every_seat_throws_once_in_seat_order() -> None:
    scenario = opening("6,6")
    assert scenario.floor == 2
    assert scenario.refused("p1: roll for start -> 1,1") == "TIME-1"
    assert scenario.refused("p3: roll for start -> 1,1") == "TIME-1"


def test_game_5_play_goes_in_ascending_seat_order_from_the_starter() -> None:
    scenario = opening("1,2", "6,5", "1,1")
    seats = []
    for _ in range(4):
        seats.append(scenario.turn_player)
        scenario.at(scenario.turn_player, 17).roll(1, 2).do("go on").conclude_all()
    assert seats == [2, 3, 1, 2]


@pytest.mark.parametrize("edition", ["formal", "formal-small", "arena"])
def test_game_5_elsewhere_player_1_starts_without_a_throw(edition: str) -> None:
    scenario = Scenario(edition, 2)
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 1)
    assert scenario.refused("roll for start -> 1,2") == "TIME-1"


def test_game_6_the_first_move_is_a_fresh_throw() -> None:
    scenario = opening("6,5", "1,2", "1,1")
    assert (scenario.phase, scenario.turn_player) == ("pre-roll", 1)
    assert scenario.position(1) == 0


def test_game_6_the_opening_throw_moves_only_as_an_option() -> None:
    scenario = opening("6,5", "1,2", "1,1", opening_throw_moves=1)
    assert (scenario.phase, scenario.turn_player) == ("post-roll", 1)
    assert [scenario.position(seat) for seat in (1, 2, 3)] == [11, 0, 0]


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_game_7_every_token_starts_on_go_without_salary(edition: str) -> None:
    scenario = opening("6,5", "1,2", players=2) if edition == "classic" else Scenario(edition, 2)
    assert [scenario.position(seat) for seat in (1, 2)] == [0, 0]
    assert [scenario.money(seat) for seat in (1, 2)] == [1500, 1500]
    scenario.roll(1, 2)
    assert scenario.money(1) == 1500


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_game_8_at_the_start_the_bank_has_everything(edition: str) -> None:
    scenario = Scenario(edition, 2)
    assert not any(scenario.owner(square) for square in range(40))
    assert (scenario.s.houses_left, scenario.s.hotels_left) == (32, 12)


def test_game_8_at_the_start_both_jail_cards_are_in_their_decks() -> None:
    scenario = Scenario().turn(1, "post-roll")
    assert (scenario.s.jail_card_owner[0], scenario.s.jail_card_owner[1]) == (-1, -1)
    assert scenario.at(1, 7).draw(7).s.jail_card_owner[0] == 0
    assert scenario.turn(1, "post-roll").at(1, 2).draw(4).s.jail_card_owner[1] == 0
