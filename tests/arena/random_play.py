"""Games of the environments, played by random legal numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gitopoly.arena.environments.game import SteppedGame


def new_game(
    edition: str = "classic", players: int = 3, seed: int = 1, **options: Any
) -> SteppedGame:
    """A game that has begun."""
    game = SteppedGame(edition, players, 0, 0.0, options)
    game.begin(seed, 0)
    return game


def legal_numbers(game: SteppedGame) -> list[int]:
    """What the actor may choose."""
    return [number for number, legal in enumerate(game.mask(game.actor)) if legal]


def positions(game: SteppedGame, steps: int, seed: int = 1) -> Iterator[SteppedGame]:
    """The same game, before each of so many random steps; it begins anew when it is over."""
    chance = random.Random(seed)
    for step in range(steps):
        if game.is_over:
            game.begin(seed, step)
        yield game
        game.step(game.actor, chance.choice(legal_numbers(game)))


def position_with(
    game: SteppedGame, wanted: Any, steps: int = 20_000, seed: int = 1
) -> SteppedGame:
    """Play at random until a position is as wanted."""
    return next(game for game in positions(game, steps, seed) if wanted(game))
