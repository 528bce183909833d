"""A seat's speed: acting, simulating on Git, moves reaching the others, waiting, verifying."""

from __future__ import annotations

import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import count, pairwise, takewhile
from multiprocessing import get_context
from pathlib import Path

from bench.harness import Bench, Figure
from bench.transport import REACHED, SHOWN
from gitopoly.evaluation.seats import KEYS, NAMES, chooser, timed_writes
from gitopoly.evaluation.sections.reaching import connected, sent
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository
from gitopoly.proof.games.audit import audit, entries_to_check, opened
from gitopoly.proof.games.signatures import checked_ahead
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.local_game import SimulatedGame, SimulationPlan
from gitopoly.table.opening import resume

ENTRIES = 3000
VERIFIED, RESUMED = 0.4, 0.3
"""Seconds, on two cores."""
SENT = 40
"""Moves that are timed on their way to the others."""
SIMULATED_TURNS = 150
WHOLE_GAME = 3
"""The seed of a game that ends after some thousand entries."""
GROWTH = "simulate --on git, last third over first"
Mark = tuple[int, tuple[float, float]]
"""Entries so far, by wall-clock and by processor time."""
RESTED, MEASURED = 30.0, 10.0
"""Seconds of rest, after which folders are polled most rarely, and of measuring."""


def run(bench: Bench) -> None:
    """Measure everything that a table promises."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        repository = _acting(bench, folder / "acting")
        _verifying(bench, repository)
        _resuming(bench, repository)
        _simulating(bench, folder / "simulated")
        for where, at_most in REACHED.items():
            _reaching(bench, folder / where, where, at_most)


def choosers(seed: int) -> list[Chooser]:
    """Seats that choose at random."""
    return [chooser("random", number, seed) for number in range(len(NAMES))]


# Acting: a durable seat among others that are only in memory.


def _acting(bench: Bench, folder: Path) -> Path:
    """Time all entries of one seat, and alternately some actions in the published way.

    Returns the seat's repository, of a game that went on for long enough.
    """
    for attempt in count():
        place = folder / str(attempt)
        played = timed_writes(place, "random", 0, durable=1)
        all_writes = list(takewhile(lambda write: write.entry <= ENTRIES, played))
        if all_writes[-1].entry == ENTRIES:
            break
    writes = [write for write in all_writes if write.seat == 0]
    acting = bench.course(
        "a seat acts, signed and durable, median", [write.seconds for write in writes], 3
    )
    theirs = [write.published for write in writes if write.published is not None]
    old = bench.course("action in the published way, median", theirs, 3)
    bench.ratio("published way over a seat's action", old, acting, at_least=10)
    return place / "game" / NAMES[0]


# Verifying.


def _verifying(bench: Bench, repository: Path) -> None:
    """Audit a whole game, and compare with how long its first third takes."""
    marks: dict[int, float] = {}

    def verify() -> None:
        started = time.perf_counter()

        def progress(entries: int) -> None:
            marks[entries] = time.perf_counter() - started

        with opened(str(repository)) as found, checked_ahead() as signatures:
            entries_to_check(found, signatures)
            report, _ = audit(found, progress, signatures)
        assert report.holds
        assert report.entries >= ENTRIES

    bench.seconds(f"verify a game of {ENTRIES:,} entries", verify, VERIFIED)
    last = max(marks)
    ratio = (marks[last] / last) / (marks[last // 3] / (last // 3))
    bench.add(Figure("verify, an entry of all over one of a third", (ratio,), "times", at_most=1.3))


# Resuming.


def _resuming(bench: Bench, repository: Path) -> None:
    """Open a durable game to go on with it."""

    def opening() -> None:
        store, seat = resume(repository, KEYS[NAMES[0]], time.time)
        assert len(seat.game.log) >= ENTRIES
        store.release()

    bench.seconds(f"resume a durable game of {ENTRIES:,} entries", opening, RESUMED)


# Simulating.


def _simulating(bench: Bench, folder: Path) -> None:
    """One game alone, packed; then two at the same time, each in a process of its own."""
    folder.mkdir()
    bench.add(Figure("simulate --on git, one game", (_rate(folder),), "entries/s", 300))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(2)))
        started = time.perf_counter()
        games = list(pool.map(_simulated, [str(folder)] * 2, range(2)))
        lasted = time.perf_counter() - started
    entries = sum(marks[-1][0] for marks, _ in games)
    rate = Figure("simulate --on git, two games at once", (entries / lasted,), "entries/s", 150)
    bench.add(rate)
    # Wall-clock time also shows what else the machine did, so only processor time has a bound.
    for name, clock, floor in ((GROWTH, 0, None), (f"{GROWTH}, by processor time", 1, 0.8)):
        ratios = tuple(_last_over_first(marks, clock) for marks, _ in games)
        bench.add(Figure(name, ratios, "times", at_least=floor))
    sizes = tuple(size / marks[-1][0] for marks, size in games)
    bench.add(Figure("a simulated entry in one repository", sizes, "bytes", at_most=800))


def _rate(folder: Path) -> float:
    """Entries per second of one whole game with three replicas."""
    started = time.perf_counter()
    game = SimulatedGame(folder, SimulationPlan("formal", 3, seed=WHOLE_GAME), WHOLE_GAME)
    outcome = game.play(choosers(WHOLE_GAME))
    game.close()
    assert outcome.ended
    return outcome.entries / (time.perf_counter() - started)


def _simulated(folder: str, number: int) -> tuple[list[Mark], float]:
    """Play a game; entries, clock and processor time after each turn; a repository's bytes."""
    plan = SimulationPlan("formal", 3, seed=number, max_turns=SIMULATED_TURNS)
    game = SimulatedGame(Path(folder), plan, number)
    marks = [_mark(len(game.seats[0].game.log))]

    def on_turn(_: int) -> None:
        marks.append(_mark(len(game.seats[0].game.log)))

    outcome = game.play(choosers(number), on_turn)
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


def _reaching(bench: Bench, folder: Path, where: str, at_most: float) -> None:
    """From a move that is acknowledged to another seat's client having validated it."""
    for name in NAMES:
        bare_repository(folder / f"{name}.git")
    with TRANSPORTS[where](folder) as base, ExitStack() as leaving:
        seats = connected(folder, base, leaving)
        samples = tuple(sent(seats, SENT, 0))
        name = f"from act to validated, {SHOWN[where]}"
        bench.add(Figure(name, samples, "s", at_most=at_most))
        if where == "local path":
            _waiting(bench, seats)


def _waiting(bench: Bench, seats: list[GameDriver]) -> None:
    """The share of a core that a client with two others uses after a long silence."""
    for seat in seats[1:]:
        seat.close()
    _wait(seats[0], RESTED)
    before, started = os.times(), time.perf_counter()
    _wait(seats[0], MEASURED)
    after, lasted = os.times(), time.perf_counter() - started
    used = sum(after[:2]) - sum(before[:2])
    share = (100 * used / lasted,)
    bench.add(Figure("a client that waits, local path", share, "% of core", at_most=1.0))


def _wait(seat: GameDriver, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        seat.poll(min(1.0, left))
