"""Ratings with their uncertainty, and the certainty of a result."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gitopoly.errors import MissingExtra

SURE = 0.95


@dataclass(frozen=True)
class Rating:
    """How strong a bot is: the estimate, and its standard deviation."""

    mu: float
    sigma: float


def rate(names: Sequence[str], results: Iterable[tuple[str, str, int]]) -> dict[str, Rating]:
    """Ratings after games, in their order: (first bot, second bot, winner 0, 1 or 2)."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("rating bots", "openskill", "arena") from None
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for first, second, winner in results:
        ranks = {0: [0, 0], 1: [0, 1], 2: [1, 0]}[winner]
        teams = [[ratings[first]], [ratings[second]]]
        ((ratings[first],), (ratings[second],)) = model.rate(teams, ranks=[*map(float, ranks)])
    return {name: Rating(float(r.mu), float(r.sigma)) for name, r in ratings.items()}


@dataclass(frozen=True)
class Certainty:
    """What the games between two bots say about which is better."""

    score: float
    """Share of games won by the first bot; a tie counts half."""
    low: float
    high: float
    """Where the true share lies with 95 % confidence."""
    better: float
    """Probability that the first one is really better."""

    def verdict(self, first: str, second: str) -> str:
        """The same in words."""
        if self.better >= SURE:
            return f"{first} is better, {_percent(self.better)} sure"
        if self.better <= 1 - SURE:
            return f"{second} is better, {_percent(1 - self.better)} sure"
        if self.score == 0.5:
            return "not decided: they are level; play more games"
        ahead, sure = (first, self.better) if self.score >= 0.5 else (second, 1 - self.better)
        return f"not decided: {ahead} is ahead, {sure:.0%} sure; play more games"


def _percent(probability: float) -> str:
    """Never "100 %": no number of games makes it certain."""
    return "over 99.9%" if probability > 0.999 else f"{probability:.1%}"


def certainty(scores: Sequence[float]) -> Certainty:
    """From the first bot's share of each unit of two mirrored games, 0 to 1.

    Both games of a unit have the same dice, so units, not games, are the independent trials.
    One won and one lost unit are added, so that a short series is never fully certain.
    """
    if not scores:
        return Certainty(0.5, 0.0, 1.0, 0.5)
    smoothed = [*scores, 0.0, 1.0]
    mean = statistics.fmean(smoothed)
    error = statistics.stdev(smoothed) / math.sqrt(len(smoothed))
    normal = statistics.NormalDist()
    reach = normal.inv_cdf(0.975) * error
    return Certainty(
        statistics.fmean(scores),
        max(0.0, mean - reach),
        min(1.0, mean + reach),
        normal.cdf((mean - 0.5) / error),
    )
