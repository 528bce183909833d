"""A game between bots for whoever wants to watch first; it is played when somebody asks for it."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from gitopoly.bots.series import Series, moves
from gitopoly.game.record import GameRecord
from gitopoly.web.game_server import BOT_NAMES, USUAL_POLICY
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
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
    record = GameRecord(
        series.rules(), tuple(move.step for move in moves(series, 0)), BOT_NAMES[:SEATS]
    )
    source = source_of_record(record, NAME)
    people = [Person(name, bot=True) for name in record.seats]
    return GameReplay(replace(source, people=people)).data()
