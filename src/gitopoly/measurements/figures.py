"""A figure with all of its samples, and a run that found several."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["FORMAT", "BenchRun", "Figure", "shown"]

FORMAT = 2
"""The format version of a history line; it changes when the meaning of a line does."""

MORE_IS_BETTER = {"a second", "times", "playouts", "% won"}
"""Units beside rates (`…/s`) of which more is better, unless a ceiling says otherwise."""

LESS_IS_BETTER = {"s", "ms", "µs", "days", "bytes", "KB", "MB", "%", "% of core", "% of a core"}
"""Units beside sizes (`bytes/…`) of which less is better, unless a floor says otherwise."""

DIGITS = 6
"""Significant digits kept of a sample; no clock is more precise."""


@dataclass(frozen=True)
class Figure:
    """One measured figure: its samples, its unit, and its floor or ceiling."""

    name: str
    samples: tuple[float, ...]
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    part: str = ""
    """The part of the bench that measured it."""
    load: float | None = None
    """The load average over the last minute."""

    @property
    def median(self) -> float:
        """The middle of the samples."""
        return statistics.median(self.samples)

    @property
    def middle_half(self) -> tuple[float, float]:
        """The bounds between which the middle half of the samples lies."""
        if len(self.samples) == 1:
            return self.samples[0], self.samples[0]
        low, _, high = statistics.quantiles(self.samples, n=4, method="inclusive")
        return low, high

    @property
    def meets(self) -> bool:
        """Whether the median is on the right side of the bound."""
        if self.at_least is not None and self.median < self.at_least:
            return False
        return self.at_most is None or self.median <= self.at_most

    @property
    def bound(self) -> str:
        """The floor or the ceiling in words, empty if there is none."""
        if self.at_least is not None:
            return f"at least {shown(self.at_least)}"
        return f"at most {shown(self.at_most)}" if self.at_most is not None else ""

    @property
    def more_is_better(self) -> bool | None:
        """Whether more is better; None if neither is, as for the load of the machine."""
        if self.at_least is not None or self.at_most is not None:
            return self.at_least is not None
        if self.unit.endswith("/s") or self.unit in MORE_IS_BETTER:
            return True
        less = self.unit.startswith("bytes/") or self.unit in LESS_IS_BETTER
        return False if less else None


@dataclass(frozen=True)
class BenchRun:
    """One run of the bench, on one machine, of one commit."""

    commit: str
    """The full id of the commit, `unknown` outside a repository."""
    changed: bool
    """Whether files differed from the commit."""
    date: str
    """When it ended, as 2026-01-31T12:00:00Z."""
    machine: str
    figures: tuple[Figure, ...] = field(default=())

    @property
    def label(self) -> str:
        """The commit in short; a plus says that files differed from it."""
        return self.commit[:10] + ("+" if self.changed else "")

    def to_json(self) -> dict[str, Any]:
        """The run as a line of a history holds it."""
        figures = []
        for figure in self.figures:
            samples = [float(f"{sample:.{DIGITS}g}") for sample in figure.samples]
            figures.append({**asdict(figure), "samples": samples})
        return {"format": FORMAT, **asdict(self), "figures": figures}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> BenchRun:
        """Read what `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']} instead of {FORMAT}")
        figures = []
        for given in found["figures"]:
            samples = tuple(float(sample) for sample in given["samples"])
            if not samples:
                raise ValueError("a figure without samples")
            figures.append(Figure(**{**given, "samples": samples}))
        texts = {name: str(found[name]) for name in ("commit", "date", "machine")}
        return cls(changed=bool(found["changed"]), figures=tuple(figures), **texts)


def shown(value: float) -> str:
    """A number as people read it.

    >>> shown(1234567.8), shown(12.3456), shown(0.00123456)
    ('1,234,568', '12.3', '0.00123')
    """
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return f"{value:.7f}".rstrip("0") if "e" in text else text
