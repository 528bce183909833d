"""Playouts of one round: how long it is, from any point of a turn."""

from __future__ import annotations

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.playout import PlayoutTally
from gitopoly.bots.round_playouts import FACTS, play_rounds
from gitopoly.bots.strong import Positions
from gitopoly.kernel import State
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.randomness import seeded
from tests.kernel.scenario import Scenario


def after_round(s: State, seat: int, number: int) -> tuple[State, list[int]]:
    """The position after a round, and what it brought."""
    states, facts = Positions([s, s]), [0] * FACTS
    workspace = (seeded(0), seeded(0), ActionBuffer(), PlayoutTally())
    given = ([TRADER] * MOST_PLAYERS, seat, 7, 0, number, 1)
    play_rounds(states, s.rules, *given, *workspace, facts)
    return states[1], facts


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
