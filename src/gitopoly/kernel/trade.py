"""Trading: one offer at a time, answered before anything else happens.

An offer names the deeds and jail cards that change hands; each goes from the player of the two who
has it to the other. `cash` is what the proposer adds; negative: wants.
"""

from gitopoly.kernel.actions import LARGEST_OFFER
from gitopoly.kernel.board import mortgage_value, raised_by_mortgage
from gitopoly.kernel.catalogue import ANYBODY, action
from gitopoly.kernel.codes import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    TRADE,
)
from gitopoly.kernel.money import liquid, owed_by, pay_bank, pay_player, tenth
from gitopoly.kernel.refusals import (
    DEBTOR_WAITS,
    ENDS_BELOW_ZERO,
    GROUP_NOT_BARE,
    INVALID_ADDRESSEE,
    LEGAL,
    NO_TRADE_WINDOW,
    NO_TRADING,
    NOT_ADDRESSED,
    NOT_PROPOSED,
    NOT_TRADABLE,
    NOTHING_MOVES,
    OFFER_TOO_LARGE,
    RAISE_ONLY,
    STILL_INSOLVENT,
    TOO_MANY_OFFERS,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_owner, first_of
from gitopoly.kernel.state import State
from gitopoly.kernel.turn import in_purchase_window


def refusal_to_offer(s: State, rules: Rules, player: int) -> int:
    """TRADE-1, TRADE-5, DEBT-2: who may make an offer now."""
    if rules.offers_per_window == 0:
        return NO_TRADING
    if s.phase == BANKRUPTCY_PREVENTION:
        if player != s.debtor[0]:
            return NO_TRADE_WINDOW
        if s.money[player] >= s.debt_amount[0]:
            return RAISE_ONLY
    elif s.phase == PRE_ROLL or in_purchase_window(s, rules):
        if player != s.turn_player:
            return NO_TRADE_WINDOW
    elif s.phase != FREE_4_ALL or player != s.free_4_all_order[0]:
        return NO_TRADE_WINDOW
    if s.offers_made >= rules.offers_per_window:
        return TOO_MANY_OFFERS
    return LEGAL


def interest_for(s: State, rules: Rules, receiver: int, giver: int, deeds: int) -> int:
    """MORT-3, MORT-5, TRADE-6: what `receiver` pays for the mortgaged deeds from `giver`."""
    if not rules.interest_on_transfer:
        return 0
    interest = 0
    left = deeds & s.holdings[giver] & s.mortgages
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        interest += tenth(rules, mortgage_value(rules, square))
    return interest


def refusal_of_contents(
    s: State, rules: Rules, player: int, other: int, deeds: int, cards: int
) -> int:
    """TRADE-2, TRADE-3, SELL-4, MORT-7: only bare deeds and jail cards, no buildings, no loans."""
    if deeds == 0 and cards == 0:
        return NOTHING_MOVES
    if deeds & ~(s.holdings[player] | s.holdings[other]):
        return NOT_TRADABLE
    if deeds & s.developed:
        return GROUP_NOT_BARE
    if cards & 1 and s.goojf_ch_owner != player and s.goojf_ch_owner != other:
        return NOT_TRADABLE
    if cards & 2 and s.goojf_cc_owner != player and s.goojf_cc_owner != other:
        return NOT_TRADABLE
    return LEGAL


def liquid_after_trade(
    s: State, rules: Rules, player: int, other: int, deeds: int, cash: int
) -> int:
    """DEBT-3: what the debtor could raise once the trade is done."""
    total = liquid(s, rules, player) - cash - interest_for(s, rules, player, other, deeds)
    left = deeds & ~s.mortgages
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        if s.owner[square] == player:
            total -= raised_by_mortgage(rules, square)
        else:
            total += raised_by_mortgage(rules, square)
    return total


def tradable_deeds(s: State, player: int, other: int) -> int:
    """TRADE-3: the set of the two players' deeds on groups without buildings."""
    return (s.holdings[player] | s.holdings[other]) & ~s.developed


def can_offer(s: State, rules: Rules, player: int, other: int) -> bool:
    """TRADE-2, TRADE-6, DEBT-3: whether any offer at all from one to the other is legal."""
    if s.phase == BANKRUPTCY_PREVENTION:
        return can_offer_in_debt(s, rules, player, other)
    if has_jail_card(s, player) or has_jail_card(s, other):
        return True
    tradable = tradable_deeds(s, player, other)
    if not rules.interest_on_transfer or tradable & ~s.mortgages:
        return tradable != 0
    while tradable:
        # The receiver can be given the cash for the interest along with it.
        mortgage = mortgage_value(rules, rules.deeds[first_of(tradable)])
        if s.money[player] + s.money[other] >= tenth(rules, mortgage):
            return True
        tradable &= tradable - 1
    return False


def can_offer_in_debt(s: State, rules: Rules, player: int, other: int) -> bool:
    """DEBT-3: whether the best that the other could give would save the debtor.

    The best is all the other's cash and unmortgaged deeds. If there are none of these, the
    cheapest thing that can move at all goes with the cash.
    """
    if owed_by(s, other) > 0:
        return False
    saved = liquid(s, rules, player) + min(s.money[other], LARGEST_OFFER) - owed_by(s, player)
    gain = 0
    cheapest = NOBODY
    left = tradable_deeds(s, player, other)
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        cost = raised_by_mortgage(rules, square)
        if s.mortgaged[square]:
            cost = tenth(rules, cost) if rules.interest_on_transfer else 0
            if cost > s.money[player] + s.money[other]:
                continue
        elif s.owner[square] == other:
            gain += cost
            cost = 0
        if cheapest == NOBODY or cost < cheapest:
            cheapest = cost
    if has_jail_card(s, player) or has_jail_card(s, other):
        cheapest = 0
    return cheapest != NOBODY and saved + gain >= cheapest


def has_jail_card(s: State, player: int) -> bool:
    """Whether a player holds a jail card."""
    return s.goojf_ch_owner == player or s.goojf_cc_owner == player


@action(
    52,
    "OfferTrade",
    {
        PRE_ROLL: "",
        POST_ROLL: "for sale",
        FREE_4_ALL: "s.free_4_all_order[0] != NOBODY",
        BANKRUPTCY_PREVENTION: "s.money[player] < s.debt_amount[0]",
    },
    "offer {offer}",
    listed="list_window",
)
def offer_trade(
    s: State,
    rules: Rules,
    player: int,
    other: int,
    deeds: int,
    cards: int,
    cash: int,
    act: bool,
) -> int:
    """TRADE-1 to TRADE-8: an offer to one live player, open until answered or withdrawn."""
    refusal = refusal_to_offer(s, rules, player)
    if refusal:
        return refusal
    if other == player or other >= rules.num_players or s.is_bankrupt[other]:
        return INVALID_ADDRESSEE
    if owed_by(s, other) > 0:
        return DEBTOR_WAITS
    refusal = refusal_of_contents(s, rules, player, other, deeds, cards)
    if refusal:
        return refusal
    if cash > LARGEST_OFFER or cash < -LARGEST_OFFER:
        return OFFER_TOO_LARGE
    if s.money[player] - cash < interest_for(s, rules, player, other, deeds):
        return ENDS_BELOW_ZERO
    if s.money[other] + cash < interest_for(s, rules, other, player, deeds):
        return ENDS_BELOW_ZERO
    if s.phase == BANKRUPTCY_PREVENTION and (
        liquid_after_trade(s, rules, player, other, deeds, cash) < owed_by(s, player)
    ):
        return STILL_INSOLVENT
    if not act:
        return LEGAL

    s.offer_from = player
    s.offer_to = other
    s.offer_deeds = deeds
    s.offer_cards = cards
    s.offer_cash = cash
    s.offer_next_phase = s.phase
    s.offers_made += 1
    s.phase = TRADE
    return LEGAL


@action(53, "AcceptTrade", TRADE, "accept", actor=ANYBODY)
def accept_trade(s: State, rules: Rules, player: int, act: bool) -> int:
    """TRADE-4, TRADE-6, MORT-3: everything changes hands at once, interest is paid at once."""
    if s.phase != TRADE:
        return WRONG_PHASE
    if player != s.offer_to:
        return NOT_ADDRESSED
    if not act:
        return LEGAL

    exchange(s, rules, s.offer_from, player, s.offer_deeds, s.offer_cards, s.offer_cash)
    s.phase = s.offer_next_phase
    clear_offer(s)
    return LEGAL


def exchange(
    s: State, rules: Rules, first: int, second: int, deeds: int, cards: int, cash: int
) -> None:
    """TRADE-4, TRADE-6, MORT-3: deeds and cards change hands, and `first` adds the cash.

    Each pays the interest on the mortgages they receive.
    """
    interest_of_first = interest_for(s, rules, first, second, deeds)
    interest_of_second = interest_for(s, rules, second, first, deeds)
    pay_player(s, first, second, cash)
    pay_bank(s, first, interest_of_first)
    pay_bank(s, second, interest_of_second)
    left = deeds
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        change_owner(s, rules, square, second if s.owner[square] == first else first)
    if rules.interest_on_transfer:
        s.interest_paid |= deeds & s.mortgages
    if cards & 1:
        s.goojf_ch_owner = second if s.goojf_ch_owner == first else first
    if cards & 2:
        s.goojf_cc_owner = second if s.goojf_cc_owner == first else first


@action(54, "DeclineTrade", TRADE, "decline", actor=ANYBODY)
def decline_trade(s: State, rules: Rules, player: int, act: bool) -> int:
    """TRADE-4: the addressee says no."""
    if s.phase != TRADE:
        return WRONG_PHASE
    if player != s.offer_to:
        return NOT_ADDRESSED
    if not act:
        return LEGAL

    s.phase = s.offer_next_phase
    clear_offer(s)
    return LEGAL


@action(55, "WithdrawTrade", TRADE, "withdraw", actor=ANYBODY)
def withdraw_trade(s: State, rules: Rules, player: int, act: bool) -> int:
    """TRADE-4: the proposer takes the offer back."""
    if s.phase != TRADE:
        return WRONG_PHASE
    if player != s.offer_from:
        return NOT_PROPOSED
    if not act:
        return LEGAL

    s.phase = s.offer_next_phase
    clear_offer(s)
    return LEGAL


def clear_offer(s: State) -> None:
    """No offer is open."""
    s.offer_from = NOBODY
    s.offer_to = NOBODY
    s.offer_deeds = 0
    s.offer_cards = 0
    s.offer_cash = 0
    s.offer_next_phase = PRE_ROLL
