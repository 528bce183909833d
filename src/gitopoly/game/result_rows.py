"""The rows of the tables of statistics; a value that nothing was counted for is not a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WinRow:
    """How often a seat, a policy or a place in the order of play won."""

    by: str
    """`seat`, `policy` or `order`."""
    name: str
    wins: int
    games: int
    """All games; by order, only those that somebody won."""
    rate: float
    low: float
    high: float
    fair: float
    """The rate if all seats were equal and every game were won."""


@dataclass(frozen=True)
class LengthRow:
    """How many turns games took, those of all seats together."""

    games: int
    capped: int
    """Games that were stopped; they count with the turns they had."""
    mean: float
    error: float
    """Standard error of the mean."""
    first_quartile: float
    median: float
    third_quartile: float
    least: int
    most: int


@dataclass(frozen=True)
class SquareRow:
    """Landings on a square, and the rents paid there."""

    number: int
    name: str
    group: str
    landings: int
    """Arrivals by roll or card. Being sent to jail is not one; the table of the jail has it."""
    share: float
    """Of all moves, those to jail included."""
    low: float
    high: float
    rents: int
    """Rents paid, also those that were owed first."""
    mean_rent: float
    rent_error: float
    """Standard error of the mean."""


@dataclass(frozen=True)
class JailRow:
    """How often tokens were sent to jail in one way: by the square, a card or three doubles."""

    way: str
    times: int


@dataclass(frozen=True)
class GroupRow:
    """When a group was completed, whether its owner won, and the rents paid on it."""

    name: str
    completed: int
    """Games in which one seat owned the whole group before the game was over."""
    share: float
    """Of all games."""
    first_quartile: float
    """The turn in which it was completed in a quarter of these games; turns count from 0."""
    median: float
    third_quartile: float
    won: int
    """Games won by the first owner of the whole group."""
    win_rate: float
    low: float
    high: float
    rents: int
    mean_rent: float
    rent_error: float
    """Standard error of the mean."""


@dataclass(frozen=True)
class MoneyRow:
    """What a seat, or all of them, received and paid for one thing."""

    seat: str
    """`all`, or `p1`, `p2` …"""
    source: str
    received: int
    paid: int
    received_per_game: float
    paid_per_game: float


@dataclass(frozen=True)
class AuctionRow:
    """Auctions of a kind, of everything or of one square, and their prices against list."""

    kind: str
    """`deed`, `estate`, `house` or `hotel`."""
    square: str
    """`all`, or the name of a deed."""
    sold: int
    unsold: int
    mean_price: float
    mean_list: float
    """Mean list price of what was sold."""
    ratio: float
    """What was paid over what it lists for."""
    low: float
    high: float
