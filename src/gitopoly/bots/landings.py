"""How often tokens land where, and what houses earn by it: exact, by the rules themselves.

The shares come from a Markov chain of one token. A state is where a roll ends: a square with the
number of doubles rolled in a row, or the jail with the number of rolls missed there. Cards are
drawn with equal chances, as from a deck that is shuffled before every draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from gitopoly.errors import MissingExtra
from gitopoly.rules import Rules, State, dice, initial
from gitopoly.rules.actions import (
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    LAND_ON_GO_TO_JAIL,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    code_of,
)
from gitopoly.rules.codes import (
    CHANCE,
    CHANCE_DECK,
    CHEST_DECK,
    COMMUNITY_CHEST,
    GO_TO_JAIL,
    POST_ROLL,
    RENTS,
    ROLL,
    STREET,
)
from gitopoly.rules.step import attempt

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

    >>> from gitopoly.rules import Rules
    >>> shares = landing_shares(Rules.of("classic"), long_stay=True)
    >>> f"{shares.jail:.4%}"
    '9.3855%'
    """
    try:
        import numpy
    except ImportError:
        raise MissingExtra("the landing chain", "numpy", "fast") from None
    length = rules.board_length
    jail = length * DOUBLES
    steps = numpy.zeros((jail + MISSES, jail + MISSES))
    ends = [resting_places(rules, square) for square in range(length)]
    faces = range(1, rules.dice_max + 1)
    for state, first, second in product(range(jail + MISSES), faces, faces):
        s = _rolled(rules, state, long_stay, dice(first, second))
        if s.in_jail[0]:
            steps[state, jail + s.jail_time[0]] += 1
            continue
        for end, share in enumerate(ends[s.positions[0]]):
            steps[state, jail if end == length else end * DOUBLES + s.doubles_count] += share
    # A roll leaves the shares unchanged; one of these equations follows from the others, and is
    # replaced by the one that says that they add up to 1.
    system = steps.T / rules.dice_max**2 - numpy.eye(len(steps))
    target = numpy.zeros(len(steps))
    system[-1], target[-1] = 1.0, 1.0
    found = numpy.linalg.solve(system, target).clip(min=0)
    free = found[:jail].reshape(length, DOUBLES)
    return LandingShares(tuple(map(float, free.sum(axis=1))), float(found[jail:].sum()))


def _rolled(rules: Rules, state: int, long_stay: bool, roll: int) -> State:
    """The position after a roll in a state, before the square does anything."""
    s = initial(rules)
    s.phase = ROLL
    missed = state - rules.board_length * DOUBLES
    if missed < 0:
        s.positions[0], s.doubles_count = divmod(state, DOUBLES)
    else:
        s.positions[0], s.jail_time[0] = rules.jail_index, missed
        # Who does not stay pays the fine first, so that an ordinary turn follows.
        s.in_jail[0] = int(long_stay)
        s.money[0] += rules.jail_fine
    attempt(s, rules, code_of(ROLL_IN_JAIL if s.in_jail[0] else ROLL_AND_MOVE, 0), roll, True)
    return s


def resting_places(rules: Rules, square: int) -> list[float]:
    """The chance that a token which lands here ends up on each square; the jail comes last."""
    ends = [0.0] * (rules.board_length + 1)
    sends = {
        GO_TO_JAIL: (LAND_ON_GO_TO_JAIL, 1),
        CHANCE: (DRAW_AND_EXECUTE_CHANCE_CARD, rules.deck_size[CHANCE_DECK]),
        COMMUNITY_CHEST: (DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD, rules.deck_size[CHEST_DECK]),
    }

    def follow(s: State, share: float) -> None:
        kind = rules.square_type[s.positions[0]]
        if s.in_jail[0]:
            ends[-1] += share
        elif s.phase != POST_ROLL or kind not in sends:
            ends[s.positions[0]] += share
        elif share > NEGLIGIBLE:
            action, outcomes = sends[kind]
            for outcome in range(outcomes):
                after = s.copy()
                attempt(after, rules, code_of(action, 0), outcome, True)
                follow(after, share / outcomes)

    start = initial(rules)
    start.phase, start.positions[0] = POST_ROLL, square
    follow(start, 1.0)
    return ends


@dataclass(frozen=True)
class BuildingReturn:
    """One building on one street whose whole group its owner has."""

    square: int
    level: int
    """1 to 4: a house; 5: a hotel."""
    cost: int
    added_rent: int
    """Rent with it, less the rent without it: of a bare street of a whole group (RENT-2)."""
    landing: float
    """Share of an opponent's rolls that end here."""

    @property
    def visits(self) -> float:
        """Visits after which it has paid for itself."""
        return self.cost / self.added_rent if self.added_rent > 0 else float("inf")

    @property
    def rolls(self) -> float:
        """Rolls of opponents after which that is to be expected."""
        return self.visits / self.landing if self.landing > 0 else float("inf")

    @property
    def per_roll(self) -> float:
        """Share of its cost that comes back per roll of an opponent."""
        return 1 / self.rolls


def building_returns(rules: Rules, shares: LandingShares) -> list[BuildingReturn]:
    """Every building on every street, in board order.

    >>> from gitopoly.rules import Rules
    >>> rules = Rules.of("classic")
    >>> third = building_returns(rules, landing_shares(rules, long_stay=True))[2]
    >>> rules.names[third.square], third.level, third.cost, third.added_rent
    ('Mediterranean Avenue', 3, 50, 60)
    """
    found = []
    for square in range(rules.board_length):
        if rules.square_type[square] != STREET:
            continue
        rents = rules.rent[square * RENTS : square * RENTS + rules.max_level + 1]
        if not rules.no_double_rent:
            rents[0] *= 2
        for level in range(1, rules.max_level + 1):
            added = rents[level] - rents[level - 1]
            cost, landing = rules.house_cost[square], shares.squares[square]
            found.append(BuildingReturn(square, level, cost, added, landing))
    return found
