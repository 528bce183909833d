"""Which differences between two commits are larger than the noise.

There are two kinds of noise.
Samples of one run vary; the Mann-Whitney test, which assumes nothing about the shape of the noise,
tells whether one side is higher than chance would explain in one of a hundred cases.
Runs of the same commit also differ, through other load on the machine and luck; so each side needs
at least two, and the sides must differ by twice as much as runs of one side do.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from gitopoly.measurements.figures import BenchRun, Figure

__all__ = ["ALPHA", "Change", "Verdict", "compare", "mann_whitney"]

ALPHA = 0.01
"""How often chance alone may look like a change."""

COUNTED_EXACTLY = 40
"""Up to this many samples the exact distribution is used; beyond, the normal approximation."""

TIMES_THE_NOISE = 2.0
"""How much more two commits must differ than runs of one commit do."""

EXACT_UNITS = {"bytes"}
"""Units of figures without noise; one sample is enough."""


class Verdict(StrEnum):
    """The verdict on a figure."""

    BETTER = "better"
    WORSE = "worse"
    OTHER = "other"  # larger than the noise, but neither way is progress
    UNSURE = "not sure"  # larger than the noise within a run, but one run cannot tell
    NOISE = "within the noise"
    TOO_FEW = "too few samples"
    ONLY_A = "only in A"
    ONLY_B = "only in B"


@dataclass(frozen=True)
class Change:
    """One figure on both sides."""

    name: str
    part: str
    unit: str
    before: float | None
    after: float | None
    change: float | None
    """After over before, less one."""
    chance: float | None
    """How often chance alone would show as much."""
    noise: float
    """The relative difference between runs of the same commit; 0 with a single run on each side."""
    verdict: Verdict


def compare(a: Sequence[BenchRun], b: Sequence[BenchRun], at_least: float = 0.05) -> list[Change]:
    """Compare all figures of two commits, in the order of the bench."""
    before, after = _by_name(a), _by_name(b)
    return [
        _changed(name, before.get(name, []), after.get(name, []), at_least)
        for name in dict.fromkeys([*before, *after])
    ]


def mann_whitney(a: Sequence[float], b: Sequence[float]) -> float:
    """The two-sided probability that samples of one source lie this far apart.

    >>> mann_whitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]) == 2 / 252
    True
    >>> mann_whitney([1, 2], [1, 2])
    1.0
    """
    ranks = _doubled_ranks([*a, *b])
    seen, expected = sum(ranks[: len(a)]), len(a) * (len(ranks) + 1)
    apart = abs(seen - expected)
    if len(ranks) <= COUNTED_EXACTLY:
        ways = _ways(ranks, len(a))
        extreme = sum(many for total, many in ways.items() if abs(total - expected) >= apart)
        return extreme / math.comb(len(ranks), len(a))
    return _by_bell_curve(ranks, len(a), apart)


def _doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value, with ties sharing theirs; doubled to stay whole."""
    ranks = [0] * len(values)
    order = sorted(range(len(values)), key=values.__getitem__)
    below = 0
    for _, group in groupby(order, key=values.__getitem__):
        equal = list(group)
        for index in equal:
            ranks[index] = 2 * below + len(equal) + 1
        below += len(equal)
    return ranks


def _ways(ranks: Sequence[int], chosen: int) -> dict[int, int]:
    """The number of ways in which this many ranks have each sum."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(chosen))]
    for rank in ranks:
        for size in range(chosen, 0, -1):
            for total, many in ways[size - 1].items():
                ways[size][total + rank] = ways[size].get(total + rank, 0) + many
    return ways[chosen]


def _by_bell_curve(ranks: Sequence[int], chosen: int, apart: int) -> float:
    """The normal approximation for many samples, from the variance of the ranks."""
    count = len(ranks)
    variance = chosen * (count - chosen) / count * statistics.variance(ranks)
    if variance == 0:
        return 1.0
    return math.erfc(apart / math.sqrt(2 * variance))


def _by_name(runs: Sequence[BenchRun]) -> dict[str, list[Figure]]:
    """The figures of several runs, those of one name together; parts may repeat a name."""
    found: dict[str, list[Figure]] = {}
    for run in runs:
        for figure in run.figures:
            found.setdefault(f"{figure.part}: {figure.name}", []).append(figure)
    return found


def _changed(name: str, a: list[Figure], b: list[Figure], at_least: float) -> Change:
    figure = (b or a)[-1]
    known = (figure.name, figure.part, figure.unit)
    samples_a = [sample for one in a for sample in one.samples]
    samples_b = [sample for one in b for sample in one.samples]
    before = statistics.median(samples_a) if a else None
    after = statistics.median(samples_b) if b else None
    if before is None or after is None:
        only = Verdict.ONLY_A if after is None else Verdict.ONLY_B
        return Change(*known, before, after, None, None, 0.0, only)
    change = after / before - 1 if before else (0.0 if after == before else math.inf)
    chance = mann_whitney(samples_a, samples_b)
    noise = max(_between_runs(a), _between_runs(b))
    exact = figure.unit in EXACT_UNITS
    lowest = 2 / math.comb(len(samples_a) + len(samples_b), len(samples_a))
    if not exact and lowest > ALPHA:
        verdict = Verdict.TOO_FEW
    elif abs(change) < max(at_least, TIMES_THE_NOISE * noise) or (not exact and chance > ALPHA):
        verdict = Verdict.NOISE
    elif not exact and min(len(a), len(b)) < 2:
        verdict = Verdict.UNSURE
    elif figure.more_is_better is None:
        verdict = Verdict.OTHER
    else:
        verdict = Verdict.BETTER if (change > 0) == figure.more_is_better else Verdict.WORSE
    return Change(*known, before, after, change, chance, noise, verdict)


def _between_runs(figures: Sequence[Figure]) -> float:
    """The relative difference between the medians of several runs of one commit."""
    medians = [figure.median for figure in figures]
    middle = statistics.median(medians)
    return (max(medians) - min(medians)) / abs(middle) if middle else 0.0
