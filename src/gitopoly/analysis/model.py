"""A small model of win chances: for every position in less than a millisecond, without playouts.

Each seat has a score, a weighted sum of its features (`features`), and the chances are in
proportion to the exponentials of the scores. How much a feature weighs depends on the stage of
the game. The weights in `model.json` were fitted to games between `trader`s by
`make win-chances`; nothing but Python is needed to use them.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources

from gitopoly.analysis.features import FEATURES, STAGES, features_of, stage_of
from gitopoly.kernel import State, is_over, winner
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.money import worth_at_the_end

FILE = "model.json"
Weights = tuple[tuple[float, ...], ...]


@cache
def weights() -> Weights:
    """The shipped weights: for each feature, one number for each stage."""
    data = json.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    return tuple(tuple(data["weights"][name][stage] for stage in STAGES) for name in FEATURES)


def model_chances(s: State, by: Weights | None = None) -> tuple[float, ...]:
    """Each seat's chance to win if all play like `trader` from here; 0 for those who are out.

    >>> from gitopoly.kernel import Rules, initial
    >>> model_chances(initial(Rules.of("classic", 4)))
    (0.25, 0.25, 0.25, 0.25)
    """
    if is_over(s):
        return result_of(s)
    stage = stage_of(s)
    current = [
        sum(weight * share for weight, share in zip(row, stage, strict=True))
        for row in (weights() if by is None else by)
    ]
    scores = {
        seat: sum(weight * number for weight, number in zip(current, numbers, strict=True))
        for seat, numbers in features_of(s).items()
    }
    highest = max(scores.values())
    powers = {seat: math.exp(score - highest) for seat, score in scores.items()}
    total = sum(powers.values())
    return tuple(powers.get(seat, 0.0) / total for seat in range(s.rules.num_players))


def result_of(s: State) -> tuple[float, ...]:
    """What each seat has of the win of a game that is over: 1 for the winner; ties share it."""
    seats = range(s.rules.num_players)
    best = winner(s)
    if best != NOBODY:
        return tuple(float(seat == best) for seat in seats)
    worth = {seat: worth_at_the_end(s, s.rules, seat) for seat in seats if not s.is_bankrupt[seat]}
    most = [seat for seat, amount in worth.items() if amount == max(worth.values())]
    return tuple((seat in most) / len(most) for seat in seats)
