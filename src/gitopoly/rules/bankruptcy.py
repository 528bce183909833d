"""Debts and bankruptcy: paying off, going bankrupt, and what happens to the estate."""

from gitopoly.rules.auction import start_estate_auction
from gitopoly.rules.board import (
    build_to,
    change_mortgage,
    change_owner,
    mortgage_value,
    next_live_player,
    squares_of,
    terminated,
)
from gitopoly.rules.catalogue import action
from gitopoly.rules.codes import (
    AUCTION,
    BANK,
    BANKRUPTCIES,
    BANKRUPTCY_PREVENTION,
    DEALING,
    NOBODY,
    OF_THE_DEBT,
    OPENING,
    PLACING,
    PRE_ROLL,
    TRADE,
)
from gitopoly.rules.money import (
    collect_from_bank,
    drop_debt,
    liquid,
    owe_first,
    pay,
    pay_bank,
    tenth,
)
from gitopoly.rules.outcomes import leave_order, return_jail_card
from gitopoly.rules.property import forget_interest
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
    CASH_SHORT,
    LEGAL,
    NOT_RUINED,
    NOT_THE_FLOOR,
    RAISE_ONLY,
    WRONG_PHASE,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.turn import (
    floor,
    forget_roll,
    give_turn_to_next_live_player,
    settle_dealing,
    settle_opening,
)

PAY_OFF_DEBT = 24
GO_BANKRUPT = 25


@action(
    PAY_OFF_DEBT,
    "pay debt",
    at=BANKRUPTCY_PREVENTION,
    cost=lambda s, rules, player, code: s.debt_amount[0],
    usual=True,
    source=OF_THE_DEBT,
)
def pay_off_debt(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """DEBT-1, DEBT-5: the first debt is paid; the next debtor follows, or the game continues."""
    if s.money[player] < s.debt_amount[0]:
        return CASH_SHORT

    if act:
        next_phase = s.next_phase[0]
        pay(s, player, s.creditor[0], s.debt_amount[0])
        drop_debt(s, 0)
        s.offers_made = 0
        if s.debt_count == 0:
            s.phase = next_phase
    return LEGAL


@action(
    GO_BANKRUPT,
    "go bankrupt",
    at=BANKRUPTCY_PREVENTION,
    usual=True,
    source=BANKRUPTCIES,
    gives_deeds=True,
)
def go_bankrupt(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """DEBT-4, BANKRUPT-1 to BANKRUPT-4, END-1: out of the game; the creditor takes all."""
    if s.money[player] >= s.debt_amount[0]:
        return RAISE_ONLY
    if not is_ruined(s, rules, player):
        return NOT_RUINED

    if act:
        fall(s, rules, player, s.creditor[0], s.next_phase[0])
    return LEGAL


def leave_game(s: State, rules: Rules, player: int, act: bool) -> int:
    """LEAVE-1: a player who gives up is out when the floor comes to them, bankrupt to the bank.

    A debtor goes bankrupt to the creditor, so that leaving saves nobody from paying.
    """
    if player != floor(s, rules):
        return NOT_THE_FLOOR
    if s.phase in (AUCTION, TRADE, PLACING):
        return WRONG_PHASE

    if act:
        if s.phase == OPENING or s.phase == DEALING:
            leave_before_play(s, rules, player)
        elif s.phase == BANKRUPTCY_PREVENTION:
            fall(s, rules, player, s.creditor[0], s.next_phase[0])
        else:
            fall(s, rules, player, BANK, s.phase)
    return LEGAL


def leave_before_play(s: State, rules: Rules, player: int) -> None:
    """LEAVE-1, GAME-5: before play has begun there is no estate, and the others carry on.

    HOUSE-8: deeds that were dealt go back to the bank.
    """
    s.is_bankrupt[player] = 1
    if s.phase == OPENING:
        s.opening[player] = NOBODY
    pay_bank(s, player, s.money[player])
    for square in squares_of(rules, s.holdings[player]):
        change_owner(s, rules, square, NOBODY)
    if player == s.turn_player:
        s.turn_player = next_live_player(s, rules, player)
    if terminated(s, rules):
        for seat in range(rules.num_players):
            s.opening[seat] = 0
        end_the_game(s, rules)
    elif s.phase == OPENING:
        settle_opening(s, rules)
    else:
        settle_dealing(s, rules)


def fall(s: State, rules: Rules, player: int, creditor: int, resume: int) -> None:
    """BANKRUPT-1 to BANKRUPT-4, END-1: out of the game; the game continues at `resume`."""
    s.offers_made = 0
    s.is_bankrupt[player] = 1
    leave_order(s, rules, player)
    sell_all_buildings(s, rules, player)
    clear_debts_of(s, rules, player)
    if player == s.turn_player:
        give_turn_to_next_live_player(s, rules)
        resume = PRE_ROLL
    interest = hand_over(s, rules, player, creditor)
    if terminated(s, rules):
        end_the_game(s, rules)
        return
    if interest > 0:
        if s.money[creditor] >= interest:
            pay_bank(s, creditor, interest)
        else:
            owe_first(s, creditor, interest, resume)
    s.phase = resume
    if s.debt_count > 0 and not rules.defect_stale_debt:
        s.phase = BANKRUPTCY_PREVENTION
    if s.estate != 0:
        start_estate_auction(s, rules, s.phase)


def is_ruined(s: State, rules: Rules, player: int) -> bool:
    """DEBT-4: all together does not cover the debt; or (formal) everything is mortgaged."""
    if rules.ruin_is_insolvency:
        return liquid(s, rules, player) < s.debt_amount[0]
    return s.holdings[player] & ~s.mortgages == 0


def sell_all_buildings(s: State, rules: Rules, player: int) -> None:
    """BANKRUPT-1: all buildings go back to the bank at half the list price."""
    for square in squares_of(rules, s.holdings[player] & s.developed):
        refund = s.level[square] * (rules.house_cost[square] // 2)
        build_to(s, rules, square, 0)
        collect_from_bank(s, rules, player, refund)


def clear_debts_of(s: State, rules: Rules, player: int) -> None:
    """DEBT-5, BANKRUPT-4: the bankrupt player's debts are settled; debts to them lapse."""
    if rules.defect_stale_debt:
        return
    # From the back, because dropping one moves the later ones up.
    for place in range(s.debt_count - 1, -1, -1):
        if player in (s.debtor[place], s.creditor[place]):
            drop_debt(s, place)


def hand_over(s: State, rules: Rules, player: int, creditor: int) -> int:
    """BANKRUPT-1, BANKRUPT-3: all assets to the creditor; the interest that this costs."""
    heir = creditor if creditor >= 0 else NOBODY
    pay(s, player, heir, s.money[player])
    for deck in range(2):
        if s.jail_card_owner[deck] == player:
            s.jail_card_owner[deck] = heir
            if heir == NOBODY:
                return_jail_card(s, rules, deck)
    interest = 0
    for square in squares_of(rules, s.holdings[player]):
        change_owner(s, rules, square, heir)
        if heir == NOBODY:
            change_mortgage(s, rules, square, 0)
            forget_interest(s, rules, square)
            if rules.estate_auction:
                s.estate |= 1 << rules.deed_index[square]
        elif s.mortgaged[square] and rules.interest_on_transfer:
            interest += tenth(rules, mortgage_value(rules, square))
            s.interest_paid |= 1 << rules.deed_index[square]
    return interest


def end_the_game(s: State, rules: Rules) -> None:
    """END-1, END-2, HOUSE-10: the game is over; whatever was pending is dropped.

    No auction is pending, because nobody leaves in the middle of one. Debts are only if several
    players are left: when one is left, the bankrupt player's are gone, and only the first debtor
    ever owes the bank.
    """
    while rules.bankruptcy_limit > 0 and s.debt_count > 0:
        drop_debt(s, s.debt_count - 1)
    for i in range(rules.num_players):
        s.free_4_all_order[i] = NOBODY
    s.estate = 0
    s.doubles_count = 0
    s.interest_paid = 0
    forget_roll(s)
    s.phase = PRE_ROLL
