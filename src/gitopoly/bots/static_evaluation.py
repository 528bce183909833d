"""Static evaluation of a position for a seat: the money it can raise, and what it earns.

Two numbers per seat predict the winner well: the money it could raise, which keeps it alive,
and the rents that others owe it when they land, which ruin them. The seats' shares of the
squared product fit the results of some thousand games.
Written like the kernel, so that it compiles with it.
"""

from gitopoly.kernel.board import owned_in_group
from gitopoly.kernel.codes import GROUP_SIZE, MOST_GROUPS, RAIL_GROUP, RENTS, UTIL_GROUP
from gitopoly.kernel.money import liquid
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

CERTAIN = 10_000
"""The chances of a seat that has won."""


def group_rents(s: State, rules: Rules, player: int, group: int, held: int) -> int:
    """The sum of the rents of a seat's deeds in a group; mortgaged ones earn nothing."""
    total = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        square = rules.group_square[place]
        if s.owner[square] != player or s.mortgaged[square]:
            continue
        if group == RAIL_GROUP:
            total += rules.base_rail_rent << (held - 1)
        elif group == UTIL_GROUP:
            total += (rules.dice_max + 1) * (10 if held == 2 else 4)
        else:
            level = s.level[square]
            rent = rules.rent[square * RENTS + level]
            doubled = level == 0 and held == rules.group_size[group] and not rules.no_double_rent
            total += 2 * rent if doubled else rent
    return total


def rents_once_built(s: State, rules: Rules, player: int, group: int) -> int:
    """The rents of a complete group after its owner has built with all cash except a reserve."""
    size = rules.group_size[group]
    first = group * GROUP_SIZE
    cash = s.money[player] - rules.starting_money // 15
    levels = 0
    for place in range(first, first + size):
        square = rules.group_square[place]
        levels += s.level[square]
        if s.mortgaged[square]:
            cash -= rules.value[square] * 11 // 20
    if cash > 0:
        levels += cash // max(rules.house_cost[rules.group_square[first]], 1)
    levels = min(levels, rules.max_level * size)
    total = 0
    for place in range(size):
        # Evenly, with the extra houses on the more expensive squares.
        level = (levels + place) // size
        total += rules.rent[rules.group_square[first + place] * RENTS + level]
    return total


def earnings(s: State, rules: Rules, player: int) -> int:
    """All rents of a seat, with its best complete group counted as built."""
    total = 0
    more = 0
    for group in range(MOST_GROUPS):
        held = owned_in_group(s, rules, player, group)
        if held == 0:
            continue
        now = group_rents(s, rules, player, group, held)
        total += now
        if group < RAIL_GROUP and held == rules.group_size[group]:
            more = max(more, rents_once_built(s, rules, player, group) - now)
    return total + more


def strength(s: State, rules: Rules, player: int) -> int:
    """The strength of a seat: what it can raise times what it earns, in units of starting money."""
    if s.is_bankrupt[player]:
        return 0
    raised = liquid(s, rules, player) + rules.starting_money // 2
    earned = earnings(s, rules, player) + rules.starting_money // 3
    return max(raised, 1) * earned // rules.starting_money


def chances(s: State, rules: Rules, player: int) -> int:
    """A seat's chance of winning, out of CERTAIN."""
    own = strength(s, rules, player)
    total = 0
    for seat in range(rules.num_players):
        other = strength(s, rules, seat)
        total += other * other
    return CERTAIN * own * own // max(total, 1)
