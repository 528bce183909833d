"""A small model of win chances: a weighted sum of what each seat shows, and shares by its power.

How much each number of a seat weighs depends on the stage of the game. The weights are data
(`model.json`), fitted to games between `trader`s by `make win-chances`. Money counts in units of
the starting money, so that one model serves every edition; all numbers count in units of 1 / ONE.
Analyses use it as it is, and `strong` evaluates the ends of its playouts by it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gitopoly.bots.desk import ROW, STAGES, WinModel
from gitopoly.bots.fixed_point import ONE, exponential, log_of, root_of
from gitopoly.bots.worth import CERTAIN, WELL_BUILT, earnings, group_prize, rents_of, whole_groups
from gitopoly.rules.board import live_players, owned_in_group, squares_of
from gitopoly.rules.codes import OPENING, RAIL_GROUP, UTIL_GROUP
from gitopoly.rules.money import liquid, owed_by, worth_at_the_end
from gitopoly.rules.property import cost_of_lifting
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

FEATURES = (
    "money it could raise, logarithm",
    "rents once its best group is built, logarithm",
    "cash without debts and mortgages, logarithm",
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
    "share of all deeds",
    "debts against the money it could raise",
    "in jail",
    "jail cards",
    "how soon its turn comes",
    "cash to build on complete groups",
)
"""What the numbers of a seat are, in their order."""
NAMES_OF_STAGES = ("always", "deeds with the bank", "buildings", "few seats")
"""What each number is weighted by: the stage of the game, from 0 to ONE."""
COMPLETE = 5
LACKS_ONE = 6
FOR_A_TRADE = 8
BLOCKED = 9
"""Places of the numbers about groups."""
MANY_BUILDINGS = 24
"""Building levels at which a game counts as fully built."""


def stage_at(s: State, rules: Rules, place: int) -> Wide:
    """How far a game is: one of STAGES."""
    if place == 1:
        owned = sum(s.holdings[player].bit_count() for player in range(rules.num_players))
        return ONE - ONE * owned // max(rules.deed_count, 1)
    if place == 2:
        built = sum(s.level[square] for square in squares_of(rules, s.developed))
        return min(ONE, ONE * built // MANY_BUILDINGS)
    if place == 3:
        return ONE // max(live_players(s, rules) - 1, 1)
    return ONE


def write_features(s: State, rules: Rules, model: WinModel) -> None:
    """Write the numbers of each seat that is still in the game, ROW for each seat."""
    wealth = sum(
        max(worth_at_the_end(s, rules, player), 0)
        for player in range(rules.num_players)
        if not s.is_bankrupt[player]
    )
    live = live_players(s, rules)
    for player in range(rules.num_players):
        first = player * ROW
        for place in range(first, first + ROW):
            model.row[place] = 0
        if not s.is_bankrupt[player]:
            write_money(s, rules, player, wealth, model)
            write_deeds(s, rules, player, model)
            model.row[first + 15] = ONE if s.in_jail[player] else 0
            model.row[first + 17] = how_soon(s, rules, player, live)
    for group in range(RAIL_GROUP):
        if rules.group_size[group] > 0:
            write_group(s, rules, group, model)


def write_money(s: State, rules: Rules, player: int, wealth: int, model: WinModel) -> None:
    """What a seat has and could raise."""
    first = player * ROW
    unit = rules.starting_money
    raised = max(liquid(s, rules, player), 0)
    cash = free_cash(s, rules, player)
    earned = earnings(s, rules, player, cash)
    model.row[first] = log_of(raised + unit // 2) - log_of(unit)
    model.row[first + 1] = log_of(earned + unit // 3) - log_of(unit)
    model.row[first + 2] = log_of(max(unit // 3 + cash, unit // 15)) - log_of(unit)
    model.row[first + 3] = ONE * max(worth_at_the_end(s, rules, player), 0) // max(wealth, 1)
    model.row[first + 14] = min(ONE, ONE * owed_by(s, player) // max(raised, 1))
    model.row[first + 18] = ONE * min(building_cost(s, rules, player), max(cash, 0)) // unit


def free_cash(s: State, rules: Rules, player: int) -> int:
    """What a seat would have left without its debts and with all its mortgages lifted.

    So a mortgage never adds to it: that would make it seem good to mortgage everything.
    """
    burden = sum(
        cost_of_lifting(s, rules, square)
        for square in squares_of(rules, s.holdings[player] & s.mortgages)
    )
    return s.money[player] - owed_by(s, player) - burden


def write_deeds(s: State, rules: Rules, player: int, model: WinModel) -> None:
    """What a seat owns, groups of streets aside."""
    first = player * ROW
    held = s.holdings[player]
    levels = sum(s.level[square] for square in squares_of(rules, held & s.developed))
    model.row[first + 4] = root_of(ONE * ONE * rents_of(s, rules, player) // rules.starting_money)
    model.row[first + 10] = ONE * owned_in_group(s, rules, player, RAIL_GROUP) // 4
    model.row[first + 11] = ONE * owned_in_group(s, rules, player, UTIL_GROUP) // 2
    model.row[first + 12] = ONE * levels // 10
    model.row[first + 13] = ONE * held.bit_count() // max(rules.deed_count, 1)
    model.row[first + 16] = ONE * sum(s.jail_card_owner[deck] == player for deck in range(2))


def write_group(s: State, rules: Rules, group: int, model: WinModel) -> None:
    """Add a group to the numbers of all seats that own part of it, by its worth beyond its deeds.

    It is complete, lacks a deed of the bank or of another seat, or a trade with one seat completes
    it; and whoever has the deed that another seat lacks keeps them from completing it.
    """
    size = rules.group_size[group]
    owned = sum(owned_in_group(s, rules, player, group) for player in range(rules.num_players))
    if owned == 0:
        return
    prize = root_of(ONE * ONE * group_prize(rules, group) // rules.starting_money)
    for player in range(rules.num_players):
        count = owned_in_group(s, rules, player, group)
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
            theirs = owned_in_group(s, rules, other, group)
            if other == player or theirs == 0:
                continue
            if lacks_one and owned == size:
                model.row[other * ROW + BLOCKED] += prize
            if theirs + count == size:
                model.row[first + FOR_A_TRADE] += prize


def how_soon(s: State, rules: Rules, player: int, live: int) -> Wide:
    """ONE for the seat whose turn it is, less for each seat before; 0 for the last."""
    if s.phase == OPENING or live < 2:
        return 0
    seats = rules.num_players
    own = (player - s.turn_player + seats) % seats
    before = sum(
        not s.is_bankrupt[other] and (other - s.turn_player + seats) % seats < own
        for other in range(seats)
    )
    return ONE - ONE * before // (live - 1)


def building_cost(s: State, rules: Rules, player: int) -> int:
    """What three houses on every street of its complete groups would still cost a seat."""
    level = min(WELL_BUILT, rules.max_level)
    return sum(
        max(level - s.level[square], 0) * rules.house_cost[square]
        for group in whole_groups(s, rules, player)
        for square in squares_of(rules, rules.group_deeds[group])
    )


def score_seats(s: State, rules: Rules, model: WinModel) -> None:
    """Write the score of every seat that is still in the game."""
    for place in range(ROW):
        model.current[place] = 0
    for stage in range(STAGES):
        share = stage_at(s, rules, stage)
        for place in range(ROW):
            model.current[place] += model.weights[place * STAGES + stage] * share // ONE
    write_features(s, rules, model)
    for player in range(rules.num_players):
        score: Wide = sum(
            model.current[place] * model.row[player * ROW + place] // ONE for place in range(ROW)
        )
        model.scores[player] = score


def chance_by_model(s: State, rules: Rules, player: int, model: WinModel) -> int:
    """A seat's chance of winning if all play like `trader`, out of CERTAIN."""
    if s.is_bankrupt[player]:
        return 0
    score_seats(s, rules, model)
    total: Wide = sum(
        exponential(model.scores[seat] - model.scores[player])
        for seat in range(rules.num_players)
        if not s.is_bankrupt[seat]
    )
    return int(CERTAIN * ONE // max(total, 1))


FILE = "model.json"


@cache
def shipped_weights() -> tuple[int, ...]:
    """For each feature, one number for each stage, in units of 1 / ONE."""
    data = json.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    stages = NAMES_OF_STAGES
    return tuple(round(data["weights"][name][stage] * ONE) for name in FEATURES for stage in stages)


def set_weights(model: WinModel) -> WinModel:
    """Give a model the shipped weights."""
    model.weights = list(shipped_weights())
    return model
