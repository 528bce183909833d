"""Property: mortgaging, building and selling, in a window or to raise a debt."""

from gitopoly.rules.auction import clear_auction, leave_auction, open_auction
from gitopoly.rules.board import (
    build_to,
    change_mortgage,
    complete_groups,
    could_place,
    first_square,
    highest_level,
    is_for_hotel,
    levels_on_group,
    mortgage_value,
    owns_all_of_set,
    owns_deed,
    price_to_place,
    refusal_to_build,
    refusal_to_place,
    set_has_buildings,
    squares_of,
    stock,
)
from gitopoly.rules.buffer import ActionBuffer, add, put_at
from gitopoly.rules.catalogue import (
    DOWNGRADE,
    MORTGAGE,
    SELL_GROUP,
    UNMORTGAGE,
    UPGRADE,
    action,
    at_place,
    code_of,
    number_of,
    operation,
    operation_kind,
    place_of,
)
from gitopoly.rules.codes import (
    BANKRUPTCY_PREVENTION,
    BUILDINGS,
    FREE_4_ALL,
    GROUP_SIZE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    MORTGAGES,
    NOBODY,
    PLACING,
    POST_ROLL,
    RAIL_GROUP,
    UNKNOWN,
)
from gitopoly.rules.money import collect_from_bank, pay_bank, tenth
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
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
    NOTHING_TO_SELL,
    PLACE_TOO_DEAR,
    RAISE_ONLY,
    SHORTAGE,
    UNEVEN_SELLING,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.turn import in_purchase_window

PLACE_BUILDING = 59


def refusal_of_window(s: State, rules: Rules) -> int:
    """TIME-1, DEBT-2: whether who has the floor in the phase of a window may manage property."""
    if s.phase == FREE_4_ALL and s.free_4_all_order[0] == NOBODY:
        return NOT_ON_THE_ORDER
    if s.phase == POST_ROLL and not in_purchase_window(s, rules):
        return NO_WINDOW
    if s.phase == BANKRUPTCY_PREVENTION and s.money[s.debtor[0]] >= s.debt_amount[0]:
        return RAISE_ONLY
    return LEGAL


@operation(
    MORTGAGE,
    "Mortgage",
    "mortgage {square}",
    source=MORTGAGES,
    cost=lambda s, rules, player, code: -mortgage_value(rules, place_of(code)),
)
def mortgage_property(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """MORT-1: half the price from the bank, if no building stands on the group.

    HOUSE-6: or nothing, where there are no mortgages.
    """
    square = place_of(code)
    if rules.no_mortgages:
        return NO_MORTGAGES
    if not owns_deed(s, rules, player, square):
        return DEED_NOT_OWNED
    if s.mortgaged[square]:
        return ALREADY_MORTGAGED
    if set_has_buildings(s, rules, rules.group[square]):
        return GROUP_HAS_BUILDINGS

    if act:
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


@operation(
    UNMORTGAGE,
    "Unmortgage",
    "unmortgage {square}",
    source=MORTGAGES,
    cost=lambda s, rules, player, code: cost_of_lifting(s, rules, place_of(code)),
)
def unmortgage_property(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """MORT-2, MORT-6: the owner pays the mortgage and its interest."""
    square = place_of(code)
    if not owns_deed(s, rules, player, square):
        return MORTGAGE_NOT_OWNED
    if not s.mortgaged[square]:
        return NO_MORTGAGE_TO_LIFT
    if s.money[player] < cost_of_lifting(s, rules, square):
        return LIFTING_TOO_DEAR

    if act:
        pay_bank(s, player, cost_of_lifting(s, rules, square))
        forget_interest(s, rules, square)
        change_mortgage(s, rules, square, 0)
    return LEGAL


@operation(
    UPGRADE,
    "Upgrade",
    "build {square}",
    source=BUILDINGS,
    cost=lambda s, rules, player, code: rules.house_cost[place_of(code)],
)
def upgrade_street(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """BUILD-1, BUILD-4, SHORT-1, SHORT-4: one building from the bank, by auction if contested.

    SHORT-5: without these auctions, a player who asks while one is left gets it.
    """
    square = place_of(code)
    if refusal := refusal_to_build(s, rules, player, square):
        return refusal
    if s.money[player] < rules.house_cost[square]:
        return BUILDING_TOO_DEAR
    wants_hotel = is_for_hotel(s, rules, square)
    if rules.buildings_are_limited and stock(s, wants_hotel) == 0:
        return SHORTAGE

    if act:
        if is_contested(s, rules, player, wants_hotel):
            start_building_auction(s, rules, player, square, wants_hotel)
        else:
            pay_bank(s, player, rules.house_cost[square])
            build_to(s, rules, square, s.level[square] + 1)
    return LEGAL


def is_contested(s: State, rules: Rules, player: int, hotel: bool) -> bool:
    """SHORT-1: another player could place one too, and together they want more than there are."""
    if not rules.shortage_auction or not rules.buildings_are_limited:
        return False
    own = could_place(s, rules, player, hotel)
    others = sum(
        could_place(s, rules, seat, hotel) for seat in range(rules.num_players) if seat != player
    )
    return others > 0 and own + others > stock(s, hotel)


def start_building_auction(s: State, rules: Rules, player: int, square: int, hotel: bool) -> None:
    """SHORT-2: one building for those eligible; the order counts as a bid at list price."""
    kind = HOTEL_AUCTION if hotel else HOUSE_AUCTION
    open_auction(s, rules, kind, square, player, s.phase)
    for seat in range(rules.num_players):
        if s.winner[seat] == UNKNOWN and could_place(s, rules, seat, hotel) == 0:
            leave_auction(s, seat)
    s.last_bid[player] = rules.house_cost[square]


def list_placings(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """SHORT-3: every street that can take the building."""
    for i in range(rules.deed_count):
        code = code_of(PLACE_BUILDING, player, rules.deeds[i])
        add(buffer, place_building(s, rules, player, code, 0, False), code)


@action(PLACE_BUILDING, "place building on {square}", at=PLACING, listed=list_placings)
def place_building(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """SHORT-3: the winner puts the building on a legal street of their own, at once.

    Selling it there must not pay more than it cost.
    """
    square = place_of(code)
    if refusal := refusal_to_place(s, rules, player, square):
        return refusal
    if rules.placing_by_price and s.last_bid[player] < price_to_place(rules, square):
        return PLACE_TOO_DEAR

    if act:
        s.phase = s.auction_next_phase
        clear_auction(s, rules)
        build_to(s, rules, square, s.level[square] + 1)
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
    DOWNGRADE,
    "Downgrade",
    "sell {square}",
    source=BUILDINGS,
    cost=lambda s, rules, player, code: -price_of_sale(s, rules, place_of(code)),
)
def downgrade_street(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """SELL-1, SELL-2: one level back to the bank at half the list price, evenly.

    HOUSE-5: or from any street, and no hotel waits for houses.
    """
    square = place_of(code)
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

    if act:
        level = level_after_sale(s, rules, square)
        refund = price_of_sale(s, rules, square)
        build_to(s, rules, square, level)
        collect_from_bank(s, rules, player, refund)
    return LEGAL


@operation(SELL_GROUP, "SellGroup", "sell group {group} down to {count}", source=BUILDINGS)
def sell_group(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """SELL-3: if houses run short for its hotels, a group goes down to so many houses at once."""
    group = place_of(code)
    houses = number_of(code)
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

    if act:
        size = rules.group_size[group]
        first = group * GROUP_SIZE
        levels = levels_on_group(s, rules, group)
        for place in range(size):
            # Spread evenly; the extras stand on the higher squares.
            build_to(s, rules, rules.group_square[first + place], (int(houses) + place) // size)
        price = rules.house_cost[first_square(rules, group)]
        collect_from_bank(s, rules, player, (levels - int(houses)) * (price // 2))
    return LEGAL


def houses_on_group(s: State, rules: Rules, group: int) -> int:
    """Houses, not hotels, that stand on a group."""
    return sum(
        s.level[square]
        for square in squares_of(rules, rules.group_deeds[group])
        if s.level[square] < rules.hotel_level
    )


def hotels_on_group(s: State, rules: Rules, group: int) -> int:
    """Hotels that stand on a group."""
    return sum(
        s.level[square] == rules.hotel_level
        for square in squares_of(rules, rules.group_deeds[group])
    )


def list_purchases(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """BUILD-7, MORT-2: the two operations that cost money, as often as one likes."""
    lift = code_of(operation_kind(s.phase, UNMORTGAGE), player)
    build = code_of(operation_kind(s.phase, UPGRADE), player)
    count = buffer.count
    mortgaged = s.holdings[player] & s.mortgages
    for square in squares_of(rules, mortgaged | complete_groups(s, rules, player)):
        if s.mortgaged[square]:
            if s.money[player] >= cost_of_lifting(s, rules, square):
                count = put_at(buffer, count, at_place(lift, square))
        elif upgrade_street(s, rules, player, at_place(build, square), 0, False) == LEGAL:
            count = put_at(buffer, count, at_place(build, square))
    buffer.count = count


def list_sales(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """The three operations that raise money."""
    mortgage = code_of(operation_kind(s.phase, MORTGAGE), player)
    sell = code_of(operation_kind(s.phase, DOWNGRADE), player)
    count = buffer.count
    hotels = 0
    deeds = s.holdings[player] & ~s.mortgages
    if rules.no_mortgages:
        deeds &= s.developed
    for square in squares_of(rules, deeds):
        if not s.developed >> rules.deed_index[square] & 1:
            count = put_at(buffer, count, at_place(mortgage, square))
        elif s.level[square] > 0:
            if s.level[square] == rules.hotel_level:
                hotels += 1
            if downgrade_street(s, rules, player, at_place(sell, square), 0, False) == LEGAL:
                count = put_at(buffer, count, at_place(sell, square))
    buffer.count = count
    if hotels > 0 and rules.buildings_are_limited and not rules.uneven_building:
        if s.houses_left < (rules.hotel_level - 1) * hotels:
            list_group_sales(s, rules, player, buffer)


def list_group_sales(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """SELL-3: every number of houses that a group with hotels can be sold down to."""
    kind = operation_kind(s.phase, SELL_GROUP)
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or highest_level(s, rules, group) < rules.hotel_level:
            continue
        for houses in range(s.houses_left + houses_on_group(s, rules, group) + 1):
            code = code_of(kind, player, group, houses)
            add(buffer, sell_group(s, rules, player, code, 0, False), code)
