"""One step of the game: the rule that an action's number means, asked or carried out.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.actions import (
    addressee_of,
    cards_of,
    cash_of,
    deeds_of,
    kind_of,
    number_of,
    player_of,
    square_of,
)
from gitopoly.kernel.auction import (
    bid,
    choose_winner,
    close_auction,
    next_round,
    pass_auction,
    stand,
)
from gitopoly.kernel.bankruptcy import go_bankrupt, pay_off_debt
from gitopoly.kernel.buying import auction_property, buy_property
from gitopoly.kernel.cards import (
    draw_and_execute_chance_card,
    draw_and_execute_community_chest_card,
    pay_card_fine,
)
from gitopoly.kernel.codes import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    FREE_PARKING,
    GO,
    JAIL,
    POST_ROLL,
    PRE_ROLL,
)
from gitopoly.kernel.dealing import deal_deed
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.generated.kinds import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BANKRUPTCY_PREVENTION_DOWNGRADE,
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BANKRUPTCY_PREVENTION_SELL_GROUP,
    BID,
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
    F4A_DOWNGRADE,
    F4A_MORTGAGE,
    F4A_SELL_GROUP,
    F4A_UNMORTGAGE,
    F4A_UPGRADE,
    GO_BANKRUPT,
    LAND_ON_GO_TO_JAIL,
    LEAVE_JAIL_ACTION,
    NEXT_ROUND,
    OFFER_TRADE,
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
    POST_ROLL_DOWNGRADE,
    POST_ROLL_MORTGAGE,
    POST_ROLL_SELL_GROUP,
    POST_ROLL_UNMORTGAGE,
    POST_ROLL_UPGRADE,
    PRE_ROLL_DOWNGRADE,
    PRE_ROLL_MORTGAGE,
    PRE_ROLL_SELL_GROUP,
    PRE_ROLL_UNMORTGAGE,
    PRE_ROLL_UPGRADE,
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
    do_nothing_on,
    do_nothing_on_mortgaged_property,
    do_nothing_on_own_property,
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
    mortgage_property,
    place_building,
    refusal_outside_window,
    sell_group,
    unmortgage_property,
    upgrade_street,
)
from gitopoly.kernel.moving import (
    land_on_go_to_jail,
    leave_jail,
    pay_jail_fine,
    play_goojf_cc,
    play_goojf_ch,
    roll_and_move,
    roll_in_jail,
)
from gitopoly.kernel.refusals import NO_SUCH_ACTION, NO_SUCH_PLAYER, OUT_OF_THE_GAME
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import accept_trade, decline_trade, offer_trade, withdraw_trade
from gitopoly.kernel.turn import (
    conclude_free_4_all_actions,
    doubles_check,
    end_pre_roll,
    end_turn,
    throw_for_start,
)


def attempt(s: State, rules: Rules, code: Wide, outcome: int, act: bool) -> int:
    """BANKRUPT-5: a step in a game that is known to be going on, by a player who is in it."""
    player = player_of(code)
    if player >= rules.num_players:
        return NO_SUCH_PLAYER
    if s.is_bankrupt[player]:
        return OUT_OF_THE_GAME
    kind = kind_of(code)
    if kind < DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        if kind < PAY_STREET_RENT:
            if kind < ROLL_IN_JAIL:
                if kind < PLAY_GOOJF_CC:
                    if kind < PLAY_GOOJF_CH:
                        if kind == END_PRE_ROLL:
                            return end_pre_roll(s, rules, player, act)
                    else:
                        if kind == PLAY_GOOJF_CH:
                            return play_goojf_ch(s, rules, player, act)
                else:
                    if kind < PAY_JAIL_FINE:
                        if kind == PLAY_GOOJF_CC:
                            return play_goojf_cc(s, rules, player, act)
                    else:
                        if kind < ROLL_AND_MOVE:
                            if kind == PAY_JAIL_FINE:
                                return pay_jail_fine(s, rules, player, act)
                        else:
                            if kind == ROLL_AND_MOVE:
                                return roll_and_move(s, rules, player, outcome, act)
            else:
                if kind < DO_NOTHING_ON_GO:
                    if kind < DO_NOTHING_ON_OWN_PROPERTY:
                        if kind == ROLL_IN_JAIL:
                            return roll_in_jail(s, rules, player, outcome, act)
                    else:
                        if kind < DO_NOTHING_ON_JAIL_SQUARE:
                            if kind == DO_NOTHING_ON_OWN_PROPERTY:
                                return do_nothing_on_own_property(s, rules, player, act)
                        else:
                            if kind == DO_NOTHING_ON_JAIL_SQUARE:
                                return do_nothing_on(s, rules, player, JAIL, act)
                else:
                    if kind < DO_NOTHING_ON_FREE_PARKING:
                        if kind == DO_NOTHING_ON_GO:
                            return do_nothing_on(s, rules, player, GO, act)
                    else:
                        if kind < DO_NOTHING_ON_MORTGAGED_PROPERTY:
                            if kind == DO_NOTHING_ON_FREE_PARKING:
                                return do_nothing_on(s, rules, player, FREE_PARKING, act)
                        else:
                            if kind == DO_NOTHING_ON_MORTGAGED_PROPERTY:
                                return do_nothing_on_mortgaged_property(s, rules, player, act)
        else:
            if kind < PAY_TAX:
                if kind < PAY_RAIL_RENT:
                    if kind < PREVENT_BANKRUPTCY_ON_STREET_RENT:
                        if kind == PAY_STREET_RENT:
                            return pay_street_rent(s, rules, player, act)
                    else:
                        if kind == PREVENT_BANKRUPTCY_ON_STREET_RENT:
                            return prevent_bankruptcy_on_street_rent(s, rules, player, act)
                else:
                    if kind < PREVENT_BANKRUPTCY_ON_RAIL_RENT:
                        if kind == PAY_RAIL_RENT:
                            return pay_rail_rent(s, rules, player, act)
                    else:
                        if kind < TRY_PAY_UTIL_RENT:
                            if kind == PREVENT_BANKRUPTCY_ON_RAIL_RENT:
                                return prevent_bankruptcy_on_rail_rent(s, rules, player, act)
                        else:
                            if kind == TRY_PAY_UTIL_RENT:
                                return try_pay_util_rent(s, rules, player, outcome, act)
            else:
                if kind < AUCTION_PROPERTY:
                    if kind < PREVENT_BANKRUPTCY_ON_TAX:
                        if kind == PAY_TAX:
                            return pay_tax(s, rules, player, act)
                    else:
                        if kind < BUY_PROPERTY:
                            if kind == PREVENT_BANKRUPTCY_ON_TAX:
                                return prevent_bankruptcy_on_tax(s, rules, player, act)
                        else:
                            if kind == BUY_PROPERTY:
                                return buy_property(s, rules, player, act)
                else:
                    if kind < LAND_ON_GO_TO_JAIL:
                        if kind == AUCTION_PROPERTY:
                            return auction_property(
                                s, rules, player, square_of(code), number_of(code), act
                            )
                    else:
                        if kind < DRAW_AND_EXECUTE_CHANCE_CARD:
                            if kind == LAND_ON_GO_TO_JAIL:
                                return land_on_go_to_jail(s, rules, player, outcome, act)
                        else:
                            if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
                                return draw_and_execute_chance_card(s, rules, player, outcome, act)
    else:
        if kind < CHOOSE_WINNER:
            if kind < END_TURN:
                if kind < PAY_OFF_DEBT:
                    if kind < DOUBLES_CHECK_ACTION:
                        if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
                            return draw_and_execute_community_chest_card(
                                s, rules, player, outcome, act
                            )
                    else:
                        if kind == DOUBLES_CHECK_ACTION:
                            return doubles_check(s, rules, player, outcome, act)
                else:
                    if kind < GO_BANKRUPT:
                        if kind == PAY_OFF_DEBT:
                            return pay_off_debt(s, rules, player, act)
                    else:
                        if kind < CONCLUDE_FREE_4_ALL_ACTIONS:
                            if kind == GO_BANKRUPT:
                                return go_bankrupt(s, rules, player, act)
                        else:
                            if kind == CONCLUDE_FREE_4_ALL_ACTIONS:
                                return conclude_free_4_all_actions(s, rules, player, act)
            else:
                if kind < STAND:
                    if kind < PRE_ROLL_UNMORTGAGE:
                        if kind == END_TURN:
                            return end_turn(s, rules, player, act)
                    else:
                        if kind < BID:
                            if kind <= BANKRUPTCY_PREVENTION_SELL_GROUP:
                                return manage(
                                    s, rules, kind, player, square_of(code), number_of(code), act
                                )
                        else:
                            if kind == BID:
                                return bid(s, rules, player, number_of(code), act)
                else:
                    if kind < PASS:
                        if kind == STAND:
                            return stand(s, rules, player, act)
                    else:
                        if kind < NEXT_ROUND:
                            if kind == PASS:
                                return pass_auction(s, rules, player, act)
                        else:
                            if kind == NEXT_ROUND:
                                return next_round(s, rules, player, act)
        else:
            if kind < THROW_FOR_START:
                if kind < ACCEPT_TRADE:
                    if kind < CLOSE_AUCTION:
                        if kind == CHOOSE_WINNER:
                            return choose_winner(s, rules, player, act)
                    else:
                        if kind < OFFER_TRADE:
                            if kind == CLOSE_AUCTION:
                                return close_auction(s, rules, player, act)
                        else:
                            if kind == OFFER_TRADE:
                                return offer_trade(
                                    s,
                                    rules,
                                    player,
                                    addressee_of(code),
                                    deeds_of(code),
                                    cards_of(code),
                                    cash_of(code),
                                    act,
                                )
                else:
                    if kind < DECLINE_TRADE:
                        if kind == ACCEPT_TRADE:
                            return accept_trade(s, rules, player, act)
                    else:
                        if kind < WITHDRAW_TRADE:
                            if kind == DECLINE_TRADE:
                                return decline_trade(s, rules, player, act)
                        else:
                            if kind == WITHDRAW_TRADE:
                                return withdraw_trade(s, rules, player, act)
            else:
                if kind < PLACE_BUILDING:
                    if kind < PAY_TENTH_OF_WORTH:
                        if kind == THROW_FOR_START:
                            return throw_for_start(s, rules, player, outcome, act)
                    else:
                        if kind < LEAVE_JAIL_ACTION:
                            if kind == PAY_TENTH_OF_WORTH:
                                return pay_tenth_of_worth(s, rules, player, act)
                        else:
                            if kind == LEAVE_JAIL_ACTION:
                                return leave_jail(s, rules, player, act)
                else:
                    if kind < DEAL_DEED:
                        if kind == PLACE_BUILDING:
                            return place_building(s, rules, player, square_of(code), act)
                    else:
                        if kind < PAY_CARD_FINE:
                            if kind == DEAL_DEED:
                                return deal_deed(s, rules, player, outcome, act)
                        else:
                            if kind == PAY_CARD_FINE:
                                return pay_card_fine(s, rules, player, act)
    return NO_SUCH_ACTION


def manage(
    s: State, rules: Rules, kind: int, player: int, square: int, number: Wide, act: bool
) -> int:
    """TIME-1, DEBT-2: an operation on property, in the window that its number belongs to."""
    if kind <= PRE_ROLL_SELL_GROUP:
        phase = PRE_ROLL
    elif kind <= POST_ROLL_SELL_GROUP:
        phase = POST_ROLL
    elif kind <= F4A_SELL_GROUP:
        phase = FREE_4_ALL
    else:
        phase = BANKRUPTCY_PREVENTION
    refusal = refusal_outside_window(s, rules, phase, player)
    if refusal:
        return refusal
    if kind == PRE_ROLL_UNMORTGAGE or kind == POST_ROLL_UNMORTGAGE or kind == F4A_UNMORTGAGE:
        return unmortgage_property(s, rules, player, square, act)
    if kind == PRE_ROLL_UPGRADE or kind == POST_ROLL_UPGRADE or kind == F4A_UPGRADE:
        return upgrade_street(s, rules, player, square, act)
    if (
        kind == PRE_ROLL_MORTGAGE
        or kind == POST_ROLL_MORTGAGE
        or kind == F4A_MORTGAGE
        or kind == BANKRUPTCY_PREVENTION_MORTGAGE
    ):
        return mortgage_property(s, rules, player, square, act)
    if (
        kind == PRE_ROLL_DOWNGRADE
        or kind == POST_ROLL_DOWNGRADE
        or kind == F4A_DOWNGRADE
        or kind == BANKRUPTCY_PREVENTION_DOWNGRADE
    ):
        return downgrade_street(s, rules, player, square, act)
    if (
        kind == PRE_ROLL_SELL_GROUP
        or kind == POST_ROLL_SELL_GROUP
        or kind == F4A_SELL_GROUP
        or kind == BANKRUPTCY_PREVENTION_SELL_GROUP
    ):
        return sell_group(s, rules, player, square, number, act)
    return NO_SUCH_ACTION
