"""The network between seats: hosts that lag, what a cheat shows to whom, and streams that lose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random

from gitopoly.errors import Unreachable
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.incoming import LIMITS, gather
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.sent import SentEntries
from tests.simulation.history import History

FIRST_SECOND = 1_600_000_000
START_OF_MONOTONIC = 1_000.0
COPIES = (0, 0, 1, 1, 1, 2)
"""How often a commit that is sent arrives."""
GARBLED = 0.03
SENT_TOGETHER = 3
"""Entries of a chain that are sent with its newest one, whether they were sent before or not."""


class WorldClock:
    """The time that really passes."""

    def __init__(self) -> None:
        self.passed = 0.0


@dataclass
class SeatClock:
    """The clocks of one machine: one that people can set, and one that rests while it sleeps."""

    world: WorldClock
    set_by: float = 0.0
    slept: float = 0.0

    def time(self) -> float:
        """Seconds since 1970, as this machine believes."""
        return max(0.0, FIRST_SECOND + self.world.passed + self.set_by)

    def monotonic(self) -> float:
        """Seconds that this machine has been awake for."""
        return START_OF_MONOTONIC + self.world.passed - self.slept


@dataclass
class Host:
    """Where one seat publishes: what it has shown to each of the others so far."""

    shown: dict[str, list[str]] = field(default_factory=dict)

    def show(self, viewers: Collection[str], head: str) -> None:
        """Let some see another head."""
        for viewer in viewers:
            heads = self.shown.setdefault(viewer, [])
            if not heads or heads[-1] != head:
                heads.append(head)

    def seen_by(self, viewer: str, lag: int = 0) -> str | None:
        """What somebody sees on a host that is this many steps behind."""
        heads = self.shown.get(viewer)
        return heads[max(0, len(heads) - 1 - lag)] if heads else None


class Network:
    """The hosts of all seats, and which of them cannot be reached from where."""

    def __init__(self, names: tuple[str, ...], history: History, chance: Random) -> None:
        self.names, self.history = names, history
        self.hosts = {name: Host() for name in names}
        self.cut: set[tuple[str, str]] = set()
        """Who cannot reach whose host."""
        self._chance = chance
        self._streams: dict[str, list[tuple[str, bytes]]] = {name: [] for name in names}

    def show(self, name: str, viewers: Collection[str], head: str) -> None:
        """Let some see another head of a seat, and send it to them at once."""
        self.hosts[name].show(viewers, head)
        for viewer in viewers:
            stream = self._streams[viewer]
            for data in self._newest(name, head) if viewer != name else ():
                for _ in range(self._chance.choice(COPIES)):
                    at = self._chance.randint(0, len(stream))
                    stream.insert(at, (name, self._perhaps_garbled(data)))

    def sent_to(self, viewer: str) -> list[bytes]:
        """Some of what was sent to a seat; what comes from behind a cut is lost."""
        stream = self._streams[viewer]
        count = self._chance.randint(0, len(stream))
        taken, self._streams[viewer] = stream[:count], stream[count:]
        return [data for name, data in taken if (viewer, name) not in self.cut]

    def _newest(self, name: str, head: str) -> list[bytes]:
        """The commits at the end of a chain."""
        found: list[bytes] = []
        while len(found) < SENT_TOGETHER:
            found.append(self.history.read(head)[1])
            entry = self.history.entries.get(head)
            if entry is None or entry.seat != name or not entry.parents:
                break
            head = entry.parents[0]
        return found

    def _perhaps_garbled(self, data: bytes) -> bytes:
        if self._chance.random() >= GARBLED:
            return data
        at = self._chance.randrange(len(data))
        return data[:at] + bytes([self._chance.randrange(256)]) + data[at + 1 :]


class SimulatedPeers:
    """How an honest seat reaches the others here: the network that `GameDriver` is given."""

    published = "simulated"
    publishing = Told("published.here", {})
    rest = False
    knows_own_log = False

    def __init__(
        self,
        network: Network,
        game: GameReplica,
        own: str,
        clock: SeatClock,
        pushed: Callable[[str], None],
        knows_own_log: bool,
    ) -> None:
        self._network, self._game, self._own, self._clock = network, game, own, clock
        self._pushed = pushed
        self.knows_own_log = knows_own_log
        self.contacts: dict[str, Contact] = {n: Contact(None, None) for n in network.names}
        del self.contacts[own]
        self._last: dict[str, str] = {}
        self._arrived: list[Arrival] = []
        self._sent = SentEntries(game, list(self.contacts))

    def poll(self, name: str, lag: int = 0) -> None:
        """Ask a host once, as the poller in the background does."""
        if any(arrival.nickname == name for arrival in self._arrived):
            return
        if (self._own, name) in self._network.cut:
            before = self.contacts[name]
            self.contacts[name] = Contact(
                before.answered, Unreachable(name, "silent", "60"), before.polled
            )
            return
        head = self._network.hosts[name].seen_by(self._own, lag)
        if head is not None and head != self._last.get(name):
            self._last[name] = head
            fetch(self._network.history, self._game.store, name, head)
            self._arrived.append(Arrival(name, head))
        self.contacts[name] = Contact(self._clock.time(), None, self._clock.monotonic())

    def own_log(self, now: bool = False) -> Arrival | None:
        """What this seat has published, if its host can be reached."""
        if (self._own, self._own) in self._network.cut:
            return None
        self.knows_own_log = True
        head = self._network.hosts[self._own].seen_by(self._own)
        if head is not None:
            fetch(self._network.history, self._game.store, self._own, head)
        return Arrival(self._own, head)

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What streams and polls have brought."""
        self._sent.put(self._network.sent_to(self._own))
        for arrival in self._sent.arrivals():
            self._game.store.borrow(arrival.lender, arrival.objects)
            yield arrival
        arrived, self._arrived = self._arrived, []
        yield from arrived

    def taken(self, arrival: Arrival) -> None:
        """What was accepted is kept; the rest can be judged again until there is something new."""
        if arrival.head in self._game.log:
            self._game.store.borrow(arrival.lender, None)

    def publish(self, again: bool = False) -> None:
        """Push, if the seat's host can be reached; otherwise the next turn tries again."""
        head = self._game.store.head(self._own)
        shown = self._network.hosts[self._own].seen_by(self._own)
        # A host accepts only what extends what it has.
        stale = shown is not None and shown not in self._game.log
        if head is None or head == shown or stale or (self._own, self._own) in self._network.cut:
            return
        self._pushed(head)
        self._network.show(self._own, self._network.names, head)

    def wake(self) -> None:
        """Nobody waits."""

    def close(self, everything: bool) -> bool:
        """Nothing is open."""
        return True


def fetch(history: History, store: Store, lender: str, head: str) -> None:
    """Lend a store an entry of somebody with what is new in its past."""
    store.borrow(lender, gather(history, head, store.entries.__contains__, lender, LIMITS))
