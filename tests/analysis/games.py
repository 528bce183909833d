"""Short games between policies, as an analysis gets them."""

from __future__ import annotations

from typing import Any

from gitopoly.bots.analysis.playouts import Playouts
from gitopoly.bots.analysis.review import GameReview
from gitopoly.bots.series import Series, moves
from gitopoly.rules import Rules, Taken


def played(
    players: int = 3, turns: int = 8, policy: str = "trader", seed: int = 1, **options: int
) -> list[Taken]:
    """A whole game of `classic` with a turn limit."""
    given = (("turn_limit", turns), *options.items())
    series = Series("classic", players, (policy,), seed, options=given)
    return list(moves(series, 0))


def reviewed(steps: list[Taken], effort: float, **given: Any) -> GameReview:
    """A review of a game that needs nothing compiled."""
    start = steps[0].before
    given.setdefault("playouts", plain(start.rules))
    return GameReview(start, steps, effort=effort, **given)


def plain(rules: Rules, seed: int = 0, jobs: int = 1) -> Playouts:
    """Playouts that need nothing compiled."""
    return Playouts(rules, seed, "interpreted", jobs)
