"""All seats of a new game in one process, each with its own store: joined, and started."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.ledger.identity import Identity
from gitopoly.ledger.store import Store
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.peers import Clock, StorePeers
from gitopoly.table.seat import Clock as Now, Seat


def seat_all(
    invitation: GameFile,
    stores: Sequence[Store],
    identities: Sequence[Identity],
    now: Now,
    clock: Clock | None = None,
) -> list[GameDriver]:
    """Seats for everyone in an invitation; none of them has joined yet.

    `now` dates entries, `clock` is that of the drivers.
    """
    invitation.check()
    first = Seat.invite(stores[0], invitation, identities[0], now)
    seats = [first]
    for name, store, identity in zip(invitation.names[1:], stores[1:], identities[1:], strict=True):
        seats.append(Seat(copy_of(first.game, store), name, identity, now))
    known = dict(zip(invitation.names, stores, strict=True))
    return [
        GameDriver(seat.game, seat, StorePeers(seat.game, seat.name, known), clock)
        for seat in seats
    ]


def copy_of(game: GameReplica, store: Store) -> GameReplica:
    """A game in another store that holds only the invitation."""
    store.borrow(game.root, game.store.held)
    twin = GameReplica(store, *find_invitation(store, game.root))
    twin.receive(twin.names[0], game.root)
    store.borrow(game.root, None)
    return twin


def start(drivers: Sequence[GameDriver]) -> None:
    """Let the missing seats join, all be ready, and the first seat start; tell everybody."""
    for driver in drivers:
        if driver.seat is not None and driver.seat.name not in driver.game.joined:
            driver.seat.join()
    for _ in range(3):
        for driver in drivers:
            driver.hear()
        # The first one last: it starts the game when all others are ready.
        for driver in reversed(drivers):
            if not driver.game.started:
                driver.advance()
