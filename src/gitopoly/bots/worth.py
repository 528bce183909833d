"""What property is worth to its owner, and the rents a seat faces: the basis of all judgement.

Written like the kernel, so that it compiles with it.
"""

from gitopoly.kernel.board import street_rent
from gitopoly.kernel.codes import GROUP_SIZE, MOST_GROUPS, NOBODY, RAIL_GROUP, RENTS, UTIL_GROUP
from gitopoly.kernel.money import tenth
from gitopoly.kernel.rules import Rules
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
        return rules.base_rail_rent * ((1 << held) - 2)
    if group == UTIL_GROUP:
        return rules.value[rules.group_square[group * GROUP_SIZE]] // 2 if held == size else 0
    if held == size:
        return group_prize(rules, group)
    if held == size - 1:
        return group_prize(rules, group) // 8
    return 0


def worth_of_deed(s: State, rules: Rules, square: int) -> int:
    """A deed with its buildings at list price; if mortgaged, minus the cost of lifting."""
    value = rules.value[square]
    if s.mortgaged[square]:
        mortgage = value // 2
        return value - mortgage - tenth(rules, mortgage)
    return value + s.level[square] * rules.house_cost[square]


def owner_after(s: State, rules: Rules, square: int, one: int, two: int, deeds: int) -> int:
    """The owner of a deed after a set of deeds has changed hands between two seats."""
    owner = s.owner[square]
    if owner != NOBODY and deeds >> rules.deed_index[square] & 1:
        return two if owner == one else one
    return owner


def group_worth(s: State, rules: Rules, player: int, other: int, group: int, deeds: int) -> int:
    """The value of a seat's part of a group after `deeds` have changed hands with `other`."""
    total = 0
    held = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        square = rules.group_square[place]
        if owner_after(s, rules, square, player, other, deeds) == player:
            held += 1
            total += worth_of_deed(s, rules, square)
    if held > 0:
        total += group_bonus(rules, group, held)
    return total


def gain_in_group(s: State, rules: Rules, player: int, other: int, group: int, deeds: int) -> int:
    """A seat's gain in one group when deeds change hands."""
    after = group_worth(s, rules, player, other, group, deeds)
    return after - group_worth(s, rules, player, other, group, 0)


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
    held = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        if s.owner[rules.group_square[place]] == player:
            held += 1
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
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        owner = s.owner[square]
        if owner == NOBODY or owner == player or s.mortgaged[square]:
            continue
        group = rules.group[square]
        if group < RAIL_GROUP:
            total += street_rent(s, rules, square)
        elif group == RAIL_GROUP:
            total += 2 * rules.base_rail_rent
        else:
            total += rules.base_rail_rent
    return total
