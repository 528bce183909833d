"""The native checker's speed: against TLC, without a compiler, and a state's memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from bench.harness import Bench, Figure
from gitopoly.bots.series import Series, moves
from gitopoly.game.record import GameRecord
from gitopoly.measurements.turns import timed
from gitopoly.proof.explorer import program, run as exploring
from gitopoly.proof.explorer.promises import OF_THE_RULES
from gitopoly.proof.explorer.run import explore
from gitopoly.proof.games.replay import replay
from gitopoly.proof.manifest import Manifest, Model
from gitopoly.proof.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.classic_trace import ClassicTrace
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from gitopoly.proof.tlc.trace_run import check_trace

MODELS = (
    ("MCMonopolyDeep", None),
    ("MCMonopolyThree", 15),
    ("MCMonopolyDollar", None),
    ("MCMonopolyPennilessSix", None),
)
"""The models on which both engines are compared, and to what depth.

Two players to a depth, three players to a depth; and two small complete spaces, a narrow one and
one with six faces, which the native engine finishes in less time than a start-up takes.
"""
COMPLETE = "MCMonopolyDollarThree"
FULL_GAME = "MCClassicDeep"
TIMES_TLC = 150.0
MOST_BYTES = 24.0
TLC_SAMPLES = 2
"""For one sample of all models TLC takes most of a minute."""
RUNS = 15
"""How often the native engine runs a model for one sample; it takes a fraction of a second."""
Rates = tuple[float, float]
"""States per second by wall-clock and by processor time, which is steadier beside other work."""


def run(bench: Bench) -> None:
    """Measure everything that the native checker promises.

    Both engines run a model with the same constants, the same bound, and the promises that it
    names; start-up is included for both.
    """
    suite = load_suite()
    for name, depth in MODELS:
        _compare(bench, suite, suite[name], depth)
    search = native_search(suite, suite[MODELS[0][0]])
    one = _median_rate(lambda: explore(search, ExplorationSettings(workers=1)))[0]
    bench.add(Figure(f"{MODELS[0][0]}, native, one worker", (one,), "states/s"))
    command = [sys.executable, "-m", "gitopoly", "check", MODELS[0][0], "--engine", "native"]
    taken = [timed(lambda: subprocess.run(command, check=True, capture_output=True))]
    bench.add(Figure(f"{MODELS[0][0]}, the whole command", (taken[0].seconds,), "s"))
    everything = replace(search, asked=search.asked | OF_THE_RULES)
    strict = _median_rate(lambda: explore(everything))[0]
    bench.add(Figure("the same with all invariants and all workers", (strict,), "states/s"))
    bench.add(Figure("the same in WebAssembly", (_portable_rate(search),), "states/s"))
    bench.add(Figure("others at work meanwhile", (os.getloadavg()[1],), "load"))
    _complete(bench, suite)
    _full_game(bench, suite)
    _follow(bench)


def _compare(bench: Bench, suite: Manifest, model: Model, depth: int | None) -> None:
    """Both engines on one model, alternately, from its text to the result."""

    def check() -> CheckRun:
        program.library_of.cache_clear()
        search = native_search(suite, model)
        return explore(replace(search, depth=depth or search.depth))

    expected = check().distinct  # compiles, if necessary
    slow: list[Rates] = []
    native: list[Rates] = []
    for _ in range(min(TLC_SAMPLES, bench.repeats)):
        slow.append(_median_rate(lambda: _run_tlc(suite, model, depth, expected), 1))
        native.append(_median_rate(check))
    name = f"{model.name}{f' to depth {depth}' if depth else ''}"
    for engine, found in (("TLC, 2 workers", slow), ("native", native)):
        rates = tuple(clock for clock, _ in found)
        bench.add(Figure(f"{name}, {engine}, distinct", rates, "states/s"))
    pairs = list(zip(native, slow, strict=True))
    ratios = tuple(ours[0] / theirs[0] for ours, theirs in pairs)
    bench.add(Figure(f"{name}, native over TLC", ratios, "times", at_least=TIMES_TLC))
    ratios = tuple(ours[1] / theirs[1] for ours, theirs in pairs)
    bench.add(Figure(f"{name}, the same by processor time", ratios, "times"))


def _portable_rate(search: Search) -> float:
    """Distinct states per second where there is no compiler."""
    before, exploring.has_compiler = exploring.has_compiler, lambda: False
    try:
        return _median_rate(lambda: explore(search), 3)[0]
    finally:
        exploring.has_compiler = before


def _run_tlc(suite: Manifest, model: Model, depth: int | None, expected: int) -> CheckRun:
    """Let TLC check the model; several workers may count a bounded one a little short."""
    text = suite.config(model).read_text(encoding="utf-8")
    if depth:
        text = re.sub(r"MaxDepth = \d+", f"MaxDepth = {depth}", text)
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / f"{model.name}.cfg"
        config.write_text(text, encoding="utf-8")
        found = tlc.run(suite.module(model), config, workers=2)
    assert found.result is CheckResult.HOLDS, found.message
    assert abs(found.distinct - expected) <= expected / 100, (found.distinct, expected)
    return found


def _median_rate(run: Callable[[], CheckRun], runs: int = RUNS) -> Rates:
    """Distinct states per second, start-up included: the median of some runs."""
    taken = [timed(run) for _ in range(runs)]
    return (
        median(one.made.distinct / one.seconds for one in taken),
        median(one.made.distinct / one.processor_seconds for one in taken),
    )


def _complete(bench: Bench, suite: Manifest) -> None:
    """A run to an empty queue: how long, how fast, how large."""
    model = suite[COMPLETE]
    done = explore(native_search(suite, model), ExplorationSettings(memory=model.memory << 30))
    size = done.bytes_per_state or 0.0
    rate = done.distinct / done.seconds
    bench.add(Figure(f"{COMPLETE}, complete, distinct", (rate,), "states/s"))
    bench.add(Figure(f"{COMPLETE}, complete", (done.seconds,), "s", at_most=60.0))
    bench.add(Figure("memory at its end", (size,), "bytes/state", at_most=MOST_BYTES))


def _full_game(bench: Bench, suite: Manifest) -> None:
    """A model of the full game with all its promises."""
    search = native_search(suite, suite[FULL_GAME])
    explore(replace(search, depth=1))  # compiles, if necessary
    taken = [timed(lambda: explore(search)) for _ in range(bench.repeats)]
    rates = tuple(one.made.distinct / one.seconds for one in taken)
    bench.add(Figure(f"{FULL_GAME}, native, distinct", rates, "states/s"))


def _follow(bench: Bench) -> None:
    """A whole game of classic as a behaviour of the specification, start-up included."""
    series = Series("classic", 4, max_turns=100)
    moves_of_game = (move.step for move in moves(series, 0))
    record = GameRecord(series.rules(), tuple(moves_of_game))
    trace = ClassicTrace(record.rules)
    replay(record, trace.add)
    taken = [timed(lambda: check_trace(trace)) for _ in range(min(TLC_SAMPLES, bench.repeats))]
    assert all(one.made.holds for one in taken)
    seconds = tuple(1000 * one.seconds / len(trace.steps) for one in taken)
    bench.add(Figure("a thousand actions of classic, followed by TLC", seconds, "s"))
