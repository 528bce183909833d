"""Trading: one offer at a time, answered before anything else happens.

An offer names the deeds and jail cards that change hands; each goes from the player of the two who
has it to the other. `cash` is what the proposer adds; negative: wants.
"""

from gitopoly.rules.board import change_owner, mortgage_value, raised_by_mortgage, squares_of
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.catalogue import (
    ANYBODY,
    LARGEST_OFFER,
    OFFER_TRADE,
    action,
    addressee_of,
    cards_of,
    cash_of,
    deeds_of,
    kind_of,
    offer,
)
from gitopoly.rules.codes import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    TRADE,
    TRADES,
)
from gitopoly.rules.money import liquid, owed_by, pay_bank, pay_player, tenth
from gitopoly.rules.property import refusal_of_window
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
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
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.turn import floor

TRADE_WINDOWS = (PRE_ROLL, POST_ROLL, FREE_4_ALL, BANKRUPTCY_PREVENTION)
"""TRADE-1: trading goes on where property is managed."""

ACCEPT_TRADE, DECLINE_TRADE, WITHDRAW_TRADE = range(53, 56)


def refusal_to_offer(s: State, rules: Rules, player: int) -> int:
    """TRADE-1, TRADE-5, DEBT-2: who may make an offer now."""
    if rules.offers_per_window == 0:
        return NO_TRADING
    if s.phase not in TRADE_WINDOWS or player != floor(s, rules):
        return NO_TRADE_WINDOW
    if refusal := refusal_of_window(s, rules):
        return RAISE_ONLY if refusal == RAISE_ONLY else NO_TRADE_WINDOW
    if s.offers_made >= rules.offers_per_window:
        return TOO_MANY_OFFERS
    return LEGAL


def interest_for(s: State, rules: Rules, receiver: int, giver: int, deeds: int) -> int:
    """MORT-3, MORT-5, TRADE-6: what `receiver` pays for the mortgaged deeds from `giver`."""
    if not rules.interest_on_transfer:
        return 0
    return sum(
        tenth(rules, mortgage_value(rules, square))
        for square in squares_of(rules, deeds & s.holdings[giver] & s.mortgages)
    )


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
    if cards & ~jail_cards_of(s, player, other):
        return NOT_TRADABLE
    return LEGAL


def liquid_after_trade(
    s: State, rules: Rules, player: int, other: int, deeds: int, cash: int
) -> int:
    """DEBT-3: what the debtor could raise once the trade is done."""
    given = sum(
        raised_by_mortgage(rules, square)
        for square in squares_of(rules, deeds & s.holdings[player] & ~s.mortgages)
    )
    taken = sum(
        raised_by_mortgage(rules, square)
        for square in squares_of(rules, deeds & s.holdings[other] & ~s.mortgages)
    )
    interest = interest_for(s, rules, player, other, deeds)
    return liquid(s, rules, player) - cash - interest - given + taken


def tradable_deeds(s: State, player: int, other: int) -> int:
    """TRADE-3: the set of the two players' deeds on groups without buildings."""
    return (s.holdings[player] | s.holdings[other]) & ~s.developed


def can_offer(s: State, rules: Rules, player: int, other: int) -> bool:
    """TRADE-2, TRADE-6, DEBT-3: whether any offer at all from one to the other is legal."""
    if s.phase == BANKRUPTCY_PREVENTION:
        return can_offer_in_debt(s, rules, player, other)
    tradable = tradable_deeds(s, player, other)
    if tradable & ~s.mortgages or jail_cards_of(s, player, other):
        return True
    if not rules.interest_on_transfer:
        return tradable != 0
    # The receiver can be given the cash for the interest along with it.
    cash = s.money[player] + s.money[other]
    return any(
        cash >= tenth(rules, mortgage_value(rules, square))
        for square in squares_of(rules, tradable)
    )


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
    for square in squares_of(rules, tradable_deeds(s, player, other)):
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
    if jail_cards_of(s, player, other):
        cheapest = 0
    return cheapest != NOBODY and saved + gain >= cheapest


def jail_cards_of(s: State, one: int, other: int) -> int:
    """The set of jail cards that two players hold."""
    return sum(1 << deck for deck in range(2) if s.jail_card_owner[deck] in (one, other))


def list_offers(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """TRADE-1: one template for each player to whom something can be offered."""
    if s.offers_made >= rules.offers_per_window:
        return
    for other in range(rules.num_players):
        if other != player and not s.is_bankrupt[other] and can_offer(s, rules, player, other):
            put(buffer, offer(player, other, 0, 0, 0), 1)


@action(
    OFFER_TRADE,
    "offer {offer}",
    at=TRADE_WINDOWS,
    by=ANYBODY,
    listed=list_offers,
)
def offer_trade(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TRADE-1 to TRADE-8: an offer to one live player, open until answered or withdrawn."""
    other = addressee_of(code)
    deeds = deeds_of(code)
    cards = cards_of(code)
    cash = cash_of(code)
    if refusal := refusal_to_offer(s, rules, player):
        return refusal
    if other == player or other >= rules.num_players or s.is_bankrupt[other]:
        return INVALID_ADDRESSEE
    if owed_by(s, other) > 0:
        return DEBTOR_WAITS
    if refusal := refusal_of_contents(s, rules, player, other, deeds, cards):
        return refusal
    if cash > LARGEST_OFFER or cash < -LARGEST_OFFER:
        return OFFER_TOO_LARGE
    if s.money[player] - cash < interest_for(s, rules, player, other, deeds) or (
        s.money[other] + cash < interest_for(s, rules, other, player, deeds)
    ):
        return ENDS_BELOW_ZERO
    if s.phase == BANKRUPTCY_PREVENTION and (
        liquid_after_trade(s, rules, player, other, deeds, cash) < owed_by(s, player)
    ):
        return STILL_INSOLVENT

    if act:
        s.offer_from = player
        s.offer_to = other
        s.offer_deeds = deeds
        s.offer_cards = cards
        s.offer_cash = cash
        s.offer_next_phase = s.phase
        s.offers_made += 1
        s.phase = TRADE
    return LEGAL


@action(
    ACCEPT_TRADE,
    "accept",
    at=TRADE,
    by=ANYBODY,
    source=TRADES,
    gives_deeds=True,
    is_exchange=True,
)
def accept_trade(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TRADE-4, TRADE-6, MORT-3: everything changes hands at once, interest is paid at once."""
    if player != s.offer_to:
        return NOT_ADDRESSED

    if act:
        exchange(s, rules, s.offer_from, player, s.offer_deeds, s.offer_cards, s.offer_cash)
        close_offer(s)
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
    for square in squares_of(rules, deeds):
        change_owner(s, rules, square, second if s.owner[square] == first else first)
    if rules.interest_on_transfer:
        s.interest_paid |= deeds & s.mortgages
    for deck in range(2):
        if cards >> deck & 1:
            s.jail_card_owner[deck] = second if s.jail_card_owner[deck] == first else first


@action(DECLINE_TRADE, "decline", at=TRADE, by=ANYBODY, name="DeclineTrade")
@action(WITHDRAW_TRADE, "withdraw", at=TRADE, by=ANYBODY, name="WithdrawTrade")
def end_trade(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TRADE-4: the addressee says no, or the proposer takes the offer back."""
    if kind_of(code) == DECLINE_TRADE and player != s.offer_to:
        return NOT_ADDRESSED
    if kind_of(code) == WITHDRAW_TRADE and player != s.offer_from:
        return NOT_PROPOSED

    if act:
        close_offer(s)
    return LEGAL


def close_offer(s: State) -> None:
    """The offer is over, and the phase that it interrupted goes on."""
    s.phase = s.offer_next_phase
    s.offer_from = NOBODY
    s.offer_to = NOBODY
    s.offer_deeds = 0
    s.offer_cards = 0
    s.offer_cash = 0
    s.offer_next_phase = PRE_ROLL
