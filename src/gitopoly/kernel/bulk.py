"""Several buildings or mortgages in one action, judged on the result (BUILD-1, `arena`).

`change` holds a number for every square: levels to build or to sell, or 1 for a deed whose
mortgage is flipped. All of it happens, or nothing.
"""

from gitopoly.kernel.board import (
    highest_level,
    lowest_level,
    mortgage_value,
    owns_all_of_set,
    remove_buildings,
    set_has_buildings,
    set_is_mortgaged,
)
from gitopoly.kernel.building import owns_deed
from gitopoly.kernel.codes import STREET
from gitopoly.kernel.management import cost_of_lifting, forget_interest
from gitopoly.kernel.money import collect_from_bank, pay_bank
from gitopoly.kernel.refusals import (
    BUILDING_NOT_OWNED,
    BUILDING_TOO_DEAR,
    DEED_NOT_OWNED,
    FULLY_BUILT,
    GROUP_HAS_BUILDINGS,
    GROUP_INCOMPLETE,
    GROUP_MORTGAGED,
    HOUSES_LACK,
    LEGAL,
    LIFTING_TOO_DEAR,
    NO_MORTGAGES,
    NOT_A_STREET,
    NOTHING_TO_SELL,
    SHORTAGE,
    STREET_NOT_OWNED,
    UNEVEN_BUILDING,
    UNEVEN_SELLING,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_level, change_mortgage
from gitopoly.kernel.state import State


def set_level(s: State, rules: Rules, square: int, level: int) -> None:
    """Set a street to a level, up or down; the stock gives and takes what that needs."""
    old = s.level[square]
    if level < old:
        remove_buildings(s, rules, square, level)
        return
    if rules.buildings_are_limited:
        if level == rules.hotel_level:
            s.hotels_left -= 1
            s.houses_left += old
        else:
            s.houses_left -= level - old
    change_level(s, rules, square, level)


def undo_levels(s: State, rules: Rules, change: list[int], sign: int) -> None:
    """Undo what a refused action has tried."""
    for square in range(rules.board_length):
        if change[square] > 0:
            set_level(s, rules, square, s.level[square] - sign * change[square])


def uneven(s: State, rules: Rules, change: list[int]) -> bool:
    """Whether a changed group now has levels more than one apart; HOUSE-5: it may."""
    if rules.uneven_building:
        return False
    for square in range(rules.board_length):
        if change[square] > 0:
            group = rules.group[square]
            if highest_level(s, rules, group) - lowest_level(s, rules, group) > 1:
                return True
    return False


def build_in_bulk(s: State, rules: Rules, player: int, change: list[int], act: bool) -> int:
    """BUILD-1, BUILD-3, BUILD-4: build several levels at once; evenness is that of the result."""
    cost = 0
    for square in range(rules.board_length):
        if change[square] <= 0:
            continue
        if not owns_deed(s, rules, player, square):
            return STREET_NOT_OWNED
        if rules.square_type[square] != STREET:
            return NOT_A_STREET
        if not owns_all_of_set(s, rules, player, rules.group[square]):
            return GROUP_INCOMPLETE
        if set_is_mortgaged(s, rules, rules.group[square]):
            return GROUP_MORTGAGED
        if s.level[square] + change[square] > rules.max_level:
            return FULLY_BUILT
        cost += change[square] * rules.house_cost[square]
    if cost > s.money[player]:
        return BUILDING_TOO_DEAR
    for square in range(rules.board_length):
        if change[square] > 0:
            set_level(s, rules, square, s.level[square] + change[square])
    refusal = LEGAL
    if uneven(s, rules, change):
        refusal = UNEVEN_BUILDING
    elif rules.buildings_are_limited and (s.houses_left < 0 or s.hotels_left < 0):
        refusal = SHORTAGE
    if refusal or not act:
        undo_levels(s, rules, change, 1)
        return refusal

    pay_bank(s, player, cost)
    return LEGAL


def sell_in_bulk(s: State, rules: Rules, player: int, change: list[int], act: bool) -> int:
    """SELL-1, SELL-2: sell several levels at once; the bank needs the houses that come back."""
    refund = 0
    for square in range(rules.board_length):
        if change[square] <= 0:
            continue
        if not owns_deed(s, rules, player, square):
            return BUILDING_NOT_OWNED
        if s.level[square] < change[square]:
            return NOTHING_TO_SELL
        refund += change[square] * (rules.house_cost[square] // 2)
    for square in range(rules.board_length):
        if change[square] > 0:
            set_level(s, rules, square, s.level[square] - change[square])
    refusal = LEGAL
    if uneven(s, rules, change):
        refusal = UNEVEN_SELLING
    elif rules.buildings_are_limited and s.houses_left < 0:
        refusal = HOUSES_LACK
    if refusal or not act:
        undo_levels(s, rules, change, -1)
        return refusal

    collect_from_bank(s, rules, player, refund)
    return LEGAL


def turn_mortgages_in_bulk(
    s: State, rules: Rules, player: int, change: list[int], act: bool
) -> int:
    """MORT-1, MORT-2: mortgage what is free and lift what is mortgaged, if the cash allows all."""
    if rules.no_mortgages:
        return NO_MORTGAGES
    balance = 0
    for square in range(rules.board_length):
        if change[square] <= 0:
            continue
        if not owns_deed(s, rules, player, square):
            return DEED_NOT_OWNED
        if s.mortgaged[square]:
            balance -= cost_of_lifting(s, rules, square)
        elif set_has_buildings(s, rules, rules.group[square]):
            return GROUP_HAS_BUILDINGS
        else:
            balance += mortgage_value(rules, square)
    if s.money[player] + balance < 0:
        return LIFTING_TOO_DEAR
    if not act:
        return LEGAL

    for square in range(rules.board_length):
        if change[square] > 0:
            change_mortgage(s, rules, square, 1 - s.mortgaged[square])
            forget_interest(s, rules, square)
    if balance >= 0:
        collect_from_bank(s, rules, player, balance)
    else:
        pay_bank(s, player, -balance)
    return LEGAL
