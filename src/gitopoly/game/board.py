"""The board of a game: `game.board["Boardwalk"].rent`."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from gitopoly.editions import Edition
from gitopoly.rules import State
from gitopoly.rules.board import mortgage_value, owned_in_group, street_rent, util_multiplier
from gitopoly.rules.codes import NOBODY, RAIL, RAIL_GROUP, RENTS, SQUARE_TYPES, STREET, TAX, UTIL
from gitopoly.rules.landing import owner_waives_rent


class Square:
    """One square: what is printed on it, who owns it, what stands on it.

    >>> import gitopoly
    >>> square = gitopoly.Game("classic").board["Boardwalk"]
    >>> square
    <Boardwalk: for sale at $400>
    >>> square.price, square.rent, square.group, square.owner, square.houses, square.mortgaged
    (400, 50, 'dark blue', None, 0, False)
    """

    __slots__ = ("_group", "_names", "_state", "name", "number")

    name: str
    number: int
    """Number of squares after GO."""

    def __init__(self, state: State, names: tuple[str, ...], number: int, group: str) -> None:
        self._state = state
        self._names = names
        self._group = group
        self.number = number
        self.name = state.rules.names[number]

    @property
    def type(self) -> str:
        """What it is: `street`, `rail`, `util`, `tax`, `chance`, `jail` and so on."""
        return SQUARE_TYPES[self._state.rules.square_type[self.number]]

    @property
    def group(self) -> str | None:
        """The colour of a street, `rail` or `util`; None for squares that cannot be owned."""
        return (self._group or self.type) if self.is_deed else None

    @property
    def is_deed(self) -> bool:
        """Whether it can be owned."""
        return self._state.rules.group[self.number] != NOBODY

    @property
    def price(self) -> int | None:
        """The price of the deed."""
        return self._state.rules.value[self.number] if self.is_deed else None

    @property
    def tax(self) -> int | None:
        """The printed tax."""
        rules = self._state.rules
        return rules.value[self.number] if rules.square_type[self.number] == TAX else None

    @property
    def owner(self) -> str | None:
        """Who owns the deed."""
        owner = self._state.owner[self.number]
        return None if owner == NOBODY else self._names[owner]

    @property
    def rents(self) -> tuple[int, ...]:
        """The printed rents of a street: bare, then with one to four houses and a hotel."""
        rules, first = self._state.rules, self.number * RENTS
        if rules.square_type[self.number] != STREET:
            return ()
        return tuple(rules.rent[first : first + rules.max_level + 1])

    @property
    def rent(self) -> int | None:
        """What a visitor owes right now; if unowned, what the first owner could ask.

        None if there is no rent, and for utilities, whose rent is `rent_times_dice`.
        """
        s, number = self._state, self.number
        kind, owner = s.rules.square_type[number], s.owner[number]
        if kind not in (STREET, RAIL):
            return None
        if self._costs_nothing:
            return 0
        if kind == RAIL:
            owned = 1 if owner == NOBODY else owned_in_group(s, s.rules, owner, RAIL_GROUP)
            return s.rules.base_rail_rent << (owned - 1)
        return s.rules.rent[number * RENTS] if owner == NOBODY else street_rent(s, s.rules, number)

    @property
    def rent_times_dice(self) -> int | None:
        """The multiplier of the dice for the rent of a utility: 4 or 10."""
        s, number = self._state, self.number
        if s.rules.square_type[number] != UTIL:
            return None
        if self._costs_nothing:
            return 0
        return 4 if s.owner[number] == NOBODY else util_multiplier(s, s.rules, number)

    @property
    def _costs_nothing(self) -> bool:
        """RENT-3, HOUSE-4: whether a visitor pays no rent to the owner that it has."""
        s = self._state
        if s.mortgaged[self.number]:
            return True
        return s.owner[self.number] != NOBODY and owner_waives_rent(s, s.rules, self.number)

    @property
    def houses(self) -> int:
        """Number of houses, 0 to 4; 0 with a hotel."""
        return 0 if self.hotel else self._state.level[self.number]

    @property
    def hotel(self) -> bool:
        """Whether a hotel stands on it."""
        return self._state.level[self.number] == self._state.rules.hotel_level

    @property
    def house_price(self) -> int | None:
        """What a building costs here."""
        rules = self._state.rules
        return rules.house_cost[self.number] if rules.square_type[self.number] == STREET else None

    @property
    def mortgaged(self) -> bool:
        """Whether the deed is mortgaged."""
        return bool(self._state.mortgaged[self.number])

    @property
    def mortgage_value(self) -> int | None:
        """What the bank lends on the deed."""
        return mortgage_value(self._state.rules, self.number) if self.is_deed else None

    @property
    def jailed(self) -> tuple[str, ...]:
        """The players in jail here."""
        s = self._state
        return tuple(name for name in self.tokens if s.in_jail[self._names.index(name)])

    @property
    def tokens(self) -> tuple[str, ...]:
        """The players whose tokens are here, including those in jail."""
        s = self._state
        return tuple(
            name
            for seat, name in enumerate(self._names)
            if s.positions[seat] == self.number and not s.is_bankrupt[seat]
        )

    @property
    def currency(self) -> str:
        """The sign before an amount, such as $."""
        return self._state.rules.currency

    def __repr__(self) -> str:
        if not self.is_deed:
            return f"<{self.name}>"
        if self.owner is None:
            return f"<{self.name}: for sale at {self.currency}{self.price}>"
        built = ", a hotel" if self.hotel else f", {self.houses} houses" if self.houses else ""
        lent = ", mortgaged" if self.mortgaged else ""
        return f"<{self.name}: {self.owner}{built}{lent}>"


class Board(Mapping[str, Square]):
    """All squares by name, in the order of the board; `game.board[0]` is GO.

    >>> import gitopoly
    >>> board = gitopoly.Game("classic").board
    >>> len(board), board[39].name, board["Reading Railroad"].rent
    (40, 'Boardwalk', 25)
    >>> [square.name for square in board.values() if square.type == "util"]
    ['Electric Company', 'Water Works']
    """

    __slots__ = ("_edition", "_names", "_state")

    def __init__(self, state: State, names: tuple[str, ...], edition: Edition) -> None:
        self._state = state
        self._names = names
        self._edition = edition

    def group(self, name: str) -> tuple[Square, ...]:
        """The squares of a group, by its colour, or `rail` or `util`."""
        return tuple(square for square in self.values() if square.group == name)

    def __getitem__(self, square: str | int) -> Square:
        rules = self._state.rules
        if isinstance(square, int) and 0 <= square < rules.board_length:
            return Square(self._state, self._names, square, self._edition.squares[square].group)
        if square in rules.names:
            return self[rules.names.index(str(square))]
        near = difflib.get_close_matches(str(square), rules.names, 3, 0.4)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise KeyError(f"no square {square!r}{hint}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.rules.names)

    def __len__(self) -> int:
        return self._state.rules.board_length

    def __repr__(self) -> str:
        return f"<board of {self._edition.name}: {len(self)} squares>"
