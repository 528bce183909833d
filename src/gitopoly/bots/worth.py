"""What property is worth to its owner, and the rents a seat faces: the basis of all heuristics.

Written like the kernel, so that it compiles with it.
"""

from gitopoly.kernel.board import owned_in_group, street_rent
from gitopoly.kernel.codes import GROUP_SIZE, MOST_GROUPS, RAIL_GROUP, RENTS, UTIL_GROUP
from gitopoly.kernel.money import tenth
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import first_of
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for

WELL_BUILT = 3
"""The building level with the best return."""


def group_prize(rules: Rules, group: int) -> int:
    """The value of a complete group beyond its deeds: its rents when well built, minus the cost."""
    level = min(WELL_BUILT, rules.max_level)
    prize = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        square = rules.group_square[place]
        prize += rules.rent[square * RENTS + level] * 6 // 10
        prize -= level * rules.house_cost[square] // 4
    return max(prize, 0)


def group_bonus(rules: Rules, group: int, held: int) -> int:
    """What holding this many deeds of a group adds to their prices."""
    size = rules.group_size[group]
    if group == RAIL_GROUP:
        return rules.base_rail_rent * ((1 << held) - 2) if held > 0 else 0
    if group == UTIL_GROUP:
        return rules.value[rules.group_square[group * GROUP_SIZE]] // 2 if held == size else 0
    if held == 0 or held < size - 1:
        return 0
    prize = group_prize(rules, group)
    return prize if held == size else prize // 8


def worth_of_deed(s: State, rules: Rules, square: int) -> int:
    """A deed with its buildings at list price; if mortgaged, minus the cost of lifting."""
    value = rules.value[square]
    if s.mortgaged[square]:
        mortgage = value // 2
        return value - mortgage - tenth(rules, mortgage)
    return value + s.level[square] * rules.house_cost[square]


def group_worth(s: State, rules: Rules, group: int, deeds: int) -> int:
    """What some deeds of a group are worth to whom they belong."""
    total = group_bonus(rules, group, deeds.bit_count())
    while deeds:
        total += worth_of_deed(s, rules, rules.deeds[first_of(deeds)])
        deeds &= deeds - 1
    return total


def gain_in_group(s: State, rules: Rules, player: int, other: int, group: int, deeds: int) -> int:
    """A seat's gain in one group when deeds change hands."""
    members = rules.group_deeds[group]
    before = s.holdings[player] & members
    after = (before & ~deeds) | (s.holdings[other] & deeds & members)
    if before == after:
        return 0
    return group_worth(s, rules, group, after) - group_worth(s, rules, group, before)


def gain_by_exchange(
    s: State, rules: Rules, player: int, other: int, deeds: int, cards: int
) -> int:
    """A seat's gain when deeds and cards change hands, not counting cash."""
    gain = -interest_for(s, rules, player, other, deeds)
    for group in range(MOST_GROUPS):
        gain += gain_in_group(s, rules, player, other, group, deeds)
    if cards & 1:
        gain += -rules.jail_fine if s.goojf_ch_owner == player else rules.jail_fine
    if cards & 2:
        gain += -rules.jail_fine if s.goojf_cc_owner == player else rules.jail_fine
    return gain


def worth_to(s: State, rules: Rules, player: int, square: int) -> int:
    """What a deed on sale would add to a seat's property."""
    group = rules.group[square]
    held = owned_in_group(s, rules, player, group)
    gain = worth_of_deed(s, rules, square) + group_bonus(rules, group, held + 1)
    if held > 0:
        gain -= group_bonus(rules, group, held)
    return gain


def worth_of_denying(s: State, rules: Rules, player: int, square: int) -> int:
    """What the seat that needs a deed most would gain from it beyond its plain worth."""
    most = 0
    for other in range(rules.num_players):
        if other != player and not s.is_bankrupt[other]:
            most = max(most, worth_to(s, rules, other, square))
    return max(most - worth_of_deed(s, rules, square), 0)


def rents_of_others(s: State, rules: Rules, player: int) -> int:
    """The sum of all rents a seat might have to pay; a round of the board costs a seventh of it."""
    total = 0
    for other in range(rules.num_players):
        if other != player:
            left = s.holdings[other] & ~s.mortgages
            while left:
                square = rules.deeds[first_of(left)]
                left &= left - 1
                total += usual_rent(s, rules, square)
    return total


def usual_rent(s: State, rules: Rules, square: int) -> int:
    """What a visitor pays, more or less: of railroads and utilities the number is not counted."""
    group = rules.group[square]
    if group < RAIL_GROUP:
        return street_rent(s, rules, square)
    if group == RAIL_GROUP:
        return 2 * rules.base_rail_rent
    return rules.base_rail_rent
