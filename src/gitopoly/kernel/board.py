"""Questions about the board: groups, owners, buildings, rents."""

from gitopoly.kernel.codes import (
    GROUP_SIZE,
    HOTEL,
    RAIL_GROUP,
    RENT_TWICE,
    RENTS,
    UTIL_GROUP,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_level
from gitopoly.kernel.state import State


def current_square(s: State) -> int:
    """The square of the turn player's token."""
    return s.positions[s.turn_player]


def owned_in_group(s: State, rules: Rules, player: int, group: int) -> int:
    """How many deeds of a group a player owns; mortgaged ones count (RENT-4)."""
    return (s.holdings[player] & rules.group_deeds[group]).bit_count()


def owns_all_of_set(s: State, rules: Rules, player: int, group: int) -> bool:
    """Whether a player owns every deed of a group."""
    return rules.group_deeds[group] & ~s.holdings[player] == 0


def set_has_buildings(s: State, rules: Rules, group: int) -> bool:
    """Whether a group has any building."""
    return rules.group_deeds[group] & s.developed != 0


def set_is_mortgaged(s: State, rules: Rules, group: int) -> bool:
    """Whether any street of a group is mortgaged."""
    return rules.group_deeds[group] & s.mortgages != 0


def complete_groups(s: State, rules: Rules, player: int) -> int:
    """The set of a player's streets in complete groups."""
    mine = s.holdings[player]
    complete = 0
    for group in range(RAIL_GROUP):
        if rules.group_deeds[group] & ~mine == 0:
            complete |= rules.group_deeds[group]
    return complete


def lowest_level(s: State, rules: Rules, group: int) -> int:
    """The lowest building level in a group."""
    lowest = HOTEL
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        lowest = min(lowest, s.level[rules.group_square[place]])
    return lowest


def highest_level(s: State, rules: Rules, group: int) -> int:
    """The highest building level in a group."""
    highest = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        highest = max(highest, s.level[rules.group_square[place]])
    return highest


def street_rent(s: State, rules: Rules, square: int) -> int:
    """RENT-2, RENT-9: the rent of the level; a bare street of a complete group costs double.

    HOUSE-7: or the printed rent, as if the group were not complete.
    """
    level = s.level[square]
    rent = rules.rent[square * RENTS + level]
    if level > 0 or rules.no_double_rent:
        return rent
    if owns_all_of_set(s, rules, s.owner[square], rules.group[square]):
        return 2 * rent
    return rent


def rail_rent(s: State, rules: Rules, square: int) -> int:
    """RENT-4: doubles with each further railroad; RENT-7: a card may double it once more."""
    owned = owned_in_group(s, rules, s.owner[square], RAIL_GROUP)
    rent = rules.base_rail_rent << (owned - 1)
    if s.rent_rule == RENT_TWICE:
        return 2 * rent
    return rent


def util_multiplier(s: State, rules: Rules, square: int) -> int:
    """RENT-5: four times the roll, or ten times if the owner has another one too."""
    if owned_in_group(s, rules, s.owner[square], UTIL_GROUP) >= 2:
        return 10
    return 4


def mortgage_value(rules: Rules, square: int) -> int:
    """MORT-1: half the price."""
    return rules.value[square] // 2


def raised_by_mortgage(rules: Rules, square: int) -> int:
    """MORT-1, HOUSE-6: what mortgaging a deed would bring; nothing where there are no mortgages."""
    if rules.no_mortgages:
        return 0
    return mortgage_value(rules, square)


def add_building(s: State, rules: Rules, square: int) -> None:
    """BUILD-3, BUILD-5, BUILD-8: one building from the stock; a hotel sends four houses back.

    HOUSE-9: or three.
    """
    change_level(s, rules, square, s.level[square] + 1)
    if rules.buildings_are_limited:
        if s.level[square] == rules.hotel_level:
            s.hotels_left -= 1
            s.houses_left += rules.hotel_level - 1
        else:
            s.houses_left -= 1


def remove_buildings(s: State, rules: Rules, square: int, level: int) -> None:
    """Bring a street down to `level`; buildings go back to the stock and come out of it."""
    if rules.buildings_are_limited:
        if s.level[square] == rules.hotel_level:
            s.hotels_left += 1
            s.houses_left -= level
        else:
            s.houses_left += s.level[square] - level
    change_level(s, rules, square, level)


def live_players(s: State, rules: Rules) -> int:
    """How many players are still in the game."""
    live = 0
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            live += 1
    return live


def next_live_player(s: State, rules: Rules, player: int) -> int:
    """The next player clockwise who is still in the game."""
    seat = player
    for _ in range(rules.num_players):
        seat += 1
        if seat == rules.num_players:
            seat = 0
        if not s.is_bankrupt[seat]:
            return seat
    return player


def terminated(s: State, rules: Rules) -> bool:
    """END-1: one player is left. END-2: or the turn limit is reached.

    HOUSE-10: or so many have gone bankrupt.
    """
    if rules.turn_limit > 0 and s.turns >= rules.turn_limit:
        return True
    return live_players(s, rules) <= rules.last_players
