"""The exact shares of rolls that end on each square, from a Markov chain of one token.

A state is where a roll ends: a square with the number of doubles rolled in a row, or the jail with
the number of rolls missed there. Cards are drawn with equal chances, as from a deck that is
shuffled before every draw; a jail card counts as one that does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from gitopoly.errors import MissingExtra
from gitopoly.kernel import Rules
from gitopoly.kernel.codes import (
    CARD_ADVANCE,
    CARD_BACK,
    CARD_BACK_TO,
    CARD_GO_TO_JAIL,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CHANCE,
    CHANCE_DECK,
    CHEST_DECK,
    COMMUNITY_CHEST,
    GO_TO_JAIL,
    GROUP_SIZE,
    MOST_CARDS,
    RAIL_GROUP,
    UTIL_GROUP,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

DOUBLES = 3
"""Doubles in a row that a token can have behind it: 0, 1 or 2."""
MISSES = 3
"""Rolls that a jailed token can have missed: 0, 1 or 2."""
NEGLIGIBLE = 1e-18
"""Chance of still being under way at which a series of cards is cut off."""


@dataclass(frozen=True)
class LandingShares:
    """The share of all rolls that end on each square; being in jail is not visiting it."""

    squares: tuple[float, ...]
    jail: float

    @property
    def all(self) -> tuple[float, ...]:
        """The squares in board order, then the jail."""
        return (*self.squares, self.jail)


def landing_shares(rules: Rules, long_stay: bool) -> LandingShares:
    """Solve the chain: tokens stay in jail as long as they may, or leave before their next roll.

    >>> from gitopoly.kernel import Rules
    >>> shares = landing_shares(Rules.of("classic"), long_stay=True)
    >>> f"{shares.jail:.4%}"
    '9.3855%'
    """
    try:
        import numpy
    except ImportError:
        raise MissingExtra("the landing chain", "numpy", "fast") from None
    steps = _steps(rules, long_stay, numpy)
    # A roll leaves the shares unchanged; one of these equations follows from the others, and is
    # replaced by the one that says that they add up to 1.
    system, target = steps.T - numpy.eye(len(steps)), numpy.zeros(len(steps))
    system[-1], target[-1] = 1.0, 1.0
    found = numpy.linalg.solve(system, target).clip(min=0)
    free = found[: rules.board_length * DOUBLES].reshape(rules.board_length, DOUBLES)
    return LandingShares(tuple(map(float, free.sum(axis=1))), float(found[free.size :].sum()))


def _steps(rules: Rules, long_stay: bool, numpy: Any) -> Any:
    """The chance of each next state, from each state."""
    length, jail = rules.board_length, rules.board_length * DOUBLES
    steps = numpy.zeros((jail + MISSES, jail + MISSES))
    ends = [resting_places(rules, square) for square in range(length)]
    faces = range(1, rules.dice_max + 1)
    chance = 1 / rules.dice_max**2

    def arrive(state: int, square: int, doubles: int) -> None:
        for end, share in enumerate(ends[square % length]):
            to = jail if end == length else end * DOUBLES + doubles
            steps[state, to] += chance * share

    for first, second in product(faces, faces):
        total, same = first + second, first == second
        for square, doubles in product(range(length), range(DOUBLES)):
            state = square * DOUBLES + doubles
            if same and doubles == DOUBLES - 1:
                steps[state, jail] += chance
            else:
                arrive(state, square + total, doubles + 1 if same else 0)
        for missed in range(MISSES):
            if not long_stay:
                # The fine is paid first, so this is the first roll of an ordinary turn.
                arrive(jail + missed, rules.jail_index + total, 1 if same else 0)
            elif same or missed == MISSES - 1:
                # Doubles that free a token give no further roll, and count for nothing.
                arrive(jail + missed, rules.jail_index + total, 0)
            else:
                steps[jail + missed, jail + missed + 1] += chance
    return steps


def resting_places(rules: Rules, square: int) -> list[float]:
    """The chance that a token which lands here ends up on each square; the jail comes last."""
    length = rules.board_length
    ends = [0.0] * (length + 1)
    moving = {square: 1.0}
    while moving:
        onward: dict[int, float] = {}
        for place, share in moving.items():
            for to, part in _next_places(rules, place):
                if to in (place, length):
                    ends[to] += share * part
                elif share * part > NEGLIGIBLE:
                    onward[to] = onward.get(to, 0.0) + share * part
        moving = onward
    return ends


def _next_places(rules: Rules, square: int) -> Iterator[tuple[int, float]]:
    """Where a square or its cards send a token, itself included, and how likely that is."""
    length, kind = rules.board_length, rules.square_type[square]
    if kind == GO_TO_JAIL:
        yield length, 1.0
    elif kind in (CHANCE, COMMUNITY_CHEST):
        deck = CHANCE_DECK if kind == CHANCE else CHEST_DECK
        for card in range(rules.deck_size[deck]):
            place = deck * MOST_CARDS + card
            yield _sent_to(rules, square, place), 1 / rules.deck_size[deck]
    else:
        yield square, 1.0


def _sent_to(rules: Rules, square: int, place: int) -> int:
    """The square where a card sends a token; the board's length means the jail."""
    kind = rules.card_kind[place]
    if kind == CARD_GO_TO_JAIL:
        return rules.board_length
    if kind in (CARD_ADVANCE, CARD_BACK_TO):
        return rules.card_square[place]
    if kind == CARD_BACK:
        return (square - rules.card_amount[place]) % rules.board_length
    if kind in (CARD_NEAREST_RAIL, CARD_NEAREST_UTIL):
        group = RAIL_GROUP if kind == CARD_NEAREST_RAIL else UTIL_GROUP
        first = group * GROUP_SIZE
        squares = rules.group_square[first : first + rules.group_size[group]]
        return next((each for each in squares if each > square), squares[0])
    return square
