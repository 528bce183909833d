"""What property is worth to its owner, the rents a seat faces, and how strong that makes it.

The basis of all heuristics. Two numbers per seat predict the winner well: the money it could
raise, which keeps it alive, and the rents that others owe it when they land, which ruin them. The
seats' shares of the squared product fit the results of some thousand games.
"""

from collections.abc import Iterator

from gitopoly.rules.board import (
    first_of,
    first_square,
    levels_on_group,
    owned_in_group,
    owns_all_of_set,
    squares_of,
    street_rent,
    util_multiplier,
)
from gitopoly.rules.codes import GROUP_SIZE, RAIL_GROUP, RENTS, UTIL_GROUP
from gitopoly.rules.money import liquid, tenth
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import interest_for

WELL_BUILT = 3
"""The building level with the best return."""
CERTAIN = 10_000
"""The chances of a seat that has won."""


def whole_groups(s: State, rules: Rules, player: int) -> Iterator[int]:
    """The groups of streets that belong to one seat."""
    for group in range(RAIL_GROUP):
        if rules.group_size[group] > 0 and owns_all_of_set(s, rules, player, group):
            yield group


def groups_of(rules: Rules, deeds: int) -> Iterator[int]:
    """The groups of which some deeds are, in board order."""
    while deeds:
        group = rules.group[rules.deeds[first_of(deeds)]]
        deeds &= ~rules.group_deeds[group]
        yield group


def group_prize(rules: Rules, group: int) -> int:
    """The value of a complete group beyond its deeds: its rents when well built, minus the cost."""
    level = min(WELL_BUILT, rules.max_level)
    prize = sum(
        rules.rent[square * RENTS + level] * 6 // 10 - level * rules.house_cost[square] // 4
        for square in squares_of(rules, rules.group_deeds[group])
    )
    return max(prize, 0)


def group_bonus(rules: Rules, group: int, held: int) -> int:
    """What holding this many deeds of a group adds to their prices."""
    size = rules.group_size[group]
    if group == RAIL_GROUP:
        return rules.base_rail_rent * ((1 << held) - 2) if held > 0 else 0
    if group == UTIL_GROUP:
        return rules.value[first_square(rules, group)] // 2 if held == size else 0
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
    worth = sum(worth_of_deed(s, rules, square) for square in squares_of(rules, deeds))
    return worth + group_bonus(rules, group, deeds.bit_count())


def gain_by_exchange(
    s: State, rules: Rules, player: int, other: int, deeds: int, cards: int
) -> int:
    """A seat's gain when deeds and cards change hands, not counting cash."""
    gain = gain_of_cards(s, rules, player, cards) - interest_for(s, rules, player, other, deeds)
    for group in groups_of(rules, deeds):
        before = s.holdings[player] & rules.group_deeds[group]
        received = s.holdings[other] & rules.group_deeds[group] & deeds
        gain += group_worth(s, rules, group, before & ~deeds | received)
        gain -= group_worth(s, rules, group, before)
    return gain


def gain_of_cards(s: State, rules: Rules, player: int, cards: int) -> int:
    """A seat's gain when jail cards change hands: each is worth a fine."""
    return sum(
        -rules.jail_fine if s.jail_card_owner[deck] == player else rules.jail_fine
        for deck in range(2)
        if cards >> deck & 1
    )


def worth_to(s: State, rules: Rules, player: int, square: int) -> int:
    """What a deed on sale would add to a seat's property."""
    group = rules.group[square]
    held = owned_in_group(s, rules, player, group)
    gain = worth_of_deed(s, rules, square) + group_bonus(rules, group, held + 1)
    return gain - group_bonus(rules, group, held) if held > 0 else gain


def worth_of_denying(s: State, rules: Rules, player: int, square: int) -> int:
    """What the seat that needs a deed most would gain from it beyond its plain worth."""
    most = max(
        (
            worth_to(s, rules, other, square)
            for other in range(rules.num_players)
            if other != player and not s.is_bankrupt[other]
        ),
        default=0,
    )
    return max(most - worth_of_deed(s, rules, square), 0)


def rents_of_others(s: State, rules: Rules, player: int) -> int:
    """The sum of all rents a seat might have to pay; a round of the board costs a seventh of it."""
    return sum(rents_of(s, rules, other) for other in range(rules.num_players) if other != player)


def rents_of(s: State, rules: Rules, player: int) -> int:
    """The sum of a seat's rents, however many railroads and utilities it has."""
    return sum(
        usual_rent(s, rules, square)
        for square in squares_of(rules, s.holdings[player] & ~s.mortgages)
    )


def usual_rent(s: State, rules: Rules, square: int) -> int:
    """What a visitor pays, more or less: of railroads and utilities the number is not counted."""
    group = rules.group[square]
    if group < RAIL_GROUP:
        return street_rent(s, rules, square)
    return 2 * rules.base_rail_rent if group == RAIL_GROUP else rules.base_rail_rent


def mean_rent(s: State, rules: Rules, square: int) -> int:
    """What a visitor pays on average, whatever the last card said."""
    group = rules.group[square]
    if group == RAIL_GROUP:
        owned = owned_in_group(s, rules, s.owner[square], group)
        return rules.base_rail_rent << (owned - 1)
    if group == UTIL_GROUP:
        return (rules.dice_max + 1) * util_multiplier(s, rules, square)
    return street_rent(s, rules, square)


def sum_of_rents(s: State, rules: Rules, deeds: int) -> int:
    """What one visitor to each of some deeds pays; mortgaged ones earn nothing."""
    return sum(mean_rent(s, rules, square) for square in squares_of(rules, deeds & ~s.mortgages))


def rents_once_built(s: State, rules: Rules, group: int, money: int) -> int:
    """The rents of a complete group after its owner has built with money except a reserve."""
    size = rules.group_size[group]
    first = group * GROUP_SIZE
    streets = rules.group_deeds[group]
    levels = levels_on_group(s, rules, group)
    cash = money - rules.starting_money // 15
    cash -= sum(
        rules.value[square] * 11 // 20 for square in squares_of(rules, streets & s.mortgages)
    )
    built = max(cash, 0) // max(rules.house_cost[first_square(rules, group)], 1)
    levels = min(levels + built, rules.max_level * size)
    # Evenly, with the extra houses on the more expensive squares.
    return sum(
        rules.rent[rules.group_square[first + place] * RENTS + (levels + place) // size]
        for place in range(size)
    )


def earnings(s: State, rules: Rules, player: int, money: int) -> int:
    """All rents of a seat, with its best complete group counted as built with some money."""
    more = 0
    for group in whole_groups(s, rules, player):
        now = sum_of_rents(s, rules, rules.group_deeds[group])
        more = max(more, rents_once_built(s, rules, group, money) - now)
    return more + sum_of_rents(s, rules, s.holdings[player])


def strength(s: State, rules: Rules, player: int) -> int:
    """The strength of a seat: what it can raise times what it earns, in units of starting money."""
    if s.is_bankrupt[player]:
        return 0
    raised = liquid(s, rules, player) + rules.starting_money // 2
    earned = earnings(s, rules, player, s.money[player]) + rules.starting_money // 3
    return max(raised, 1) * earned // rules.starting_money


def chances(s: State, rules: Rules, player: int) -> int:
    """A seat's chance of winning, out of CERTAIN."""
    own: Wide = strength(s, rules, player)
    total: Wide = 0
    for seat in range(rules.num_players):
        other: Wide = strength(s, rules, seat)
        total += other * other
    return int(CERTAIN * own * own // max(total, 1))
