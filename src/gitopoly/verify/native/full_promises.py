"""The properties in ClassicPromises.tla that Promises.tla lacks or words differently, as checks.

They complete `promises` for positions of the full game; where both modules say the same, one check
serves both.
"""

from gitopoly.kernel.codes import (
    ABSENT,
    AUCTION,
    BANKRUPTCY_PREVENTION,
    LAST_PHASE,
    LEAVE_JAIL,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RENT_TEN_TIMES_A_ROLL,
    ROLL,
    TRADE,
)
from gitopoly.kernel.idle import window
from gitopoly.kernel.invariants import (
    inv_auction_consistent,
    inv_buildings_on_complete_groups,
    inv_conservation_of_buildings,
    inv_conservation_of_cards,
    inv_offer_consistent,
    type_ok,
)
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for, refusal_of_contents
from gitopoly.verify.native.bidding import bidding_is_auction2

FULL_TYPE_OK = 1 << 16
DEBTOR = 1 << 17
BELOW_ZERO = 1 << 18
COMPLETE_GROUPS = 1 << 19
BUILDINGS = 1 << 20
CARDS = 1 << 21
ONE_WINDOW = 1 << 22
AUCTION_CONSISTENT = 1 << 23
OFFER_CONSISTENT = 1 << 24
LEAVE_JAIL_IN_FULL = 1 << 25
NO_RENT_IN_FULL = 1 << 26
BIDDING = 1 << 27
STEPS_IN_FULL = LEAVE_JAIL_IN_FULL | NO_RENT_IN_FULL | BIDDING
"""The properties of steps."""
OF_FULL_GAME = (1 << 28) - (1 << 16)
"""All of these."""


def type_ok_in_full(s: State, rules: Rules) -> bool:
    """TypeOK: every variable has a value of its type."""
    if not type_ok(s, rules):
        return False
    if s.houses_left < 0 or s.hotels_left < 0 or s.turns < 0:
        return False
    if s.rent_rule < 0 or s.rent_rule > RENT_TEN_TIMES_A_ROLL:
        return False
    if s.offers_made < 0 or s.offers_made > rules.offers_per_window:
        return False
    for i in range(2):
        if s.throw[i] < 0 or s.throw[i] > rules.dice_max:
            return False
    if (s.interest_paid | s.estate) >> rules.deed_count:
        return False
    return s.phase != AUCTION or type_ok_of_auction(s, rules)


def type_ok_of_auction(s: State, rules: Rules) -> bool:
    """AuctionOK."""
    if s.auction_asset < 0 or rules.deed_index[s.auction_asset] == NOBODY:
        return False
    if s.auction_initiator < 0 or s.auction_initiator >= rules.num_players:
        return False
    if s.auction_next_phase < 0 or s.auction_next_phase > LAST_PHASE:
        return False
    for player in range(rules.num_players):
        if s.bid[player] < NO_BID or s.last_bid[player] < 0 or s.round[player] < 0:
            return False
        if s.winner[player] < ABSENT or s.winner[player] >= rules.num_players:
            return False
    return True


def inv_no_debt_without_debtor(s: State, rules: Rules) -> bool:
    """There is a debt exactly while somebody still in the game raises money for it."""
    if (s.debt_count > 0) != (window(s) == BANKRUPTCY_PREVENTION):
        return False
    for i in range(s.debt_count):
        if s.is_bankrupt[s.debtor[i]] or s.debt_amount[i] <= 0 or s.debtor[i] == s.creditor[i]:
            return False
    return True


def inv_nobody_below_zero(s: State, rules: Rules) -> bool:
    """Nobody has less than nothing."""
    lowest = 0
    for player in range(rules.num_players):
        lowest = min(lowest, s.money[player])
    return lowest == 0


def inv_one_window(s: State, rules: Rules) -> bool:
    """At most one thing interrupts a turn, and the phase says which."""
    if (s.auction_asset != NOBODY) != (s.phase == AUCTION):
        return False
    if (s.auction_kind != NO_AUCTION) != (s.phase == AUCTION or s.phase == PLACING):
        return False
    return (s.offer_from != NOBODY) == (s.phase == TRADE)


def inv_offer_can_be_carried_out(s: State, rules: Rules) -> bool:
    """InvOfferConsistent: an offer can be carried out as long as it is open."""
    if not inv_offer_consistent(s, rules):
        return False
    if s.phase != TRADE:
        return True
    one, other, deeds = s.offer_from, s.offer_to, s.offer_deeds
    if refusal_of_contents(s, rules, one, other, deeds, s.offer_cards) != LEGAL:
        return False
    left = s.money[one] - s.offer_cash - interest_for(s, rules, one, other, deeds)
    return left >= 0 and s.money[other] + s.offer_cash >= interest_for(s, rules, other, one, deeds)


def first_broken_in_full(s: State, rules: Rules, asked: int) -> int:
    """The number of the first of these properties that a position violates; NOBODY if none."""
    if asked & FULL_TYPE_OK and not type_ok_in_full(s, rules):
        return 16
    if asked & DEBTOR and not inv_no_debt_without_debtor(s, rules):
        return 17
    if asked & BELOW_ZERO and not inv_nobody_below_zero(s, rules):
        return 18
    if asked & COMPLETE_GROUPS and not inv_buildings_on_complete_groups(s, rules):
        return 19
    if asked & BUILDINGS and not inv_conservation_of_buildings(s, rules):
        return 20
    if asked & CARDS and not inv_conservation_of_cards(s, rules):
        return 21
    if asked & ONE_WINDOW and not inv_one_window(s, rules):
        return 22
    if asked & AUCTION_CONSISTENT and not inv_auction_consistent(s, rules):
        return 23
    if asked & OFFER_CONSISTENT and not inv_offer_can_be_carried_out(s, rules):
        return 24
    return NOBODY


def leave_jail_in_full(s: State, after: State, rules: Rules) -> bool:
    """LeaveJailInTime: before the roll, by the roll, or by the move after the fine."""
    if s.phase == PRE_ROLL or s.phase == ROLL or s.phase == LEAVE_JAIL:
        return True
    for player in range(rules.num_players):
        if s.in_jail[player] and not after.in_jail[player]:
            return False
    return True


def no_rent_in_full(s: State, after: State, rules: Rules) -> bool:
    """NoRentOnMortgage: landing on a mortgaged deed changes no money and no debt."""
    here = s.positions[s.turn_player]
    if s.phase != POST_ROLL or rules.deed_index[here] == NOBODY or not s.mortgaged[here]:
        return True
    for player in range(rules.num_players):
        if s.money[player] != after.money[player]:
            return False
    if s.debt_count != after.debt_count:
        return False
    for i in range(s.debt_count):
        if s.debtor[i] != after.debtor[i] or s.creditor[i] != after.creditor[i]:
            return False
        if s.debt_amount[i] != after.debt_amount[i] or s.next_phase[i] != after.next_phase[i]:
            return False
    return True


def first_broken_of_step_in_full(s: State, after: State, rules: Rules, asked: int) -> int:
    """The number of the first of these properties that a step violates; NOBODY if none."""
    if asked & LEAVE_JAIL_IN_FULL and not leave_jail_in_full(s, after, rules):
        return 25
    if asked & NO_RENT_IN_FULL and not no_rent_in_full(s, after, rules):
        return 26
    if asked & BIDDING and not bidding_is_auction2(s, after, rules):
        return 27
    return NOBODY
