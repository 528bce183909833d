"""Short games between policies, as an analysis gets them."""

from __future__ import annotations

from gitopoly.analysis.playouts import Playouts
from gitopoly.analysis.steps import GameStep, steps_from
from gitopoly.bots.playout import INTERRUPTED
from gitopoly.bots.simulation import Series, policy_game_of
from gitopoly.kernel import Rules


def played(
    players: int = 3, turns: int = 8, policy: str = "trader", seed: int = 1, **options: int
) -> list[GameStep]:
    """A whole game of `classic` with a turn limit."""
    given = (("turn_limit", turns), *options.items())
    series = Series("classic", players, (policy,), seed, options=given)
    game = policy_game_of(series, 0, "interpreted")
    taken, status = [], INTERRUPTED
    while status == INTERRUPTED:
        status = game.play(1000, 1, False)
        taken.append(game.last)
    # The turn limit is found after the last action.
    return steps_from(series.rules(), taken[:-1] if taken[-1:] == taken[-2:-1] else taken)


def plain(rules: Rules, seed: int = 0, jobs: int = 1) -> Playouts:
    """Playouts that need nothing compiled."""
    return Playouts(rules, seed, "interpreted", jobs)
