"""The features of positions as plain numbers, for the model of win chances and for fitting it.

What they are is in `gitopoly.bots.model_features`, which `strong` uses as well.
"""

from __future__ import annotations

from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.model_features import FEATURES as FEATURES
from gitopoly.bots.model_features import ROW, WinModel, stage_at, write_features
from gitopoly.bots.model_features import STAGES as STAGES
from gitopoly.kernel import State

NO_WEIGHTS = [0] * (ROW * len(STAGES))


def stage_of(s: State) -> tuple[float, ...]:
    """How far a game is: a number from 0 to 1 for each of STAGES."""
    return tuple(stage_at(s, s.rules, place) / ONE for place in range(len(STAGES)))


def features_of(s: State) -> dict[int, list[float]]:
    """The numbers of each seat that is still in the game."""
    room = WinModel(NO_WEIGHTS)
    write_features(s, s.rules, room)
    return {
        seat: [number / ONE for number in room.row[seat * ROW : (seat + 1) * ROW]]
        for seat in range(s.rules.num_players)
        if not s.is_bankrupt[seat]
    }
