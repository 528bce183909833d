"""A seat's speed: acting, simulating on Git, moves reaching the others, waiting, verifying."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import pygit2
import yaml

from bench.harness import Bench, Figure
from bench.published import PublishedSeat
from bench.transport import served
from gitopoly.bots.at_table import TablePolicy
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.memory import MemoryStore
from gitopoly.ledger.store import reachable
from gitopoly.protocols import Move
from gitopoly.table.connection import Connection
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.seat import Habits, Seat
from gitopoly.table.simulation import Chooser, Plan, SimulatedGame
from gitopoly.table.telling import Event
from gitopoly.verify.games.audit import audit, opened

NAMES = ("ann", "ben", "cleo")
KEYS: dict[str, Identity] = {name: from_seed(name.encode()) for name in NAMES}
ENTRIES = 3000
SHOWN = 60
"""Actions of the published way; it is too slow for a whole game."""
SENT = 40
"""Moves whose way to the others is timed."""
SIMULATED_TURNS = 150
GROWTH = "simulate --on git, last third over first"
Mark = tuple[int, tuple[float, float]]
"""Entries so far, by the clock and by processor time."""
RESTED, MEASURED = 30.0, 10.0
"""Seconds of rest, after which folders are looked at as rarely as ever, and of measuring."""


def run(bench: Bench) -> None:
    """Measure everything that a table promises."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _acting(bench, folder / "acting")
        _verifying(bench, folder / "acting" / "ann")
        _simulating(bench, folder / "simulated")
        _reaching(bench, folder / "path", over_http=False, at_most=0.030)
        _reaching(bench, folder / "http", over_http=True, at_most=0.300)


def chooser(number: int, seed: int = 0) -> Chooser:
    """A seat that chooses at random."""
    policy = TablePolicy("random", number, 64 * seed + number)

    def choose(seat: Seat) -> int:
        return policy.choose(seat.position.state, seat.choices())

    return choose


# Acting: a durable seat among others that are only in memory.


def _acting(bench: Bench, folder: Path) -> None:
    """Time all entries of one seat, and in turns some actions in the published way."""
    folder.mkdir()
    table = _Table(folder / "ann")
    ours: list[float] = []
    theirs: list[float] = []
    first = table.seats[0]
    published = PublishedSeat(folder / "published", first.position.to_yaml())
    write = first.write

    def timed(move: Move) -> Event:
        started = time.perf_counter()
        event = write(move)
        ours.append(time.perf_counter() - started)
        if len(first.game.log) >= len(theirs) * ENTRIES // SHOWN:
            state = yaml.safe_load(first.position.to_yaml())
            started = time.perf_counter()
            published.act(state, event.sentence)
            theirs.append(time.perf_counter() - started)
        return event

    first.write = timed  # type: ignore[method-assign]
    table.play(ENTRIES)
    table.close()
    figures = []
    for name, samples in (
        ("a seat acts, signed and durable, median", ours),
        ("action in the published way, median", theirs),
    ):
        parts = tuple(statistics.median(part) * 1000 for part in _thirds(samples))
        figures.append(bench.add(Figure(name, parts, "ms")))
    bench.ratio("published way over a seat's action", figures[1], figures[0], at_least=10)


class _Table:
    """Three seats of a formal game with joint dice, the first one on a durable repository."""

    def __init__(self, folder: Path) -> None:
        places = tuple(Place(name, f"../{name}.git") for name in NAMES)
        invitation = GameFile("formal", places)
        store = GitStore.create(folder, NAMES[0])
        self.seats = [Seat.invite(store, invitation, KEYS[NAMES[0]], time.time)]
        root = self.seats[0].game.root
        for name in NAMES[1:]:
            memory = MemoryStore()
            memory.put(reachable(root, store.read, memory.has))
            game = Game(memory, *find_invitation(memory, root))
            game.receive(NAMES[0], root)
            self.seats.append(Seat(game, name, KEYS[name], time.time))
        for seat in self.seats:
            seat.habits = Habits(single=False)
            seat.join()
        self.exchange()
        self.seats[0].tidy()
        self.exchange()

    def play(self, entries: int) -> None:
        """Play at random until there are so many entries; `formal` games are longer than that."""
        choosers = [chooser(number) for number in range(len(NAMES))]
        while len(self.seats[0].game.log) < entries:
            for seat in self.seats:
                self._fetch(seat)
                seat.tidy()
                if seat.choices():
                    seat.act(choosers[seat.number](seat))

    def exchange(self) -> None:
        """Let everybody fetch from everybody."""
        for seat in self.seats:
            self._fetch(seat)

    def close(self) -> None:
        """Let the first seat have seen everything, and pack its repository."""
        self._fetch(self.seats[0])
        self.seats[0].game.store.close()

    def _fetch(self, seat: Seat) -> None:
        store = seat.game.store
        for other in self.seats:
            head = other.game.store.head(other.name)
            if other is not seat and head is not None and head not in seat.game.log:
                store.put(reachable(head, other.game.store.read, store.has))
                assert seat.game.receive(other.name, head).refused is None


def _thirds(samples: list[float]) -> Iterator[list[float]]:
    """Split a run into three parts in time, so that the spread shows whether it slows down."""
    length = len(samples) // 3
    yield from (samples[at * length : (at + 1) * length] for at in range(3))


# Verifying.


def _verifying(bench: Bench, repository: Path) -> None:
    """Audit a whole game, and compare with how long its first third takes."""
    marks: dict[int, float] = {}

    def verify() -> None:
        started = time.perf_counter()

        def progress(entries: int) -> None:
            marks[entries] = time.perf_counter() - started

        with opened(str(repository)) as found:
            report, _ = audit(found, progress)
        assert report.holds
        assert report.entries >= ENTRIES

    bench.seconds(f"verify a game of {ENTRIES:,} entries", verify, 3.0)
    last = max(marks)
    ratio = (marks[last] / last) / (marks[last // 3] / (last // 3))
    bench.add(Figure("verify, an entry of all over one of a third", (ratio,), "times", at_most=1.3))


# Simulating.


def _simulating(bench: Bench, folder: Path) -> None:
    """Two games at the same time, each in a process of its own."""
    folder.mkdir()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(2)))
        started = time.perf_counter()
        games = list(pool.map(_simulated, [str(folder)] * 2, range(2)))
        lasted = time.perf_counter() - started
    entries = sum(marks[-1][0] for marks, _ in games)
    rate = Figure("simulate --on git, two games at once", (entries / lasted,), "entries/s", 150)
    bench.add(rate)
    # By the clock it also tells what else the machine did, which processor time leaves out.
    for name, clock, floor in ((GROWTH, 0, 0.8), (f"{GROWTH}, by processor time", 1, None)):
        ratios = tuple(_last_over_first(marks, clock) for marks, _ in games)
        bench.add(Figure(name, ratios, "times", at_least=floor))
    sizes = tuple(size / marks[-1][0] for marks, size in games)
    bench.add(Figure("a simulated entry in one repository", sizes, "bytes", at_most=800))


def _simulated(folder: str, number: int) -> tuple[list[Mark], float]:
    """Play a game; entries, clock and processor time after each turn; a repository's bytes."""
    plan = Plan("formal", 3, seed=number, max_turns=SIMULATED_TURNS)
    game = SimulatedGame(Path(folder), plan, number)
    marks = [_mark(len(game.seats[0].game.log))]

    def on_turn(_: int) -> None:
        marks.append(_mark(len(game.seats[0].game.log)))

    outcome = game.play([chooser(seat, number) for seat in range(3)], on_turn)
    assert not outcome.refusals
    marks.append(_mark(outcome.entries))
    game.close()
    return marks, _size(game.folder) / 3


def _mark(entries: int) -> Mark:
    return entries, (time.perf_counter(), time.process_time())


def _last_over_first(marks: list[Mark], clock: int) -> float:
    """Entries a second in the last third of a game over those in the first, by one clock."""
    total = marks[-1][0]
    edges = [next(m for m in marks if m[0] >= total * part / 3) for part in range(4)]
    rates = [
        (after[0] - before[0]) / (after[1][clock] - before[1][clock])
        for before, after in pairwise(edges)
    ]
    return rates[2] / rates[0]


def _size(folder: Path) -> int:
    return sum(
        os.path.getsize(Path(where) / name) for where, _, names in os.walk(folder) for name in names
    )


# Reaching the others.


def _reaching(bench: Bench, folder: Path, *, over_http: bool, at_most: float) -> None:
    """From a move that is acknowledged to another seat's client having validated it."""
    folder.mkdir()
    for name in NAMES:
        made = pygit2.init_repository(str(folder / f"{name}.git"), bare=True, initial_head="main")
        made.config["http.receivepack"] = True
    where = "smart HTTP on loopback" if over_http else "local path"
    with served(folder, over_http) as (base, _):
        seats = _connected(folder, base)
        samples = _sent(seats)
        bench.add(Figure(f"from act to validated, {where}", samples, "s", at_most=at_most))
        if not over_http:
            _waiting(bench, seats)
        for seat in seats:
            seat.close()


def _connected(folder: Path, base: str) -> list[Connection]:
    places = tuple(Place(name, f"{base}/{name}.git") for name in NAMES)
    first = Connection.new(folder / NAMES[0], GameFile("formal", places), KEYS[NAMES[0]])
    seats = [first]
    while first.status.published != "everything is published":
        first.poll(0.01)
    for place in places[1:]:
        source = places[0].url
        key = KEYS[place.name]
        seats.append(Connection.join(folder / place.name, place.name, place.url, source, key))
    while not all(seat.game.started for seat in seats):
        for seat in seats:
            seat.poll(0.01)
    return seats


def _sent(seats: list[Connection]) -> tuple[float, ...]:
    """Play, and time the way of each chosen move to the next seat while the game moves."""
    samples: list[float] = []
    choosers = [chooser(number) for number in range(len(seats))]
    while len(samples) < SENT:
        for number, connection in enumerate(seats):
            connection.poll(0.01)
            seat = connection.seat
            assert seat is not None
            seat.habits = Habits(single=False)
            if not seat.choices():
                continue
            event = connection.act(choosers[number](seat))
            started = time.perf_counter()
            other = seats[(number + 1) % len(seats)]
            while event.id not in other.game.log:
                other.poll(0.2)
            samples.append(time.perf_counter() - started)
    return tuple(samples)


def _waiting(bench: Bench, seats: list[Connection]) -> None:
    """The part of a core that a client with two others uses once nothing has happened for long."""
    for seat in seats[1:]:
        seat.close()
    _wait(seats[0], RESTED)
    before, started = os.times(), time.perf_counter()
    _wait(seats[0], MEASURED)
    after, lasted = os.times(), time.perf_counter() - started
    used = sum(after[:2]) - sum(before[:2])
    share = (100 * used / lasted,)
    bench.add(Figure("a client that waits, local path", share, "% of core", at_most=1.0))


def _wait(seat: Connection, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        seat.poll(min(1.0, left))
