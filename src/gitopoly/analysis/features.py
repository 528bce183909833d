"""What the model of win chances knows of a position: a row of numbers for each seat.

Money counts in units of the starting money, so that one model serves every edition.
"""

from __future__ import annotations

import math

from gitopoly.bots.static_evaluation import earnings
from gitopoly.bots.worth import group_prize, usual_rent
from gitopoly.kernel import Rules, State
from gitopoly.kernel.codes import OPENING, RAIL_GROUP, UTIL_GROUP
from gitopoly.kernel.money import liquid, owed_by, worth_at_the_end
from gitopoly.kernel.sets import first_of

FEATURES = (
    "money it could raise, logarithm",
    "rents once its best group is built, logarithm",
    "cash, logarithm",
    "share of all wealth",
    "rents now",
    "complete groups",
    "groups that lack one deed of the bank",
    "groups that lack one deed of another seat",
    "groups that a trade with one seat completes",
    "groups that it keeps another seat from completing",
    "railroads",
    "utilities",
    "buildings",
    "share of its deeds that are mortgaged",
    "share of all deeds",
    "rents of others against the money it could raise, logarithm",
    "highest rent of others against its cash",
    "debts against the money it could raise",
    "in jail",
    "jail cards",
    "how soon its turn comes",
    "cash to build on complete groups",
)
"""What the numbers of a seat are, in their order."""
STAGES = ("always", "deeds with the bank", "buildings", "few seats")
"""What each number is weighted by: the stage of the game, from 0 to 1."""
MANY_BUILDINGS = 24
"""Building levels at which a game counts as fully built."""


def stage_of(s: State) -> tuple[float, ...]:
    """How far a game is: a number for each of STAGES."""
    rules = s.rules
    owned = sum(held.bit_count() for held in s.holdings)
    live = rules.num_players - sum(s.is_bankrupt)
    built = sum(s.level)
    return (
        1.0,
        1 - owned / max(rules.deed_count, 1),
        min(1.0, built / MANY_BUILDINGS),
        1 / max(live - 1, 1),
    )


def features_of(s: State) -> dict[int, list[float]]:
    """The numbers of each seat that is still in the game."""
    rules = s.rules
    live = [seat for seat in range(rules.num_players) if not s.is_bankrupt[seat]]
    worth = {seat: max(worth_at_the_end(s, rules, seat), 0) for seat in live}
    wealth = max(sum(worth.values()), 1)
    rents = {seat: _rents(s, rules, seat) for seat in live}
    all_rents = sum(total for total, _ in rents.values())
    groups = _groups(s, rules, live)
    unit = rules.starting_money
    found = {}
    for seat in live:
        raised = max(liquid(s, rules, seat), 0)
        cash, debt = max(s.money[seat], 0), owed_by(s, seat)
        total, _ = rents[seat]
        threat = max((high for other, (_, high) in rents.items() if other != seat), default=0)
        held = s.holdings[seat]
        found[seat] = [
            math.log((raised + unit / 2) / unit),
            math.log((earnings(s, rules, seat) + unit / 3) / unit),
            math.log1p(max(cash - debt, 0) / unit),
            worth[seat] / wealth,
            math.sqrt(total / unit),
            *groups[seat],
            (held & rules.group_deeds[RAIL_GROUP]).bit_count() / 4,
            (held & rules.group_deeds[UTIL_GROUP]).bit_count() / 2,
            _levels(s, rules, held) / 10,
            (held & s.mortgages).bit_count() / max(held.bit_count(), 1),
            held.bit_count() / max(rules.deed_count, 1),
            math.log((all_rents - total + unit / 3) / (raised + unit / 3)),
            min(1.0, threat / (cash + unit / 10)),
            min(1.0, debt / max(raised, 1)),
            float(s.in_jail[seat]),
            float((s.goojf_ch_owner == seat) + (s.goojf_cc_owner == seat)),
            _soon(s, live, seat),
            min(_building_cost(s, rules, held), cash) / unit,
        ]
    return found


def _rents(s: State, rules: Rules, seat: int) -> tuple[int, int]:
    """The sum of a seat's rents, and the highest of them."""
    total = highest = 0
    left = s.holdings[seat] & ~s.mortgages
    while left:
        rent = usual_rent(s, rules, rules.deeds[first_of(left)])
        left &= left - 1
        total += rent
        highest = max(highest, rent)
    return total, highest


def _groups(s: State, rules: Rules, live: list[int]) -> dict[int, list[float]]:
    """For each seat: complete groups, three ways to lack deeds of one, and groups it blocks.

    A group counts by what it is worth beyond its deeds.
    """
    found = {seat: [0.0] * 5 for seat in live}
    for group in range(RAIL_GROUP):
        size = rules.group_size[group]
        if size == 0:
            continue
        members = rules.group_deeds[group]
        held = {seat: (s.holdings[seat] & members).bit_count() for seat in live}
        owned = sum(held.values())
        if owned == 0:
            continue
        prize = math.sqrt(group_prize(rules, group) / rules.starting_money)
        for seat, count in held.items():
            if count == size:
                found[seat][0] += prize
            elif count == size - 1 and count > 0:
                found[seat][1 if owned < size else 2] += prize
                if owned == size:
                    blocker = next(other for other in live if other != seat and held[other])
                    found[blocker][4] += prize
            if 0 < count < size and any(
                held[other] + count == size for other in live if other != seat
            ):
                found[seat][3] += prize
    return found


def _levels(s: State, rules: Rules, held: int) -> int:
    """Building levels on a seat's deeds."""
    left, levels = held & s.developed, 0
    while left:
        levels += s.level[rules.deeds[first_of(left)]]
        left &= left - 1
    return levels


def _soon(s: State, live: list[int], seat: int) -> float:
    """1 for the seat whose turn it is, less for each seat that comes before; 0 for the last."""
    if s.phase == OPENING or len(live) < 2:
        return 0.0
    before = sum(_distance(s, other) < _distance(s, seat) for other in live)
    return 1 - before / (len(live) - 1)


def _distance(s: State, seat: int) -> int:
    """Seats from the one whose turn it is to another, in the order of play."""
    return (seat - s.turn_player) % s.rules.num_players


def _building_cost(s: State, rules: Rules, held: int) -> int:
    """What three houses on every street of its complete groups would still cost a seat."""
    total = 0
    for group in range(RAIL_GROUP):
        members = rules.group_deeds[group]
        if members == 0 or members & ~held:
            continue
        left = members
        while left:
            square = rules.deeds[first_of(left)]
            left &= left - 1
            total += max(min(3, rules.max_level) - s.level[square], 0) * rules.house_cost[square]
    return total
