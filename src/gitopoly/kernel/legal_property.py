"""Listing the actions with parameters: auctions and bids, managing, selling, offering."""

from gitopoly.kernel.action_buffer import (
    ActionBuffer,
    add,
    put,
    put_at,
)
from gitopoly.kernel.actions import (
    AUCTION_PROPERTY,
    BID,
    DOWNGRADE,
    MORTGAGE,
    SELL_GROUP,
    UNMORTGAGE,
    UPGRADE,
    action,
    offer,
)
from gitopoly.kernel.auction import lowest_bid
from gitopoly.kernel.board import complete_groups, highest_level
from gitopoly.kernel.buying import auction_property
from gitopoly.kernel.codes import (
    BANKRUPTCY_PREVENTION,
    RAIL_GROUP,
)
from gitopoly.kernel.management import (
    cost_of_lifting,
    downgrade_street,
    houses_on_group,
    sell_group,
    upgrade_street,
)
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import first_of
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import (
    can_offer,
    refusal_to_offer,
)


def list_auction_property(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """BUY-1, AUCTION-8: decline; in a one-step auction, with every winner and bid."""
    put(buffer, action(AUCTION_PROPERTY, player), 0)
    if not rules.played_auctions:
        for buyer in range(rules.num_players):
            for i in range(rules.abstract_bids):
                amount = rules.abstract_bid[i]
                refusal = auction_property(s, rules, player, buyer + 1, amount, False)
                add(buffer, refusal, action(AUCTION_PROPERTY, player, buyer + 1, amount))


def list_range_of_bids(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """AUCTION-2, AUCTION-3: every amount from the lowest bid up to one's cash, as a range."""
    lowest = lowest_bid(s, rules, player)
    if s.money[player] >= lowest:
        put(buffer, action(BID, player, 0, lowest), s.money[player])


def list_window(s: State, rules: Rules, first: int, player: int, buffer: ActionBuffer) -> None:
    """TIME-1, DEBT-2: what an open window allows; `first` is the kind of its first operation."""
    if s.phase != BANKRUPTCY_PREVENTION:
        list_purchases(s, rules, first, player, buffer)
    list_sales(s, rules, first, player, buffer)
    list_offers(s, rules, player, buffer)


def list_purchases(s: State, rules: Rules, first: int, player: int, buffer: ActionBuffer) -> None:
    """BUILD-7, MORT-2: the two operations that cost money, as often as one likes."""
    count = buffer.count
    cash = s.money[player]
    mortgaged = s.holdings[player] & s.mortgages
    left = mortgaged | complete_groups(s, rules, player)
    while left:
        deed = first_of(left)
        left &= left - 1
        square = rules.deeds[deed]
        if mortgaged >> deed & 1:
            if cash >= cost_of_lifting(s, rules, square):
                count = put_at(buffer, count, action(first + UNMORTGAGE, player, square))
        elif upgrade_street(s, rules, player, square, False) == LEGAL:
            count = put_at(buffer, count, action(first + UPGRADE, player, square))
    buffer.count = count


def list_sales(s: State, rules: Rules, first: int, player: int, buffer: ActionBuffer) -> None:
    """The three operations that raise money."""
    count = buffer.count
    hotels = 0
    hotel = rules.hotel_level
    developed = s.developed
    left = s.holdings[player] & ~s.mortgages
    if rules.no_mortgages:
        left &= developed
    while left:
        deed = first_of(left)
        left &= left - 1
        square = rules.deeds[deed]
        if not developed >> deed & 1:
            count = put_at(buffer, count, action(first + MORTGAGE, player, square))
        elif s.level[square] > 0:
            if s.level[square] == hotel:
                hotels += 1
            if downgrade_street(s, rules, player, square, False) == LEGAL:
                count = put_at(buffer, count, action(first + DOWNGRADE, player, square))
    buffer.count = count
    if hotels > 0 and rules.buildings_are_limited and not rules.uneven_building:
        if s.houses_left < (hotel - 1) * hotels:
            list_group_sales(s, rules, first, player, buffer)


def list_group_sales(s: State, rules: Rules, first: int, player: int, buffer: ActionBuffer) -> None:
    """SELL-3: every number of houses that a group with hotels can be sold down to."""
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or highest_level(s, rules, group) < rules.hotel_level:
            continue
        for houses in range(s.houses_left + houses_on_group(s, rules, group) + 1):
            refusal = sell_group(s, rules, player, group, houses, False)
            code = action(first + SELL_GROUP, player, group, houses)
            add(buffer, refusal, code)


def list_offers(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """TRADE-1: one template for each player to whom something can be offered."""
    if refusal_to_offer(s, rules, player) != LEGAL:
        return
    for other in range(rules.num_players):
        if other != player and not s.is_bankrupt[other]:
            if can_offer(s, rules, player, other):
                put(buffer, offer(player, other, 0, 0, 0), 1)
