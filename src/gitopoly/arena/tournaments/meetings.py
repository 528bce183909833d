"""What the games between two bots say, and who leads a tournament."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gitopoly.arena.tournaments.decisions import (
    LEVEL,
    chance_of_difference,
    chance_of_lead,
    corrected,
    student_quantile,
)
from gitopoly.arena.tournaments.ratings import CONFIDENCE, Fit


@dataclass(frozen=True)
class Meeting:
    """The games of two bots."""

    first: str
    second: str
    scores: Sequence[float]
    """The first bot's share of each unit of mirrored games, 0 to 1; a tie counts half.

    The games of a unit have the same dice, so units, not games, are the independent trials.
    """
    games: int

    @property
    def score(self) -> float:
        """The first bot's share of all games."""
        return statistics.fmean(self.scores) if self.scores else 0.5

    def chance(self) -> float:
        """The chance that level bots would be as far apart as this."""
        return chance_of_lead([score - 0.5 for score in self.scores])

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first bot's share, in games without end.

        One won and one lost unit are added, so that a short series is never certain.
        """
        smoothed = [*self.scores, 0.0, 1.0]
        mean = statistics.fmean(smoothed)
        error = statistics.stdev(smoothed) / math.sqrt(len(smoothed))
        reach = error * student_quantile(0.5 + CONFIDENCE / 2, max(1, len(self.scores) - 1))
        return max(0.0, mean - reach), min(1.0, mean + reach)

    def as_dict(self, chance: float) -> dict[str, Any]:
        """The same for JSON; `chance` is corrected for all meetings of a tournament."""
        low, high = self.interval()
        return {
            "bots": [self.first, self.second],
            "games": self.games,
            "score": round(self.score, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "chance": float(f"{chance:.2g}"),
            "verdict": self.verdict(chance),
        }

    def verdict(self, chance: float) -> str:
        """Who is better, if that is decided."""
        if self.score == 0.5:
            return "not decided: they are level; play more games"
        ahead = self.first if self.score > 0.5 else self.second
        if chance > LEVEL:
            return f"not decided: {ahead} is ahead; play more games"
        return f"{ahead} is better ({told_chance(chance)})"


def told_chance(chance: float) -> str:
    """A probability in words; never 0, because no number of games makes it certain."""
    return "p < 0.0001" if chance < 0.0001 else f"p = {chance:.2g}"


def leaders(ratings: Fit, chance_of_two: float | None = None) -> list[str]:
    """The best rated bot, and those that it is not decidedly better than, best first.

    The differences of all pairs are looked at, and corrected for. With two bots their meeting,
    which is all there is, decides; `chance_of_two` is its chance.
    """
    order = sorted(ratings.names, key=lambda name: (-round(ratings.rating(name).points, 1), name))
    pairs = list(itertools.combinations(order, 2))
    chances = corrected(
        chance_of_difference(*ratings.difference(one, other), ratings.freedom)
        if chance_of_two is None
        else chance_of_two
        for one, other in pairs
    )
    return [
        order[0],
        *(
            other
            for (one, other), chance in zip(pairs, chances, strict=True)
            if one == order[0] and chance > LEVEL
        ),
    ]
