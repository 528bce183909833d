"""The environments' actions as numbers from 0 to `ACTIONS` - 1, the same for every edition.

Written like the kernel, so that it compiles with it. `sections` in `action_names` is the table.

An offer is built in steps: the addressee, then what changes hands (each deed or jail card
added must come later in the list), then the cash, which makes the offer. So every set of
deeds and cards can be offered; only some cash amounts are left out, since the space is
finite.
"""

from gitopoly.kernel.actions import (
    BID,
    DEAL_DEED,
    KINDS,
    LARGEST_OFFER,
    PAY_CARD_FINE,
    PAY_TAX,
    SELL_GROUP,
    THROW_FOR_START,
    WITHDRAW_TRADE,
    action,
    first_operation,
    is_operation,
    kind_of,
    number_of,
    operation_of,
    square_of,
)
from gitopoly.kernel.auction import lowest_bid
from gitopoly.kernel.board import mortgage_value
from gitopoly.kernel.codes import (
    CARD_CHOICE,
    DEALING,
    MOST_DEEDS,
    MOST_PLAYERS,
    RAIL_GROUP,
)
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for

RAISES = (0, 5, 10, 20, 50, 100, 200, 500)
"""Bids: amounts above the lowest legal bid."""
CASH_QUARTERS = 4
"""Further bids: quarters of one's cash."""
SUMS = (0, 10, 50, 100, 200, 500, -10, -50, -100, -200, -500)
"""Cash that the proposer of an offer adds; negative: asks for."""
BALANCE_HALVES = 4
"""Further amounts: halves of what makes the offer even at list prices."""
MOST_REMAINING = 12
"""A group sale leaves fewer houses than this; used when the bank is short of houses."""

SHARED = {DEAL_DEED: THROW_FOR_START, PAY_CARD_FINE: PAY_TAX}
"""Kinds with the number of another that is never possible at the same time."""
PLAIN = tuple(
    kind
    for kind, known in enumerate(KINDS)
    if "{" not in known.typed[0]
    and kind != WITHDRAW_TRADE  # always answered first
    and kind not in SHARED
)
"""The kinds behind the first numbers: those without parameters."""
PLACED = tuple(
    kind
    for kind, known in enumerate(KINDS)
    if known.parameters == "square" and not is_operation(kind)
)
"""The kinds that take a square, besides the operations on property."""

# Where each section begins.
OPERATIONS = len(PLAIN)
PLACINGS = OPERATIONS + SELL_GROUP * MOST_DEEDS
GROUP_SALES = PLACINGS + len(PLACED) * MOST_DEEDS
BIDS = GROUP_SALES + RAIL_GROUP * MOST_REMAINING
ADDRESSEES = BIDS + len(RAISES) + CASH_QUARTERS
DEED_ITEMS = ADDRESSEES + MOST_PLAYERS - 1
CARD_ITEMS = DEED_ITEMS + MOST_DEEDS
CASHES = CARD_ITEMS + 2
ASK_ALL = CASHES + len(SUMS) + BALANCE_HALVES
ADD_ALL = ASK_ALL + 1
DROP = ADD_ALL + 1
WAIT = DROP + 1
ACTIONS = WAIT + 1


def _place_of(kind: int) -> int:
    if kind in PLAIN:
        return PLAIN.index(kind)
    if kind in SHARED:
        return PLAIN.index(SHARED[kind])
    if kind in PLACED:
        return PLACINGS + PLACED.index(kind) * MOST_DEEDS
    if is_operation(kind) and operation_of(kind) != SELL_GROUP:
        return OPERATIONS + operation_of(kind) * MOST_DEEDS
    return GROUP_SALES


PLACES = tuple(_place_of(kind) for kind in range(len(KINDS)))
"""The number of each kind, or its first number."""


def encode(rules: Rules, code: Wide) -> int:
    """The number of a kernel action that is neither a bid nor an offer."""
    place = PLACES[kind_of(code)]
    if place < OPERATIONS:
        return place
    if place < GROUP_SALES:
        return place + rules.deed_index[square_of(code)]
    return GROUP_SALES + square_of(code) * MOST_REMAINING + int(number_of(code))


def decode(s: State, rules: Rules, player: int, number: int) -> Wide:
    """The kernel action that a number below ADDRESSEES means for a player now."""
    if number < OPERATIONS:
        if s.phase == DEALING and PLAIN[number] == THROW_FOR_START:
            return action(DEAL_DEED, player, 0, 0)
        if s.phase == CARD_CHOICE and PLAIN[number] == PAY_TAX:
            return action(PAY_CARD_FINE, player, 0, 0)
        return action(PLAIN[number], player, 0, 0)
    if number < GROUP_SALES:
        section = (number - OPERATIONS) // MOST_DEEDS
        square = rules.deeds[(number - OPERATIONS) % MOST_DEEDS]
        if section < SELL_GROUP:
            return action(first_operation(s.phase) + section, player, square, 0)
        return action(PLACED[section - SELL_GROUP], player, square, 0)
    if number < BIDS:
        group = (number - GROUP_SALES) // MOST_REMAINING
        houses = (number - GROUP_SALES) % MOST_REMAINING
        return action(first_operation(s.phase) + SELL_GROUP, player, group, houses)
    amount = bid_at(number - BIDS, lowest_bid(s, rules, player), s.money[player])
    return action(BID, player, 0, amount)


def bid_at(rung: int, lowest: int, cash: int) -> int:
    """The amount of a bid: a raise, or a share of one's cash."""
    if rung < len(RAISES):
        return lowest + RAISES[rung]
    quarters: Wide = rung - len(RAISES) + 1
    return int(cash * quarters // CASH_QUARTERS)


def cash_at(rung: int, balance: int, least: int, most: int) -> int:
    """What the proposer adds to an offer; negative: asks for. `least` and `most` are the limits."""
    if rung < len(SUMS):
        return SUMS[rung]
    if rung < len(SUMS) + BALANCE_HALVES:
        halves = rung - len(SUMS) + 1
        return max(-LARGEST_OFFER, min(LARGEST_OFFER, balance * halves // 2))
    if rung == len(SUMS) + BALANCE_HALVES:
        return least
    return most


def least_cash(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """TRADE-6: all that the other has beyond the interest on what they receive, as a request."""
    interest = interest_for(s, rules, other, player, deeds)
    return max(-LARGEST_OFFER, interest - s.money[other])


def most_cash(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """TRADE-6: all that the proposer has beyond the interest on what they receive."""
    interest = interest_for(s, rules, player, other, deeds)
    return min(LARGEST_OFFER, s.money[player] - interest)


def balance_of(s: State, rules: Rules, player: int, deeds: int, cards: int) -> int:
    """What the proposer would have to add: list prices, half if mortgaged, a fine for a card."""
    balance = 0
    for i in range(rules.deed_count):
        if deeds >> i & 1:
            square = rules.deeds[i]
            value = rules.value[square]
            if s.mortgaged[square]:
                value = mortgage_value(rules, square)
            balance += -value if s.owner[square] == player else value
    if cards & 1:
        balance += -rules.jail_fine if s.goojf_ch_owner == player else rules.jail_fine
    if cards & 2:
        balance += -rules.jail_fine if s.goojf_cc_owner == player else rules.jail_fine
    return balance
