"""A whole table under the control of one seed: its seats, their machines, time and network."""

from __future__ import annotations

import contextlib
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from gitopoly.ledger.entry import Object, Sealed, read_commit
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.seat import Seat
from tests.ledger.power import PowerLoss
from tests.simulation.ending import end
from tests.simulation.history import History, PublicSecrets
from tests.simulation.hostile import Cheat, WatchedMemory
from tests.simulation.machine import GitMachine, Machine, MemoryMachine
from tests.simulation.network import Network, SeatClock, WorldClock
from tests.simulation.plan import MOST_ENTRIES, NAMES, PATIENCE, Event, Plan
from tests.simulation.player import Player
from tests.simulation.properties import Broken, Properties
from tests.simulation.switches import switched

KEYS = [from_seed(name.encode()) for name in NAMES]


@dataclass
class Outcome:
    """The result of a schedule."""

    plan: Plan
    broken: Broken | None = None
    trace: list[str] = field(default_factory=list)
    """A line for each event: the same for the same plan, to the last entry."""
    entries: int = 0
    final: int = 0
    forks: int = 0
    over: bool = False

    @property
    def digest(self) -> str:
        """The trace in short."""
        return sha256("\n".join(self.trace).encode()).hexdigest()


def run(plan: Plan) -> Outcome:
    """Play a schedule to its end, or until something does not hold."""
    with switched(plan.chain_length), tempfile.TemporaryDirectory(prefix="simulation_") as folder:
        world = World(plan, Path(folder))
        try:
            world.play()
        except Broken as error:
            world.outcome.broken = error
        finally:
            world.close()
        return world.outcome


class World:
    """Everything outside the program that one game depends on."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.outcome = plan, Outcome(plan)
        self.clock = WorldClock()
        self.secrets = PublicSecrets()
        self._folder, self._sittings = folder, 0
        self._power: PowerLoss | None = None
        if plan.on_git:
            self._power = PowerLoss()
            self._power.start(folder)
        self.players: dict[str, Player] = {}
        self.invitation: list[Object] = []
        self._sit_down()

    # Setting up.

    def _sit_down(self) -> None:
        """Begin the game: everybody has the invitation, and nobody has joined."""
        plan = self.plan
        self._close_machines()
        self._sittings += 1
        self.history = History()
        self.network = Network(plan.names, self.history, Random(f"streams {plan.seed}"))
        cheats = [plan.names[seat] for seat in plan.cheats]
        self.properties = Properties(self.history, self.secrets, cheats)
        self.acknowledged: dict[str, list[str]] = {}
        self.clocks = {name: SeatClock(self.clock) for name in plan.names}
        self.players = {
            name: Player(
                name,
                self._identity(name),
                self._machine(name),
                self.network,
                self.clocks[name],
                self._pushed,
                plan.orders,
            )
            for name in plan.names
            if name not in cheats
        }
        self._invite()
        self.cheats = {
            name: Cheat(
                name,
                self._identity(name),
                self.network,
                self.clocks[name],
                self.root,
                plan.orders,
            )
            for name in cheats
        }
        for cheat in self.cheats.values():
            cheat.partners = list(self.cheats.values())
            cheat.open_line((self.root,))

    def _invite(self) -> None:
        first = self.plan.names[0]
        if self.invitation:  # the same one again
            self.history.put(self.invitation)
        else:
            invited = tuple(SeatInfo(name, f"../{name}.git") for name in self.plan.names)
            file = GameFile(
                self.plan.edition,
                invited,
                self.plan.options,
                retire_after=self.plan.retire_after,
            )
            player = self.players.get(first)
            store = player.store if player else WatchedMemory(self.network)
            seat = Seat.invite(store, file, self._identity(first), self.clocks[first].time)
            self.root = seat.game.root
            self.invitation = [
                Object(kind, object_id, data)
                for object_id, (kind, data) in self.history.objects.items()
            ]
            if player:
                player.begin(seat)
        self.history.add(read_commit(self.root, self.history.read(self.root)[1]))
        self.network.show(first, self.plan.names, self.root)

    def _identity(self, name: str) -> Identity:
        return KEYS[NAMES.index(name)]

    def _machine(self, name: str) -> Machine:
        written = partial(self._written, name)
        if self._power is None:
            return MemoryMachine(name, written)
        folder = self._folder / str(self._sittings)
        folder.mkdir(exist_ok=True)
        return GitMachine(folder, name, self._power, written)

    # What the machines and the network report.

    def _written(self, name: str, sealed: Sealed) -> None:
        """An entry of an honest seat is acknowledged to it."""
        self.history.put(sealed.objects)
        entry = sealed.entry
        player = self.players[name]
        if player.on:
            self.history.learn(player.game.log)
        self.history.add(entry)
        self.acknowledged.setdefault(name, []).append(entry.id)
        if player.on:
            player.note()
            if entry.trailers["Action"] == "Reveal":
                self.properties.revealed(player, entry)
            if entry.trailers["Action"] == "Retire":
                self.properties.voted(player, entry)

    def _pushed(self, player: Player, head: str) -> None:
        """Everybody can read an entry of an honest seat, and those before it."""
        log = player.game.log
        # What was written just before a crash is reported only by its author.
        self.history.put(entry.commit for entry in log)
        self.history.learn(log)
        for number in range(log.number(head), 0, -1):
            self.secrets.publish(log[log.at(head, number)], self.history.tick())

    # Playing.

    def play(self) -> None:
        """All events, then the end."""
        for at, event in enumerate(self.plan.events):
            if len(self.history.entries) >= MOST_ENTRIES:
                break
            with self.guarded():
                self.step(event)
            self.trace(f"{at} {event}")
        with self.guarded():
            end(self)
        known = [player.game for player in self.players.values() if player.on]
        self.outcome.over = any(game.over for game in known)
        self.outcome.forks = max((len(game.log.forks()) for game in known), default=0)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Anything raised in here is a fault."""
        try:
            yield
        except Broken:
            raise
        except Exception as error:
            raise Broken("nothing fails", f"{error!r}\n{traceback.format_exc()}") from error

    def trace(self, what: str) -> None:
        heads = [
            f"{name}:{len(p.game.log)}:{sha256(repr(p.game.log.newest()).encode()).hexdigest()[:8]}"
            for name, p in self.players.items()
            if p.on
        ]
        self.outcome.trace.append(f"{what} | {' '.join(heads)}")
        self.outcome.entries = len(self.history.entries)
        self.outcome.final = self.properties.final

    def step(self, event: Event) -> None:
        """Let one event happen."""
        self.clock.passed += 1
        random = Random(event.number)
        name = self.plan.names[event.seat]
        if name in self.cheats:
            self._hostile(event.kind, self.cheats[name], random)
        else:
            self._honest(event.kind, self.players[name], random)
        self.look()

    def look(self) -> None:
        """Check what honest seats know against the properties."""
        for player in self.players.values():
            if player.on:
                self.properties.look(player)

    def start(self, player: Player) -> None:
        """Turn an honest seat's machine on again."""
        player.start(self.root)
        self.properties.came_back(player, self.acknowledged.get(player.name, ()))

    def _hostile(self, kind: str, cheat: Cheat, random: Random) -> None:
        if kind == "silence":
            cheat.silent = not cheat.silent
        elif kind == "sit-down-again":
            # Whoever invites can ask everybody to the same table a second time.
            if cheat.name == self.plan.names[0]:
                self._sit_down()
        else:
            act = {"show": "reveal_line"}.get(kind, kind.replace("-", "_"))
            getattr(cheat, act)(random)

    def _honest(self, kind: str, player: Player, random: Random) -> None:
        name, network = player.name, self.network
        if kind == "cut":
            network.cut.add((name, random.choice(network.names)))
        elif kind == "heal":
            network.cut = {link for link in network.cut if link[0] != name}
        elif kind == "set-clock":
            player.clock.set_by += random.choice((-1, 1)) * random.choice((5, 10**5, 10**8))
        elif kind == "sleep":
            player.clock.slept += random.choice((1, PATIENCE)) * random.random()
        elif kind == "wait":
            self.clock.passed += random.choice((10, PATIENCE / 2, 1.5 * PATIENCE))
        elif kind == "backup":
            # Before one's first entry there is nothing to come back with.
            if player.store.head(name) is not None:
                player.machine.back_up()
        elif kind == "restore":
            self._restore(player)
        elif not player.on:
            self.start(player)
        elif kind == "full":
            player.machine.set_fault("full")
        elif kind == "crash":
            self._crash(player, random)
        else:
            player.hear(random)
            player.turn(random, resigns=kind == "resign")

    def _crash(self, player: Player, random: Random) -> None:
        how = random.choice(("kill", "off", "torn", "late"))
        if how == "torn" or how == "late":
            player.machine.set_fault(how)  # type: ignore[arg-type]
            return
        player.stop()
        if how == "kill":
            player.machine.kill()
        else:
            player.machine.lose_power(random)

    def _restore(self, player: Player) -> None:
        """Come back with an old copy of the disk, and find the rest where it was published."""
        if player.machine.restore():
            player.stop()
            player.start(self.root)
            # The rest is where it was published, or was never seen by anybody.
            known = player.game.log
            mine = self.acknowledged.get(player.name, ())
            self.acknowledged[player.name] = [entry_id for entry_id in mine if entry_id in known]

    def close(self) -> None:
        """Release everything."""
        self._close_machines()
        if self._power is not None:
            self._power.stop()

    def _close_machines(self) -> None:
        for player in self.players.values():
            if isinstance(player.machine, GitMachine):
                player.machine.close()
