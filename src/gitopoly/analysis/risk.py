"""The risk of the next round: what it may bring a seat, whether its cash is enough, where it costs.

All but the squares of the next roll comes from playouts of one round (`bots.round_playouts`).
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

from gitopoly.analysis.playouts import LIKE_TRADER, PlayoutRequest, Playouts
from gitopoly.analysis.steps import BEFORE_PLAY
from gitopoly.kernel import State, is_over
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import kind_of
from gitopoly.kernel.board import util_multiplier
from gitopoly.kernel.codes import NOBODY, TAX, UTIL
from gitopoly.kernel.generated.wording import HIDDEN_COSTS
from gitopoly.kernel.landing import owner_waives_rent, rent_of
from gitopoly.kernel.legal import list_actions

PLAYOUTS = 2000
"""A round is short: together they take some hundredths of a second."""
ONE_IN = 10
"""A gain is told from the tenth below it to the tenth above it."""
MOST_SQUARES = 3


@dataclass(frozen=True)
class CostlySquare:
    """A square that costs something, within reach of the next roll."""

    square: int
    cost: int
    """The rent or the printed tax; the highest rent, if it depends on the roll."""
    chance: float
    """That the roll leads there."""


@dataclass(frozen=True)
class RoundRisk:
    """What the next round may bring a seat, if all play like a policy."""

    low: int
    """One playout in ten brought less: all that came in, less all that was paid.

    Without what the seat bought, built, sold or traded.
    """
    middle: int
    """Half of the playouts brought less."""
    high: int
    """One playout in ten brought more."""
    short: float
    """The chance that the cash is not enough at some time: the seat must sell or mortgage."""
    out: float
    """The chance to go bankrupt."""
    squares: tuple[CostlySquare, ...]
    """Where the next roll costs most, the dearest first; none in jail."""


def risk_of_round(
    s: State,
    seat: int,
    playouts: Playouts,
    count: int = PLAYOUTS,
    policies: tuple[int, ...] = LIKE_TRADER,
    mixture: tuple[tuple[int, ...], ...] = (),
) -> RoundRisk | None:
    """What may happen until a seat has rolled and everybody has had a turn.

    None if there is no next round for it, or if a rule hides what it would show (TAX-1).
    """
    if is_over(s) or s.is_bankrupt[seat] or s.phase in BEFORE_PLAY or is_hidden(s):
        return None
    question = PlayoutRequest(s, count, policies=policies, mixture=mixture)
    found = playouts.rounds(question, seat)
    gains = sorted(result.gain for result in found)
    return RoundRisk(
        low=gains[count // ONE_IN],
        middle=gains[count // 2],
        high=gains[-1 - count // ONE_IN],
        short=sum(result.short for result in found) / count,
        out=sum(result.out for result in found) / count,
        squares=costly_squares(s, seat),
    )


def is_hidden(s: State) -> bool:
    """TAX-1: whether the turn player has to choose how to pay before they may add up."""
    buffer = ActionBuffer()
    list_actions(s, s.rules, s.turn_player, buffer)
    return any(kind_of(buffer.actions[i]) in HIDDEN_COSTS for i in range(buffer.count))


def costly_squares(s: State, seat: int) -> tuple[CostlySquare, ...]:
    """Where a seat's next roll costs most, cards left aside; nowhere from jail."""
    if s.in_jail[seat]:
        return ()
    faces = range(1, s.rules.dice_max + 1)
    costs: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for one, two in itertools.product(faces, faces):
        square = (s.positions[seat] + one + two) % s.rules.board_length
        costs[square] = max(costs[square], _cost(s, seat, square, one + two))
        ways[square] += 1
    dearest = sorted(costs, key=lambda square: (-costs[square], square))[:MOST_SQUARES]
    every = len(faces) ** 2
    return tuple(
        CostlySquare(square, costs[square], ways[square] / every)
        for square in dearest
        if costs[square] > 0
    )


def _cost(s: State, seat: int, square: int, roll: int) -> int:
    rules, owner = s.rules, s.owner[square]
    if rules.square_type[square] == TAX:
        return rules.value[square]
    if owner in (NOBODY, seat) or s.mortgaged[square] or owner_waives_rent(s, rules, square):
        return 0
    if rules.square_type[square] == UTIL:
        return util_multiplier(s, rules, square) * roll
    return rent_of(s, rules, square)
