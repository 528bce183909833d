"""One step of the game: the action that a code means, asked for or carried out.

With `act` false a step only answers whether the action is legal, and if not, why not;
with `act` true it also carries it out. So guards and effects stand together, in the rule's
own function, and nothing else decides what is legal.
"""

from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BANKRUPTCY_PREVENTION_SELL_GROUP,
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
    OFFER_TRADE,
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
from gitopoly.kernel.board import terminated
from gitopoly.kernel.cards import (
    draw_and_execute_chance_card,
    draw_and_execute_community_chest_card,
)
from gitopoly.kernel.landing import (
    auction_property,
    buy_property,
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
from gitopoly.kernel.phases import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    FREE_PARKING,
    GO,
    JAIL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
)
from gitopoly.kernel.refusals import (
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NO_SUCH_PLAYER,
    NO_WINDOW,
    NOT_ON_THE_ORDER,
    NOT_THE_FLOOR,
    ONLY_TO_RAISE,
    OUT_OF_THE_GAME,
    RAISE_ONLY,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import accept_trade, decline_trade, offer_trade, withdraw_trade
from gitopoly.kernel.turn import (
    conclude_free_4_all_actions,
    doubles_check,
    end_pre_roll,
    end_turn,
    in_purchase_window,
    throw_for_start,
)


def step(s: State, rules: Rules, code: int, outcome: int, act: bool) -> int:
    """Ask for an action, or carry it out. Returns LEGAL or the refusal."""
    if terminated(s, rules):
        return GAME_OVER
    return attempt(s, rules, code, outcome, act)


def attempt(s: State, rules: Rules, code: int, outcome: int, act: bool) -> int:
    """BANKRUPT-5: a step in a game that is known to be going on, by a player who is in it."""
    player = player_of(code)
    if player >= rules.num_players:
        return NO_SUCH_PLAYER
    if s.is_bankrupt[player]:
        return OUT_OF_THE_GAME
    kind = kind_of(code)
    if kind < DO_NOTHING_ON_OWN_PROPERTY:
        return step_before_landing(s, rules, kind, player, outcome, act)
    if kind < DOUBLES_CHECK_ACTION:
        return step_on_landing(s, rules, kind, player, code, outcome, act)
    if kind < PRE_ROLL_UNMORTGAGE:
        return step_after_landing(s, rules, kind, player, outcome, act)
    if kind <= BANKRUPTCY_PREVENTION_SELL_GROUP:
        return step_of_management(s, rules, kind, player, code, act)
    if kind <= CLOSE_AUCTION:
        return step_of_auction(s, rules, kind, player, code, act)
    if kind <= WITHDRAW_TRADE:
        return step_of_trade(s, rules, kind, player, code, act)
    return step_of_classic(s, rules, kind, player, code, outcome, act)


def step_before_landing(
    s: State, rules: Rules, kind: int, player: int, outcome: int, act: bool
) -> int:
    """Pre-roll and roll."""
    if kind == END_PRE_ROLL:
        return end_pre_roll(s, rules, player, act)
    if kind == ROLL_AND_MOVE:
        return roll_and_move(s, rules, player, outcome, act)
    if kind == ROLL_IN_JAIL:
        return roll_in_jail(s, rules, player, outcome, act)
    if kind == PAY_JAIL_FINE:
        return pay_jail_fine(s, rules, player, act)
    if kind == PLAY_GOOJF_CH:
        return play_goojf_ch(s, rules, player, act)
    if kind == PLAY_GOOJF_CC:
        return play_goojf_cc(s, rules, player, act)
    return NO_SUCH_ACTION


def step_on_landing(
    s: State, rules: Rules, kind: int, player: int, code: int, outcome: int, act: bool
) -> int:
    """Post-roll."""
    if kind == DO_NOTHING_ON_OWN_PROPERTY:
        return do_nothing_on_own_property(s, rules, player, act)
    if kind == DO_NOTHING_ON_JAIL_SQUARE:
        return do_nothing_on(s, rules, player, JAIL, act)
    if kind == DO_NOTHING_ON_GO:
        return do_nothing_on(s, rules, player, GO, act)
    if kind == DO_NOTHING_ON_FREE_PARKING:
        return do_nothing_on(s, rules, player, FREE_PARKING, act)
    if kind == DO_NOTHING_ON_MORTGAGED_PROPERTY:
        return do_nothing_on_mortgaged_property(s, rules, player, act)
    if kind == PAY_STREET_RENT:
        return pay_street_rent(s, rules, player, act)
    if kind == PREVENT_BANKRUPTCY_ON_STREET_RENT:
        return prevent_bankruptcy_on_street_rent(s, rules, player, act)
    if kind == PAY_RAIL_RENT:
        return pay_rail_rent(s, rules, player, act)
    if kind == PREVENT_BANKRUPTCY_ON_RAIL_RENT:
        return prevent_bankruptcy_on_rail_rent(s, rules, player, act)
    if kind == TRY_PAY_UTIL_RENT:
        return try_pay_util_rent(s, rules, player, outcome, act)
    if kind == PAY_TAX:
        return pay_tax(s, rules, player, act)
    if kind == PREVENT_BANKRUPTCY_ON_TAX:
        return prevent_bankruptcy_on_tax(s, rules, player, act)
    if kind == BUY_PROPERTY:
        return buy_property(s, rules, player, act)
    if kind == AUCTION_PROPERTY:
        return auction_property(s, rules, player, square_of(code), number_of(code), act)
    if kind == LAND_ON_GO_TO_JAIL:
        return land_on_go_to_jail(s, rules, player, outcome, act)
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return draw_and_execute_chance_card(s, rules, player, outcome, act)
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return draw_and_execute_community_chest_card(s, rules, player, outcome, act)
    return NO_SUCH_ACTION


def step_after_landing(
    s: State, rules: Rules, kind: int, player: int, outcome: int, act: bool
) -> int:
    """Doubles-check, bankruptcy-prevention, free-4-all."""
    if kind == DOUBLES_CHECK_ACTION:
        return doubles_check(s, rules, player, outcome, act)
    if kind == CONCLUDE_FREE_4_ALL_ACTIONS:
        return conclude_free_4_all_actions(s, rules, player, act)
    if kind == END_TURN:
        return end_turn(s, rules, player, act)
    if kind == PAY_OFF_DEBT:
        return pay_off_debt(s, rules, player, act)
    if kind == GO_BANKRUPT:
        return go_bankrupt(s, rules, player, act)
    return NO_SUCH_ACTION


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


def step_of_management(s: State, rules: Rules, kind: int, player: int, code: int, act: bool) -> int:
    """Mortgaging, building and selling, in the window that the kind names."""
    if kind < POST_ROLL_UNMORTGAGE:
        phase = PRE_ROLL
        operation = kind - PRE_ROLL_UNMORTGAGE
    elif kind < F4A_UNMORTGAGE:
        phase = POST_ROLL
        operation = kind - POST_ROLL_UNMORTGAGE
    elif kind < BANKRUPTCY_PREVENTION_MORTGAGE:
        phase = FREE_4_ALL
        operation = kind - F4A_UNMORTGAGE
    else:
        phase = BANKRUPTCY_PREVENTION
        operation = kind - BANKRUPTCY_PREVENTION_MORTGAGE + MORTGAGE
    refusal = refusal_outside_window(s, rules, phase, player)
    if refusal:
        return refusal
    return manage(s, rules, operation, player, square_of(code), number_of(code), act)


def manage(
    s: State, rules: Rules, operation: int, player: int, square: int, number: int, act: bool
) -> int:
    """One of the five operations on property; a group sale takes the group as its square."""
    if operation == UNMORTGAGE:
        return unmortgage_property(s, rules, player, square, act)
    if operation == UPGRADE:
        return upgrade_street(s, rules, player, square, act)
    if operation == MORTGAGE:
        return mortgage_property(s, rules, player, square, act)
    if operation == DOWNGRADE:
        return downgrade_street(s, rules, player, square, act)
    if operation == SELL_GROUP:
        return sell_group(s, rules, player, square, number, act)
    return NO_SUCH_ACTION


def step_of_auction(s: State, rules: Rules, kind: int, player: int, code: int, act: bool) -> int:
    """Auction2."""
    if kind == BID:
        return bid(s, rules, player, number_of(code), act)
    if kind == STAND:
        return stand(s, rules, player, act)
    if kind == PASS:
        return pass_auction(s, rules, player, act)
    if kind == NEXT_ROUND:
        return next_round(s, rules, player, act)
    if kind == CHOOSE_WINNER:
        return choose_winner(s, rules, player, act)
    return close_auction(s, rules, player, act)


def step_of_trade(s: State, rules: Rules, kind: int, player: int, code: int, act: bool) -> int:
    """Trade2."""
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
    if kind == ACCEPT_TRADE:
        return accept_trade(s, rules, player, act)
    if kind == DECLINE_TRADE:
        return decline_trade(s, rules, player, act)
    return withdraw_trade(s, rules, player, act)


def step_of_classic(
    s: State, rules: Rules, kind: int, player: int, code: int, outcome: int, act: bool
) -> int:
    """What only the classic game knows."""
    if kind == THROW_FOR_START:
        return throw_for_start(s, rules, player, outcome, act)
    if kind == PAY_TENTH_OF_WORTH:
        return pay_tenth_of_worth(s, rules, player, act)
    if kind == LEAVE_JAIL_ACTION:
        return leave_jail(s, rules, player, act)
    if kind == PLACE_BUILDING:
        return place_building(s, rules, player, square_of(code), act)
    return NO_SUCH_ACTION
