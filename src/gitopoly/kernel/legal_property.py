"""The legal operations on property: managing, selling, placing, offering."""

from gitopoly.kernel.actions import (
    DOWNGRADE,
    MORTGAGE,
    PLACE_BUILDING,
    SELL_GROUP,
    UNMORTGAGE,
    UPGRADE,
    action,
    offer,
)
from gitopoly.kernel.board import (
    highest_level,
)
from gitopoly.kernel.choices import (
    Choices,
    add,
    put,
)
from gitopoly.kernel.management import (
    downgrade_street,
    houses_on_group,
    mortgage_property,
    place_building,
    sell_group,
    unmortgage_property,
    upgrade_street,
)
from gitopoly.kernel.phases import (
    HOTEL,
    RAIL_GROUP,
)
from gitopoly.kernel.refusals import (
    LEGAL,
)
from gitopoly.kernel.rules import (
    Rules,
)
from gitopoly.kernel.state import (
    State,
)
from gitopoly.kernel.trade import (
    can_offer,
    refusal_to_offer,
)


def list_placing(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """SHORT-3: the streets on which a building that was won can stand."""
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        refusal = place_building(s, rules, player, square, False)
        add(choices, refusal, action(PLACE_BUILDING, player, square))


def list_management(s: State, rules: Rules, first: int, player: int, choices: Choices) -> None:
    """BUILD-7: all five operations, as often as one likes; `first` is the window's first kind."""
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] != player:
            continue
        if s.mortgaged[square]:
            # Lifting never costs less than the mortgage, and most players are short of that.
            if s.money[player] >= rules.value[square] // 2:
                refusal = unmortgage_property(s, rules, player, square, False)
                add(choices, refusal, action(first + UNMORTGAGE, player, square))
        elif rules.group[square] < RAIL_GROUP:
            refusal = upgrade_street(s, rules, player, square, False)
            add(choices, refusal, action(first + UPGRADE, player, square))
    list_sales(s, rules, first, player, choices)


def list_sales(s: State, rules: Rules, first: int, player: int, choices: Choices) -> None:
    """The three operations that raise money."""
    hotels = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] != player or s.mortgaged[square]:
            continue
        if s.level[square] > 0:
            if s.level[square] == HOTEL:
                hotels += 1
            refusal = downgrade_street(s, rules, player, square, False)
            add(choices, refusal, action(first + DOWNGRADE, player, square))
        else:
            refusal = mortgage_property(s, rules, player, square, False)
            add(choices, refusal, action(first + MORTGAGE, player, square))
    if hotels > 0 and rules.buildings_are_limited and s.houses_left < (HOTEL - 1) * hotels:
        list_group_sales(s, rules, first, player, choices)


def list_group_sales(s: State, rules: Rules, first: int, player: int, choices: Choices) -> None:
    """SELL-3: every number of houses that a group with hotels can be sold down to."""
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or highest_level(s, rules, group) < HOTEL:
            continue
        for houses in range(s.houses_left + houses_on_group(s, rules, group) + 1):
            refusal = sell_group(s, rules, player, group, houses, False)
            code = action(first + SELL_GROUP, player, group, houses)
            add(choices, refusal, code)


def list_offers(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """TRADE-1: one template for each player to whom something can be offered."""
    if refusal_to_offer(s, rules, player) != LEGAL:
        return
    for other in range(rules.num_players):
        if other != player and not s.is_bankrupt[other]:
            if can_offer(s, rules, player, other):
                put(choices, offer(player, other, 0, 0, 0), 1)
