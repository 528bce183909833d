"""A run of the bench: interleaved variants, medians with spread, ratios in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from gitopoly.measurements.figures import BenchRun, Figure, shown
from gitopoly.measurements.machine import commit, describe_in_a_line, load
from gitopoly.measurements.turns import in_turns

__all__ = ["Bench", "Figure"]


@dataclass
class Bench:
    """A run: figures one after the other, printed as they come."""

    repeats: int = 5
    part: str = ""
    """The part that is being measured."""
    figures: list[Figure] = field(default_factory=list)

    def rates(
        self, variants: dict[str, tuple[Callable[[], int], float | None]], unit: str
    ) -> dict[str, Figure]:
        """Rates of several variants, warmed up once and measured in turn."""
        turns = in_turns({name: run for name, (run, _) in variants.items()}, self.repeats)
        found = {}
        for name, (_, floor) in variants.items():
            samples = tuple(turn.made / turn.seconds for turn in turns[name])
            found[name] = self.add(Figure(name, samples, unit, at_least=floor))
        return found

    def times(
        self, variants: dict[str, tuple[Callable[[], object], float | None]]
    ) -> dict[str, Figure]:
        """How long several things take, warmed up once and measured in turn."""
        turns = in_turns({name: run for name, (run, _) in variants.items()}, self.repeats)
        found = {}
        for name, (_, ceiling) in variants.items():
            samples = tuple(turn.seconds for turn in turns[name])
            found[name] = self.add(Figure(name, samples, "s", at_most=ceiling))
        return found

    def seconds(self, name: str, run: Callable[[], object], at_most: float | None) -> Figure:
        """How long something takes, warmed up once."""
        return self.times({name: (run, at_most)})[name]

    def growth(
        self, name: str, small: Callable[[], object], large: Callable[[], object], at_most: float
    ) -> Figure:
        """How many times as long the large one takes, alternating with the small one."""
        turns = in_turns({"small": small, "large": large}, self.repeats)
        pairs = zip(turns["large"], turns["small"], strict=True)
        samples = tuple(longer.seconds / shorter.seconds for longer, shorter in pairs)
        return self.add(Figure(name, samples, "times", at_most=at_most))

    def ratio(
        self,
        name: str,
        ours: Figure,
        baseline: Figure,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> Figure:
        """One figure over another of the same run, turn by turn."""
        pairs = zip(ours.samples, baseline.samples, strict=True)
        samples = tuple(one / other for one, other in pairs)
        return self.add(Figure(name, samples, "times", at_least, at_most))

    def course(
        self, name: str, seconds: Sequence[float], parts: int, at_most: float | None = None
    ) -> Figure:
        """Medians of the parts of a run in their order; the spread shows whether it slows down."""
        size = len(seconds) // parts
        samples = (median(seconds[at * size : (at + 1) * size]) for at in range(parts))
        return self.add(Figure(name, tuple(1000 * s for s in samples), "ms", at_most=at_most))

    def add(self, figure: Figure) -> Figure:
        """Keep a figure, with the load of the machine, and print it."""
        kept = replace(figure, part=self.part, load=load())
        if any((one.part, one.name) == (kept.part, kept.name) for one in self.figures):
            raise ValueError(f"{self.part} has two figures {figure.name!r}; a table shows one")
        self.figures.append(kept)
        print(_line(kept), flush=True)
        return kept

    def finished(self) -> BenchRun:
        """What was measured, of which commit, when and where."""
        name, changed = commit()
        date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        return BenchRun(name, changed, date, describe_in_a_line(), tuple(self.figures))


def _line(figure: Figure) -> str:
    low, high = figure.middle_half
    verdict = ("ok" if figure.meets else "MISSED") if figure.bound else ""
    spread = f"{shown(low)} to {shown(high)}" if len(figure.samples) > 1 else ""
    return (
        f"{figure.name:<58} {shown(figure.median):>12} {figure.unit:<11} "
        f"{spread:<26} {figure.bound:<18} {verdict}"
    ).rstrip()
