"""All legal actions of a player: every candidate of the phase is put to its own rule.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.action_buffer import ActionBuffer, add, put
from gitopoly.kernel.actions import action
from gitopoly.kernel.auction import (
    choose_winner,
    close_auction,
    next_round,
    pass_auction,
    refusal_to_act,
    stand,
)
from gitopoly.kernel.bankruptcy import go_bankrupt
from gitopoly.kernel.buying import buy_property
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CARD_CHOICE,
    CHANCE,
    COMMUNITY_CHEST,
    DEALING,
    DOUBLES_CHECK,
    FREE_4_ALL,
    FREE_PARKING,
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
    ROLL,
    STREET,
    TAX,
    TRADE,
    UTIL,
)
from gitopoly.kernel.generated.kinds import (
    ACCEPT_TRADE,
    BUY_PROPERTY,
    CHOOSE_WINNER,
    CLOSE_AUCTION,
    CONCLUDE_FREE_4_ALL_ACTIONS,
    DEAL_DEED,
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
    GO_BANKRUPT,
    LAND_ON_GO_TO_JAIL,
    LEAVE_JAIL_ACTION,
    NEXT_ROUND,
    PASS,
    PAY_CARD_FINE,
    PAY_JAIL_FINE,
    PAY_OFF_DEBT,
    PAY_RAIL_RENT,
    PAY_STREET_RENT,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PLACE_BUILDING,
    PLAY_GOOJF_CC,
    PLAY_GOOJF_CH,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    STAND,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    WITHDRAW_TRADE,
)
from gitopoly.kernel.landing import (
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
from gitopoly.kernel.legal_property import list_auction_property, list_range_of_bids, list_window
from gitopoly.kernel.management import place_building
from gitopoly.kernel.moving import land_on_go_to_jail, pay_jail_fine, play_goojf_cc, play_goojf_ch
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import accept_trade, decline_trade, withdraw_trade
from gitopoly.kernel.turn import floor


def list_while_playing(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """The legal actions of one player in a game that is known to be going on."""
    buffer.count = 0
    phase = s.phase
    if phase == AUCTION:
        list_auction(s, rules, player, buffer)
        return
    if phase == TRADE:
        list_trade(s, rules, player, buffer)
        return
    if player == s.turn_player:
        list_anywhere(s, rules, player, buffer)
    if player != floor(s, rules):
        return
    first = NOBODY
    if phase == PRE_ROLL:
        first = list_pre_roll(s, rules, player, buffer)
    elif phase == ROLL:
        list_roll(s, rules, player, buffer)
    elif phase == POST_ROLL:
        first = list_post_roll(s, rules, player, buffer)
    elif phase == DOUBLES_CHECK:
        list_doubles_check(s, rules, player, buffer)
    elif phase == BANKRUPTCY_PREVENTION:
        first = list_bankruptcy_prevention(s, rules, player, buffer)
    elif phase == FREE_4_ALL:
        first = list_free_4_all(s, rules, player, buffer)
    elif phase == OPENING:
        list_opening(s, rules, player, buffer)
    elif phase == LEAVE_JAIL:
        list_leave_jail(s, rules, player, buffer)
    elif phase == PLACING:
        list_placing(s, rules, player, buffer)
    elif phase == DEALING:
        list_dealing(s, rules, player, buffer)
    elif phase == CARD_CHOICE:
        list_card_choice(s, rules, player, buffer)
    if first != NOBODY:
        list_window(s, rules, first, player, buffer)


def list_anywhere(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What the published defects let the turn player do outside the proper phase."""
    if rules.defect_fine_in_any_phase and s.phase != PRE_ROLL:
        add(buffer, pay_jail_fine(s, rules, player, False), action(PAY_JAIL_FINE, player))
    if rules.defect_go_to_jail_in_any_phase and s.phase != POST_ROLL:
        add(
            buffer,
            land_on_go_to_jail(s, rules, player, 0, False),
            action(LAND_ON_GO_TO_JAIL, player),
        )


def list_pre_roll(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> int:
    """What may be done in PRE_ROLL; where the operations of an open window begin."""
    put(buffer, action(END_PRE_ROLL, player), 0)
    if s.in_jail[player]:
        add(buffer, play_goojf_ch(s, rules, player, False), action(PLAY_GOOJF_CH, player))
        add(buffer, play_goojf_cc(s, rules, player, False), action(PLAY_GOOJF_CC, player))
        add(buffer, pay_jail_fine(s, rules, player, False), action(PAY_JAIL_FINE, player))
    return 28


def list_roll(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in ROLL."""
    if not s.in_jail[player]:
        put(buffer, action(ROLL_AND_MOVE, player), 0)
    elif s.in_jail[player]:
        put(buffer, action(ROLL_IN_JAIL, player), 0)


def list_post_roll(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> int:
    """What may be done in POST_ROLL; where the operations of an open window begin."""
    square = s.positions[player]
    square_type = rules.square_type[square]
    if s.owner[square] == NOBODY and rules.group[square] != NOBODY:
        add(buffer, buy_property(s, rules, player, False), action(BUY_PROPERTY, player))
        list_auction_property(s, rules, player, buffer)
        if rules.purchase_window:
            return 33
    elif s.owner[square] == player:
        put(buffer, action(DO_NOTHING_ON_OWN_PROPERTY, player), 0)
    elif square_type == STREET:
        add(
            buffer,
            do_nothing_on_mortgaged_property(s, rules, player, False),
            action(DO_NOTHING_ON_MORTGAGED_PROPERTY, player),
        )
        add(buffer, pay_street_rent(s, rules, player, False), action(PAY_STREET_RENT, player))
        add(
            buffer,
            prevent_bankruptcy_on_street_rent(s, rules, player, False),
            action(PREVENT_BANKRUPTCY_ON_STREET_RENT, player),
        )
    elif square_type == RAIL:
        add(
            buffer,
            do_nothing_on_mortgaged_property(s, rules, player, False),
            action(DO_NOTHING_ON_MORTGAGED_PROPERTY, player),
        )
        add(buffer, pay_rail_rent(s, rules, player, False), action(PAY_RAIL_RENT, player))
        add(
            buffer,
            prevent_bankruptcy_on_rail_rent(s, rules, player, False),
            action(PREVENT_BANKRUPTCY_ON_RAIL_RENT, player),
        )
    elif square_type == UTIL:
        add(
            buffer,
            do_nothing_on_mortgaged_property(s, rules, player, False),
            action(DO_NOTHING_ON_MORTGAGED_PROPERTY, player),
        )
        add(
            buffer, try_pay_util_rent(s, rules, player, 0, False), action(TRY_PAY_UTIL_RENT, player)
        )
    elif square_type == CHANCE:
        put(buffer, action(DRAW_AND_EXECUTE_CHANCE_CARD, player), 0)
    elif square_type == COMMUNITY_CHEST:
        put(buffer, action(DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD, player), 0)
    elif rules.tenth_allowed[square]:
        add(buffer, pay_tax(s, rules, player, False), action(PAY_TAX, player))
        add(
            buffer,
            prevent_bankruptcy_on_tax(s, rules, player, False),
            action(PREVENT_BANKRUPTCY_ON_TAX, player),
        )
        add(buffer, pay_tenth_of_worth(s, rules, player, False), action(PAY_TENTH_OF_WORTH, player))
    elif square_type == TAX:
        add(buffer, pay_tax(s, rules, player, False), action(PAY_TAX, player))
        add(
            buffer,
            prevent_bankruptcy_on_tax(s, rules, player, False),
            action(PREVENT_BANKRUPTCY_ON_TAX, player),
        )
    elif square_type == GO_TO_JAIL:
        put(buffer, action(LAND_ON_GO_TO_JAIL, player), 0)
    elif square_type == JAIL:
        put(buffer, action(DO_NOTHING_ON_JAIL_SQUARE, player), 0)
    elif square_type == GO:
        put(buffer, action(DO_NOTHING_ON_GO, player), 0)
    elif square_type == FREE_PARKING:
        put(buffer, action(DO_NOTHING_ON_FREE_PARKING, player), 0)
    return NOBODY


def list_doubles_check(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in DOUBLES_CHECK."""
    put(buffer, action(DOUBLES_CHECK_ACTION, player), 0)


def list_bankruptcy_prevention(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> int:
    """What may be done in BANKRUPTCY_PREVENTION; where the operations of an open window begin."""
    if s.money[player] >= s.debt_amount[0]:
        put(buffer, action(PAY_OFF_DEBT, player), 0)
    elif s.money[player] < s.debt_amount[0]:
        add(buffer, go_bankrupt(s, rules, player, False), action(GO_BANKRUPT, player))
        return 41
    return NOBODY


def list_free_4_all(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> int:
    """What may be done in FREE_4_ALL; where the operations of an open window begin."""
    if s.free_4_all_order[0] != NOBODY:
        put(buffer, action(CONCLUDE_FREE_4_ALL_ACTIONS, player), 0)
        return 38
    if s.free_4_all_order[0] == NOBODY:
        put(buffer, action(END_TURN, player), 0)
    return NOBODY


def list_auction(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in AUCTION."""
    if refusal_to_act(s, rules, player) == LEGAL:
        list_range_of_bids(s, rules, player, buffer)
        add(buffer, stand(s, rules, player, False), action(STAND, player))
        add(buffer, pass_auction(s, rules, player, False), action(PASS, player))
    add(buffer, next_round(s, rules, player, False), action(NEXT_ROUND, player))
    add(buffer, choose_winner(s, rules, player, False), action(CHOOSE_WINNER, player))
    add(buffer, close_auction(s, rules, player, False), action(CLOSE_AUCTION, player))


def list_trade(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in TRADE."""
    add(buffer, accept_trade(s, rules, player, False), action(ACCEPT_TRADE, player))
    add(buffer, decline_trade(s, rules, player, False), action(DECLINE_TRADE, player))
    add(buffer, withdraw_trade(s, rules, player, False), action(WITHDRAW_TRADE, player))


def list_opening(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in OPENING."""
    put(buffer, action(THROW_FOR_START, player), 0)


def list_leave_jail(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in LEAVE_JAIL."""
    put(buffer, action(LEAVE_JAIL_ACTION, player), 0)


def list_placing(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in PLACING."""
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        add(
            buffer,
            place_building(s, rules, player, square, False),
            action(PLACE_BUILDING, player, square),
        )


def list_dealing(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in DEALING."""
    put(buffer, action(DEAL_DEED, player), 0)


def list_card_choice(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What may be done in CARD_CHOICE."""
    put(buffer, action(DRAW_AND_EXECUTE_CHANCE_CARD, player), 0)
    put(buffer, action(PAY_CARD_FINE, player), 0)
