"""Actions as whole numbers: who does what, with which square, number or offer.

The kinds are declared beside their rules (`catalogue`) and gathered in `generated.kinds`; their
names are those of the specification's `Next`. An action fits into 63 bits:

    bits  0..6   kind          bits  7..9   player
    bits 10..17  square        bits 18..49  number (a bid, a count of houses)
or, for an offer,
    bits 10..12  addressee     bits 13..40  deeds that change hands, by deed index
    bits 41..42  jail cards    bits 43..62  cash, shifted so that it is not negative
"""

from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION, FREE_4_ALL, MOST_KINDS, POST_ROLL
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.generated.kinds import *  # noqa: F403
from gitopoly.kernel.generated.kinds import (
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BANKRUPTCY_PREVENTION_SELL_GROUP,
    F4A_UNMORTGAGE,
    KINDS,
    MORTGAGE,
    OFFER_TRADE,
    POST_ROLL_UNMORTGAGE,
    PRE_ROLL_UNMORTGAGE,
    SELL_GROUP,
)

NAMES = tuple(kind.name for kind in KINDS)
PARAMETERS = tuple(kind.parameters for kind in KINDS)
"""What each kind carries besides the player."""

KIND_BITS = 7
LARGEST_KIND = (1 << KIND_BITS) - 1
assert len(KINDS) < MOST_KINDS, "a set of kinds is a number of 63 bits"
CASH_SHIFT = 1 << 19
LARGEST_OFFER = CASH_SHIFT - 1
LARGEST_NUMBER = (1 << 32) - 1
LARGEST_ACTION = (1 << 63) - 1


def is_operation(kind: int) -> bool:
    """Whether a kind manages property in one of the windows."""
    return PRE_ROLL_UNMORTGAGE <= kind <= BANKRUPTCY_PREVENTION_SELL_GROUP


def operation_of(kind: int) -> int:
    """Which operation on property a kind is, whatever its window."""
    if kind >= BANKRUPTCY_PREVENTION_MORTGAGE:
        return kind - BANKRUPTCY_PREVENTION_MORTGAGE + MORTGAGE
    return (kind - PRE_ROLL_UNMORTGAGE) % (SELL_GROUP + 1)


def first_operation(phase: int) -> int:
    """The number of the first operation in the window of a phase; by default that of pre-roll."""
    if phase == POST_ROLL:
        return POST_ROLL_UNMORTGAGE
    if phase == FREE_4_ALL:
        return F4A_UNMORTGAGE
    if phase == BANKRUPTCY_PREVENTION:
        return BANKRUPTCY_PREVENTION_MORTGAGE - MORTGAGE
    return PRE_ROLL_UNMORTGAGE


def action(kind: int, player: int, square: int = 0, number: Wide = 0) -> Wide:
    """The code of an action that is not an offer."""
    return kind | player << KIND_BITS | square << 10 | number << 18


def offer(player: int, addressee: int, deeds: int, cards: int, cash: int) -> Wide:
    """The code of an offer: what changes hands, and the cash that the proposer adds."""
    return (
        OFFER_TRADE
        | player << KIND_BITS
        | addressee << 10
        | deeds << 13
        | cards << 41
        | (cash + CASH_SHIFT) << 43
    )


def kind_of(code: Wide) -> int:
    """What is done."""
    return code & LARGEST_KIND


def player_of(code: Wide) -> int:
    """Who does it."""
    return code >> KIND_BITS & 7


def square_of(code: Wide) -> int:
    """The square (for a group sale: the group; for an abstract auction: the winner plus 1)."""
    return code >> 10 & 255


def number_of(code: Wide) -> Wide:
    """The bid, or the houses that remain after a group sale."""
    return code >> 18 & 0xFFFFFFFF


def addressee_of(code: Wide) -> int:
    """The addressee of an offer."""
    return code >> 10 & 7


def deeds_of(code: Wide) -> int:
    """The set of deeds that an offer moves."""
    return code >> 13 & 0xFFFFFFF


def cards_of(code: Wide) -> int:
    """The set of jail cards that an offer moves."""
    return code >> 41 & 3


def cash_of(code: Wide) -> int:
    """The cash that the proposer of an offer adds; negative: wants."""
    return (code >> 43) - CASH_SHIFT
