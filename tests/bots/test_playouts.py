"""Playouts with dice by playout and turn, of whole games and of rounds."""

from __future__ import annotations

import pytest

from gitopoly.bots.desk import Desk, Run
from gitopoly.bots.play import (
    CAPPED,
    FACTS,
    TERMINATED,
    WHOLE,
    divide,
    key_turn,
    play_out,
    play_rounds,
)
from gitopoly.bots.series import new_desk
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY
from gitopoly.rules.randomness import Generator, next_word, seeded
from tests.rules.scenario import Scenario


def words(seed: int, number: int, turn: int, used: int = 0) -> tuple[list[int], list[int]]:
    """The first words of dice and policies in a turn, after `used` words of the turn before."""
    dice, choices, run = seeded(0), seeded(0), Run()
    for _ in range(used):
        next_word(dice)
    run.key_low, run.number = seed, number
    key_turn(run, turn, dice, choices)
    return _three(dice), _three(choices)


def _three(generator: Generator) -> list[int]:
    return [next_word(generator) for _ in range(3)]


def test_dice_of_a_turn_do_not_depend_on_what_was_drawn_before() -> None:
    assert words(5, 17, 60) == words(5, 17, 60, used=9)


@pytest.mark.parametrize("other", [(6, 17, 60), (5, 18, 60), (5, 17, 61)])
def test_other_seeds_playouts_and_turns_have_other_dice(other: tuple[int, int, int]) -> None:
    dice, choices = words(5, 17, 60)
    assert dice != words(*other)[0]
    assert choices != words(*other)[1]
    assert dice != choices


def keyed() -> Desk:
    """A desk whose playouts have the key 7."""
    desk = new_desk()
    desk.run.key_low, desk.run.most_turns = 7, 100
    return desk


def shares_of(s: State, first: int, count: int) -> list[int]:
    """What some playouts give."""
    found = [0] * (count * MOST_PLAYERS)
    play_out(s, s.rules, keyed(), first, count, NOBODY, found)
    return found


def test_playouts_are_the_same_in_any_portions() -> None:
    s = initial(Rules.of("classic", 3, turn_limit=4))
    whole = shares_of(s, 0, 4)
    assert whole == shares_of(s, 0, 1) + shares_of(s, 1, 3)
    assert [sum(whole[i : i + MOST_PLAYERS]) for i in range(0, len(whole), MOST_PLAYERS)] == [
        WHOLE
    ] * 4
    assert s == initial(s.rules)  # the position itself is left alone


def divided(s: State, status: int) -> list[int]:
    """The shares of a game that ended here."""
    found = [0] * MOST_PLAYERS
    divide(s, s.rules, status, 0, found)
    return found[: s.rules.num_players]


def test_a_tie_is_shared_and_a_winner_gets_all() -> None:
    s = initial(Rules.of("classic", 3))
    assert divided(s, TERMINATED) == [WHOLE // 3] * 3
    s.money[1] += 1
    assert divided(s, TERMINATED) == [0, WHOLE, 0]


def test_a_game_that_was_cut_off_is_divided_by_strength() -> None:
    s = initial(Rules.of("classic", 3))
    s.money[1] += 900
    s.is_bankrupt[2] = 1
    found = divided(s, CAPPED)
    assert sum(found) == WHOLE
    assert found[1] > found[0] > 0
    assert found[2] == 0


# Rounds: how long one is, from any point of a turn.


def after_round(s: State, seat: int, number: int) -> tuple[State, list[int]]:
    """The position after a round, and what it brought."""
    desk, facts = keyed(), [0] * FACTS
    play_rounds(s, s.rules, desk, seat, number, 1, facts)
    return desk.trial, facts


@pytest.mark.parametrize(
    ("turn", "phase", "turns", "next_player"),
    [
        (1, "pre-roll", 3, 0),  # own roll, both others
        (1, "free-4-all", 4, 1),  # both others, own turn
        (2, "pre-roll", 3, 1),  # both others, own turn
        (3, "free-4-all", 2, 1),  # own turn
    ],
)
def test_a_round_has_one_own_roll_and_ends_with_a_turn(
    turn: int, phase: str, turns: int, next_player: int
) -> None:
    game = Scenario(players=3).turn(turn, phase)
    for number in range(4):
        s, _ = after_round(game.s, 0, number)
        assert (s.turns, s.turn_player) == (game.s.turns + turns, next_player)


def test_doubles_are_part_of_the_turn() -> None:
    game = Scenario(players=2).at(1, 10).turn(1, "doubles-check")
    game.s.doubles_count = 1
    s, _ = after_round(game.s, 0, 0)
    assert (s.turns, s.turn_player) == (2, 0)


def test_a_round_ends_when_the_seat_is_out() -> None:
    game = Scenario(players=3).give(2, 39, level=5).cash(0, 1500, 1500).at(1, 39)
    game.turn(1, "post-roll")
    s, (gain, short, out) = after_round(game.s, 0, 0)
    assert (gain, short, out) == (0, 1, 1)
    assert s.is_bankrupt[0]
    assert s.turns == 1
