"""Ratings fitted to all games at once, with intervals.

The model is Bradley and Terry's with draws (Davidson) and an advantage for each seat; with more
seats it is Plackett and Luce's. A game is a sequence of stages: of those still in it, one comes
next, or several at once. All stages are multinomial choices, so that the likelihood has one peak,
which Newton's method finds; the order of the games cannot matter. Decision 0046 says why.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gitopoly.arena.tournaments.decisions import student_quantile
from gitopoly.errors import MissingExtra

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[Any]

Finish = tuple[tuple[int, ...], ...]
"""Seats in the order in which they finished, those that are level together."""
Result = tuple[tuple[str, ...], Finish]
"""The bots in the order of their seats, and how they finished."""
Unit = tuple[Result, ...]
"""Games with the same dice, one for each order of the seats: not independent of each other."""

MIDDLE = 1500.0
"""The mean of all ratings."""
SCALE = 400 / math.log(10)
"""Points for one unit of the model: 400 points are odds of ten to one, as in chess."""
SPREAD = 3.0
"""Standard deviation of the prior of a strength: keeps a bot that wins always finite."""
BORROWED = 1.0
"""Variance of the prior in a meeting's dispersion, in won games: about that of four level ones."""
STEPS = 100
CONFIDENCE = 0.95


def two_seats(bots: Sequence[str], winner: int) -> Result:
    """The result of a game of two: the winner is 1, 2, or 0 for a tie."""
    finish = {0: ((0, 1),), 1: ((0,), (1,)), 2: ((1,), (0,))}[winner]
    return (tuple(bots), finish)


@dataclass(frozen=True)
class Rating:
    """The strength of a bot in points, with its 95 % interval, relative to the mean of all."""

    points: float
    low: float
    high: float
    error: float
    """Its standard error."""


@dataclass
class Fit:
    """The fitted model."""

    names: tuple[str, ...]
    strengths: Vector
    """Of each bot, with mean 0."""
    covariance: Vector
    """Of the strengths, the seats and the ties."""
    information: Vector
    """Of all games; its prior included."""
    freedom: float
    """Independent units beyond the fitted parameters."""
    seats: tuple[float, ...] = ()
    """The advantage of each seat over the last one."""
    ties: dict[int, float] = field(default_factory=dict)
    """How readily two, three … finish level."""

    def rating(self, name: str) -> Rating:
        """A bot's rating."""
        place = self.names.index(name)
        contrast = -self._ones() / len(self.names)
        contrast[place] += 1
        error = SCALE * math.sqrt(max(float(contrast @ self.covariance @ contrast), 0.0))
        points = MIDDLE + SCALE * float(self.strengths[place])
        reach = error * student_quantile(0.5 + CONFIDENCE / 2, self.freedom)
        return Rating(points, points - reach, points + reach, error)

    def difference(self, first: str, second: str) -> tuple[float, float]:
        """How much stronger the first one is, and the standard error of that."""
        one, other = self.names.index(first), self.names.index(second)
        contrast = 0 * self._ones()
        contrast[one], contrast[other] = 1, -1
        variance = float(contrast @ self.covariance @ contrast)
        return float(self.strengths[one] - self.strengths[other]), math.sqrt(max(variance, 0.0))

    def expected(self, first: str, second: str) -> float:
        """The first one's expected share in mirrored games of two, a tie counting half."""
        lead = self.difference(first, second)[0]
        seat = self.seats[0] if self.seats else 0.0
        tie = math.exp(self.ties[2]) if 2 in self.ties else 0.0
        shares = []
        for side in (lead + seat, lead - seat):
            win, tied = 1 / (1 + math.exp(-side)), tie * math.exp(side / 2) / (1 + math.exp(side))
            shares.append((win + tied / 2) / (1 + tied))
        return sum(shares) / 2

    def first_seat(self) -> Rating:
        """The advantage of the first seat over the last one, in points."""
        if not self.seats:
            return Rating(0.0, 0.0, 0.0, 0.0)
        place = len(self.names)
        points = SCALE * self.seats[0]
        error = SCALE * math.sqrt(max(float(self.covariance[place, place]), 0.0))
        reach = error * student_quantile(0.5 + CONFIDENCE / 2, self.freedom)
        return Rating(points, points - reach, points + reach, error)

    def _ones(self) -> Vector:
        import numpy

        ones = numpy.zeros(len(self.covariance))
        ones[: len(self.names)] = 1
        return ones


class _Design:
    """The parameters: strengths, then seats, then sizes of ties; and the stages of each game."""

    def __init__(self, names: Sequence[str], units: Iterable[Unit]) -> None:
        self.names = tuple(names)
        self.place = {name: number for number, name in enumerate(self.names)}
        results = {result for unit in units for result in unit}
        self.seats = max((len(bots) for bots, _ in results), default=1) - 1
        sizes = {len(level) for _, finish in results for level in finish}
        self.tie_sizes = sorted(sizes - {1})
        self.size = len(self.names) + self.seats + len(self.tie_sizes)
        self._stages: dict[tuple[tuple[str, ...], tuple[int, ...]], tuple[list[Any], Vector]] = {}

    def stages(self, result: Result) -> list[tuple[Vector, int]]:
        """For each stage, the features of all that could come next, and which of them did."""
        bots, finish = result
        left = tuple(range(len(bots)))
        stages = []
        for level in finish:
            if len(left) < 2:
                break
            options, features = self._options(bots, left)
            stages.append((features, options.index(tuple(sorted(level)))))
            left = tuple(seat for seat in left if seat not in level)
        return stages

    def _options(self, bots: tuple[str, ...], left: tuple[int, ...]) -> tuple[list[Any], Vector]:
        if (bots, left) not in self._stages:
            options = [
                chosen
                for size in (1, *self.tie_sizes)
                for chosen in itertools.combinations(left, size)
            ]
            features = [self._features(bots, chosen) for chosen in options]
            self._stages[bots, left] = options, _numpy().array(features)
        return self._stages[bots, left]

    def _features(self, bots: tuple[str, ...], chosen: tuple[int, ...]) -> list[float]:
        """A tie is as likely as the geometric mean of those in it would be."""
        row = [0.0] * self.size
        for seat in chosen:
            row[self.place[bots[seat]]] += 1 / len(chosen)
            if seat < self.seats:
                row[len(self.names) + seat] += 1 / len(chosen)
        if len(chosen) > 1:
            row[len(self.names) + self.seats + self.tie_sizes.index(len(chosen))] = 1.0
        return row


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingExtra("rating bots", "numpy", "arena") from None
    return numpy


def fit(names: Sequence[str], units: Iterable[Unit]) -> Fit:
    """Fit the model to all games at once; the order of units and games makes no difference."""
    numpy = _numpy()
    counted = sorted(Counter(tuple(sorted(unit)) for unit in units).items())
    design = _Design(names, (unit for unit, _ in counted))
    prior = numpy.eye(design.size) / SPREAD**2
    stages = _counted_stages(design, counted)
    values = numpy.zeros(design.size)
    for _ in range(STEPS):
        slope, information = -prior @ values, prior.copy()
        for features, chosen in stages:
            slope_here, information_here = _moments(features, values, chosen)
            slope += slope_here
            information += information_here
        step = numpy.linalg.solve(information, slope)
        # Far from the peak a whole step may overshoot.
        values = values + step * min(1.0, 2.0 / max(float(numpy.abs(step).max()), 1e-300))
        if float(numpy.abs(step).max()) < 1e-10:
            break
    information, spread = _dispersed(design, counted, values, prior)
    inverse = numpy.linalg.inv(information)
    count = len(design.names)
    seats = tuple(float(value) for value in values[count : count + design.seats])
    ties = dict(zip(design.tie_sizes, map(float, values[count + design.seats :]), strict=True))
    freedom = sum(number for _, number in counted) - (count - 1) - design.seats
    return Fit(
        design.names,
        values[:count] - values[:count].mean(),
        inverse @ spread @ inverse,
        information,
        max(1.0, float(freedom)),
        seats,
        ties,
    )


def _counted_stages(
    design: _Design, counted: Sequence[tuple[Unit, int]]
) -> list[tuple[Vector, Vector]]:
    """Every kind of stage once, with how often each option was chosen in it."""
    chosen: dict[int, tuple[Vector, Vector]] = {}
    for unit, number in counted:
        for result in unit:
            for features, option in design.stages(result):
                if id(features) not in chosen:  # one object for each kind, kept by the design
                    chosen[id(features)] = features, _numpy().zeros(len(features))
                chosen[id(features)][1][option] += number
    return list(chosen.values())


def _moments(features: Vector, values: Vector, chosen: Vector) -> tuple[Vector, Vector]:
    """The slope and the information of the likelihood of choices among options."""
    numpy = _numpy()
    scores = features @ values
    shares = numpy.exp(scores - scores.max())
    shares /= shares.sum()
    mean = shares @ features
    total = chosen.sum()
    spread = (features * shares[:, None]).T @ features - numpy.outer(mean, mean)
    return chosen @ features - total * mean, total * spread


def _dispersed(
    design: _Design, counted: Sequence[tuple[Unit, int]], values: Vector, prior: Vector
) -> tuple[Vector, Vector]:
    """The information, and the variance of the slope, in which units are the independent trials.

    Games with the same dice vary less together than apart, or more. How much is estimated for each
    set of bots that met, and drawn towards 1 where its games tell little.
    """
    numpy = _numpy()
    count = len(design.names)
    met: dict[frozenset[str], list[Any]] = {}
    for unit, number in counted:
        slope = numpy.zeros(design.size)
        information = numpy.zeros((design.size, design.size))
        for result in unit:
            for features, option in design.stages(result):
                once = numpy.zeros(len(features))
                once[option] = 1.0
                slope_here, information_here = _moments(features, values, once)
                slope += slope_here
                information += information_here
        bots = frozenset(bot for bots, _ in unit for bot in bots)
        kept = met.setdefault(bots, [0.0, 0.0, numpy.zeros_like(information)])
        kept[0] += number * float(slope[:count] @ slope[:count])
        kept[1] += number * float(numpy.trace(information[:count, :count]))
        kept[2] += number * information
    total, spread = prior.copy(), prior.copy()
    for seen, expected, information in met.values():
        ratio = (seen + BORROWED) / (expected + BORROWED)
        total += information
        spread += ratio * information
    return total, spread
