"""A vote binds: who has voted a seat out takes nothing more of it (TLA+: Dice2, Bound).

It is free again when another seat shows that it has a later entry of the silent one, and did
not vote so itself: then the seat cannot be retired there.
"""

from __future__ import annotations

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.inspection import unknown_past
from gitopoly.ledger.replica import Received
from gitopoly.protocols.absence import bound, voted
from gitopoly.table.game import Game


class Votes:
    """Whom the votes of one seat keep out."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._free: set[tuple[int, int]] = set()

    def bind(self) -> None:
        """Let nothing in of seats that this one has voted out."""
        game = self._game
        held: set[str] = set()
        if game.started:
            position = game.position
            for other, name in enumerate(game.names):
                free = (other, position.counts[other]) in self._free
                if other != self._seat and not free and bound(position, self._seat, other):
                    held.add(name)
        game.replica.bind_only(held)

    def release(self, source: str, received: Received) -> bool:
        """Whether what a third seat shows sets this one free, so that it can be taken."""
        refused = received.refused
        if refused is None or refused.code != "bound" or not self._game.started:
            return False
        position, game = self._game.position, self._game
        third = game.names.index(source)
        unknown = [
            entry
            for _, entry in unknown_past(refused.id, game.store, game.log.__contains__)
            if isinstance(entry, Entry)
        ]
        freed = False
        for other, name in enumerate(game.names):
            last = position.counts[other]
            shows = third != other and any(entry.seat == name for entry in unknown)
            if shows and not voted(position, third, other, last):
                self._free.add((other, last))
                freed = True
        if freed:
            self.bind()
        return freed
