"""What buildings earn: the rent that each adds, how often it is paid, and when it has paid off."""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.kernel import Rules
from gitopoly.kernel.codes import RENTS, STREET
from gitopoly.landings.chain import LandingShares


@dataclass(frozen=True)
class BuildingReturn:
    """One building on one street whose whole group its owner has."""

    square: int
    level: int
    """1 to 4: a house; 5: a hotel."""
    cost: int
    added_rent: int
    """Rent with it, less the rent without it (a bare street of a whole group costs double)."""
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

    >>> from gitopoly.kernel import Rules
    >>> from gitopoly.landings.chain import landing_shares
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
        rents = [2 * rents[0], *rents[1:]]
        for level in range(1, rules.max_level + 1):
            added = rents[level] - rents[level - 1]
            cost, landing = rules.house_cost[square], shares.squares[square]
            found.append(BuildingReturn(square, level, cost, added, landing))
    return found
