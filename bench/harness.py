"""Measuring: warm-up, interleaved variants, medians with spread, a table and a history."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HISTORY = Path(__file__).parent / "history.jsonl"


@dataclass(frozen=True)
class Figure:
    """One measured figure: its samples, its unit, and the floor or ceiling it is held against."""

    name: str
    samples: tuple[float, ...]
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def median(self) -> float:
        """The middle of the samples."""
        return statistics.median(self.samples)

    @property
    def meets(self) -> bool:
        """Whether the median is on the right side of the bound."""
        if self.at_least is not None and self.median < self.at_least:
            return False
        return self.at_most is None or self.median <= self.at_most


@dataclass
class Bench:
    """A run: figures one after the other, printed as they come."""

    repeats: int = 5
    figures: list[Figure] = field(default_factory=list)

    def rates(
        self, variants: dict[str, tuple[Callable[[], int], float | None]], unit: str
    ) -> dict[str, Figure]:
        """Rates of several variants, warmed up once and measured in turns."""
        samples: dict[str, list[float]] = {name: [] for name in variants}
        for run, _ in variants.values():
            run()
        for _ in range(self.repeats):
            for name, (run, _) in variants.items():
                started = time.perf_counter()
                done = run()
                samples[name].append(done / (time.perf_counter() - started))
        return {
            name: self.add(Figure(name, tuple(samples[name]), unit, at_least=floor))
            for name, (_, floor) in variants.items()
        }

    def seconds(self, name: str, run: Callable[[], object], at_most: float | None) -> Figure:
        """How long something takes, warmed up once."""
        run()
        samples = []
        for _ in range(self.repeats):
            started = time.perf_counter()
            run()
            samples.append(time.perf_counter() - started)
        return self.add(Figure(name, tuple(samples), "s", at_most=at_most))

    def add(self, figure: Figure) -> Figure:
        """Keep a figure and print it."""
        self.figures.append(figure)
        print(_line(figure), flush=True)
        return figure

    def save(self, commit: str) -> None:
        """Append the run to the history, so that two commits can be compared."""
        entry = {
            "commit": commit,
            "machine": f"{platform.machine()} {platform.python_implementation()} "
            f"{platform.python_version()}",
            "figures": {f.name: {"samples": f.samples, "unit": f.unit} for f in self.figures},
        }
        with HISTORY.open("a", encoding="utf-8") as history:
            history.write(json.dumps(entry) + "\n")


def _line(figure: Figure) -> str:
    low, high = min(figure.samples), max(figure.samples)
    bound = ""
    if figure.at_least is not None:
        bound = f"floor {_number(figure.at_least)}"
    if figure.at_most is not None:
        bound = f"at most {_number(figure.at_most)}"
    verdict = ("ok" if figure.meets else "BELOW") if bound else ""
    spread = f"{_number(low)} to {_number(high)}" if len(figure.samples) > 1 else ""
    return (
        f"{figure.name:<58} {_number(figure.median):>12} {figure.unit:<10} "
        f"{spread:<26} {bound:<18} {verdict}"
    ).rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
