"""Replays for the tests of the page: of recorded games, and of one whose names are hostile."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from gitopoly.bots.series import Series, moves
from gitopoly.game.record import GameRecord
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
from gitopoly.web.view import Person

HOSTILE = ["</script><script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "Änne & \u2028"]


@functools.cache
def recorded(game: int = 1, players: int = 2, seed: int = 5, turns: int = 1000) -> GameRecord:
    """A game of policies with some sense; game 1 of seed 5 ends with a ruin."""
    series = Series("classic", players, ("sensible",), seed, turns)
    found = (move.step for move in moves(series, game))
    return GameRecord(series.rules(), tuple(found))


def recorded_replay(**which: Any) -> GameReplay:
    """Such a game as a replay."""
    return GameReplay(source_of_record(recorded(**which), "a game"))


def hostile_replay() -> GameReplay:
    """A replay whose players have names that want to be markup."""
    source = source_of_record(recorded(game=0, players=3, turns=12), "</title><b>")
    people = [Person(name) for name in HOSTILE]
    return GameReplay(replace(source, people=people, printed={**source.printed, "names": HOSTILE}))
