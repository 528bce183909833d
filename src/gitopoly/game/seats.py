"""The seats of a game: `game.seats["Ann"].cash`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitopoly.rules import State
from gitopoly.rules.text import JAIL_CARDS


class Seat:
    """One player: cash, deeds, position.

    Net worth is left out on purpose: TAX-1 has the income tax chosen before adding it up.

    >>> import gitopoly
    >>> ann = gitopoly.Game("classic", seats=["Ann", "Ben"]).seats["Ann"]
    >>> ann
    <Ann: $1500, 0 deeds, on GO>
    >>> ann.cash, ann.deeds, ann.square, ann.in_jail, ann.jail_cards, ann.bankrupt
    (1500, (), 'GO', False, (), False)
    """

    __slots__ = ("_player", "_state", "name")

    name: str

    def __init__(self, state: State, player: int, name: str) -> None:
        self._state = state
        self._player = player
        self.name = name

    @property
    def number(self) -> int:
        """The place in the order of play, from 0."""
        return self._player

    @property
    def cash(self) -> int:
        """Money at hand."""
        return self._state.money[self._player]

    @property
    def square(self) -> str:
        """The name of the square the token is on."""
        return self._state.rules.names[self._state.positions[self._player]]

    @property
    def deeds(self) -> tuple[str, ...]:
        """The names of the deeds, in the order of the board."""
        s = self._state
        deeds = s.rules.deeds[: s.rules.deed_count]
        return tuple(s.rules.names[square] for square in deeds if s.owner[square] == self._player)

    @property
    def jail_cards(self) -> tuple[str, ...]:
        """The jail cards: `chance jail card`, `community chest jail card`."""
        s = self._state
        pairs = zip(JAIL_CARDS, s.jail_card_owner, strict=True)
        return tuple(name for name, owner in pairs if owner == self._player)

    @property
    def in_jail(self) -> bool:
        """Whether the player is in jail; just visiting does not count."""
        return bool(self._state.in_jail[self._player])

    @property
    def jail_rolls(self) -> int:
        """Rolls in jail that were not doubles."""
        return self._state.jail_time[self._player]

    @property
    def bankrupt(self) -> bool:
        """Whether the player is out of the game."""
        return bool(self._state.is_bankrupt[self._player])

    def __repr__(self) -> str:
        if self.bankrupt:
            return f"<{self.name}: bankrupt>"
        deeds = len(self.deeds)
        where = "in jail" if self.in_jail else f"on {self.square}"
        cash = f"{self._state.rules.currency}{self.cash}"
        return f"<{self.name}: {cash}, {deeds} deed{'' if deeds == 1 else 's'}, {where}>"


class Seats(Mapping[str, Seat]):
    """All seats by name; `game.seats[0]` is the first in the order of play.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"])
    >>> list(game.seats), game.seats[1].name
    (['Ann', 'Ben'], 'Ben')
    """

    __slots__ = ("_names", "_state")

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        self._state = state
        self._names = names

    def __getitem__(self, seat: str | int) -> Seat:
        if isinstance(seat, int) and 0 <= seat < len(self._names):
            return Seat(self._state, seat, self._names[seat])
        for player, name in enumerate(self._names):
            if name == seat:
                return Seat(self._state, player, name)
        raise KeyError(f"no seat {seat!r}; there are {', '.join(self._names)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<seats: {', '.join(self._names)}>"
