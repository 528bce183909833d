"""Runs of an imagined bench."""

from __future__ import annotations

from gitopoly.measurements import BenchRun, Figure

BEFORE = "a" * 40
AFTER = "b" * 40
STEADY = (100.0, 101.0, 99.0, 100.5, 99.5)


def figure(*samples: float, unit: str = "games/s", name: str = "games", **more: float) -> Figure:
    """A figure of the part kernel."""
    return Figure(name, samples or STEADY, unit, part="kernel", load=0.5, **more)


def run(
    *figures: Figure, commit: str = BEFORE, changed: bool = False, machine: str = "M"
) -> BenchRun:
    """A run of these figures."""
    return BenchRun(commit, changed, "2026-01-31T12:00:00Z", machine, figures)


def scaled(factor: float) -> tuple[float, ...]:
    """The steady samples of something that is faster or slower."""
    return tuple(sample * factor for sample in STEADY)
