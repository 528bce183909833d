"""What is counted while games are played: sums over a series, and what a game has to remember.

Everything in `Counters` is a sum of whole numbers, so that the counters of several batches add up
to those of the series, whichever engine and however many processes played them.
"""

from __future__ import annotations

from typing import ClassVar

from gitopoly.kernel.codes import (
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_AUCTION,
    NOBODY,
)
from gitopoly.kernel.fields import Field

# Where money comes from and goes to.
NO_SOURCE = -1
SALARY = 0
RENT = 1
CARDS = 2
TAXES = 3
FINES = 4
DEEDS = 5
AUCTIONS = 6
BUILDINGS = 7
MORTGAGES = 8
TRADES = 9
POT_ON_PARKING = 10
BANKRUPTCIES = 11

SOURCES = {
    "salary": "for passing GO",
    "rent": "between players",
    "cards": "chance and community chest",
    "taxes": "income and luxury tax",
    "fines": "for leaving jail",
    "deeds": "bought at the printed price",
    "auctions": "deeds and buildings bought by auction",
    "buildings": "built and sold at list price",
    "mortgages": "taken and lifted, with interest",
    "trades": "cash in trades, less the interest on mortgages that they move",
    "free parking": "the pot, where there is one",
    "bankruptcies": "cash that a bankrupt hands over, less the interest on the mortgages",
}
"""The sources by number, and what belongs to each."""

# How a token got to jail.
BY_SQUARE = 0
BY_CARD = 1
BY_DOUBLES = 2
WAYS_TO_JAIL = ("square", "card", "doubles")

AUCTION_PLACES = 4 * MOST_SQUARES
"""A place for each square in each of the four kinds of auctions."""
RENT_PLACES = MOST_SQUARES + MOST_GROUPS
"""A place for each square, then one for each group."""
KINDS_OF_AUCTIONS = 4
LAST_TURN = 1000
"""Groups that are completed in this turn or a later one are counted together."""

_FLOWS = Field("i8", len(SOURCES) * MOST_PLAYERS, 0)
_SQUARES = Field("i8", MOST_SQUARES, 0)
_GROUPS = Field("i8", MOST_GROUPS, 0)
_SEATS = Field("i8", MOST_PLAYERS, 0)
_AUCTIONS = Field("i8", AUCTION_PLACES, 0)
_RENTS = Field("i8", RENT_PLACES, 0)
_KINDS = Field("i8", KINDS_OF_AUCTIONS, 0)

COUNTED = {
    "received": _FLOWS,
    "paid": _FLOWS,
    "landings": _SQUARES,
    "jailings": Field("i8", len(WAYS_TO_JAIL), 0),
    "landings_squared": _SQUARES,
    "landings_by_moves": _SQUARES,
    "moves_squared": Field("i8", 1, 0),
    "rents": _SQUARES,
    "rent_money": _SQUARES,
    "rents_squared": _RENTS,
    "rents_by_money": _RENTS,
    "rent_money_squared": _RENTS,
    "auctions_sold": _AUCTIONS,
    "auctions_unsold": _AUCTIONS,
    "auction_money": _AUCTIONS,
    "auction_squares": _AUCTIONS,
    "lists_squared": _KINDS,
    "lists_by_prices": _KINDS,
    "prices_squared": _KINDS,
    "groups_completed": _GROUPS,
    "groups_won": _GROUPS,
    "completed_at": Field("i8", MOST_GROUPS * (LAST_TURN + 1), 0),
    "starts": _SEATS,
    "starts_won": _SEATS,
    "order_won": _SEATS,
}


class Counters:
    """Sums over the games of a series."""

    FIELDS: ClassVar = COUNTED
    SHARED: ClassVar = True
    """The threads of a GPU add to the same ones."""
    __slots__ = tuple(COUNTED)

    received: list[int]
    """Money that seats received, eight entries per source."""
    paid: list[int]
    """Money that seats paid, likewise."""
    landings: list[int]
    """Arrivals on each square, by roll or by card; being sent to jail is not one."""
    jailings: list[int]
    """How often a token was sent to jail, by each way."""
    landings_squared: list[int]
    """Squared number of arrivals in each game, summed: the moves of a game are not independent."""
    landings_by_moves: list[int]
    """The number of arrivals in each game times that of all moves, likewise."""
    moves_squared: list[int]
    rents: list[int]
    """Rents paid on each square."""
    rent_money: list[int]
    rents_squared: list[int]
    """Squared number of rents in each game, summed: by square, then by group.

    Rents of one game depend on each other, so the error of a mean is computed across games.
    """
    rents_by_money: list[int]
    """The number of rents in each game times their sum, likewise."""
    rent_money_squared: list[int]
    auctions_sold: list[int]
    """Auctions with a buyer: forty entries per kind, by square."""
    auctions_unsold: list[int]
    auction_money: list[int]
    auction_squares: list[int]
    """The sum of the squares of the prices."""
    lists_squared: list[int]
    """Squared list price of all that was sold in a game, summed over games: by kind."""
    lists_by_prices: list[int]
    """That list price times what was paid, likewise."""
    prices_squared: list[int]
    groups_completed: list[int]
    """Games in which a seat came to own the whole group while the game went on."""
    groups_won: list[int]
    """Those of them that the first such owner won."""
    completed_at: list[int]
    """How often a group was first completed in each turn, counted from 0."""
    starts: list[int]
    """Games that each seat began."""
    starts_won: list[int]
    order_won: list[int]
    """Games won by the starter, by the next seat clockwise, and so on."""

    def __init__(self) -> None:
        for name, field in COUNTED.items():
            setattr(self, name, [0] * field.length)


class Observer:
    """What must be remembered about the game that is being played."""

    FIELDS: ClassVar = {
        "money": Field("i4", MOST_PLAYERS, 0),
        "completed_by": Field("i4", MOST_GROUPS, NOBODY),
        "rents": Field("i4", RENT_PLACES, 0),
        "rent_money": Field("i4", RENT_PLACES, 0),
        "landings": Field("i4", MOST_SQUARES, 0),
        "moves": Field("i4", 0, 0),
        "listed": Field("i4", KINDS_OF_AUCTIONS, 0),
        "prices": Field("i4", KINDS_OF_AUCTIONS, 0),
        "debt_source": Field("i4", 0, NO_SOURCE),
        "debt_square": Field("i4", 0, NOBODY),
        "interest_due": Field("i4", 0, 0),
        "auction_kind": Field("i4", 0, NO_AUCTION),
        "auction_asset": Field("i4", 0, NOBODY),
        "starter": Field("i4", 0, NOBODY),
    }
    __slots__ = tuple(FIELDS)

    money: list[int]
    """Cash of each seat after the last step."""
    completed_by: list[int]
    """First owner of each whole group."""
    rents: list[int]
    """Rents paid in this game, by square, then by group."""
    rent_money: list[int]
    landings: list[int]
    """Arrivals in this game, by square."""
    moves: int
    """All of them, and those to jail."""
    listed: list[int]
    """List price of what was sold at auctions in this game, by kind."""
    prices: list[int]
    """What was paid for it."""
    debt_source: int
    """What the debts that are due were incurred for."""
    debt_square: int
    """The square on which they were."""
    interest_due: int
    """1 if the first debt is the interest on mortgages taken over from a bankrupt."""
    auction_kind: int
    auction_asset: int
    starter: int

    def __init__(self) -> None:
        for name, field in self.FIELDS.items():
            setattr(self, name, [field.idle] * field.length if field.length else field.idle)


def lists_of(counters: Counters) -> dict[str, list[int]]:
    """The counters as lists, from an object, a NumPy record or a C structure."""
    lists = {}
    for name in COUNTED:
        values = getattr(counters, name)
        lists[name] = values.tolist() if hasattr(values, "tolist") else list(values)
    return lists
