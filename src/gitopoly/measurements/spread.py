"""Statistics: quantiles, means, shares and slopes, each with its 95 % interval."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
TAIL = 0.025
"""How often the truth may lie beyond one end of an interval."""
FEWEST = 5
"""Minimum number of values for a mean to have an interval."""


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval; an end that the samples cannot determine is infinite."""

    value: float
    low: float
    high: float
    count: int
    """The samples behind it."""

    def scaled(self, factor: float) -> Estimate:
        """The same in another unit, a positive number of times as large."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.count)

    def widened(self, others: int) -> Estimate:
        """The interval of the difference to a published value from other samples.

        If its spread is not given, we assume that it is the same as ours.
        """
        by = math.sqrt(1 + self.count / others)
        low, high = by * (self.value - self.low), by * (self.high - self.value)
        return Estimate(self.value, self.value - low, self.value + high, self.count)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all does not exceed, between two neighbours by proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values, so no quantile")
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    # Written so that two equal neighbours give exactly their value.
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def quantile_estimate(values: Sequence[float], share: float = 0.5) -> Estimate:
    """A quantile with the interval that ranks give, whatever the shape of the distribution."""
    number, ordered, below, low, high = len(values), sorted(values), 0.0, -math.inf, math.inf
    for rank, value in enumerate(ordered):
        # So many values lie below the true quantile with the chance of a binomial distribution.
        chances = math.lgamma(number + 1) - math.lgamma(rank + 1) - math.lgamma(number - rank + 1)
        chances += rank * math.log(share) + (number - rank) * math.log1p(-share)
        below += math.exp(chances)
        if below <= TAIL:
            low = value
        elif below >= 1 - TAIL:
            high = value
            break
    return Estimate(quantile(ordered, share), low, high, number)


def mean_estimate(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval, corrected for skewness after Hall (1992).

    Lengths of games have a long tail to the right, which a symmetric interval would cut off.
    Where no value is negative, neither is an end.
    """
    number, mean = len(values), statistics.fmean(values)
    if number < FEWEST:
        return Estimate(mean, -math.inf, math.inf, number)
    deviation = statistics.stdev(values, mean)
    if deviation == 0:
        return Estimate(mean, mean, mean, number)
    skewness = sum((value - mean) ** 3 for value in values) / number / deviation**3
    root = math.sqrt(number)

    def unskewed(distance: float) -> float:
        if abs(skewness) < 1e-6:
            return distance
        inner = 1 + skewness * (distance / root - skewness / (6 * number))
        return 3 * root / skewness * (math.cbrt(inner) - 1)

    reach, error = _student(number - 1), deviation / root
    low, high = (mean - error * unskewed(distance) for distance in (reach, -reach))
    return Estimate(mean, low if min(values) < 0 else max(0.0, low), high, number)


def _student(freedom: int) -> float:
    """Student's 97.5 % quantile, by its expansion around that of the normal distribution."""
    z, f = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * f)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * f**3)
    )


def share_estimate(hits: int, of: int) -> Estimate:
    """A share with Wilson's interval.

    >>> found = share_estimate(200, 200)
    >>> round(found.low, 3), found.high
    (0.981, 1.0)
    """
    if not 0 <= hits <= of or of == 0:
        raise ValueError(f"{hits} of {of} is not a share")
    observed = hits / of
    scale = 1 + Z * Z / of
    centre = (observed + Z * Z / (2 * of)) / scale
    reach = Z / scale * math.sqrt(observed * (1 - observed) / of + Z * Z / (4 * of * of))
    low = 0.0 if hits == 0 else max(0.0, centre - reach)
    high = 1.0 if hits == of else min(1.0, centre + reach)
    return Estimate(observed, low, high, of)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """One less the other, of independent samples.

    The ends come from those of both, after Zou and Donner (2008); for shares that is Newcombe's
    interval.
    """
    value = first.value - second.value
    low = math.hypot(first.value - first.low, second.high - second.value)
    high = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, value - low, value + high, min(first.count, second.count))


def ratio(first: Estimate, second: Estimate) -> Estimate:
    """One over the other, both positive: the difference of their logarithms."""
    found = difference(_logarithm(first), _logarithm(second))
    high = math.exp(found.high) if math.isfinite(found.high) else math.inf
    return Estimate(math.exp(found.value), math.exp(found.low), high, found.count)


def _logarithm(found: Estimate) -> Estimate:
    low = math.log(found.low) if found.low > 0 else -math.inf
    return Estimate(math.log(found.value), low, math.log(found.high), found.count)


def censored_median(values: Sequence[float], ended: Sequence[bool]) -> float:
    """The median of censored values, which may be any larger one; infinite if itself censored."""
    known = zip(values, ended, strict=True)
    return statistics.median_low([value if done else math.inf for value, done in known])


def slope(points: Sequence[tuple[float, float]]) -> Estimate | None:
    """The slope after Theil and Sen with Sen's interval; None for fewer than three places.

    A few wild values hardly move it.
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
    low = max(0, math.floor((len(slopes) - doubt) / 2))
    high = min(len(slopes) - 1, math.ceil((len(slopes) + doubt) / 2) - 1)
    return Estimate(statistics.median(slopes), slopes[low], slopes[high], number)


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
    """The share of games still running after each time, as the corners of a step function.

    All games were watched for the same length; those cut off then count as running.
    """
    total = len(lengths)
    over = sorted(length for length, done in zip(lengths, ended, strict=True) if done)
    corners = [(0.0, 1.0)]
    for number, length in enumerate(over, 1):
        corners.append((length, corners[-1][1]))
        corners.append((length, 1 - number / total))
    last = max(lengths, default=0.0)
    return [*corners, (last, corners[-1][1])]


def relative(samples: Iterable[tuple[str, float, float]]) -> list[tuple[float, float]]:
    """Each (kind, place, value) as place and value over the median of its kind.

    Thus a change in the mix of kinds is not mistaken for a change in cost.
    """
    listed = list(samples)
    kinds: dict[str, list[float]] = {}
    for kind, _, value in listed:
        kinds.setdefault(kind, []).append(value)
    middles = {kind: statistics.median(values) for kind, values in kinds.items()}
    return [(place, value / middles[kind]) for kind, place, value in listed if middles[kind] > 0]
