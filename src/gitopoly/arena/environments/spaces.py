"""The environments' spaces in Gymnasium's terms, and the observations in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from gymnasium import spaces

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.networks import FEATURES
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH

if TYPE_CHECKING:
    from gitopoly.arena.environments.game import SteppedGame

Observation = dict[str, Any]
"""`observation`, the position as a row of numbers, and `action_mask`, 1 for what is legal."""


def action_space() -> spaces.Discrete:
    """All numbers of the action space."""
    return spaces.Discrete(ACTIONS)


def observation_space() -> spaces.Dict:
    """A row of whole numbers and a mask."""
    return spaces.Dict(
        {"observation": row_space(), "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.int8)}
    )


def row_space(scaled: bool = False) -> spaces.Box:
    """A row of whole numbers, or of `features`."""
    if scaled:
        return spaces.Box(-numpy.inf, numpy.inf, (FEATURES,), numpy.float32)
    widest = numpy.iinfo(numpy.int32)
    return spaces.Box(widest.min, widest.max, (OBSERVATION_LENGTH,), numpy.int32)


def shown(game: SteppedGame, viewer: int, mask: bytearray) -> Observation:
    """What a seat sees, with the mask of its actions."""
    return {
        "observation": numpy.array(game.observation(viewer), numpy.int32),
        "action_mask": numpy.array(mask, numpy.int8),
    }
