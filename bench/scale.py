"""What more of everything costs: many games on a host, players who are away, big tournaments.

`docs/scale.md` says what follows from the figures.
"""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.harness import Bench, Figure
from bench.transport import act, keep, known_to, three
from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.schedule import round_robin, tasks_of
from gitopoly.arena.tournaments.tally import TournamentTally
from gitopoly.arena.tournaments.tournament import TournamentPlan, results, run_here
from gitopoly.evaluation.seats import chooser
from gitopoly.evaluation.servers import smart_http_process
from gitopoly.ledger.transports.remote import transport
from gitopoly.measurements.machine import work_of
from gitopoly.peers.position import PASSING, Order
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.local_game import SimulatedGame, SimulationPlan
from gitopoly.table.opening import resume
from gitopoly.table.seat import AutoPlay
from gitopoly.table.standing_orders import Attendance, read_orders, template

LOOKS = 60
SEATS = 4
TURNS = 24
"""Turns of a game whose players look in once a day."""
QUARTER = 15 / (24 * 60)
"""Days between two wakes of an attended seat."""
MOST_DAYS = {"joint dice, published orders": 1.8, "attended seats": 0.05}
"""The days that a turn may take at most."""
LENGTHS = (500, 1000, 2000)
"""Entries of the games that are opened again."""


def run(bench: Bench) -> None:
    """Measure what `docs/scale.md` is about."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _host(bench, folder / "host")
        _visits(bench, folder / "visits")
        _attended(bench, folder / "attended")
        _coming_back(bench, folder / "back")
    _organiser(bench)


# A Git host with many games.


def _host(bench: Bench, folder: Path) -> None:
    """Processor time of a smart HTTP host for a poll, a push and a fetch."""
    anna, bea, _ = three(folder)
    with smart_http_process(folder) as (base, server):
        url = f"{base}/anna.git"
        there, back = transport(url, folder), transport(url, folder)
        written = act(anna, 0)
        there.push(anna)
        keep(bea, written)
        work: dict[str, list[float]] = {"look": [], "push": [], "fetch of a move": []}
        for number in range(1, LOOKS + 1):
            for what, samples in work.items():
                if what == "push":
                    written = act(anna, number)
                before = work_of(server, children=True)
                if what == "push":
                    there.push(anna)
                else:
                    back.fetch(known_to(bea), bea)
                samples.append(work_of(server, children=True) - before)
            keep(bea, written)
    # Process times tick every 10 ms, so only sums mean something.
    for what, samples in work.items():
        thirds = tuple(1000 * sum(samples[i::3]) / len(samples[i::3]) for i in range(3))
        bench.add(Figure(f"scale, work of a Git host for a {what}", thirds, "ms"))


# Players who are away most of the time.


def days_of_visits(game: SimulatedGame, choosers: Sequence[Chooser]) -> int:
    """Play to the end with seats that come one after the other, once a day each.

    On a visit a seat does everything it can on its own; returns the number of days.
    """

    def acts(driver: GameDriver, choose: Chooser) -> bool:
        done, seat = driver.advance(), driver.seat
        if seat is None or driver.game.over:
            return False
        if seat.name in driver.game.waiting_for() and seat.choices():
            driver.act(choose(seat))
            return True
        return bool(done)

    visits = zip(game.drivers, choosers, strict=True)
    return _rounds(game, [partial(acts, driver, choose) for driver, choose in visits])


def _rounds(game: SimulatedGame, visits: Sequence[Callable[[], object]]) -> int:
    """Play to the end by visits, each of which tells whether its seat has done something."""
    rounds, before = 0, -1
    while not any(driver.game.over for driver in game.drivers):
        known = max(len(driver.game.log) for driver in game.drivers)
        assert known != before, f"nothing happened in round {rounds}"
        rounds, before = rounds + 1, known
        for visit in visits:
            while visit():
                pass
    return rounds


def _visits(bench: Bench, folder: Path) -> None:
    """Visits per turn if everybody looks in once a day and does all that can be done then."""
    ways = {
        "joint dice": ("joint", AutoPlay()),
        "joint dice, passing": ("joint", AutoPlay(pass_until_my_turn=True)),
        "joint dice, published orders": ("joint", AutoPlay(publish=Order(PASSING))),
        "seeded dice": ("seeded", AutoPlay()),
        "seeded dice, passing": ("seeded", AutoPlay(pass_until_my_turn=True)),
    }
    for name, (dice, auto_play) in ways.items():
        samples = []
        for seed in range(2):
            plan = SimulationPlan("classic", SEATS, seed, (("turn_limit", TURNS),), dice)
            game = SimulatedGame(folder / f"{name} {seed}", plan, 0)
            for seat in game.seats:
                seat.auto_play = auto_play
            days = days_of_visits(game, [chooser("sensible", n, seed) for n in range(SEATS)])
            game.close()
            samples.append(days / TURNS)
        bound = MOST_DAYS.get(name)
        bench.add(Figure(f"scale, days per turn, {name}", tuple(samples), "days", at_most=bound))


def _attended(bench: Bench, folder: Path) -> None:
    """Days per turn of seats that nobody visits and that wake every quarter of an hour."""
    for name, published in {
        "attended seats": False,
        "attended seats, published orders": True,
    }.items():
        samples = []
        for seed in range(2):
            plan = SimulationPlan("classic", SEATS, seed, (("turn_limit", TURNS),), "joint")
            game = SimulatedGame(folder / f"{name} {seed}", plan, 0)
            for seat in game.seats:
                seat.auto_play = AutoPlay()
            file = game.drivers[0].game.file
            orders = read_orders(template(file.rules()), file.rules(), file.names)
            away = replace(orders, publish=published)
            wakes = _rounds(game, [Attendance(driver, away).attend for driver in game.drivers])
            game.close()
            samples.append(wakes * QUARTER / TURNS)
        bound = MOST_DAYS.get(name)
        bench.add(Figure(f"scale, days per turn, {name}", tuple(samples), "days", at_most=bound))


def _coming_back(bench: Bench, folder: Path) -> None:
    """How long it takes to open a game again, by its length."""
    for entries in LENGTHS:
        plan = SimulationPlan("formal", 3, 1)
        game = SimulatedGame(folder / str(entries), plan, 0)
        choosers = [chooser("random", number, 0) for number in range(3)]
        while len(game.seats[0].game.log) < entries:
            game.round(choosers)
        game.close()
        samples = []
        for _ in range(3):
            started = time.perf_counter()
            store, seat = resume(game.paths[0], plan.identity(0, 0), time.time)
            samples.append((time.perf_counter() - started) / len(seat.game.log) * 1000)
            store.close()
        name = f"scale, opening a game of {entries:,} entries, per entry"
        bench.add(Figure(name, tuple(samples), "ms"))


# Whoever organises a tournament.


def _organiser(bench: Bench) -> None:
    """What the one process that collects all games has to do and keep for each."""
    plan = TournamentPlan(tuple(parse_bots(["sensible", "random"])), games=100, seed=1)
    tasks = tasks_of(plan.bots, round_robin(2), plan.units(), 0)
    played = [game for games in run_here(tasks, plan) for game in games]
    times, sizes = [], []
    for _ in range(bench.repeats):
        started = time.process_time()
        tally = TournamentTally([bot.name for bot in plan.bots])
        for _ in range(50):
            tally.add(played)
        results(plan, tally)
        times.append((time.process_time() - started) / tally.games * 1e6)
        tracemalloc.start()
        tally = TournamentTally([bot.name for bot in plan.bots])
        for _ in range(50):
            tally.add(played)
        sizes.append(tracemalloc.get_traced_memory()[0] / tally.games)
        tracemalloc.stop()
    bench.add(Figure("scale, organiser's work for a tournament game", tuple(times), "µs"))
    bench.add(Figure("scale, organiser's memory for a tournament game", tuple(sizes), "bytes"))
