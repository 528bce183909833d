"""Moves of a game, one by one: the same game as in a series."""

from __future__ import annotations

from gitopoly.bots.recording import moves
from gitopoly.bots.simulation import Series, play_chunk
from gitopoly.kernel import apply, initial


def test_the_moves_are_those_of_the_series() -> None:
    series = Series("formal-small", 3, seed=7)
    (game,) = play_chunk(series, "interpreted", 4, 1).games
    assert len(list(moves(series, 4))) == game.actions


def test_each_move_leads_to_the_state_before_the_next() -> None:
    series = Series("classic", 3, seed=7, max_turns=20)
    s = initial(series.rules())
    for before, action, outcome in moves(series, 0):
        assert before == s
        apply(s, action, outcome)
