"""Fields that are not in use: each holds its idle value from `FIELDS`.

So equal positions are equal field by field, and no stale value can come back.
"""

from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CARD_CHOICE,
    DOUBLES_CHECK,
    ESTATE_AUCTION,
    FREE_4_ALL,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    LEAVE_JAIL,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RAIL,
    RENT_AS_PRINTED,
    RENT_TWICE,
    TRADE,
    UNKNOWN,
    UTIL,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def inv_idle_fields(s: State, rules: Rules) -> bool:
    """Nothing is left over from a roll, a debt, an auction, an offer or a stay in jail."""
    return (
        landing_is_idle(s, rules)
        and turn_is_idle(s, rules)
        and debts_are_idle(s)
        and auction_is_idle(s, rules)
        and offer_is_idle(s, rules)
        and bank_is_idle(s, rules)
        and seats_are_idle(s, rules)
        and squares_are_idle(s, rules)
    )


def window(s: State) -> int:
    """The phase beneath an open offer and an auction, to which both return."""
    phase = s.phase
    if phase == TRADE:
        phase = s.offer_next_phase
    if phase == AUCTION or phase == PLACING:
        phase = s.auction_next_phase
    return phase


def course(s: State) -> int:
    """The phase of the turn beneath whatever interrupts it."""
    phase = window(s)
    if phase == BANKRUPTCY_PREVENTION:
        return s.next_phase[0]
    return phase


def landing_is_idle(s: State, rules: Rules) -> bool:
    """TIME-10: a roll and what a card says about the rent last until the landing is resolved."""
    phase = course(s)
    resolving = phase == POST_ROLL or phase == DOUBLES_CHECK or phase == CARD_CHOICE
    if s.throw[0] != 0 or s.throw[1] != 0:
        if not resolving and phase != LEAVE_JAIL:
            return False
        if not rules.utility_uses_throw and not rules.fine_before_move:
            return False
    if s.rent_rule == RENT_AS_PRINTED:
        return True
    kind = RAIL if s.rent_rule == RENT_TWICE else UTIL
    return resolving and rules.square_type[s.positions[s.turn_player]] == kind


def turn_is_idle(s: State, rules: Rules) -> bool:
    """TIME-3, DOUBLES-3, JAIL-9, GAME-5: orders, doubles, misses and rolls for the start."""
    if s.free_4_all_order[0] != NOBODY and window(s) != FREE_4_ALL:
        return False
    if s.doubles_count != 0 and (s.phase == OPENING or s.in_jail[s.turn_player]):
        return False
    for player in range(rules.num_players):
        if s.jail_time[player] != 0 and not s.in_jail[player]:
            return False
        if s.opening[player] != 0 and s.phase != OPENING:
            return False
    return True


def debts_are_idle(s: State) -> bool:
    """DEBT-5: the queue is empty behind its last debt."""
    for i in range(s.debt_count, MOST_DEBTS):
        if s.debtor[i] != NOBODY or s.creditor[i] != NOBODY:
            return False
        if s.debt_amount[i] != 0 or s.next_phase[i] != PRE_ROLL:
            return False
    return True


def auction_is_idle(s: State, rules: Rules) -> bool:
    """AUCTION-6, SHORT-3: an auction leaves behind at most a building to be placed."""
    if s.estate != 0 and (s.phase != AUCTION or s.auction_kind != ESTATE_AUCTION):
        return False
    if s.phase == AUCTION:
        return True
    for player in range(rules.num_players):
        if s.bid[player] != NO_BID or s.round[player] != 0:
            return False
        if s.passed[player] or s.winner[player] != UNKNOWN:
            return False
        # A building that is still to be placed has a price.
        placing = s.phase == PLACING and player == s.auction_initiator
        if (s.last_bid[player] != 0) != (placing and rules.placing_by_price != 0):
            return False
    if s.auction_asset != NOBODY:
        return False
    if s.phase == PLACING:
        return True
    return (
        s.auction_kind == NO_AUCTION
        and s.auction_initiator == NOBODY
        and s.auction_next_phase == PRE_ROLL
    )


def offer_is_idle(s: State, rules: Rules) -> bool:
    """TRADE-4, TRADE-5: no offer outside a trade, and none counted outside a window."""
    if s.offers_made != 0 and not offers_are_counted(s, rules):
        return False
    if s.phase == TRADE:
        return True
    return (
        s.offer_from == NOBODY
        and s.offer_to == NOBODY
        and s.offer_deeds == 0
        and s.offer_cards == 0
        and s.offer_cash == 0
        and s.offer_next_phase == PRE_ROLL
    )


def offers_are_counted(s: State, rules: Rules) -> bool:
    """TRADE-1: the windows in which offers are made, and the building auctions within them."""
    if s.phase == AUCTION:
        if s.auction_kind != HOUSE_AUCTION and s.auction_kind != HOTEL_AUCTION:
            return False
    phase = window(s)
    if phase == POST_ROLL:
        if not rules.purchase_window:
            return False
        return s.owner[s.positions[s.turn_player]] == NOBODY
    if phase == FREE_4_ALL:
        return s.free_4_all_order[0] != NOBODY
    return phase == PRE_ROLL or phase == BANKRUPTCY_PREVENTION


def bank_is_idle(s: State, rules: Rules) -> bool:
    """PARK-1, BANK-1, CARD-2, MORT-4, HOUSE-6: what only some editions have."""
    if s.pot != 0 and not rules.free_parking_pot:
        return False
    if s.mortgages != 0 and rules.no_mortgages:
        return False
    if s.issued != 0 and not rules.bank_never_breaks:
        return False
    for deck in range(2):
        if s.unseen[deck] != 0 and not rules.decks_keep_order:
            return False
        for i in range(s.deck_length[deck], MOST_CARDS):
            if s.deck[deck * MOST_CARDS + i] != NOBODY:
                return False
    if s.interest_paid == 0:
        return True
    if not rules.interest_on_transfer or s.interest_paid >> rules.deed_count:
        return False
    for i in range(rules.deed_count):
        if s.interest_paid >> i & 1 and not s.mortgaged[rules.deeds[i]]:
            return False
    return True


def seats_are_idle(s: State, rules: Rules) -> bool:
    """Seats beyond the last player are empty."""
    for seat in range(rules.num_players, MOST_PLAYERS):
        if s.money[seat] != 0 or s.positions[seat] != 0 or s.is_bankrupt[seat]:
            return False
        if s.in_jail[seat] or s.jail_time[seat] != 0 or s.opening[seat] != 0:
            return False
        if s.bid[seat] != NO_BID or s.last_bid[seat] != 0 or s.round[seat] != 0:
            return False
        if s.passed[seat] or s.winner[seat] != UNKNOWN or s.free_4_all_order[seat] != NOBODY:
            return False
    return True


def squares_are_idle(s: State, rules: Rules) -> bool:
    """MORT-6: the bank's deeds are not mortgaged; squares beyond the last one are unused."""
    for square in range(rules.board_length):
        if s.mortgaged[square] and s.owner[square] == NOBODY:
            return False
    for square in range(rules.board_length, MOST_SQUARES):
        if s.owner[square] != NOBODY or s.level[square] != 0 or s.mortgaged[square]:
            return False
    return True
