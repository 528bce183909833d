"""The environments' actions as numbers from 0 to `ACTIONS` - 1, the same for every edition.

They follow from how actions are declared: every kind has a number for each value of what it
carries. Written like the rules, so that it compiles with them. `sections` in `action_names` is
the table.

An offer is built in steps: the addressee, then what changes hands (each deed or jail card
added must come later in the list), then the cash, which makes the offer. So every set of
deeds and cards can be offered; only some cash amounts are left out, since the space is
finite.
"""

from gitopoly.errors import Undeclared
from gitopoly.rules.actions import (
    ACTIONS as DECLARED,
    DEAL_DEED,
    KINDS,
    OFFER_TRADE,
    PAY_CARD_FINE,
    PAY_TAX,
    THROW_FOR_START,
    WITHDRAW_TRADE,
)
from gitopoly.rules.board import mortgage_value
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import (
    LARGEST_OFFER,
    NUMBER_AT,
    Action,
    code_of,
    kind_of,
    number_of,
    operation_kind,
    place_of,
    player_of,
)
from gitopoly.rules.codes import (
    LAST_PHASE,
    MOST_DEEDS,
    MOST_PLAYERS,
    NOBODY,
    PRE_ROLL,
    RAIL_GROUP,
)
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.trade import interest_for

RAISES = (0, 5, 10, 20, 50, 100, 200, 500)
"""Bids: amounts above the lowest legal bid."""
CASH_QUARTERS = 4
"""Further bids: quarters of one's cash."""
RUNGS = len(RAISES) + CASH_QUARTERS
SUMS = (0, 10, 50, 100, 200, 500, -10, -50, -100, -200, -500)
"""Cash that the proposer of an offer adds; negative: asks for."""
BALANCE_HALVES = 4
"""Further amounts: halves of what makes the offer even at list prices."""
MOST_REMAINING = 12
"""A group sale leaves fewer houses than this; used when the bank is short of houses."""

VALUES = {
    "square": MOST_DEEDS,
    "group": RAIL_GROUP,
    "player": MOST_PLAYERS - 1,
    "count": MOST_REMAINING,
    "amount": RUNGS,
}
"""How many values what an action carries has: deeds, street groups, other seats clockwise …"""
SHARED = {DEAL_DEED: THROW_FOR_START, PAY_CARD_FINE: PAY_TAX}
"""Kinds with the number of another that is never possible at the same time."""
UNNUMBERED = (OFFER_TRADE, WITHDRAW_TRADE)
"""An offer is made in steps, and always answered before it can be withdrawn."""
ORDER = ((), ("square",), ("group", "count"), ("amount",))
"""By what they carry: the kinds that come first."""


def carried_by(known: Action) -> tuple[str, ...]:
    """What a kind carries; nothing if it has a form without."""
    return known.parameters if len(known.typed) == 1 else ()


def numbered_as(known: Action) -> int:
    """The kind whose numbers it has: an operation has those of the first window."""
    if known.operation != NOBODY:
        return operation_kind(PRE_ROLL, known.operation)
    return SHARED.get(known.kind, known.kind)


def _place_in_order(known: Action) -> tuple[int, int]:
    carried = carried_by(known)
    if missing := [name for name in carried if name not in VALUES]:
        raise Undeclared(
            f"{known.name} has no numbers for learners: say in VALUES of "
            f"arena/environments/action_space.py how many values {{{missing[0]}}} has"
        )
    return ORDER.index(carried) if carried in ORDER else len(ORDER), known.kind


def _size(known: Action) -> int:
    size = 1
    for name in carried_by(known):
        size *= VALUES[name]
    return size


SECTIONS = tuple(
    sorted(
        (each for each in DECLARED if numbered_as(each) == each.kind not in UNNUMBERED),
        key=_place_in_order,
    )
)
"""The kinds with numbers of their own, in their order."""


def _firsts() -> dict[int, int]:
    found, first = {}, 0
    for known in SECTIONS:
        found[known.kind] = first
        first += _size(known)
    return found


_FIRSTS = _firsts()
FIRST = tuple(_FIRSTS.get(numbered_as(each), NOBODY) for each in DECLARED)
"""The first number of each kind."""
KIND_AT = tuple(known.kind for known in SECTIONS for _ in range(_size(known)))
"""The kind of each number, before the phase tells which of those that share it is meant."""
ONE = 0
DEED = 1
GROUP = 2
SEAT = 3
_PLACES = {"square": DEED, "group": GROUP, "player": SEAT}
PLACES = tuple(
    next((_PLACES[name] for name in carried_by(each) if name in _PLACES), ONE) for each in DECLARED
)
"""What the place of each kind is."""
NUMBERS = tuple(
    next((VALUES[name] for name in ("count", "amount") if name in carried_by(each)), 1)
    for each in DECLARED
)
"""How many numbers each kind has for one place."""
HAS_AMOUNT = tuple(int("amount" in carried_by(each)) for each in DECLARED)


def _meant(phase: int, kind: int) -> int:
    """The kind that a number means in a phase."""
    found = [
        each.kind for each in DECLARED if each.phases >> phase & 1 and numbered_as(each) == kind
    ]
    if len(found) > 1:
        names = " and ".join(DECLARED[one].name for one in found)
        raise Undeclared(f"{names} share a number for learners, and a phase; see SHARED")
    return found[0] if found else kind


MEANT = tuple(_meant(phase, kind) for phase in range(LAST_PHASE + 1) for kind in range(KINDS))

# Where the steps of an offer begin.
ADDRESSEES = len(KIND_AT)
DEED_ITEMS = ADDRESSEES + MOST_PLAYERS - 1
CARD_ITEMS = DEED_ITEMS + MOST_DEEDS
CASHES = CARD_ITEMS + 2
ASK_ALL = CASHES + len(SUMS) + BALANCE_HALVES
ADD_ALL = ASK_ALL + 1
DROP = ADD_ALL + 1
WAIT = DROP + 1
ACTIONS = WAIT + 1


def encode(rules: Rules, player: int, code: Wide) -> int:
    """The number of an action that is neither an offer nor for an amount."""
    return first_number(rules, player, code) + int(number_of(code))


def first_number(rules: Rules, player: int, code: Wide) -> int:
    """The first number of an action that may carry a number."""
    kind = kind_of(code)
    place = place_of(code)
    if PLACES[kind] == DEED:
        place = rules.deed_index[place]
    elif PLACES[kind] == SEAT:
        place = (place - 1 - player) % rules.num_players - 1
    return FIRST[kind] + place * NUMBERS[kind]


def decode(s: State, rules: Rules, player: int, number: int, buffer: ActionBuffer) -> Wide:
    """The action that a number below ADDRESSEES means for a player now."""
    kind = MEANT[s.phase * KINDS + KIND_AT[number]]
    offset = number - FIRST[kind]
    place = offset // NUMBERS[kind]
    rest = offset % NUMBERS[kind]
    if PLACES[kind] == DEED:
        place = rules.deeds[place]
    elif PLACES[kind] == SEAT:
        place = (player + place + 1) % rules.num_players + 1
    if HAS_AMOUNT[kind]:
        return with_amount(s, rules, code_of(kind, player, place), rest, buffer)
    return code_of(kind, player, place, rest)


def with_amount(s: State, rules: Rules, code: Wide, rung: int, buffer: ActionBuffer) -> Wide:
    """An action with the amount at a rung, as it is listed now."""
    list_while_playing(s, rules, player_of(code), buffer)
    for i in range(buffer.count):
        lowest = number_of(buffer.actions[i])
        if buffer.actions[i] - (lowest << NUMBER_AT) == code:
            amount: Wide = bid_at(rung, int(lowest), buffer.limits[i])
            return code + (amount << NUMBER_AT)
    return code


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


def least_in_offer(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """TRADE-6: all that the other has beyond the interest on what they receive, as a request."""
    interest = interest_for(s, rules, other, player, deeds)
    return max(-LARGEST_OFFER, interest - s.money[other])


def most_in_offer(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
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
    for card in range(2):
        if cards >> card & 1:
            balance += -rules.jail_fine if s.jail_card_owner[card] == player else rules.jail_fine
    return balance
