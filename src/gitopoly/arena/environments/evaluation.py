"""How often a trained policy wins, over many games at a time."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy

from gitopoly.arena.environments.networks import Network, choose, load_network


def evaluate(
    policy: str | PathLike[str] | Network,
    opponents: Sequence[str],
    games: int = 1000,
    seed: int = 0,
    **settings: Any,
) -> float:
    """The share of games that a policy wins against built-in opponents, on all seats in turn.

    A tie counts half, a game that is cut off not at all. The settings are `OneSeatVector`'s.
    """
    # Here, because players import this module's neighbours, and need no compiler.
    from gitopoly.arena.environments.one_seat_vector import OneSeatVector

    network = load_network(policy) if isinstance(policy, str | PathLike) else policy
    table = OneSeatVector(games, opponents=opponents, **settings)
    seen, info = table.reset(seed=seed)
    points, open_games = 0.0, numpy.ones(games, bool)
    while open_games.any():
        actions = choose(network, seen, info["action_mask"])
        seen, _, terminated, truncated, info = table.step(actions)
        ended = (terminated | truncated) & open_games
        if ended.any():
            results = info["final_info"]["result"][ended & terminated]
            points += float((results > 0).sum() + 0.5 * (results == 0).sum())
        open_games &= ~ended
    table.close()
    return points / games
