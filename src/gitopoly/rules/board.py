"""The board: whose deeds are whose, groups, buildings and where they may stand, rents.

Who owns which deeds, which are mortgaged and which are built on stands in sets as well, one bit per
deed, so that no rule has to go through the whole board. They follow from `owner`, `mortgaged` and
`level`; only `change_owner`, `change_mortgage` and `change_level` write any of these.
"""

from collections.abc import Iterator

from gitopoly.rules.codes import (
    GROUP_SIZE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    NOBODY,
    OWN,
    RAIL_GROUP,
    RENT_TWICE,
    RENTS,
    STREET,
    UNOWNED,
    UTIL_GROUP,
)
from gitopoly.rules.refusals import (
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
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State


def first_of(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return (members & -members).bit_length() - 1


def squares_of(rules: Rules, deeds: int) -> Iterator[int]:
    """The squares of a set of deeds, in board order."""
    while deeds:
        square = rules.deeds[(deeds & -deeds).bit_length() - 1]
        deeds &= deeds - 1
        yield square


def change_owner(s: State, rules: Rules, square: int, owner: int) -> None:
    """A deed gets a new owner, a seat or NOBODY."""
    deed = 1 << rules.deed_index[square]
    if s.owner[square] != NOBODY:
        s.holdings[s.owner[square]] &= ~deed
    if owner != NOBODY:
        s.holdings[owner] |= deed
    s.owner[square] = owner


def change_mortgage(s: State, rules: Rules, square: int, mortgaged: int) -> None:
    """A deed is mortgaged (1), or its mortgage lifted (0)."""
    deed = 1 << rules.deed_index[square]
    s.mortgages &= ~deed
    if mortgaged:
        s.mortgages |= deed
    s.mortgaged[square] = mortgaged


def change_level(s: State, rules: Rules, square: int, level: int) -> None:
    """Buildings up to `level` stand on a street."""
    s.level[square] = level
    streets = rules.group_deeds[rules.group[square]]
    s.developed &= ~streets
    if any(s.level[other] > 0 for other in squares_of(rules, streets)):
        s.developed |= streets


def renew_sets(s: State, rules: Rules) -> None:
    """Rebuild all sets, for a position whose squares were written one by one."""
    for player in range(rules.num_players):
        s.holdings[player] = 0
    s.mortgages = 0
    s.developed = 0
    for square in squares_of(rules, (1 << rules.deed_count) - 1):
        change_owner(s, rules, square, s.owner[square])
        change_mortgage(s, rules, square, s.mortgaged[square])
        change_level(s, rules, square, s.level[square])


def first_square(rules: Rules, group: int) -> int:
    """The first square of a group, which stands for it."""
    return rules.group_square[group * GROUP_SIZE]


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
    complete = 0
    missing = ~s.holdings[player]
    for group in range(RAIL_GROUP):
        if rules.group_deeds[group] & missing == 0:
            complete |= rules.group_deeds[group]
    return complete


def lowest_level(s: State, rules: Rules, group: int) -> int:
    """The lowest building level in a group."""
    return min(s.level[square] for square in squares_of(rules, rules.group_deeds[group]))


def highest_level(s: State, rules: Rules, group: int) -> int:
    """The highest building level in a group."""
    return max(s.level[square] for square in squares_of(rules, rules.group_deeds[group]))


def levels_on_group(s: State, rules: Rules, group: int) -> int:
    """All building levels of a group together."""
    return sum(s.level[square] for square in squares_of(rules, rules.group_deeds[group]))


def landing_of(s: State, rules: Rules, player: int) -> int:
    """BUY-1, RENT-1: what a player has landed on: a type of square, UNOWNED or OWN."""
    square = s.positions[player]
    if rules.group[square] == NOBODY:
        return rules.square_type[square]
    if s.owner[square] == NOBODY:
        return UNOWNED
    return OWN if s.owner[square] == player else rules.square_type[square]


def street_rent(s: State, rules: Rules, square: int) -> int:
    """RENT-2, RENT-9: the rent of the level; a bare street of a complete group costs double.

    HOUSE-7: or the printed rent, as if the group were not complete.
    """
    rent = rules.rent[square * RENTS + s.level[square]]
    if s.level[square] > 0 or rules.no_double_rent:
        return rent
    is_doubled = owns_all_of_set(s, rules, s.owner[square], rules.group[square])
    return 2 * rent if is_doubled else rent


def rail_rent(s: State, rules: Rules, square: int) -> int:
    """RENT-4: doubles with each further railroad; RENT-7: a card may double it once more."""
    owned = owned_in_group(s, rules, s.owner[square], RAIL_GROUP)
    rent = rules.base_rail_rent << (owned - 1)
    return 2 * rent if s.rent_rule == RENT_TWICE else rent


def util_multiplier(s: State, rules: Rules, square: int) -> int:
    """RENT-5: four times the roll, or ten times if the owner has another one too."""
    return 10 if owned_in_group(s, rules, s.owner[square], UTIL_GROUP) >= 2 else 4


def mortgage_value(rules: Rules, square: int) -> int:
    """MORT-1: half the price."""
    return rules.value[square] // 2


def raised_by_mortgage(rules: Rules, square: int) -> int:
    """MORT-1, HOUSE-6: what mortgaging a deed would bring; nothing where there are no mortgages."""
    return 0 if rules.no_mortgages else mortgage_value(rules, square)


def build_to(s: State, rules: Rules, square: int, level: int) -> None:
    """BUILD-3, BUILD-5, BUILD-8: bring a street up or down to `level`, from the stock and into it.

    A hotel sends its four houses back. HOUSE-9: or three.
    """
    if rules.buildings_are_limited:
        s.houses_left += houses_at(rules, s.level[square]) - houses_at(rules, level)
        s.hotels_left += (s.level[square] == rules.hotel_level) - (level == rules.hotel_level)
    change_level(s, rules, square, level)


def houses_at(rules: Rules, level: int) -> int:
    """The houses that stand on a street of a level; a hotel stands alone."""
    return 0 if level == rules.hotel_level else level


def owns_deed(s: State, rules: Rules, player: int, square: int) -> bool:
    """Whether a square is a deed of the player."""
    return square < rules.board_length and s.owner[square] == player


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
    return s.hotels_left if hotel else s.houses_left


def could_place(s: State, rules: Rules, player: int, hotel: bool) -> int:
    """SHORT-1: the buildings that a player could place now and pay at list price.

    Groups come in the order of their prices, so the cheapest places are counted first.
    """
    cash = s.money[player]
    placeable = 0
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or not owns_all_of_set(s, rules, player, group):
            continue
        price = rules.house_cost[first_square(rules, group)]
        affordable = min(places_on_group(s, rules, group, hotel), cash // price)
        placeable += affordable
        cash -= affordable * price
    return placeable


def places_on_group(s: State, rules: Rules, group: int, hotel: bool) -> int:
    """SHORT-1: the houses or hotels that a complete group still has room for."""
    streets = rules.group_deeds[group]
    top = min(rules.hotel_level - 1, rules.max_level)
    if streets & s.mortgages:
        if rules.group_must_be_unmortgaged:
            return 0
        if not rules.uneven_building:
            # The mortgaged street stays bare, and so evenness leaves the others one house.
            top = 1
    if hotel:
        if not rules.uneven_building and lowest_level(s, rules, group) < rules.hotel_level - 1:
            return 0
        return sum(is_for_hotel(s, rules, square) for square in squares_of(rules, streets))
    bare = streets & ~s.mortgages
    return sum(max(top - s.level[square], 0) for square in squares_of(rules, bare))


def is_building_auction(s: State) -> bool:
    """SHORT-2: whether a house or a hotel is auctioned, or waits to be placed."""
    return s.auction_kind == HOUSE_AUCTION or s.auction_kind == HOTEL_AUCTION


def refusal_to_place(s: State, rules: Rules, player: int, square: int) -> int:
    """SHORT-3: where the building of the auction could stand, whatever it costs."""
    if refusal := refusal_to_build(s, rules, player, square):
        return refusal
    if is_for_hotel(s, rules, square) != (s.auction_kind == HOTEL_AUCTION):
        return NOT_PLACEABLE
    return LEGAL


def price_to_place(rules: Rules, square: int) -> int:
    """SHORT-3: a building must have cost at least what selling it pays (SELL-1)."""
    return rules.house_cost[square] // 2


def lowest_price_to_place(s: State, rules: Rules, player: int) -> int:
    """SHORT-3: what a building must cost to stand on the cheapest street open to it."""
    return min(
        (
            price_to_place(rules, square)
            for square in squares_of(rules, s.holdings[player])
            if refusal_to_place(s, rules, player, square) == LEGAL
        ),
        default=0,
    )


def live_players(s: State, rules: Rules) -> int:
    """How many players are still in the game."""
    live = rules.num_players
    for player in range(rules.num_players):
        if s.is_bankrupt[player]:
            live -= 1
    return live


def next_live_player(s: State, rules: Rules, player: int) -> int:
    """The next player clockwise who is still in the game."""
    for step in range(1, rules.num_players):
        seat = (player + step) % rules.num_players
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
