"""Property: mortgaging, building and selling, in a window or to raise a debt."""

from gitopoly.kernel.auction import clear_auction, leave_auction, open_auction
from gitopoly.kernel.board import (
    add_building,
    highest_level,
    mortgage_value,
    owns_all_of_set,
    remove_buildings,
    set_has_buildings,
)
from gitopoly.kernel.building import (
    could_place,
    is_for_hotel,
    owns_deed,
    price_to_place,
    refusal_to_build,
    refusal_to_place,
    stock,
)
from gitopoly.kernel.catalogue import Window, action, operation
from gitopoly.kernel.codes import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    GROUP_SIZE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    NOBODY,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RAIL_GROUP,
    UNKNOWN,
)
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.money import collect_from_bank, pay_bank, tenth
from gitopoly.kernel.refusals import (
    ALREADY_MORTGAGED,
    BUILDING_NOT_OWNED,
    BUILDING_TOO_DEAR,
    DEED_NOT_OWNED,
    GROUP_HAS_BUILDINGS,
    GROUP_NOT_OWNED,
    GROUP_SALE_NOT_NEEDED,
    HOUSES_LACK,
    LEGAL,
    LIFTING_TOO_DEAR,
    MORTGAGE_NOT_OWNED,
    NO_MORTGAGE_TO_LIFT,
    NO_MORTGAGES,
    NO_SUCH_HOUSES,
    NO_WINDOW,
    NOT_A_STREET,
    NOT_ON_THE_ORDER,
    NOT_THE_FLOOR,
    NOTHING_TO_SELL,
    ONLY_TO_RAISE,
    PLACE_TOO_DEAR,
    RAISE_ONLY,
    SHORTAGE,
    UNEVEN_SELLING,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_mortgage
from gitopoly.kernel.state import State
from gitopoly.kernel.turn import in_purchase_window

WINDOWS = {
    PRE_ROLL: Window("PreRoll", 28),
    POST_ROLL: Window("PostRoll", 33, when="for sale", only="rules.purchase_window"),
    FREE_4_ALL: Window("F4A", 38, when="s.free_4_all_order[0] != NOBODY"),
    BANKRUPTCY_PREVENTION: Window(
        "BankruptcyPrevention", 41, when="s.money[player] < s.debt_amount[0]", raises_money=True
    ),
}
"""TIME-1, DEBT-2: the phases in which property is managed, and their operations' numbers."""


def refusal_outside_window(s: State, rules: Rules, phase: int, player: int) -> int:
    """TIME-1, DEBT-2: who may manage property in which phase."""
    if s.phase != phase:
        return ONLY_TO_RAISE if s.phase == BANKRUPTCY_PREVENTION else WRONG_PHASE
    if phase == PRE_ROLL:
        return LEGAL if player == s.turn_player else NOT_THE_FLOOR
    if phase == FREE_4_ALL:
        if s.free_4_all_order[0] == NOBODY:
            return NOT_ON_THE_ORDER
        return LEGAL if player == s.free_4_all_order[0] else NOT_THE_FLOOR
    if phase == POST_ROLL:
        if not in_purchase_window(s, rules):
            return NO_WINDOW
        return LEGAL if player == s.turn_player else NOT_THE_FLOOR
    if player != s.debtor[0]:
        return NOT_THE_FLOOR
    if s.money[player] >= s.debt_amount[0]:
        return RAISE_ONLY
    return LEGAL


@operation(
    2, "Mortgage", "mortgage {square}", cost="-mortgage_value(rules, square)", raises_money=True
)
def mortgage_property(s: State, rules: Rules, player: int, square: int, act: bool) -> int:
    """MORT-1: half the price from the bank, if no building stands on the group.

    HOUSE-6: or nothing, where there are no mortgages.
    """
    if rules.no_mortgages:
        return NO_MORTGAGES
    if not owns_deed(s, rules, player, square):
        return DEED_NOT_OWNED
    if s.mortgaged[square]:
        return ALREADY_MORTGAGED
    if set_has_buildings(s, rules, rules.group[square]):
        return GROUP_HAS_BUILDINGS
    if not act:
        return LEGAL

    change_mortgage(s, rules, square, 1)
    forget_interest(s, rules, square)
    collect_from_bank(s, rules, player, mortgage_value(rules, square))
    return LEGAL


def cost_of_lifting(s: State, rules: Rules, square: int) -> int:
    """MORT-2: the mortgage and 10 %. MORT-4: no second interest in the turn of a transfer."""
    mortgage = mortgage_value(rules, square)
    if s.interest_paid >> rules.deed_index[square] & 1:
        return mortgage
    return mortgage + tenth(rules, mortgage)


def forget_interest(s: State, rules: Rules, square: int) -> None:
    """MORT-4: interest paid on a transfer covers one lifting, not a later mortgage."""
    s.interest_paid &= ~(1 << rules.deed_index[square])


@operation(0, "Unmortgage", "unmortgage {square}", cost="cost_of_lifting(s, rules, square)")
def unmortgage_property(s: State, rules: Rules, player: int, square: int, act: bool) -> int:
    """MORT-2, MORT-6: the owner pays the mortgage and its interest."""
    if not owns_deed(s, rules, player, square):
        return MORTGAGE_NOT_OWNED
    if not s.mortgaged[square]:
        return NO_MORTGAGE_TO_LIFT
    if s.money[player] < cost_of_lifting(s, rules, square):
        return LIFTING_TOO_DEAR
    if not act:
        return LEGAL

    pay_bank(s, player, cost_of_lifting(s, rules, square))
    forget_interest(s, rules, square)
    change_mortgage(s, rules, square, 0)
    return LEGAL


@operation(1, "Upgrade", "build {square}", cost="rules.house_cost[square]")
def upgrade_street(s: State, rules: Rules, player: int, square: int, act: bool) -> int:
    """BUILD-1, BUILD-4, SHORT-1, SHORT-4: one building from the bank, by auction if contested.

    SHORT-5: without these auctions, a player who asks while one is left gets it.
    """
    refusal = refusal_to_build(s, rules, player, square)
    if refusal:
        return refusal
    if s.money[player] < rules.house_cost[square]:
        return BUILDING_TOO_DEAR
    wants_hotel = is_for_hotel(s, rules, square)
    if rules.buildings_are_limited and stock(s, wants_hotel) == 0:
        return SHORTAGE
    if not act:
        return LEGAL

    contested = rules.shortage_auction and rules.buildings_are_limited
    if contested and is_contested(s, rules, player, wants_hotel):
        start_building_auction(s, rules, player, square, wants_hotel)
        return LEGAL
    pay_bank(s, player, rules.house_cost[square])
    add_building(s, rules, square)
    return LEGAL


def is_contested(s: State, rules: Rules, player: int, hotel: bool) -> bool:
    """SHORT-1: another player could place one too, and together they want more than there are."""
    wanted = 0
    rivals = 0
    for seat in range(rules.num_players):
        if s.is_bankrupt[seat]:
            continue
        placeable = could_place(s, rules, seat, hotel)
        wanted += placeable
        if seat != player and placeable > 0:
            rivals += 1
    return rivals > 0 and stock(s, hotel) < wanted


def start_building_auction(s: State, rules: Rules, player: int, square: int, hotel: bool) -> None:
    """SHORT-2: one building for those eligible; the order counts as a bid at list price."""
    kind = HOTEL_AUCTION if hotel else HOUSE_AUCTION
    open_auction(s, rules, kind, square, player, s.phase)
    for seat in range(rules.num_players):
        if s.winner[seat] == UNKNOWN and could_place(s, rules, seat, hotel) == 0:
            leave_auction(s, seat)
    s.last_bid[player] = rules.house_cost[square]


@action(59, "PlaceBuilding", PLACING, "place building on {square}")
def place_building(s: State, rules: Rules, player: int, square: int, act: bool) -> int:
    """SHORT-3: the winner puts the building on a legal street of their own, at once.

    Selling it there must not pay more than it cost.
    """
    if s.phase != PLACING:
        return WRONG_PHASE
    if player != s.auction_initiator:
        return NOT_THE_FLOOR
    refusal = refusal_to_place(s, rules, player, square)
    if refusal:
        return refusal
    if rules.placing_by_price and s.last_bid[player] < price_to_place(rules, square):
        return PLACE_TOO_DEAR
    if not act:
        return LEGAL

    s.phase = s.auction_next_phase
    clear_auction(s, rules)
    add_building(s, rules, square)
    return LEGAL


def level_after_sale(s: State, rules: Rules, square: int) -> int:
    """SELL-2: one level less. HOUSE-5: a hotel comes down to as many houses as the bank has."""
    level = s.level[square]
    if rules.uneven_building and rules.buildings_are_limited and level == rules.hotel_level:
        return min(level - 1, s.houses_left)
    return level - 1


def price_of_sale(s: State, rules: Rules, square: int) -> int:
    """SELL-1: half the list price for every level."""
    levels = s.level[square] - level_after_sale(s, rules, square)
    return levels * (rules.house_cost[square] // 2)


@operation(
    3, "Downgrade", "sell {square}", cost="-price_of_sale(s, rules, square)", raises_money=True
)
def downgrade_street(s: State, rules: Rules, player: int, square: int, act: bool) -> int:
    """SELL-1, SELL-2: one level back to the bank at half the list price, evenly.

    HOUSE-5: or from any street, and no hotel waits for houses.
    """
    if not owns_deed(s, rules, player, square):
        return BUILDING_NOT_OWNED
    if s.level[square] == 0:
        return NOTHING_TO_SELL
    if not rules.uneven_building:
        if s.level[square] < highest_level(s, rules, rules.group[square]):
            return UNEVEN_SELLING
        if rules.buildings_are_limited and s.level[square] == rules.hotel_level:
            if s.houses_left < rules.hotel_level - 1:
                return HOUSES_LACK
    if not act:
        return LEGAL

    level = level_after_sale(s, rules, square)
    refund = price_of_sale(s, rules, square)
    remove_buildings(s, rules, square, level)
    collect_from_bank(s, rules, player, refund)
    return LEGAL


@operation(4, "SellGroup", "sell group {group} down to {count}", raises_money=True)
def sell_group(s: State, rules: Rules, player: int, group: int, houses: Wide, act: bool) -> int:
    """SELL-3: if houses run short for its hotels, a group goes down to `houses` houses at once."""
    if group >= RAIL_GROUP or rules.group_size[group] == 0:
        return NOT_A_STREET
    if not owns_all_of_set(s, rules, player, group):
        return GROUP_NOT_OWNED
    if not rules.buildings_are_limited or rules.uneven_building:
        return GROUP_SALE_NOT_NEEDED
    if s.houses_left >= (rules.hotel_level - 1) * hotels_on_group(s, rules, group):
        return GROUP_SALE_NOT_NEEDED
    if houses > s.houses_left + houses_on_group(s, rules, group):
        return NO_SUCH_HOUSES
    if not act:
        return LEGAL

    size = rules.group_size[group]
    left = int(houses)
    sold = 0
    for place in range(size):
        square = rules.group_square[group * GROUP_SIZE + place]
        # Spread evenly; the extras stand on the higher squares.
        level = left // size
        if place >= size - left % size:
            level += 1
        sold += s.level[square] - level
        remove_buildings(s, rules, square, level)
    price = rules.house_cost[rules.group_square[group * GROUP_SIZE]]
    collect_from_bank(s, rules, player, sold * (price // 2))
    return LEGAL


def houses_on_group(s: State, rules: Rules, group: int) -> int:
    """Houses, not hotels, that stand on a group."""
    houses = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        level = s.level[rules.group_square[place]]
        if level < rules.hotel_level:
            houses += level
    return houses


def hotels_on_group(s: State, rules: Rules, group: int) -> int:
    """Hotels that stand on a group."""
    hotels = 0
    first = group * GROUP_SIZE
    for place in range(first, first + rules.group_size[group]):
        if s.level[rules.group_square[place]] == rules.hotel_level:
            hotels += 1
    return hotels
