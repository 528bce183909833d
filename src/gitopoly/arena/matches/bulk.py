"""Several buildings or mortgages in one action, judged on the result (BUILD-1, `arena`).

`change` holds a number for every square: levels to build or to sell, or 1 for a deed whose
mortgage is turned round. All of it happens, or nothing.
"""

from collections.abc import Sequence

from gitopoly.rules import refusals as no
from gitopoly.rules.board import (
    build_to,
    change_level,
    change_mortgage,
    highest_level,
    lowest_level,
    mortgage_value,
    owns_all_of_set,
    owns_deed,
    set_has_buildings,
    set_is_mortgaged,
)
from gitopoly.rules.codes import STREET
from gitopoly.rules.money import collect_from_bank, pay_bank
from gitopoly.rules.property import cost_of_lifting, forget_interest
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State


def build(s: State, rules: Rules, player: int, change: Sequence[int]) -> int:
    """BUILD-1, BUILD-3, BUILD-4: build several levels at once."""
    levels, cost = {}, 0
    for square, more in enumerate(change):
        if more <= 0:
            continue
        if not owns_deed(s, rules, player, square):
            return no.STREET_NOT_OWNED
        if rules.square_type[square] != STREET:
            return no.NOT_A_STREET
        if not owns_all_of_set(s, rules, player, rules.group[square]):
            return no.GROUP_INCOMPLETE
        if set_is_mortgaged(s, rules, rules.group[square]):
            return no.GROUP_MORTGAGED
        levels[square] = s.level[square] + more
        if levels[square] > rules.max_level:
            return no.FULLY_BUILT
        cost += more * rules.house_cost[square]
    if cost > s.money[player]:
        return no.BUILDING_TOO_DEAR
    refusal = _set_levels(s, rules, levels, no.UNEVEN_BUILDING, no.SHORTAGE)
    if refusal == no.LEGAL:
        pay_bank(s, player, cost)
    return refusal


def sell(s: State, rules: Rules, player: int, change: Sequence[int]) -> int:
    """SELL-1, SELL-2: sell several levels at once; the bank needs the houses that come back."""
    levels, refund = {}, 0
    for square, fewer in enumerate(change):
        if fewer <= 0:
            continue
        if not owns_deed(s, rules, player, square):
            return no.BUILDING_NOT_OWNED
        levels[square] = s.level[square] - fewer
        if levels[square] < 0:
            return no.NOTHING_TO_SELL
        refund += fewer * (rules.house_cost[square] // 2)
    refusal = _set_levels(s, rules, levels, no.UNEVEN_SELLING, no.HOUSES_LACK)
    if refusal == no.LEGAL:
        collect_from_bank(s, rules, player, refund)
    return refusal


def _set_levels(s: State, rules: Rules, levels: dict[int, int], uneven: int, shortage: int) -> int:
    """Set streets to levels, unless the result is uneven (HOUSE-5: it may be) or not in stock."""
    before = {square: s.level[square] for square in levels}
    for square, level in levels.items():
        _set_level(s, rules, square, level)
    groups = {rules.group[square] for square in levels}
    refusal = no.LEGAL
    if not rules.uneven_building and any(
        highest_level(s, rules, group) - lowest_level(s, rules, group) > 1 for group in groups
    ):
        refusal = uneven
    elif rules.buildings_are_limited and min(s.houses_left, s.hotels_left) < 0:
        refusal = shortage
    if refusal != no.LEGAL:
        for square, level in before.items():
            _set_level(s, rules, square, level)
    return refusal


def _set_level(s: State, rules: Rules, square: int, level: int) -> None:
    """Set a street to a level, up or down; the stock gives and takes what that needs."""
    old = s.level[square]
    if level < old:
        build_to(s, rules, square, level)
        return
    if rules.buildings_are_limited:
        if level == rules.hotel_level:
            s.hotels_left -= 1
            s.houses_left += old
        else:
            s.houses_left -= level - old
    change_level(s, rules, square, level)


def turn_mortgages(s: State, rules: Rules, player: int, change: Sequence[int]) -> int:
    """MORT-1, MORT-2: mortgage what is free and lift what is mortgaged, if the cash allows all."""
    if rules.no_mortgages:
        return no.NO_MORTGAGES
    turned = [square for square, number in enumerate(change) if number > 0]
    balance = 0
    for square in turned:
        if not owns_deed(s, rules, player, square):
            return no.DEED_NOT_OWNED
        if s.mortgaged[square]:
            balance -= cost_of_lifting(s, rules, square)
        elif set_has_buildings(s, rules, rules.group[square]):
            return no.GROUP_HAS_BUILDINGS
        else:
            balance += mortgage_value(rules, square)
    if s.money[player] + balance < 0:
        return no.LIFTING_TOO_DEAR

    for square in turned:
        change_mortgage(s, rules, square, 1 - s.mortgaged[square])
        forget_interest(s, rules, square)
    if balance >= 0:
        collect_from_bank(s, rules, player, balance)
    else:
        pay_bank(s, player, -balance)
    return no.LEGAL
