"""The native checker's speed: against TLC on the same model, and the memory of a state."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

from bench.harness import Bench, Figure
from gitopoly.verify import tlc
from gitopoly.verify.manifest import Manifest
from gitopoly.verify.model_config import Manner, native_search
from gitopoly.verify.native_run import explore
from gitopoly.verify.promises import OF_THE_KERNEL
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc_output import Result, Run

MODEL = "MCMonopolyDeep"
COMPLETE = "MCMonopolyDollarThree"
TIMES_TLC = 200.0
MOST_BYTES = 24.0
TLC_SAMPLES = 2
"""TLC takes most of a minute for one."""
RUNS = 15
"""How often the native engine runs the model for one sample; it takes a fraction of a second."""


class Rate(NamedTuple):
    """States a second by the clock, and by the time that processors worked for it."""

    wall: float
    processor: float
    """On a machine with other work to do this is the steadier one."""


def run(bench: Bench) -> None:
    """Measure everything that the native checker promises.

    Both engines run the model as the manifest has it: the same constants, the same bound, and the
    promises that it names.
    """
    suite = load_suite()
    search = native_search(suite, suite[MODEL])
    explore(search)  # compiles, if that is still to be done
    slow: list[Rate] = []
    native: list[Rate] = []
    for _ in range(min(TLC_SAMPLES, bench.repeats)):
        slow.append(_rate(lambda: _run_tlc(suite)))
        native.append(_median([_rate(lambda: explore(search)) for _ in range(RUNS)]))
    one = _median([_rate(lambda: explore(search, Manner(workers=1))) for _ in range(RUNS)])
    everything = replace(search, asked=search.asked | OF_THE_KERNEL)
    strict = _median([_rate(lambda: explore(everything)) for _ in range(RUNS)])
    named = {
        f"{MODEL}, TLC, 2 workers, distinct": slow,
        f"{MODEL}, native, distinct": native,
        "the same with one worker": [one],
        "the same with all invariants": [strict],
    }
    for name, found in named.items():
        bench.add(Figure(name, tuple(rate.wall for rate in found), "states/s"))
    pairs = list(zip(native, slow, strict=True))
    ratios = tuple(ours.wall / theirs.wall for ours, theirs in pairs)
    bench.add(Figure("native over TLC", ratios, "times", at_least=TIMES_TLC))
    ratios = tuple(ours.processor / theirs.processor for ours, theirs in pairs)
    bench.add(Figure("the same by processor time", ratios, "times"))
    bench.add(Figure("others at work meanwhile", (os.getloadavg()[1],), "load"))
    _complete(bench, suite)


def _run_tlc(suite: Manifest) -> Run:
    """Let TLC check the model; several workers may count a bounded one a little short."""
    model = suite[MODEL]
    found = tlc.run(suite.module(model), suite.config(model), workers=2)
    assert found.result is Result.HOLDS, found.message
    return found


def _median(rates: list[Rate]) -> Rate:
    """The middle one by the clock, and the middle one by processor time."""
    return Rate(median(rate.wall for rate in rates), median(rate.processor for rate in rates))


def _complete(bench: Bench, suite: Manifest) -> None:
    """A run to an empty queue: how long, how fast, how large."""
    model = suite[COMPLETE]
    done = explore(native_search(suite, model), Manner(memory=model.memory << 30))
    size = done.bytes_per_state or 0.0
    rate = done.distinct / done.seconds
    bench.add(Figure(f"{COMPLETE}, complete, distinct", (rate,), "states/s"))
    bench.add(Figure(f"{COMPLETE}, complete", (done.seconds,), "s", at_most=60.0))
    bench.add(Figure("memory at its end", (size,), "bytes/state", at_most=MOST_BYTES))


def _rate(run: Callable[[], Any]) -> Rate:
    """Distinct states a second, start-up included."""
    before, started = sum(os.times()[:4]), time.perf_counter()
    found = run()
    seconds, used = time.perf_counter() - started, sum(os.times()[:4]) - before
    return Rate(found.distinct / seconds, found.distinct / used)
