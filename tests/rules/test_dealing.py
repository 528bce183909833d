"""HOUSE-8: deeds that are dealt before play begins."""

import pytest

from gitopoly.errors import InvalidOutcome, InvalidRules
from gitopoly.rules import Rules, chance_outcomes, initial, leave, legal_actions
from tests.rules.scenario import Scenario


def dealt(*cards: int, **options: object) -> Scenario:
    """A game of three in which these deeds have been dealt, by their index."""
    return Scenario(starting_deeds=2, **options).do(*(f"deal deed -> card {n}" for n in cards))


def test_house_8_deeds_are_dealt_one_at_a_time_and_paid_for() -> None:
    game = dealt(0, 27, 2)
    assert [game.owner(square) for square in (1, 39, 5)] == [1, 2, 3]
    assert game.s.money[:3] == [1440, 1100, 1300]
    assert (game.phase, game.floor) == ("dealing", 1)
    game.do(*(f"deal deed -> card {n}" for n in (1, 26, 10)))
    assert (game.phase, game.turn_player) == ("pre-roll", 1)
    assert [bin(held).count("1") for held in game.s.holdings[:3]] == [2, 2, 2]


def test_house_8_the_roll_for_the_start_comes_afterwards() -> None:
    game = Scenario("classic", 2, starting_deeds=1, opening_throw=1)
    game.do("deal deed -> card 3", "deal deed -> card 4")
    assert game.choices() == ["roll for start"]


def test_house_8_every_deed_of_the_bank_is_equally_likely() -> None:
    game = dealt(0)
    (deal,) = legal_actions(game.s)
    assert isinstance(deal, int)
    found = chance_outcomes(game.s, deal)
    assert [outcome for outcome, _ in found] == list(range(1, 28))
    assert {round(1 / probability) for _, probability in found} == {27}


def test_house_8_no_deed_is_dealt_twice() -> None:
    with pytest.raises(InvalidOutcome):
        dealt(0, 0)
    with pytest.raises(InvalidOutcome):
        dealt(28)


def test_house_8_nobody_deals_out_of_turn_or_later() -> None:
    assert dealt(0).refused("p1: deal deed -> card 1") == "TIME-1"
    assert Scenario().refused("deal deed -> card 1") == "TIME-1"


def test_house_8_who_gives_up_before_play_returns_the_deeds() -> None:
    game = dealt(0, 1, 2)
    assert leave(game.s, 0)
    game.do("deal deed -> card 0", "deal deed -> card 5")
    assert (game.owner(1), game.phase, game.turn_player) == (2, "pre-roll", 2)


def test_house_8_who_gives_up_in_the_opening_returns_the_deeds() -> None:
    game = Scenario("classic", 3, starting_deeds=1, opening_throw=1)
    game.do(*(f"deal deed -> card {n}" for n in (3, 4, 5)))
    assert leave(game.s, 0)
    assert game.owner(game.rules.deeds[3]) == 0
    assert game.s.holdings[0] == 0


def test_house_8_a_game_is_refused_in_which_somebody_could_not_pay() -> None:
    with pytest.raises(InvalidRules, match=r"\$750, more than the \$749 that seat 2"):
        Rules.of("classic", 3, starting_deeds=2, starting_money_2=749)
    assert initial(Rules.of("classic", 3, starting_deeds=2, starting_money_2=750))


def test_house_8_there_are_deeds_for_everybody() -> None:
    with pytest.raises(InvalidRules, match="32 deeds cannot be dealt"):
        Rules.of("classic", 8, starting_deeds=4, starting_money=5000)
