"""In classic games each built-in bot beats the one before, at small and at larger tables."""

from __future__ import annotations

import itertools

import pytest

from gitopoly.bots.series import PLAYOUTS, Series, play_chunk

LADDER = ("random", "cautious", "builder", "trader", "strong")
LIMIT = (("turn_limit", 300),)
"""END-2: after so many turns the greatest worth wins, so that every game ends."""


def share_won(better: str, worse: str, players: int, games: int, playouts: int = PLAYOUTS) -> float:
    """What one bot wins against all others of a table, on every seat in turn."""
    won = 0
    for seat in range(players):
        seats = tuple(better if place == seat else worse for place in range(players))
        series = Series("classic", players, seats, 3, check=False, options=LIMIT, playouts=playouts)
        played = play_chunk(series, "compiled", 0, games // players).games
        won += sum(game.winner == seat for game in played)
    return won / (games // players * players)


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("worse", "better"), [*itertools.pairwise(LADDER)])
def test_a_bot_beats_the_one_before_in_a_few_games(worse: str, better: str) -> None:
    """And `strong` does with few playouts."""
    games, least = (40, 0.65) if better == "strong" else (120, 0.55)
    assert share_won(better, worse, 2, games, playouts=24) >= least


@pytest.mark.long
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("players", "least"), [(2, 0.6), (4, 0.35)])
@pytest.mark.parametrize(("worse", "better"), [*itertools.pairwise(LADDER)])
def test_a_bot_beats_the_one_before(worse: str, better: str, players: int, least: float) -> None:
    games = 200 if better == "strong" else 1000
    assert share_won(better, worse, players, games) >= least
    assert share_won(worse, better, players, games) < 1 / players, "nor the other way round"
