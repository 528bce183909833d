"""Counting a game after it was played gives what is counted while it is played."""

import pytest

import gitopoly
from gitopoly.bots.series import Series, moves, play_chunk
from gitopoly.game.counting import counted_in
from gitopoly.game.outcome import outcome_in_words


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_a_game_counted_afterwards_is_the_same(edition: str) -> None:
    series = Series(edition, 2, ("trader", "random"), 6, 40, observed=True)
    game = gitopoly.Game(edition, players=2, auto=False)
    notation = game._notation
    for move in moves(series, 0):
        action = notation.action_in(move.before, move.code)
        game.push(action, outcome_in_words(notation.rules, notation.names, move.step))
    assert counted_in(game) == play_chunk(series, "interpreted", 0, 1).counted
