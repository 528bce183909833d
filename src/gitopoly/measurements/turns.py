"""Timing: one run of something, and several variants of it in turns."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TimedRun:
    """The result of a run, and its time."""

    made: Any
    seconds: float
    processor_seconds: float
    """Work of this process and of children that ended; on a busy machine the steadier one."""


def timed(run: Callable[[], Any]) -> TimedRun:
    """Run something once."""
    before, started = _processor_seconds(), time.perf_counter()
    made = run()
    seconds = time.perf_counter() - started
    return TimedRun(made, seconds, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Of this process, finely, and of children that ended, in ticks of the system."""
    return time.process_time() + sum(os.times()[2:4])


def in_turns(variants: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, list[TimedRun]]:
    """Warm up every variant once, then time all of them in turn, every other round in reverse.

    So a temporary slowdown of the machine affects all variants alike.
    """
    for run in variants.values():
        run()
    found: dict[str, list[TimedRun]] = {name: [] for name in variants}
    for turn in range(repeats):
        for name in reversed(list(variants)) if turn % 2 else variants:
            found[name].append(timed(variants[name]))
    return found
