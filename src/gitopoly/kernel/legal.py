"""All legal actions of a state, phase by phase.

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
    PLAY_GOOJF_CC,
    PLAY_GOOJF_CH,
    POST_ROLL_UNMORTGAGE,
    PRE_ROLL_UNMORTGAGE,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    STAND,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    WITHDRAW_TRADE,
    action,
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
from gitopoly.kernel.bankruptcy import (
    go_bankrupt,
)
from gitopoly.kernel.board import (
    terminated,
)
from gitopoly.kernel.choices import (
    Choices,
    add,
    put,
)
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
from gitopoly.kernel.legal_property import (
    list_management,
    list_offers,
    list_placing,
    list_sales,
)
from gitopoly.kernel.moving import (
    land_on_go_to_jail,
    pay_jail_fine,
    play_goojf_cc,
    play_goojf_ch,
)
from gitopoly.kernel.phases import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CHANCE,
    COMMUNITY_CHEST,
    DOUBLES_CHECK,
    FREE_4_ALL,
    GO,
    GO_TO_JAIL,
    JAIL,
    LEAVE_JAIL,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RAIL,
    STREET,
    TAX,
    TRADE,
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
    accept_trade,
    decline_trade,
    withdraw_trade,
)
from gitopoly.kernel.turn import (
    floor,
)


def list_actions(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """Write the legal actions of one player; a seat that is not at the table has none."""
    choices.count = 0
    if 0 <= player < rules.num_players and not terminated(s, rules):
        list_while_playing(s, rules, player, choices)


def list_while_playing(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """The same in a game that is known to be going on."""
    choices.count = 0
    phase = s.phase
    if phase == AUCTION:
        list_auction(s, rules, player, choices)
        return
    if phase == TRADE:
        list_trade(s, rules, player, choices)
        return
    if player == s.turn_player:
        list_defects(s, rules, player, choices)
    if player != floor(s, rules):
        return
    if phase == PRE_ROLL:
        list_pre_roll(s, rules, player, choices)
    elif phase == FREE_4_ALL:
        list_free_4_all(s, rules, player, choices)
    elif phase == POST_ROLL:
        list_post_roll(s, rules, player, choices)
    elif phase == BANKRUPTCY_PREVENTION:
        list_bankruptcy_prevention(s, rules, player, choices)
    elif phase == PLACING:
        list_placing(s, rules, player, choices)
    # The other phases have one action each, which the floor can always take.
    elif phase == DOUBLES_CHECK:
        put(choices, action(DOUBLES_CHECK_ACTION, player), 0)
    elif phase == OPENING:
        put(choices, action(THROW_FOR_START, player), 0)
    elif phase == LEAVE_JAIL:
        put(choices, action(LEAVE_JAIL_ACTION, player), 0)
    elif s.in_jail[player]:
        put(choices, action(ROLL_IN_JAIL, player), 0)
    else:
        put(choices, action(ROLL_AND_MOVE, player), 0)


def list_defects(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """What the published defects let the turn player do outside the proper phase."""
    if rules.defect_fine_in_any_phase and s.phase != PRE_ROLL:
        refusal = pay_jail_fine(s, rules, player, False)
        add(choices, refusal, action(PAY_JAIL_FINE, player))
    if rules.defect_go_to_jail_in_any_phase and s.phase != POST_ROLL:
        refusal = land_on_go_to_jail(s, rules, player, 0, False)
        add(choices, refusal, action(LAND_ON_GO_TO_JAIL, player))


def list_pre_roll(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """Throw, leave jail, manage, offer."""
    put(choices, action(END_PRE_ROLL, player), 0)
    if s.in_jail[player]:
        refusal = play_goojf_ch(s, rules, player, False)
        add(choices, refusal, action(PLAY_GOOJF_CH, player))
        refusal = play_goojf_cc(s, rules, player, False)
        add(choices, refusal, action(PLAY_GOOJF_CC, player))
        refusal = pay_jail_fine(s, rules, player, False)
        add(choices, refusal, action(PAY_JAIL_FINE, player))
    list_management(s, rules, PRE_ROLL_UNMORTGAGE, player, choices)
    list_offers(s, rules, player, choices)


def list_free_4_all(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """Conclude or end the turn, manage, offer."""
    if s.free_4_all_order[0] == NOBODY:
        put(choices, action(END_TURN, player), 0)
        return
    put(choices, action(CONCLUDE_FREE_4_ALL_ACTIONS, player), 0)
    list_management(s, rules, F4A_UNMORTGAGE, player, choices)
    list_offers(s, rules, player, choices)


def list_post_roll(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """TIME-10: the square under the token decides what follows."""
    square = s.positions[player]
    square_type = rules.square_type[square]
    if rules.group[square] != NOBODY:
        if s.owner[square] == NOBODY:
            list_purchase(s, rules, player, choices)
        elif s.owner[square] == player:
            put(choices, action(DO_NOTHING_ON_OWN_PROPERTY, player), 0)
        else:
            list_rent(s, rules, player, square_type, choices)
    elif square_type == TAX:
        refusal = pay_tax(s, rules, player, False)
        add(choices, refusal, action(PAY_TAX, player))
        refusal = prevent_bankruptcy_on_tax(s, rules, player, False)
        add(choices, refusal, action(PREVENT_BANKRUPTCY_ON_TAX, player))
        refusal = pay_tenth_of_worth(s, rules, player, False)
        add(choices, refusal, action(PAY_TENTH_OF_WORTH, player))
    # The other squares leave no choice.
    elif square_type == CHANCE:
        put(choices, action(DRAW_AND_EXECUTE_CHANCE_CARD, player), 0)
    elif square_type == COMMUNITY_CHEST:
        put(choices, action(DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD, player), 0)
    elif square_type == GO_TO_JAIL:
        put(choices, action(LAND_ON_GO_TO_JAIL, player), 0)
    elif square_type == JAIL:
        put(choices, action(DO_NOTHING_ON_JAIL_SQUARE, player), 0)
    elif square_type == GO:
        put(choices, action(DO_NOTHING_ON_GO, player), 0)
    else:
        put(choices, action(DO_NOTHING_ON_FREE_PARKING, player), 0)


def list_rent(s: State, rules: Rules, player: int, square_type: int, choices: Choices) -> None:
    """On another's deed: pay, owe, or nothing if it is mortgaged."""
    refusal = do_nothing_on_mortgaged_property(s, rules, player, False)
    add(choices, refusal, action(DO_NOTHING_ON_MORTGAGED_PROPERTY, player))
    if square_type == STREET:
        refusal = pay_street_rent(s, rules, player, False)
        add(choices, refusal, action(PAY_STREET_RENT, player))
        refusal = prevent_bankruptcy_on_street_rent(s, rules, player, False)
        kind = PREVENT_BANKRUPTCY_ON_STREET_RENT
    elif square_type == RAIL:
        refusal = pay_rail_rent(s, rules, player, False)
        add(choices, refusal, action(PAY_RAIL_RENT, player))
        refusal = prevent_bankruptcy_on_rail_rent(s, rules, player, False)
        kind = PREVENT_BANKRUPTCY_ON_RAIL_RENT
    else:
        refusal = try_pay_util_rent(s, rules, player, 0, False)
        kind = TRY_PAY_UTIL_RENT
    add(choices, refusal, action(kind, player))


def list_purchase(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """Buy or decline, after managing if the edition has a purchase window."""
    refusal = buy_property(s, rules, player, False)
    add(choices, refusal, action(BUY_PROPERTY, player))
    put(choices, action(AUCTION_PROPERTY, player), 0)
    if not rules.played_auctions:
        for buyer in range(rules.num_players):
            for i in range(rules.abstract_bids):
                amount = rules.abstract_bid[i]
                refusal = auction_property(s, rules, player, buyer + 1, amount, False)
                code = action(AUCTION_PROPERTY, player, buyer + 1, amount)
                add(choices, refusal, code)
    if rules.purchase_window:
        list_management(s, rules, POST_ROLL_UNMORTGAGE, player, choices)
        list_offers(s, rules, player, choices)


def list_bankruptcy_prevention(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """DEBT-2: pay, or raise the money, or give up."""
    if s.money[player] >= s.debt_amount[0]:
        put(choices, action(PAY_OFF_DEBT, player), 0)
        return
    refusal = go_bankrupt(s, rules, player, False)
    add(choices, refusal, action(GO_BANKRUPT, player))
    first = BANKRUPTCY_PREVENTION_MORTGAGE - MORTGAGE
    list_sales(s, rules, first, player, choices)
    list_offers(s, rules, player, choices)


def list_trade(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """TRADE-4: accept, decline or withdraw the open offer."""
    refusal = accept_trade(s, rules, player, False)
    add(choices, refusal, action(ACCEPT_TRADE, player))
    refusal = decline_trade(s, rules, player, False)
    add(choices, refusal, action(DECLINE_TRADE, player))
    refusal = withdraw_trade(s, rules, player, False)
    add(choices, refusal, action(WITHDRAW_TRADE, player))


def list_auction(s: State, rules: Rules, player: int, choices: Choices) -> None:
    """AUCTION-4: bid, stand, pass, go on, choose, close."""
    if refusal_to_act(s, rules, player) == LEGAL:
        lowest = lowest_bid(s, rules)
        if s.money[player] >= lowest:
            put(choices, action(BID, player, 0, lowest), s.money[player])
        refusal = stand(s, rules, player, False)
        add(choices, refusal, action(STAND, player))
        refusal = pass_auction(s, rules, player, False)
        add(choices, refusal, action(PASS, player))
    refusal = next_round(s, rules, player, False)
    add(choices, refusal, action(NEXT_ROUND, player))
    refusal = choose_winner(s, rules, player, False)
    add(choices, refusal, action(CHOOSE_WINNER, player))
    refusal = close_auction(s, rules, player, False)
    add(choices, refusal, action(CLOSE_AUCTION, player))
