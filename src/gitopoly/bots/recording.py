"""One game of a series, move by move, for a log or a record."""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.bots import playout
from gitopoly.bots.simulation import Series, choose_engine, policy_game_of
from gitopoly.kernel import State


def moves(series: Series, game: int) -> Iterator[tuple[State, int, int]]:
    """Each move of a game: the state before, the action, and its outcome."""
    played = policy_game_of(series, game, choose_engine("auto", 1, series.searches))
    status = playout.INTERRUPTED
    while status == playout.INTERRUPTED:
        before, done = played.state(), int(played.tally.actions)
        status = played.play(series.max_turns, 1, series.check)
        if played.tally.actions > done:
            yield before, *played.last
