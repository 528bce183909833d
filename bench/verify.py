"""The native checker's speed: against TLC on the same model, and the memory of a state."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from bench.harness import Bench, Figure
from gitopoly.verify import tlc
from gitopoly.verify.manifest import Manifest
from gitopoly.verify.model_config import Manner, native_search
from gitopoly.verify.native_run import explore
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc_output import Result, Run

MODEL = "MCMonopolyDeep"
DEEPER = 27
"""A depth at which the native engine has a few seconds of work; rates hardly depend on it."""
PROMISES = "MCMonopolyDollar"
"""A model that asks for all promises about states."""
COMPLETE = "MCMonopolyDollarThree"
TIMES_TLC = 200.0
MOST_BYTES = 24.0
TLC_SAMPLES = 2
"""TLC takes most of a minute for one."""


class Rate(NamedTuple):
    """States a second by the clock, and by the time that processors worked for it."""

    wall: float
    processor: float
    """On a machine with other work to do this is the steadier one."""


def run(bench: Bench) -> None:
    """Measure everything that the native checker promises."""
    suite = load_suite()
    search = native_search(suite, suite[MODEL])
    deeper = replace(search, depth=DEEPER)
    explore(search)  # compiles, if that is still to be done
    slow: list[Rate] = []
    native: list[Rate] = []
    for _ in range(min(TLC_SAMPLES, bench.repeats)):
        slow.append(_rate(lambda: _run_tlc(suite)))
        rates = [_rate(lambda: explore(deeper, Manner(memory=8 << 30))) for _ in range(3)]
        native.append(sorted(rates)[1])
    one = _rate(lambda: explore(deeper, Manner(workers=1, memory=8 << 30)))
    named = {
        f"{MODEL}, TLC, 2 workers, distinct": slow,
        f"{MODEL} to depth {DEEPER}, native, distinct": native,
        "the same with one worker": [one],
    }
    for name, found in named.items():
        bench.add(Figure(name, tuple(rate.wall for rate in found), "states/s"))
    pairs = list(zip(native, slow, strict=True))
    ratios = tuple(ours.wall / theirs.wall for ours, theirs in pairs)
    bench.add(Figure("native over TLC", ratios, "times", at_least=TIMES_TLC))
    ratios = tuple(ours.processor / theirs.processor for ours, theirs in pairs)
    bench.add(Figure("the same by processor time", ratios, "times"))
    _complete(bench, suite)


def _run_tlc(suite: Manifest) -> Run:
    """Let TLC check all that the native engine checks, not only the type as the model does."""
    text = suite.config(suite[MODEL]).read_text(encoding="utf-8")
    promises = suite.config(suite[PROMISES]).read_text(encoding="utf-8").splitlines()[-1]
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / f"{MODEL}.cfg"
        config.write_text(text.replace("INVARIANTS TypeOK", promises), encoding="utf-8")
        found = tlc.run(suite.module(suite[MODEL]), config, workers=2)
    assert found.result is Result.HOLDS, found.message
    return found


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
