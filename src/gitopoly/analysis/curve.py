"""Each seat's chance in every position of a game.

The model is cheap and somewhat wrong, playouts are right and noisy. So the model looks at every
position; some playouts at the start of every turn say by how much it is off there, and what they
say is smoothed over neighbouring turns; where the curve jumps, many playouts replace both.
A step that the playouts expect changes no chance, so the positions around it share one value.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gitopoly.analysis.model import model_chances, result_of
from gitopoly.analysis.playouts import (
    ChanceEstimate,
    PlayoutRequest,
    Playouts,
    Shares,
    estimate,
)
from gitopoly.analysis.settings import USUAL, AnalysisSettings
from gitopoly.analysis.steps import (
    BEFORE_PLAY,
    GameStep,
    SeatChoice,
    choice_at,
    draws,
    follows_policy,
)
from gitopoly.kernel import State, is_over
from gitopoly.kernel.codes import NOBODY

AT_TURNS = 100
"""Playouts at the start of each turn."""
AT_JUMPS = 800
"""Playouts on both sides of a jump."""
JUMP = 0.04
"""The least change of a chance that is looked at more closely."""
PASSES = 3
"""How often the curve is searched for jumps: exact values may uncover further ones."""
UNKNOWN = 0.05
"""How far the model may be off where no playouts say it."""
REACH = 5.0
"""Turns after which a playout has no influence on the smoothed correction."""


@dataclass
class Segment:
    """Neighbouring positions that share their chances."""

    first: int
    """Number of its first position."""
    state: State
    """The last of its positions: nothing is open there that the policies decide."""
    time: float
    """When it is, in turns."""
    shares: Shares = field(default_factory=list)
    value: ChanceEstimate | None = None


@dataclass
class Curve:
    """The chances of a game, and what they were computed from."""

    segments: list[Segment]
    segment_of: list[int]
    """For each position, the number of its segment."""
    turns: list[int]
    """The first position of each turn."""
    choices: list[SeatChoice | None]
    """For each step, what else could have been done."""
    complete: bool = True
    """Whether there was time for everything."""

    def at(self, position: int) -> ChanceEstimate:
        """The chances in a position."""
        value = self.segments[self.segment_of[position]].value
        assert value is not None
        return value


def chart(
    start: State,
    steps: Sequence[GameStep],
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> Curve:
    """The chances of every seat in every position, from the start to the last step."""
    choices = [choice_at(step, settings.policies) for step in steps]
    curve = _segments(start, steps, choices)
    models = [model_chances(segment.state) for segment in curve.segments]
    turn_starts = {curve.segment_of[position] for position in curve.turns}
    few, many = settings.count(AT_TURNS), settings.count(AT_JUMPS)
    _play(curve, sorted(turn_starts), few, playouts, settings)
    _smooth(curve, models)
    for _ in range(PASSES):
        near = [number for number in _jumps(curve) if len(curve.segments[number].shares) < many]
        if not near or not curve.complete:
            break
        _play(curve, near, many, playouts, settings)
        _smooth(curve, models, many)
    return curve


def _segments(start: State, steps: Sequence[GameStep], choices: list[SeatChoice | None]) -> Curve:
    """Cut a game where chances change: after draws and unexpected decisions."""
    segments = [Segment(0, start, 0.0)]
    segment_of = [0]
    turns = [] if start.phase in BEFORE_PLAY else [0]
    since = 0
    for number, (step, choice) in enumerate(zip(steps, choices, strict=True), 1):
        if not draws(step) and follows_policy(step, choice) and not is_over(step.after):
            segments[-1].state = step.after
        else:
            segments.append(Segment(number, step.after, 0.0))
        segment_of.append(len(segments) - 1)
        begins = step.before.phase in BEFORE_PLAY and step.after.phase not in BEFORE_PLAY
        if (step.after.turns > step.before.turns or begins) and not is_over(step.after):
            turns.append(number)
            since = number
        segments[-1].time = len(turns) + min((number - since) / 20, 0.95)
    return Curve(segments, segment_of, turns, choices)


def _play(
    curve: Curve,
    numbers: Sequence[int],
    count: int,
    playouts: Playouts,
    settings: AnalysisSettings,
) -> None:
    """Bring segments to a number of playouts each, while there is time."""
    chosen = [curve.segments[number] for number in numbers]
    chosen = [s for s in chosen if len(s.shares) < count and not is_over(s.state)]
    questions = [
        [PlayoutRequest(s.state, count - len(s.shares), NOBODY, len(s.shares), settings.policies)]
        for s in chosen
    ]
    results = answers(questions, curve, playouts, settings)
    for segment, (shares,) in zip(chosen, results, strict=False):
        segment.shares += shares


def answers(
    groups: Sequence[Sequence[PlayoutRequest]],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings,
) -> Iterator[list[Shares]]:
    """The results of questions that belong together, group by group, while there is time."""
    results = playouts.shares([question for group in groups for question in group])
    for group in groups:
        if not settings.go():
            curve.complete = False
            results.close()
            break
        found = [next(results) for _ in group]
        settings.progress(playouts.played)
        yield found


def _smooth(curve: Curve, models: Sequence[tuple[float, ...]], exact: int = 1 << 60) -> None:
    """Give every segment its value; segments with `exact` playouts keep what those say."""
    played = [
        (segment.time, estimate(segment.shares), model)
        for segment, model in zip(curve.segments, models, strict=True)
        if segment.shares and not is_over(segment.state)
    ]
    known = [
        (time, [c - m for c, m in zip(found.chances, model, strict=True)], found.errors)
        for time, found, model in played
    ]
    rough = _roughness(known)
    for segment, model in zip(curve.segments, models, strict=True):
        if is_over(segment.state):
            segment.value = ChanceEstimate(result_of(segment.state), (0.0,) * len(model))
        elif len(segment.shares) >= exact:
            segment.value = estimate(segment.shares)
        else:
            correction, errors = _correction(segment.time, known, len(model), rough)
            segment.value = _corrected(segment.state, model, correction, errors)


Known = list[tuple[float, list[float], tuple[float, ...]]]
"""When playouts were made, by how much the model was off, and with what error."""


def _correction(
    time: float, known: Known, seats: int, rough: float
) -> tuple[list[float], list[float]]:
    """By how much the model is off at a time, and the error of that."""
    near = [(1 - abs(time - when) / REACH, off, errors) for when, off, errors in known]
    near = [each for each in near if each[0] > 0]
    total = sum(weight for weight, _, _ in near)
    if not near:
        return [0.0] * seats, [UNKNOWN] * seats
    mean = [sum(w * off[seat] for w, off, _ in near) / total for seat in range(seats)]
    noise = [
        math.sqrt(sum((w * errors[seat] / total) ** 2 for w, _, errors in near) + rough**2)
        for seat in range(seats)
    ]
    return mean, noise


def _roughness(known: Known) -> float:
    """How far the model's faults differ from turn to turn, beyond the noise of the playouts."""
    if len(known) < 3:
        return UNKNOWN
    total = count = 0.0
    for (_, one, errors), (_, two, more) in itertools.pairwise(known):
        for a, b, x, y in zip(one, two, errors, more, strict=True):
            total += (a - b) ** 2 / 2 - (x * x + y * y) / 2
            count += 1
    return math.sqrt(max(total / count, 0.0))


def _corrected(
    s: State, model: Sequence[float], correction: Sequence[float], errors: Sequence[float]
) -> ChanceEstimate:
    """A model's chances with a correction: still chances, and none for those who are out."""
    raw = [
        0.0 if s.is_bankrupt[seat] else min(max(chance + more, 0.0005), 1.0)
        for seat, (chance, more) in enumerate(zip(model, correction, strict=True))
    ]
    total = sum(raw)
    chances = tuple(chance / total for chance in raw)
    live = [
        0.0 if s.is_bankrupt[seat] else min(error, math.sqrt(chances[seat] * (1 - chances[seat])))
        for seat, error in enumerate(errors)
    ]
    return ChanceEstimate(chances, tuple(live))


def _jumps(curve: Curve) -> list[int]:
    """The segments on both sides of every jump."""
    found = set()
    for number in range(1, len(curve.segments)):
        one, two = curve.segments[number - 1].value, curve.segments[number].value
        assert one is not None
        assert two is not None
        if any(abs(a - b) > JUMP for a, b in zip(one.chances, two.chances, strict=True)):
            found |= {number - 1, number}
    return sorted(n for n in found if not is_over(curve.segments[n].state))
