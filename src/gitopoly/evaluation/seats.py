"""Three seats of one game in one process, each writing as a player's own program does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import yaml

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.measurements.published_way import PublishedWay
from gitopoly.measurements.turns import timed
from gitopoly.peers import Act, Move
from gitopoly.rules import actions as a
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.events import Event
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.local_game import seat_all, start
from gitopoly.table.seat import Seat

NAMES = ("ann", "ben", "cleo")
KEYS: dict[str, Identity] = {name: from_seed(name.encode()) for name in NAMES}

Write = Callable[[Move], Event]
Around = Callable[[Seat, Write, Move], Event]
"""Performs a seat's write, and does something around it, such as timing it."""
PAIRED = 25
"""One action in this many is also done in the published way."""


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
        invited = tuple(SeatInfo(name, f"../{name}.git") for name in NAMES)
        invitation = GameFile("formal", invited)
        self._stack = ExitStack()
        self._around = around
        stores: list[Store] = []
        for number, name in enumerate(NAMES):
            on_disk = number < durable
            store = GitStore.create(folder / name, name) if on_disk else Store(MemoryJournal())
            self._stack.callback(store.close)
            stores.append(store)
        self.drivers = seat_all(invitation, stores, list(KEYS.values()), time.time)
        self.seats = [driver.seat for driver in self.drivers if driver.seat is not None]
        start(self.drivers)
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
        for driver in self.drivers:
            driver.hear()
            self._check(driver)

    def close(self) -> None:
        """Close all repositories."""
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

    def _surround(self, seat: Seat) -> None:
        write = seat.write
        seat.write = lambda move: self._around(seat, write, move)  # type: ignore[method-assign]

    def _rounds(self, choosers: Sequence[Chooser]) -> Iterator[None]:
        while not self.over:
            for driver, choose in zip(self.drivers, choosers, strict=True):
                driver.take_turn(choose)
                self._check(driver)
            yield

    @staticmethod
    def _check(driver: GameDriver) -> None:
        """Seats that follow the rules never refuse each other's entries."""
        for found in driver.game.evidence:
            raise RuntimeError(f"{found.seat} is refused: {found.reason}")


@dataclass(frozen=True)
class TimedWrite:
    """One write of a seat, from the chosen move to its durable entry."""

    seat: int
    entry: int
    """Entries in the log before it."""
    move: Move
    seconds: float
    published: float | None
    """How long the published way took, where it was run."""


def timed_writes(
    folder: Path, policy: str, seed: int, durable: int = len(NAMES)
) -> Iterator[TimedWrite]:
    """Play a game, timing every write; some actions are done in the published way, in turns."""
    done: list[TimedWrite] = []
    acted = 0

    def around(seat: Seat, write: Write, move: Move) -> Event:
        nonlocal acted
        entry, published = len(seat.game.log), None
        took = timed(lambda: write(move))
        event: Event = took.made
        if isinstance(move, Act) and seat.number < durable:
            acted += 1
            if acted % PAIRED == 1:
                # Changed by the entry's number, so that there is always something to commit.
                state = {**yaml.safe_load(seat.position.to_yaml()), "entries": entry}
                published = timed(lambda: way.act(state, event.sentence)).seconds
        done.append(TimedWrite(seat.number, entry, move, took.seconds, published))
        return event

    with ThreeSeats(folder / "game", around, durable) as seats:
        way = PublishedWay(folder / "published", seats.seats[0].position.to_yaml())
        for _ in seats.rounds(policy, seed):
            yield from done
            done.clear()
