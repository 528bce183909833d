"""An honest seat of the simulation: the program itself, on a machine that fails now and then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from gitopoly.errors import IllegalAction, NoRoom
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.store import Store
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.lobby import NONCE
from gitopoly.table.opening import reseat
from gitopoly.table.seat import AutoPlay, Seat
from tests.simulation.disk import PowerFailure
from tests.simulation.machine import Machine
from tests.simulation.network import Network, SeatClock, SimulatedPeers, fetch
from tests.table.tables import change_order, choose_at_random

LAGS = (0, 0, 0, 0, 0, 1, 2, 5)


@dataclass
class Observed:
    """What an honest seat has seen of the others by its own clock, noted from outside."""

    known: dict[str, int] = field(default_factory=dict)
    since: dict[str, float] = field(default_factory=dict)

    def note(self, game: GameReplica, now: float) -> None:
        """Note whose log has grown."""
        count = dict.fromkeys(game.names, 0)
        for entry in game.log:
            count[entry.seat] += 1
        for name, entries in count.items():
            if self.known.get(name) != entries:
                self.known[name], self.since[name] = entries, now


class Player:
    """One honest seat, its machine, and the driver while it is on."""

    def __init__(
        self,
        name: str,
        identity: Identity,
        machine: Machine,
        network: Network,
        clock: SeatClock,
        pushed: Callable[[Player, str], None],
        orders: bool,
    ) -> None:
        self.name, self.identity, self.machine = name, identity, machine
        self.network, self.clock = network, clock
        self.driver: GameDriver | None = None
        self.observed = Observed()
        self._pushed, self._orders = pushed, orders
        self._peers: SimulatedPeers | None = None

    @property
    def store(self) -> Store:
        """Its disk."""
        return self.machine.store

    @property
    def on(self) -> bool:
        """Whether its program runs."""
        return self.driver is not None

    @property
    def game(self) -> GameReplica:
        """What it knows of the game."""
        assert self.driver is not None
        return self.driver.game

    @property
    def seat(self) -> Seat:
        """Its hands."""
        assert self.driver is not None
        assert self.driver.seat is not None
        return self.driver.seat

    def begin(self, seat: Seat) -> None:
        """Run the program for a seat that was just taken."""
        self._drive(seat, knows_own_log=True)

    def start(self, root: str) -> None:
        """Open the game again, or for the first time where nothing has been written yet."""
        if self.store.head(self.name) is None:
            fetch(self.network.history, self.store, self.name, root)
            game = GameReplica(self.store, *find_invitation(self.store, root))
            game.receive(game.names[0], root)
            self._drive(Seat(game, self.name, self.identity, self.clock.time), knows_own_log=True)
        else:
            shown = self.machine.shown()
            seat = reseat(self.store, self.name, self.identity, self.clock.time, shown)
            self._drive(seat, knows_own_log=False)
        self.machine.opened(self.game.objects_of)

    def _drive(self, seat: Seat, *, knows_own_log: bool) -> None:
        seat.auto_play = AutoPlay(single=False)
        self._peers = SimulatedPeers(
            self.network,
            seat.game,
            self.name,
            self.clock,
            lambda head: self._pushed(self, head),
            knows_own_log,
        )
        self.driver = GameDriver(seat.game, seat, self._peers, self.clock)
        self.observed = Observed()
        self.note()

    def stop(self) -> None:
        """The program ends without warning."""
        self.driver = self._peers = None

    def hear(self, random: Random | None = None) -> None:
        """Poll the others: all of them as they are, or some of them late."""
        assert self._peers is not None
        for name in self.network.names:
            if name != self.name and (random is None or random.random() < 0.75):
                self._peers.poll(name, random.choice(LAGS) if random else 0)

    def turn(self, random: Random, resigns: bool = False) -> None:
        """Do what is due, and something of the seat's own choice; or leave the game."""
        assert self.driver is not None
        assert self._peers is not None
        self._peers.publish()
        try:
            if self.driver.may_write and self.name not in self.game.joined:
                self.seat.join(nonce=random.randbytes(NONCE))
            if self._orders:
                change_order(self.seat, random)
            self.driver.advance()
            if self.driver.may_write and self.game.started and not self.game.over:
                self._choose(random, resigns)
            self._peers.publish()
        except NoRoom:
            pass
        except PowerFailure:
            self.machine.lose_power(random)
            self.stop()
        self.note()

    def _choose(self, random: Random, resigns: bool) -> None:
        assert self.driver is not None
        if resigns and self.game.position.plays(self.seat.number):
            with contextlib.suppress(IllegalAction):
                self.driver.resign()
        elif (action := choose_at_random(self.seat, random)) is not None:
            self.driver.act(action)

    def note(self) -> None:
        """Note from outside what the seat has seen."""
        if self.on:
            self.observed.note(self.game, self.clock.monotonic())

    def silence_of(self, name: str) -> float:
        """Seconds since this seat last saw anything new of another, while it was on."""
        return self.clock.monotonic() - self.observed.since[name]
