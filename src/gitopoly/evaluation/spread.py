"""The statistics of the evaluation: quantiles, boxes, shares and slopes, each with its doubt."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all does not exceed, between two neighbours by proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values have no quantile")
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    part = place - low
    # Written so that two equal neighbours give exactly their value.
    return ordered[low] + (ordered[high] - ordered[low]) * part


@dataclass(frozen=True)
class Box:
    """Five numbers of a sample and its mean: what a box plot shows."""

    count: int
    least: float
    lower: float
    median: float
    upper: float
    most: float
    mean: float


def box(values: Sequence[float]) -> Box:
    """The box of a sample that is not empty."""
    least, lower, median, upper, most = (quantile(values, part / 4) for part in range(5))
    return Box(len(values), least, lower, median, upper, most, statistics.fmean(values))


def share_within(values: Sequence[float], bound: float) -> float:
    """The share of values that do not exceed a bound."""
    return sum(value <= bound for value in values) / len(values)


def share_interval(hits: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, 19 times out of 20 (Wilson's interval).

    >>> low, high = share_interval(200, 200)
    >>> round(low, 3), high
    (0.981, 1.0)
    """
    if not 0 <= hits <= of or of == 0:
        raise ValueError(f"{hits} of {of} is no share")
    observed = hits / of
    scale = 1 + Z * Z / of
    centre = (observed + Z * Z / (2 * of)) / scale
    reach = Z / scale * math.sqrt(observed * (1 - observed) / of + Z * Z / (4 * of * of))
    low = 0.0 if hits == 0 else max(0.0, centre - reach)
    high = 1.0 if hits == of else min(1.0, centre + reach)
    return low, high


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """Between which values the true median lies, 19 times out of 20 (by order of rank)."""
    ordered = sorted(values)
    number = len(ordered)
    reach = Z * math.sqrt(number) / 2
    low = max(0, math.floor(number / 2 - reach))
    high = min(number - 1, math.ceil(number / 2 + reach))
    return ordered[low], ordered[high]


@dataclass(frozen=True)
class Slope:
    """How fast something grows: the middle one of all slopes between two points."""

    value: float
    low: float
    high: float
    """The true slope lies between both, 19 times out of 20."""

    @property
    def grows(self) -> bool:
        """Whether growth is more than chance."""
        return self.low > 0

    def scaled(self, factor: float) -> Slope:
        """The same in another unit."""
        ends = sorted((self.low * factor, self.high * factor))
        return Slope(self.value * factor, *ends)


def slope(points: Sequence[tuple[float, float]]) -> Slope | None:
    """The slope after Theil and Sen with Sen's interval; None for fewer than three places.

    A few wild values, as a busy machine gives them, hardly move it.
    """
    slopes = sorted(
        (second[1] - first[1]) / (second[0] - first[0])
        for number, first in enumerate(points)
        for second in points[number + 1 :]
        if second[0] != first[0]
    )
    number = len(points)
    if len({x for x, _ in points}) < 3:
        return None
    doubt = Z * math.sqrt(number * (number - 1) * (2 * number + 5) / 18)
    low = math.floor((len(slopes) - doubt) / 2)
    high = math.ceil((len(slopes) + doubt) / 2) - 1
    return Slope(statistics.median(slopes), slopes[max(0, low)], slopes[min(len(slopes) - 1, high)])


def block_medians(
    points: Iterable[tuple[float, float]], blocks: int = 30
) -> list[tuple[float, float]]:
    """The middle of each of some blocks of neighbouring points, in the order of their places."""
    ordered = sorted(points)
    size = max(1, math.ceil(len(ordered) / blocks))
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return [
        (statistics.median(x for x, _ in part), statistics.median(y for _, y in part))
        for part in parts
    ]


def survival(lengths: Sequence[float], ended: Sequence[bool]) -> list[tuple[float, float]]:
    """The share of games still going on after so long, as the corners of a staircase.

    Games that were broken off count as going on when they were.
    """
    total = len(lengths)
    over = sorted(length for length, done in zip(lengths, ended, strict=True) if done)
    corners = [(0.0, 1.0)]
    for number, length in enumerate(over, 1):
        corners.append((length, corners[-1][1]))
        corners.append((length, 1 - number / total))
    last = max(lengths, default=0.0)
    return [*corners, (last, corners[-1][1])]


def relative(
    samples: Iterable[tuple[str, float, float]],
    middle: Callable[[Sequence[float]], float] = statistics.median,
) -> list[tuple[float, float]]:
    """Each (kind, place, value) as place and value over the middle of its kind.

    So that a change in how often each kind comes is not taken for a change in cost.
    """
    listed = list(samples)
    kinds: dict[str, list[float]] = {}
    for kind, _, value in listed:
        kinds.setdefault(kind, []).append(value)
    middles = {kind: middle(values) for kind, values in kinds.items()}
    return [(place, value / middles[kind]) for kind, place, value in listed if middles[kind] > 0]
