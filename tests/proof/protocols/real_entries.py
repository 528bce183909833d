"""The moves of explored worlds as real entries: signed, stored in memory, received and judged.

Every set of moves that a seat can hold becomes a replica of a game that has really been started;
only the position in which the game begins is that of the model.
"""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.peers import ProtocolPosition
from gitopoly.table import fold
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.seat import Seat
from gitopoly.table.votes import Votes
from tests.proof.protocols.exploration import Item, World
from tests.table.tables import Table

Logs = tuple[tuple[Item, ...], ...]
TIME = 2_000_000_000


class RealEntries:
    """Replicas of what seats hold in explored worlds."""

    def __init__(self, first: ProtocolPosition, patch: pytest.MonkeyPatch) -> None:
        table = Table(len(first.counts), options={"opening_throw": 0}, retire_after=60).start()
        table.exchange()
        patch.setattr(fold, "ProtocolPosition", lambda rules, setting: first.copy())
        self._root = table.seats[0].game.root
        self._identities = table.identities
        self._begun = table.seats[0].game.store.journal.read_all()
        self._written: dict[Hashable, tuple[str, Store]] = {}

    def position(self, world: World, seat: int) -> ProtocolPosition:
        """What a replica that holds the entries of a seat makes of them."""
        return self._replica(_held(world, seat)).position

    def takes(self, world: World, seat: int, other: int, number: int) -> bool:
        """Whether a seat takes in another's log up to an entry, as its driver would."""
        game = self._replica(_held(world, seat))
        votes, name = Votes(game, seat), game.names[other]
        past = world.logs[other][number - 1].past
        shown = [log[:n] for log, n in zip(world.logs, past, strict=True)]
        shown[other] = world.logs[other][:number]
        head, source = self._newest(tuple(shown), other)
        game.store.borrow(name, source.held)
        votes.bind()
        if votes.release(name, game.receive(name, head)):
            game.receive(name, head)
        while votes.bind():
            game.look_again([])
        return head in game.log

    def _replica(self, held: Logs) -> GameReplica:
        store = Store(MemoryJournal(self._begun))
        game = GameReplica(store, *find_invitation(store, self._root))
        game.load(trusted=True)
        for seat, log in enumerate(held):
            if log:
                head, source = self._newest(held, seat)
                store.borrow(game.names[seat], source.held)
                received = game.receive(game.names[seat], head)
                assert received.refused is None, received.refused
        return game

    def _newest(self, held: Logs, seat: int) -> tuple[str, Store]:
        """The newest entry of a seat among those held, and a store that has it."""
        item = held[seat][-1]
        past = tuple(log[:n] for log, n in zip(held, item.past, strict=True))
        key = seat, past, item.move
        if key not in self._written:
            game = self._replica(past)
            author = Seat(game, game.names[seat], self._identities[seat], lambda: TIME)
            entry = author.write(item.move)
            self._written[key] = entry.id, game.store
        return self._written[key]


def _held(world: World, seat: int) -> Logs:
    return tuple(log[:n] for log, n in zip(world.logs, world.held[seat], strict=True))
