"""What the model of win chances knows of a position: a row of numbers for each seat.

Money counts in units of the starting money, so that one model serves every edition; all numbers
count in units of 1 / ONE. Written like the kernel, so that it compiles with it: analyses use it as
it is, and `strong` evaluates the ends of its playouts by it.
"""

from typing import ClassVar

from gitopoly.bots.fixed_point import ONE, log_of, root_of
from gitopoly.bots.static_evaluation import earnings
from gitopoly.bots.worth import group_prize, usual_rent
from gitopoly.kernel.codes import GROUP_SIZE, MOST_PLAYERS, OPENING, RAIL_GROUP, UTIL_GROUP
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.money import liquid, owed_by, worth_at_the_end
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import first_of
from gitopoly.kernel.state import State

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
"""What each number is weighted by: the stage of the game, from 0 to ONE."""
ROW = 22
"""Numbers of a seat."""
OF_STAGES = 4
COMPLETE = 5
LACKS_ONE = 6
FOR_A_TRADE = 8
BLOCKED = 9
"""Places of the numbers about groups."""
MANY_BUILDINGS = 24
"""Building levels at which a game counts as fully built."""
WELL_BUILT = 3


class WinModel:
    """The weights of the model, and room for the numbers of one position."""

    FIELDS: ClassVar = {
        "weights": Field("i8", ROW * OF_STAGES, 0),
        "current": Field("i8", ROW, 0),
        "row": Field("i8", ROW * MOST_PLAYERS, 0),
        "scores": Field("i8", MOST_PLAYERS, 0),
    }
    __slots__ = ("current", "row", "scores", "weights")

    weights: list[int]
    """For each feature, one for each of STAGES, in units of 1 / ONE."""
    current: list[int]
    """The weight of each feature at the stage of the position."""
    row: list[int]
    """The features of all seats, ROW for each."""
    scores: list[int]

    def __init__(self, weights: list[int]) -> None:
        self.weights = list(weights)
        self.current = [0] * ROW
        self.row = [0] * (ROW * MOST_PLAYERS)
        self.scores = [0] * MOST_PLAYERS


def stage_at(s: State, rules: Rules, place: int) -> Wide:
    """How far a game is: one of STAGES."""
    if place == 1:
        return ONE - ONE * deeds_owned(s, rules) // max(rules.deed_count, 1)
    if place == 2:
        built = 0
        for player in range(rules.num_players):
            built += levels_of(s, rules, s.holdings[player])
        return min(ONE, ONE * built // MANY_BUILDINGS)
    if place == 3:
        return ONE // max(live_seats(s, rules) - 1, 1)
    return ONE


def live_seats(s: State, rules: Rules) -> int:
    """How many seats are still in the game."""
    live = 0
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            live += 1
    return live


def deeds_owned(s: State, rules: Rules) -> int:
    """How many deeds players own."""
    owned = 0
    for player in range(rules.num_players):
        owned += s.holdings[player].bit_count()
    return owned


def write_features(s: State, rules: Rules, model: WinModel) -> None:
    """Write the numbers of each seat that is still in the game, ROW for each seat."""
    wealth = 0
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            wealth += max(worth_at_the_end(s, rules, player), 0)
    live = live_seats(s, rules)
    for player in range(rules.num_players):
        first = player * ROW
        for place in range(first, first + ROW):
            model.row[place] = 0
        if not s.is_bankrupt[player]:
            write_money(s, rules, player, wealth, model)
            write_deeds(s, rules, player, model)
            write_threats(s, rules, player, model)
            model.row[first + 18] = ONE if s.in_jail[player] else 0
            model.row[first + 20] = how_soon(s, rules, player, live)
    for group in range(RAIL_GROUP):
        if rules.group_size[group] > 0:
            write_group(s, rules, group, model)


def write_money(s: State, rules: Rules, player: int, wealth: int, model: WinModel) -> None:
    """What a seat has and could raise."""
    first = player * ROW
    unit = rules.starting_money
    raised = max(liquid(s, rules, player), 0)
    cash = max(s.money[player], 0)
    debt = owed_by(s, player)
    model.row[first] = log_of(raised + unit // 2) - log_of(unit)
    model.row[first + 1] = log_of(earnings(s, rules, player) + unit // 3) - log_of(unit)
    model.row[first + 2] = log_of(unit + max(cash - debt, 0)) - log_of(unit)
    model.row[first + 3] = ONE * max(worth_at_the_end(s, rules, player), 0) // max(wealth, 1)
    model.row[first + 17] = min(ONE, ONE * debt // max(raised, 1))
    model.row[first + 21] = ONE * min(building_cost(s, rules, player), cash) // unit


def write_deeds(s: State, rules: Rules, player: int, model: WinModel) -> None:
    """What a seat owns, groups of streets aside."""
    first = player * ROW
    held = s.holdings[player]
    count = held.bit_count()
    rents = ONE * ONE * rents_of(s, rules, player)
    model.row[first + 4] = root_of(rents // rules.starting_money)
    model.row[first + 10] = ONE * (held & rules.group_deeds[RAIL_GROUP]).bit_count() // 4
    model.row[first + 11] = ONE * (held & rules.group_deeds[UTIL_GROUP]).bit_count() // 2
    model.row[first + 12] = ONE * levels_of(s, rules, held) // 10
    model.row[first + 13] = ONE * (held & s.mortgages).bit_count() // max(count, 1)
    model.row[first + 14] = ONE * count // max(rules.deed_count, 1)
    if s.goojf_ch_owner == player:
        model.row[first + 19] += ONE
    if s.goojf_cc_owner == player:
        model.row[first + 19] += ONE


def write_threats(s: State, rules: Rules, player: int, model: WinModel) -> None:
    """What others may take from a seat."""
    first = player * ROW
    unit = rules.starting_money
    total = 0
    highest = 0
    for other in range(rules.num_players):
        if other != player:
            total += rents_of(s, rules, other)
            highest = max(highest, highest_rent(s, rules, other))
    raised = max(liquid(s, rules, player), 0)
    model.row[first + 15] = log_of(total + unit // 3) - log_of(raised + unit // 3)
    model.row[first + 16] = min(ONE, ONE * highest // (max(s.money[player], 0) + unit // 10))


def rents_of(s: State, rules: Rules, player: int) -> int:
    """The sum of a seat's rents."""
    total = 0
    left = s.holdings[player] & ~s.mortgages
    while left:
        total += usual_rent(s, rules, rules.deeds[first_of(left)])
        left &= left - 1
    return total


def highest_rent(s: State, rules: Rules, player: int) -> int:
    """The highest of a seat's rents."""
    highest = 0
    left = s.holdings[player] & ~s.mortgages
    while left:
        highest = max(highest, usual_rent(s, rules, rules.deeds[first_of(left)]))
        left &= left - 1
    return highest


def write_group(s: State, rules: Rules, group: int, model: WinModel) -> None:
    """Add a group to the numbers of all seats that own part of it, by its worth beyond its deeds.

    It is complete, lacks a deed of the bank or of another seat, or a trade with one seat completes
    it; and whoever has the deed that another seat lacks keeps them from completing it.
    """
    members = rules.group_deeds[group]
    size = rules.group_size[group]
    owned = 0
    for player in range(rules.num_players):
        owned += (s.holdings[player] & members).bit_count()
    if owned == 0:
        return
    prize = root_of(ONE * ONE * group_prize(rules, group) // rules.starting_money)
    for player in range(rules.num_players):
        count = (s.holdings[player] & members).bit_count()
        if count == 0:
            continue
        first = player * ROW
        if count == size:
            model.row[first + COMPLETE] += prize
            continue
        lacks_one = count == size - 1
        if lacks_one:
            model.row[first + LACKS_ONE + (1 if owned == size else 0)] += prize
        for other in range(rules.num_players):
            theirs = (s.holdings[other] & members).bit_count()
            if other == player or theirs == 0:
                continue
            if lacks_one and owned == size:
                model.row[other * ROW + BLOCKED] += prize
            if theirs + count == size:
                model.row[first + FOR_A_TRADE] += prize


def levels_of(s: State, rules: Rules, held: int) -> int:
    """Building levels on some deeds."""
    left = held & s.developed
    levels = 0
    while left:
        levels += s.level[rules.deeds[first_of(left)]]
        left &= left - 1
    return levels


def how_soon(s: State, rules: Rules, player: int, live: int) -> Wide:
    """ONE for the seat whose turn it is, less for each seat before; 0 for the last."""
    if s.phase == OPENING or live < 2:
        return 0
    seats = rules.num_players
    own = (player - s.turn_player + seats) % seats
    before = 0
    for other in range(seats):
        if not s.is_bankrupt[other] and (other - s.turn_player + seats) % seats < own:
            before += 1
    return ONE - ONE * before // (live - 1)


def building_cost(s: State, rules: Rules, player: int) -> int:
    """What three houses on every street of its complete groups would still cost a seat."""
    total = 0
    level = min(WELL_BUILT, rules.max_level)
    for group in range(RAIL_GROUP):
        members = rules.group_deeds[group]
        if members == 0 or members & ~s.holdings[player]:
            continue
        first = group * GROUP_SIZE
        for place in range(first, first + rules.group_size[group]):
            square = rules.group_square[place]
            total += max(level - s.level[square], 0) * rules.house_cost[square]
    return total
