"""Playouts with dice by playout and turn: the same dice whatever was drawn before."""

from __future__ import annotations

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.keyed_playouts import WHOLE, divide, key_turn, play_keyed
from gitopoly.bots.playout import CAPPED, TERMINATED, PlayoutTally
from gitopoly.bots.strong import Positions
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.randomness import Generator, next_word, seeded


def words(seed: int, number: int, turn: int, used: int = 0) -> tuple[list[int], list[int]]:
    """The first words of dice and policies in a turn, after `used` words of the turn before."""
    dice, choices = seeded(0), seeded(0)
    for _ in range(used):
        next_word(dice)
    key_turn(dice, choices, seed, 0, number, turn)
    return [_three(dice), _three(choices)]  # type: ignore[return-value]


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


def shares_of(s: State, first: int, count: int, code: int = NOBODY) -> list[int]:
    """What some playouts give."""
    found = [0] * (count * MOST_PLAYERS)
    workspace = (seeded(0), seeded(0), ActionBuffer(), PlayoutTally())
    given = ([TRADER] * MOST_PLAYERS, 7, 0, first, count, 100, code, NOBODY)
    play_keyed(Positions([s, s]), s.rules, *given, *workspace, found)
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
