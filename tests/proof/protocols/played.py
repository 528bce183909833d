"""Games between seats in memory whose protocol events are recorded."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from random import Random

from gitopoly.errors import IllegalAction
from gitopoly.ledger.store import Store
from gitopoly.proof.protocols.events import RecordedRun
from gitopoly.table.driver import GameDriver
from gitopoly.table.local_game import StorePeers
from gitopoly.table.opening import reseat
from gitopoly.table.protocol_log import ProtocolLog
from gitopoly.table.seat import Seat
from tests.table.tables import Table, act_at_random, change_order, copy


@dataclass(frozen=True)
class Misfortunes:
    """How often what happens, per turn of a seat."""

    resign: float = 0.0
    vote: float = 0.0
    """Somebody votes on whoever is waited for, although that seat is only slow."""
    kill: float = 0.0
    """A program is killed, and its folder opened again."""
    fork: int = 0
    """After this many turns the last seat writes two branches; 0: never."""
    away: range = range(0)
    """The turns in which the last seat is away."""
    orders: bool = False
    """Whether seats change their passing orders now and then."""


NONE = Misfortunes()


class RecordedTable:
    """Seats at a game, each with the switch on."""

    def __init__(self, players: int = 3, edition: str = "classic", **settings: object) -> None:
        self.table = Table(players, edition, **settings)  # type: ignore[arg-type]
        self.lines: list[str] = []
        for driver in self.table.drivers:
            self._record(driver)
        self.table.start()

    def _record(self, driver: GameDriver) -> None:
        assert driver.seat is not None
        ProtocolLog(driver.game, driver.seat.name, self.lines.append)

    def play(self, random: Random, turns: int, misfortunes: Misfortunes = NONE) -> None:
        """Let seats act and hear of each other at random."""
        for turn in range(turns):
            here = self.table.seats[:-1] if turn in misfortunes.away else self.table.seats
            seat = random.choice(here)
            driver = self.table.drivers[seat.number]
            driver.advance(among=[random.choice(self.table.seats).name])
            if random.random() < misfortunes.kill:
                seat = self._kill(seat.number)
            if turn + 1 == misfortunes.fork:
                self._fork(random)
            if misfortunes.orders:
                change_order(seat, random)
            if random.random() < misfortunes.vote:
                self._vote(seat, random)
            elif random.random() < misfortunes.resign:
                with contextlib.suppress(IllegalAction):
                    seat.resign()
            elif not seat.run_automatic_moves():
                act_at_random(seat, random)

    def _vote(self, seat: Seat, random: Random) -> None:
        if found := seat.votable():
            seat.vote(random.choice(found))

    def _kill(self, number: int) -> Seat:
        """The program of a seat ends anywhere, and another one opens what it has stored."""
        table, old = self.table, self.table.seats[number]
        seat = reseat(old.game.store, old.name, old.identity, table.clock)
        seat.auto_play = old.auto_play
        stores: dict[str, Store] = {other.name: other.game.store for other in table.seats}
        driver = GameDriver(seat.game, seat, StorePeers(seat.game, seat.name, stores))
        table.seats[number], table.drivers[number] = seat, driver
        self._record(driver)
        return seat

    def _fork(self, random: Random) -> None:
        """The last seat plays on with two copies, and shows the second to one of the others."""
        bad = self.table.seats[-1]
        twin = self.table.twin(bad)
        for seat in (bad, twin):
            if not seat.run_automatic_moves():
                act_at_random(seat, random)
        head = twin.game.store.head(twin.name)
        victim = random.choice(self.table.seats[:-1])
        if head is not None and head not in bad.game.log:
            copy(twin, victim.game.store)
            victim.game.receive(twin.name, head)

    @property
    def run(self) -> RecordedRun:
        """What has happened."""
        return RecordedRun.read(self.lines)
