"""An edition as data: its squares, cards, constants and flags."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SquareData:
    """One square of a board, as printed."""

    name: str
    type: str
    group: str = ""
    """Colour group of a street."""
    value: int = 0
    """Price of a deed, or the amount of a tax."""
    house_cost: int = 0
    rent: tuple[int, ...] = ()
    """Bare rent first, then one entry for each building level."""
    tenth: bool = False
    """A tax that may also be paid as a tenth of one's net worth (TAX-1)."""
    key: str = ""
    """The key of its name in other languages; empty for a proper name."""


@dataclass(frozen=True)
class Card:
    """One card of a deck."""

    kind: str
    text: str
    amount: int = 0
    hotel_amount: int = 0
    square: int = -1
    key: str = ""
    """The key of its text in other languages."""


@dataclass(frozen=True)
class Edition:
    """Everything that distinguishes one way to play from another.

    >>> import gitopoly
    >>> edition = gitopoly.Game("classic").edition
    >>> edition.name, edition.least_players, edition.most_players, len(edition.squares)
    ('classic', 2, 8, 40)
    """

    name: str
    summary: str
    board: str
    squares: tuple[SquareData, ...]
    jail: int
    chance: tuple[Card, ...]
    community_chest: tuple[Card, ...]
    least_players: int
    most_players: int
    usual_players: int
    constants: dict[str, Any] = field(default_factory=dict, hash=False)
    flags: dict[str, bool] = field(default_factory=dict, hash=False)
    currency: str = "$"
    """The sign before an amount; in the texts of cards, $ stands for it."""
    colours: dict[str, str] = field(default_factory=dict, hash=False)
    """Colours of groups by their names, as #rrggbb; the usual ones where a group has none."""
