"""Three seats of one game in one process, each writing as a player's own program does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from gitopoly.bots.at_table import TablePolicy
from gitopoly.kernel import actions as a
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.memory import MemoryStore
from gitopoly.ledger.store import Store, reachable
from gitopoly.protocols import Act, Move
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.seat import Habits, Seat
from gitopoly.table.simulation import Chooser
from gitopoly.table.events import Event

NAMES = ("ann", "ben", "cleo")
KEYS: dict[str, Identity] = {name: from_seed(name.encode()) for name in NAMES}

Write = Callable[[Move], Event]
Around = Callable[[Seat, Write, Move], Event]
"""Carries out a seat's write, and does something around it, such as timing it."""


def chooser(policy: str, number: int, seed: int) -> Chooser:
    """A seat that chooses by a policy."""
    choices = TablePolicy(policy, number, 64 * seed + number)

    def choose(seat: Seat) -> int:
        return choices.choose(seat.position.state, seat.choices())

    return choose


def kind_of(move: Move) -> str:
    """The name of a move in the specifications."""
    return a.NAMES[a.kind_of(move.action)] if isinstance(move, Act) else type(move).__name__


class ThreeSeats:
    """A game of `formal` with joint dice; the first seats are on repositories, synced to disk."""

    def __init__(self, folder: Path, around: Around, durable: int = len(NAMES)) -> None:
        places = tuple(Place(name, f"../{name}.git") for name in NAMES)
        invitation = GameFile("formal", places)
        self._stack = ExitStack()
        self._around = around
        stores: list[Store] = []
        for number, name in enumerate(NAMES):
            on_disk = number < durable
            store = GitStore.create(folder / name, name) if on_disk else MemoryStore()
            self._stack.callback(store.close)
            stores.append(store)
        first = Seat.invite(stores[0], invitation, KEYS[NAMES[0]], time.time)
        self.seats = [first, *(self._guest(first, n, stores[n]) for n in range(1, len(NAMES)))]
        for seat in self.seats:
            seat.habits = Habits(single=False)
            seat.join()
        self.exchange()
        first.tidy()
        self.exchange()
        for seat in self.seats:
            self._surround(seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended for all."""
        return all(seat.game.over for seat in self.seats)

    @property
    def entries(self) -> int:
        """How long the first seat's log is."""
        return len(self.seats[0].game.log)

    def rounds(self, policy: str, seed: int) -> Iterator[None]:
        """Play until the game is over, letting everybody act once in a round."""
        choosers = [chooser(policy, number, seed) for number in range(len(NAMES))]
        yield from self._rounds(choosers)

    def exchange(self) -> None:
        """Let everybody fetch from everybody."""
        for seat in self.seats:
            self._fetch(seat)

    def close(self) -> None:
        """Let go of all repositories."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Behind it.

    def _guest(self, first: Seat, number: int, store: Store) -> Seat:
        root, source = first.game.root, first.game.store
        store.put(reachable(root, source.read, store.has))
        game = Game(store, *find_invitation(store, root))
        game.receive(NAMES[0], root)
        return Seat(game, NAMES[number], KEYS[NAMES[number]], time.time)

    def _surround(self, seat: Seat) -> None:
        write = seat.write
        seat.write = lambda move: self._around(seat, write, move)  # type: ignore[method-assign]

    def _rounds(self, choosers: Sequence[Chooser]) -> Iterator[None]:
        while not self.over:
            for seat in self.seats:
                self._fetch(seat)
                seat.tidy()
                if seat.choices():
                    seat.act(choosers[seat.number](seat))
            yield

    def _fetch(self, seat: Seat) -> None:
        store = seat.game.store
        for other in self.seats:
            head = other.game.store.head(other.name)
            if other is not seat and head is not None and head not in seat.game.log:
                store.put(reachable(head, other.game.store.read, store.has))
                refused = seat.game.receive(other.name, head).refused
                if refused is not None:
                    raise RuntimeError(f"{seat.name} refuses {other.name}: {refused.reason}")
