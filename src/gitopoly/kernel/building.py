"""Buildings: where one may stand, what a player could place, and what a place must cost."""

from gitopoly.kernel.board import lowest_level, owns_all_of_set, set_is_mortgaged
from gitopoly.kernel.codes import (
    GROUP_SIZE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    NOBODY,
    RAIL_GROUP,
    STREET,
)
from gitopoly.kernel.refusals import (
    FULLY_BUILT,
    GROUP_INCOMPLETE,
    GROUP_MORTGAGED,
    HOTEL_NEEDS_HOUSES,
    LEGAL,
    NOT_A_STREET,
    NOT_PLACEABLE,
    STREET_MORTGAGED,
    STREET_NOT_OWNED,
    UNEVEN_BUILDING,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def owns_deed(s: State, rules: Rules, player: int, square: int) -> bool:
    """Whether a square is a deed of the player."""
    if square >= rules.board_length or rules.group[square] == NOBODY:
        return False
    return s.owner[square] == player


def refusal_to_build(s: State, rules: Rules, player: int, square: int) -> int:
    """BUILD-1, BUILD-2, BUILD-6, BUILD-9: complete group, no mortgage, evenly, up to a hotel.

    HOUSE-5: or in any order; a hotel needs the houses of its own street only.
    """
    if not owns_deed(s, rules, player, square):
        return STREET_NOT_OWNED
    if rules.square_type[square] != STREET:
        return NOT_A_STREET
    group = rules.group[square]
    if s.mortgaged[square]:
        return STREET_MORTGAGED
    if not owns_all_of_set(s, rules, player, group):
        return GROUP_INCOMPLETE
    if rules.group_must_be_unmortgaged and set_is_mortgaged(s, rules, group):
        return GROUP_MORTGAGED
    if s.level[square] >= rules.max_level:
        return FULLY_BUILT
    if s.level[square] > lowest_level(s, rules, group) and not rules.uneven_building:
        return HOTEL_NEEDS_HOUSES if is_for_hotel(s, rules, square) else UNEVEN_BUILDING
    return LEGAL


def is_for_hotel(s: State, rules: Rules, square: int) -> bool:
    """BUILD-2, HOUSE-9: whether the next building on a street would be a hotel."""
    return s.level[square] == rules.hotel_level - 1


def stock(s: State, hotel: bool) -> int:
    """What the bank has left."""
    if hotel:
        return s.hotels_left
    return s.houses_left


def could_place(s: State, rules: Rules, player: int, hotel: bool) -> int:
    """SHORT-1: the buildings that a player could place now and pay at list price.

    Groups come in the order of their prices, so the cheapest places are counted first.
    """
    cash = s.money[player]
    placeable = 0
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or not owns_all_of_set(s, rules, player, group):
            continue
        top = min(rules.hotel_level - 1, rules.max_level)
        if set_is_mortgaged(s, rules, group):
            if rules.group_must_be_unmortgaged:
                continue
            if not rules.uneven_building:
                # The mortgaged street stays bare, and so evenness leaves the others one house.
                top = 1
        if hotel and not rules.uneven_building:
            if lowest_level(s, rules, group) < rules.hotel_level - 1:
                continue
        free = 0
        first = group * GROUP_SIZE
        for place in range(first, first + rules.group_size[group]):
            square = rules.group_square[place]
            if hotel and is_for_hotel(s, rules, square):
                free += 1
            elif not hotel and s.level[square] < top and not s.mortgaged[square]:
                free += top - s.level[square]
        price = rules.house_cost[rules.group_square[first]]
        affordable = min(free, cash // price)
        placeable += affordable
        cash -= affordable * price
    return placeable


def is_building_auction(s: State) -> bool:
    """SHORT-2: whether a house or a hotel is auctioned, or waits to be placed."""
    return s.auction_kind == HOUSE_AUCTION or s.auction_kind == HOTEL_AUCTION


def refusal_to_place(s: State, rules: Rules, player: int, square: int) -> int:
    """SHORT-3: where the building of the auction could stand, whatever it costs."""
    refusal = refusal_to_build(s, rules, player, square)
    if refusal:
        return refusal
    if is_for_hotel(s, rules, square) != (s.auction_kind == HOTEL_AUCTION):
        return NOT_PLACEABLE
    return LEGAL


def price_to_place(rules: Rules, square: int) -> int:
    """SHORT-3: a building must have cost at least what selling it pays (SELL-1)."""
    return rules.house_cost[square] // 2


def lowest_price_to_place(s: State, rules: Rules, player: int) -> int:
    """SHORT-3: what a building must cost to stand on the cheapest street open to it."""
    lowest = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if refusal_to_place(s, rules, player, square) == LEGAL:
            price = price_to_place(rules, square)
            lowest = price if lowest == 0 else min(lowest, price)
    return lowest
