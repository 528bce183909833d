"""When a result is decided: tests, corrected for the number of looks."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence

LEVEL = 0.05
"""How often a statement may be wrong, over all statements made together."""
MOST_EXACT = 2000
"""Units up to which a test is exact; beyond, the normal distribution is as good."""
TYPICAL_LEAD = 0.5
"""Leads that `settled` is best at finding, in units of the model: about 90 points."""

_normal = statistics.NormalDist()


def student_quantile(probability: float, freedom: float) -> float:
    """A quantile of Student's distribution, by Hill's expansion around the normal one.

    >>> [round(student_quantile(0.975, freedom), 2) for freedom in (5, 20, 1e9)]
    [2.57, 2.09, 1.96]
    """
    z = _normal.inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def chance_of_lead(leads: Sequence[float]) -> float:
    """The chance that level bots would lead by as much as this, in either direction.

    `leads` has one number for each unit: positive if the first bot did better. If neither is
    better, each of them could as well have had the other sign (a sign-flip test).

    >>> chance_of_lead([1, 1, 1, 1, 1]), chance_of_lead([1, -1])
    (0.0625, 1.0)
    """
    sizes = [round(abs(4 * lead)) for lead in leads if lead]
    seen = abs(round(4 * math.fsum(leads)))
    if len(sizes) > MOST_EXACT:
        error = math.sqrt(sum(size * size for size in sizes))
        return 2 * _normal.cdf(-max(0, seen - 0.5) / error)
    ways = {0: 1.0}
    for size in sizes:
        after: dict[int, float] = {}
        for total, chance in ways.items():
            for end in (total - size, total + size):
                after[end] = after.get(end, 0.0) + chance / 2
        ways = after
    return min(1.0, math.fsum(chance for total, chance in ways.items() if abs(total) >= seen))


def chance_of_difference(difference: float, error: float, freedom: float) -> float:
    """The chance that equals would differ by as much as this, by an estimate and its error."""
    if error <= 0:
        return 1.0
    t = abs(difference) / error
    # Wallace's approximation of Student's distribution.
    z = math.sqrt(freedom * math.log1p(t * t / freedom)) * (1 - 3 / (4 * freedom + 1) / 4)
    return 2 * _normal.cdf(-z)


def corrected(chances: Iterable[float]) -> list[float]:
    """The same for all together (Holm): how likely chance alone gives any of the statements.

    >>> corrected([0.01, 0.04, 0.5])
    [0.03, 0.08, 0.5]
    """
    listed = list(chances)
    order = sorted(range(len(listed)), key=listed.__getitem__)
    found = [1.0] * len(listed)
    highest = 0.0
    for done, place in enumerate(order):
        highest = max(highest, min(1.0, (len(listed) - done) * listed[place]))
        found[place] = highest
    return found


def settled(difference: float, error: float, looks_at_once: int = 1) -> bool:
    """Whether a difference is there, however often one has looked before (Robbins).

    A test that is repeated after every game finds a difference sooner or later where none is.
    This bound is crossed with a chance of at most `LEVEL` over all time, by any of so many
    differences.
    """
    if error <= 0:
        return False
    noise, lead = error**2, TYPICAL_LEAD**2
    needed = math.log(looks_at_once / LEVEL) + math.log1p(lead / noise) / 2
    return difference**2 / (2 * noise) * lead / (lead + noise) >= needed
