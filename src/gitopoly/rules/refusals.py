"""Why an action is refused: a number for compiled code, a rule and a word for people.

The sentence for each word is in `gitopoly.words`, under `refusal.`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from gitopoly.errors import Undeclared
from gitopoly.words import english

LEGAL = 0

_RULES: list[str] = [""]


def _because(rule: str) -> int:
    _RULES.append(rule)
    return len(_RULES) - 1


def rule_of(refusal: int) -> str:
    """The number of the rule that refuses."""
    return _RULES[refusal]


def key_of(refusal: int) -> str:
    """The word for a refusal, by which its sentence is found."""
    return _KEYS[refusal]


def reason_of(refusal: int) -> str:
    """The reason, as a clause that completes "… is refused: "."""
    return english()(f"refusal.{key_of(refusal)}")


def every() -> range:
    """All refusals."""
    return range(LEGAL + 1, len(_RULES))


GAME_OVER = _because("END-1")
NO_SUCH_ACTION = _because("TIME-1")
NO_SUCH_PLAYER = _because("GAME-1")
OUT_OF_THE_GAME = _because("BANKRUPT-5")
NOT_THE_FLOOR = _because("TIME-1")
WRONG_PHASE = _because("TIME-1")
NO_WINDOW = _because("TIME-1")
NOT_ON_THE_ORDER = _because("TIME-3")
ORDER_NOT_DONE = _because("TIME-3")

NOT_IN_JAIL = _because("JAIL-6")
IN_JAIL = _because("JAIL-4")
NO_JAIL_CARD = _because("JAIL-2")
FINE_TOO_LATE = _because("JAIL-1")
FINE_TOO_DEAR = _because("JAIL-1")

NOT_THAT_SQUARE = _because("TIME-4")
NOT_OWN = _because("RENT-8")
NOT_OWNED = _because("RENT-8")
RENT_MORTGAGED = _because("RENT-3")
RENT_IN_JAIL = _because("HOUSE-4")
NOT_MORTGAGED = _because("RENT-3")
CASH_SUFFICES = _because("DEBT-1")
CASH_SHORT = _because("DEBT-1")
DEBT_STANDS = _because("DEBT-5")
PRICE_TOO_HIGH = _because("BUY-2")
NOT_FOR_SALE = _because("BUY-1")
NO_TAX_CHOICE = _because("TAX-1")
NO_SUCH_BID = _because("AUCTION-8")

DEED_NOT_OWNED = _because("MORT-1")
NOT_A_STREET = _because("BUILD-1")
STREET_NOT_OWNED = _because("BUILD-1")
BUILDING_NOT_OWNED = _because("SELL-2")
GROUP_NOT_OWNED = _because("SELL-3")
MORTGAGE_NOT_OWNED = _because("MORT-6")
NO_MORTGAGES = _because("HOUSE-6")
ALREADY_MORTGAGED = _because("MORT-1")
GROUP_HAS_BUILDINGS = _because("MORT-1")
NO_MORTGAGE_TO_LIFT = _because("MORT-2")
LIFTING_TOO_DEAR = _because("MORT-2")
GROUP_INCOMPLETE = _because("BUILD-1")
STREET_MORTGAGED = _because("BUILD-1")
GROUP_MORTGAGED = _because("BUILD-1")
FULLY_BUILT = _because("BUILD-6")
HOTEL_NEEDS_HOUSES = _because("BUILD-2")
UNEVEN_BUILDING = _because("BUILD-1")
BUILDING_TOO_DEAR = _because("BUILD-4")
SHORTAGE = _because("SHORT-4")
NOTHING_TO_SELL = _because("SELL-2")
UNEVEN_SELLING = _because("SELL-2")
HOUSES_LACK = _because("SELL-2")
GROUP_SALE_NOT_NEEDED = _because("SELL-3")
NO_SUCH_HOUSES = _because("SELL-3")
NOT_PLACEABLE = _because("SHORT-3")
PLACE_TOO_DEAR = _because("SHORT-3")

ALREADY_DECIDED = _because("AUCTION-4")
NOT_A_BIDDER = _because("SHORT-2")
HAS_PASSED = _because("AUCTION-4")
HAS_BID = _because("AUCTION-4")
NOT_READY = _because("AUCTION-4")
NOBODY_LEFT = _because("AUCTION-4")
BID_TOO_LOW = _because("AUCTION-4")
BID_BELOW_ONE = _because("AUCTION-2")
BID_BELOW_PLACES = _because("SHORT-3")
BID_TOO_HIGH = _because("AUCTION-3")
NOT_THE_LEADER = _because("AUCTION-4")
LEADER_IS_BOUND = _because("AUCTION-5")
ROUND_OPEN = _because("AUCTION-4")
NOT_DECIDED = _because("AUCTION-4")
NOT_ALL_CHOSEN = _because("AUCTION-4")

NO_TRADING = _because("TRADE-1")
NO_TRADE_WINDOW = _because("TRADE-1")
TOO_MANY_OFFERS = _because("TRADE-5")
INVALID_ADDRESSEE = _because("TRADE-1")
NOTHING_MOVES = _because("TRADE-2")
NOT_TRADABLE = _because("TRADE-2")
GROUP_NOT_BARE = _because("TRADE-3")
ENDS_BELOW_ZERO = _because("TRADE-6")
OFFER_TOO_LARGE = _because("TRADE-2")
DEBTOR_WAITS = _because("DEBT-3")
STILL_INSOLVENT = _because("DEBT-3")
NOT_ADDRESSED = _because("TRADE-4")
NOT_PROPOSED = _because("TRADE-4")

ONLY_TO_RAISE = _because("DEBT-2")
RAISE_ONLY = _because("DEBT-2")
NOT_RUINED = _because("DEBT-4")

_KEYS = {
    number: name.lower()
    for name, number in list(globals().items())
    if name.isupper() and isinstance(number, int)
}

if not TYPE_CHECKING:  # which would take every name for one of these

    def __getattr__(name: str) -> NoReturn:
        """Refuse a rule that imports a refusal that is not here."""
        if name.isupper():
            raise Undeclared(
                f"{name} is no refusal: add it to gitopoly/rules/refusals.py, with its rule"
            )
        raise AttributeError(name)
