"""A game between bots for whoever wants to watch first; it is played when somebody asks for it."""

from __future__ import annotations

import functools
from typing import Any

from gitopoly.bots.series import Series, moves
from gitopoly.web.game_server import BOT_NAMES, USUAL_POLICY
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_steps
from gitopoly.web.view import Person

NAME = "sample"
"""Its name in addresses; saved games have others."""
SEATS = 4
SEED = 2
"""A game with trades, houses and a winner, and not too long to watch."""
MOST_TURNS = 400


@functools.cache
def sample_replay() -> dict[str, Any]:
    """The replay of that game; the same one every time."""
    series = Series("classic", SEATS, (USUAL_POLICY,), SEED, MOST_TURNS)
    people = [Person(name, bot=True) for name in BOT_NAMES[:SEATS]]
    return GameReplay(source_of_steps(NAME, list(moves(series, 0)), people)).data()
