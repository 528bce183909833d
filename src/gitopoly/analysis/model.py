"""A small model of win chances: for every position in less than a millisecond, without playouts.

Each seat has a score, a weighted sum of its features, and the chances are in proportion to the
exponentials of the scores (`gitopoly.bots.win_model`). The weights were fitted to games between
`trader`s by `make win-chances`; nothing but Python is needed to use them.
"""

from __future__ import annotations

import math

from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.model_weights import shipped_model
from gitopoly.bots.win_model import score_seats
from gitopoly.kernel import State, is_over, winner
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.money import worth_at_the_end


def model_chances(s: State) -> tuple[float, ...]:
    """Each seat's chance to win if all play like `trader` from here; 0 for those who are out.

    >>> from gitopoly.kernel import Rules, initial
    >>> model_chances(initial(Rules.of("classic", 4)))
    (0.25, 0.25, 0.25, 0.25)
    """
    if is_over(s):
        return result_of(s)
    model, seats = shipped_model(), range(s.rules.num_players)
    score_seats(s, s.rules, model)
    live = [seat for seat in seats if not s.is_bankrupt[seat]]
    highest = max(model.scores[seat] for seat in live)
    powers = {seat: math.exp((model.scores[seat] - highest) / ONE) for seat in live}
    total = sum(powers.values())
    return tuple(powers.get(seat, 0.0) / total for seat in seats)


def result_of(s: State) -> tuple[float, ...]:
    """What each seat has of the win of a game that is over: 1 for the winner; ties share it."""
    seats = range(s.rules.num_players)
    best = winner(s)
    if best != NOBODY:
        return tuple(float(seat == best) for seat in seats)
    worth = {seat: worth_at_the_end(s, s.rules, seat) for seat in seats if not s.is_bankrupt[seat]}
    most = [seat for seat, amount in worth.items() if amount == max(worth.values())]
    return tuple((seat in most) / len(most) for seat in seats)
