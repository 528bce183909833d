"""All legal actions of a state, written into buffers.

`actions` receives codes. A code stands for itself, except where `limits` is not 0:
for a bid, `limits` holds the highest amount and the code the lowest one;
for an offer, the code names proposer and addressee only, and `is_legal` decides each offer.
Every candidate is put to its own rule, so that nothing is legal here that is not there.
"""

from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BID,
    BUY_PROPERTY,
    CHOOSE_WINNER,
    CLOSE_AUCTION,
    CONCLUDE_FREE_4_ALL_ACTIONS,
    DECLINE_TRADE,
    DO_NOTHING_ON_FREE_PARKING,
    DO_NOTHING_ON_GO,
    DO_NOTHING_ON_JAIL_SQUARE,
    DO_NOTHING_ON_MORTGAGED_PROPERTY,
    DO_NOTHING_ON_OWN_PROPERTY,
    DOUBLES_CHECK_ACTION,
    DOWNGRADE,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    END_PRE_ROLL,
    END_TURN,
    F4A_UNMORTGAGE,
    GO_BANKRUPT,
    LAND_ON_GO_TO_JAIL,
    LEAVE_JAIL_ACTION,
    MORTGAGE,
    NEXT_ROUND,
    PASS,
    PAY_JAIL_FINE,
    PAY_OFF_DEBT,
    PAY_RAIL_RENT,
    PAY_STREET_RENT,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PLACE_BUILDING,
    PLAY_GOOJF_CC,
    PLAY_GOOJF_CH,
    POST_ROLL_UNMORTGAGE,
    PRE_ROLL_UNMORTGAGE,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    SELL_GROUP,
    STAND,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    UNMORTGAGE,
    UPGRADE,
    WITHDRAW_TRADE,
    action,
    offer,
)
from gitopoly.kernel.auction import (
    choose_winner,
    close_auction,
    lowest_bid,
    next_round,
    pass_auction,
    refusal_to_act,
    stand,
)
from gitopoly.kernel.bankruptcy import go_bankrupt
from gitopoly.kernel.board import highest_level, terminated
from gitopoly.kernel.landing import (
    auction_property,
    buy_property,
    do_nothing_on_mortgaged_property,
    pay_rail_rent,
    pay_street_rent,
    pay_tax,
    pay_tenth_of_worth,
    prevent_bankruptcy_on_rail_rent,
    prevent_bankruptcy_on_street_rent,
    prevent_bankruptcy_on_tax,
    try_pay_util_rent,
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
from gitopoly.kernel.moving import land_on_go_to_jail, pay_jail_fine, play_goojf_cc, play_goojf_ch
from gitopoly.kernel.phases import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CHANCE,
    COMMUNITY_CHEST,
    DOUBLES_CHECK,
    FREE_4_ALL,
    GO,
    GO_TO_JAIL,
    HOTEL,
    JAIL,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RAIL,
    RAIL_GROUP,
    ROLL,
    STREET,
    TAX,
    TRADE,
)
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import (
    accept_trade,
    can_offer,
    decline_trade,
    refusal_to_offer,
    withdraw_trade,
)
from gitopoly.kernel.turn import floor


def list_actions(s: State, rules: Rules, player: int, actions: list[int], limits: list[int]) -> int:
    """Write the legal actions of one player; returns how many there are."""
    if terminated(s, rules):
        return 0
    return list_while_playing(s, rules, player, actions, limits)


def list_while_playing(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int]
) -> int:
    """The same in a game that is known to be going on."""
    phase = s.phase
    if phase == AUCTION:
        return list_auction(s, rules, player, actions, limits)
    if phase == TRADE:
        return list_trade(s, rules, player, actions, limits)
    n = 0
    if player == s.turn_player:
        n = list_defects(s, rules, player, actions, limits)
    if player != floor(s, rules):
        return n
    if phase == PRE_ROLL:
        return list_pre_roll(s, rules, player, actions, limits, n)
    if phase == FREE_4_ALL:
        return list_free_4_all(s, rules, player, actions, limits, n)
    if phase == POST_ROLL:
        return list_post_roll(s, rules, player, actions, limits, n)
    if phase == BANKRUPTCY_PREVENTION:
        return list_bankruptcy_prevention(s, rules, player, actions, limits, n)
    if phase == PLACING:
        for i in range(rules.deed_count):
            square = rules.deeds[i]
            refusal = place_building(s, rules, player, square, False)
            n = add(refusal, action(PLACE_BUILDING, player, square), actions, limits, n)
        return n
    # The other phases have one action each, which the floor can always take.
    if phase == ROLL:
        kind = ROLL_IN_JAIL if s.in_jail[player] else ROLL_AND_MOVE
    elif phase == DOUBLES_CHECK:
        kind = DOUBLES_CHECK_ACTION
    elif phase == OPENING:
        kind = THROW_FOR_START
    else:
        kind = LEAVE_JAIL_ACTION
    return put(action(kind, player), 0, actions, limits, n)


def put(code: int, limit: int, actions: list[int], limits: list[int], n: int) -> int:
    """Write one entry."""
    actions[n] = code
    limits[n] = limit
    return n + 1


def add(refusal: int, code: int, actions: list[int], limits: list[int], n: int) -> int:
    """Write an action unless its rule refuses it."""
    if refusal != LEGAL:
        return n
    actions[n] = code
    limits[n] = 0
    return n + 1


def list_defects(s: State, rules: Rules, player: int, actions: list[int], limits: list[int]) -> int:
    """What the published defects let the turn player do outside the proper phase."""
    n = 0
    if rules.defect_fine_in_any_phase and s.phase != PRE_ROLL:
        refusal = pay_jail_fine(s, rules, player, False)
        n = add(refusal, action(PAY_JAIL_FINE, player), actions, limits, n)
    if rules.defect_go_to_jail_in_any_phase and s.phase != POST_ROLL:
        refusal = land_on_go_to_jail(s, rules, player, 0, False)
        n = add(refusal, action(LAND_ON_GO_TO_JAIL, player), actions, limits, n)
    return n


def list_pre_roll(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """Throw, leave jail, manage, offer."""
    n = put(action(END_PRE_ROLL, player), 0, actions, limits, n)
    if s.in_jail[player]:
        refusal = play_goojf_ch(s, rules, player, False)
        n = add(refusal, action(PLAY_GOOJF_CH, player), actions, limits, n)
        refusal = play_goojf_cc(s, rules, player, False)
        n = add(refusal, action(PLAY_GOOJF_CC, player), actions, limits, n)
        refusal = pay_jail_fine(s, rules, player, False)
        n = add(refusal, action(PAY_JAIL_FINE, player), actions, limits, n)
    n = list_management(s, rules, PRE_ROLL_UNMORTGAGE, player, actions, limits, n)
    return list_offers(s, rules, player, actions, limits, n)


def list_free_4_all(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """Conclude or end the turn, manage, offer."""
    if s.free_4_all_order[0] == NOBODY:
        return put(action(END_TURN, player), 0, actions, limits, n)
    n = put(action(CONCLUDE_FREE_4_ALL_ACTIONS, player), 0, actions, limits, n)
    n = list_management(s, rules, F4A_UNMORTGAGE, player, actions, limits, n)
    return list_offers(s, rules, player, actions, limits, n)


def list_post_roll(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """The effect of the square under the token."""
    square = s.positions[player]
    square_type = rules.square_type[square]
    if rules.group[square] != NOBODY:
        if s.owner[square] == NOBODY:
            return list_purchase(s, rules, player, actions, limits, n)
        if s.owner[square] == player:
            return put(action(DO_NOTHING_ON_OWN_PROPERTY, player), 0, actions, limits, n)
        return list_rent(s, rules, player, square_type, actions, limits, n)
    if square_type == TAX:
        refusal = pay_tax(s, rules, player, False)
        n = add(refusal, action(PAY_TAX, player), actions, limits, n)
        refusal = prevent_bankruptcy_on_tax(s, rules, player, False)
        n = add(refusal, action(PREVENT_BANKRUPTCY_ON_TAX, player), actions, limits, n)
        refusal = pay_tenth_of_worth(s, rules, player, False)
        return add(refusal, action(PAY_TENTH_OF_WORTH, player), actions, limits, n)
    # The other squares leave no choice.
    if square_type == CHANCE:
        kind = DRAW_AND_EXECUTE_CHANCE_CARD
    elif square_type == COMMUNITY_CHEST:
        kind = DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD
    elif square_type == GO_TO_JAIL:
        kind = LAND_ON_GO_TO_JAIL
    elif square_type == JAIL:
        kind = DO_NOTHING_ON_JAIL_SQUARE
    elif square_type == GO:
        kind = DO_NOTHING_ON_GO
    else:
        kind = DO_NOTHING_ON_FREE_PARKING
    return put(action(kind, player), 0, actions, limits, n)


def list_rent(
    s: State,
    rules: Rules,
    player: int,
    square_type: int,
    actions: list[int],
    limits: list[int],
    n: int,
) -> int:
    """On another's deed: pay, owe, or nothing if it is mortgaged."""
    refusal = do_nothing_on_mortgaged_property(s, rules, player, False)
    n = add(refusal, action(DO_NOTHING_ON_MORTGAGED_PROPERTY, player), actions, limits, n)
    if square_type == STREET:
        refusal = pay_street_rent(s, rules, player, False)
        n = add(refusal, action(PAY_STREET_RENT, player), actions, limits, n)
        refusal = prevent_bankruptcy_on_street_rent(s, rules, player, False)
        kind = PREVENT_BANKRUPTCY_ON_STREET_RENT
    elif square_type == RAIL:
        refusal = pay_rail_rent(s, rules, player, False)
        n = add(refusal, action(PAY_RAIL_RENT, player), actions, limits, n)
        refusal = prevent_bankruptcy_on_rail_rent(s, rules, player, False)
        kind = PREVENT_BANKRUPTCY_ON_RAIL_RENT
    else:
        refusal = try_pay_util_rent(s, rules, player, 0, False)
        kind = TRY_PAY_UTIL_RENT
    return add(refusal, action(kind, player), actions, limits, n)


def list_purchase(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """Buy or decline, after managing if the edition has a purchase window."""
    refusal = buy_property(s, rules, player, False)
    n = add(refusal, action(BUY_PROPERTY, player), actions, limits, n)
    n = put(action(AUCTION_PROPERTY, player), 0, actions, limits, n)
    if not rules.played_auctions:
        for buyer in range(rules.num_players):
            for i in range(rules.abstract_bids):
                amount = rules.abstract_bid[i]
                refusal = auction_property(s, rules, player, buyer + 1, amount, False)
                code = action(AUCTION_PROPERTY, player, buyer + 1, amount)
                n = add(refusal, code, actions, limits, n)
    if rules.purchase_window:
        n = list_management(s, rules, POST_ROLL_UNMORTGAGE, player, actions, limits, n)
        n = list_offers(s, rules, player, actions, limits, n)
    return n


def list_bankruptcy_prevention(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """DEBT-2: pay, or raise the money, or give up."""
    if s.money[player] >= s.debt_amount[0]:
        return put(action(PAY_OFF_DEBT, player), 0, actions, limits, n)
    refusal = go_bankrupt(s, rules, player, False)
    n = add(refusal, action(GO_BANKRUPT, player), actions, limits, n)
    first = BANKRUPTCY_PREVENTION_MORTGAGE - MORTGAGE
    n = list_sales(s, rules, first, player, actions, limits, n)
    return list_offers(s, rules, player, actions, limits, n)


def list_management(
    s: State,
    rules: Rules,
    first: int,
    player: int,
    actions: list[int],
    limits: list[int],
    n: int,
) -> int:
    """All five operations; `first` is the window's first kind."""
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] != player:
            continue
        if s.mortgaged[square]:
            refusal = unmortgage_property(s, rules, player, square, False)
            n = add(refusal, action(first + UNMORTGAGE, player, square), actions, limits, n)
        elif rules.group[square] < RAIL_GROUP:
            refusal = upgrade_street(s, rules, player, square, False)
            n = add(refusal, action(first + UPGRADE, player, square), actions, limits, n)
    return list_sales(s, rules, first, player, actions, limits, n)


def list_sales(
    s: State,
    rules: Rules,
    first: int,
    player: int,
    actions: list[int],
    limits: list[int],
    n: int,
) -> int:
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
            n = add(refusal, action(first + DOWNGRADE, player, square), actions, limits, n)
        else:
            refusal = mortgage_property(s, rules, player, square, False)
            n = add(refusal, action(first + MORTGAGE, player, square), actions, limits, n)
    if hotels > 0 and rules.buildings_are_limited and s.houses_left < HOTEL - 1:
        n = list_group_sales(s, rules, first, player, actions, limits, n)
    return n


def list_group_sales(
    s: State,
    rules: Rules,
    first: int,
    player: int,
    actions: list[int],
    limits: list[int],
    n: int,
) -> int:
    """SELL-3: every number of houses that a group with hotels can be sold down to."""
    for group in range(RAIL_GROUP):
        if rules.group_size[group] == 0 or highest_level(s, rules, group) < HOTEL:
            continue
        for houses in range(s.houses_left + houses_on_group(s, rules, group) + 1):
            refusal = sell_group(s, rules, player, group, houses, False)
            code = action(first + SELL_GROUP, player, group, houses)
            n = add(refusal, code, actions, limits, n)
    return n


def list_offers(
    s: State, rules: Rules, player: int, actions: list[int], limits: list[int], n: int
) -> int:
    """TRADE-1: one template for each player to whom something can be offered."""
    if refusal_to_offer(s, rules, player) != LEGAL:
        return n
    for other in range(rules.num_players):
        if other != player and not s.is_bankrupt[other]:
            if can_offer(s, rules, player, other):
                n = put(offer(player, other, 0, 0, 0), 1, actions, limits, n)
    return n


def list_trade(s: State, rules: Rules, player: int, actions: list[int], limits: list[int]) -> int:
    """TRADE-4: accept, decline or withdraw the open offer."""
    refusal = accept_trade(s, rules, player, False)
    n = add(refusal, action(ACCEPT_TRADE, player), actions, limits, 0)
    refusal = decline_trade(s, rules, player, False)
    n = add(refusal, action(DECLINE_TRADE, player), actions, limits, n)
    refusal = withdraw_trade(s, rules, player, False)
    return add(refusal, action(WITHDRAW_TRADE, player), actions, limits, n)


def list_auction(s: State, rules: Rules, player: int, actions: list[int], limits: list[int]) -> int:
    """AUCTION-4: bid, stand, pass, go on, choose, close."""
    n = 0
    if refusal_to_act(s, rules, player) == LEGAL:
        lowest = lowest_bid(s, rules)
        if s.money[player] >= lowest:
            n = put(action(BID, player, 0, lowest), s.money[player], actions, limits, n)
        refusal = stand(s, rules, player, False)
        n = add(refusal, action(STAND, player), actions, limits, n)
        refusal = pass_auction(s, rules, player, False)
        n = add(refusal, action(PASS, player), actions, limits, n)
    refusal = next_round(s, rules, player, False)
    n = add(refusal, action(NEXT_ROUND, player), actions, limits, n)
    refusal = choose_winner(s, rules, player, False)
    n = add(refusal, action(CHOOSE_WINNER, player), actions, limits, n)
    refusal = close_auction(s, rules, player, False)
    return add(refusal, action(CLOSE_AUCTION, player), actions, limits, n)
