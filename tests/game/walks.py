"""Random games for the tests of the game."""

import random
from typing import Any

import gitopoly
from gitopoly.editions import EDITIONS

__all__ = ["EDITIONS", "walked"]


def walked(edition: str, pushes: int, seed: int = 1, **settings: Any) -> gitopoly.Game:
    """A seeded game after so many random pushes, or at its end."""
    game = gitopoly.Game(edition, seed=seed, **settings)
    draw = random.Random(seed)
    for _ in range(pushes):
        if not game.legal_actions:
            break
        game.push(draw.choice(game.legal_actions))
    return game
