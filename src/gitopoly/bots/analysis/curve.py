"""Each seat's chance in every position of a game, and how much of its way was luck.

The model is cheap and somewhat wrong, playouts are right and noisy. So the model looks at every
position; some playouts at the start of every turn say by how much it is off there, and what they
say is smoothed over neighbouring turns; where the curve jumps, many playouts replace both.
In the model each seat has a score, a weighted sum of its features, and the chances are in
proportion to the exponentials of the scores (`gitopoly.bots.win_model`). The weights were fitted
to games between `trader`s by `make win-chances`; nothing but Python is needed to use them.
A step that the playouts expect changes no chance, so the positions around it share one value.

What chance and what choices did for a seat is the result together, exactly. A decision's effect is
the difference between playouts that begin with it and playouts in which the policy chooses, on the
same dice: nothing, where the policy would do the same. Everything else between the first position
and the last is luck.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import sub

from gitopoly.bots.analysis.playouts import (
    ChanceEstimate,
    PlayoutRequest,
    Shares,
    differences,
    estimate,
)
from gitopoly.bots.analysis.review import BEFORE_PLAY, GameReview, draws, follows_policy
from gitopoly.bots.desk import WinModel
from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.win_model import score_seats, set_weights
from gitopoly.rules import State, is_over, winner
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.money import worth_at_the_end

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
COMPARED = 200
"""Pairs of playouts for a decision that the policy would not make."""
OF_EFFECTS = 4 << 20
"""Number of their first playout."""


def model_chances(s: State) -> tuple[float, ...]:
    """Each seat's chance to win if all play like `trader` from here; 0 for those who are out.

    >>> from gitopoly.rules import Rules, initial
    >>> model_chances(initial(Rules.of("classic", 4)))
    (0.25, 0.25, 0.25, 0.25)
    """
    if is_over(s):
        return result_of(s)
    model, seats = set_weights(WinModel()), range(s.rules.num_players)
    score_seats(s, s.rules, model)
    live = [seat for seat in seats if not s.is_bankrupt[seat]]
    highest = max(model.scores[seat] for seat in live)
    powers = {seat: math.exp((model.scores[seat] - highest) / ONE) for seat in live}
    total = sum(powers.values())
    return tuple(powers.get(seat, 0.0) / total for seat in seats)


def result_of(s: State) -> tuple[float, ...]:
    """What each seat has of the win of a game that is over: 1 for the winner; ties share it."""
    seats = range(s.rules.num_players)
    best = winner(s)
    if best != NOBODY:
        return tuple(float(seat == best) for seat in seats)
    worth = {seat: worth_at_the_end(s, s.rules, seat) for seat in seats if not s.is_bankrupt[seat]}
    most = [seat for seat, amount in worth.items() if amount == max(worth.values())]
    return tuple((seat in most) / len(most) for seat in seats)


@dataclass
class Segment:
    """Neighbouring positions that share their chances."""

    state: State
    """The last of its positions: nothing is open there that the policies decide."""
    time: float
    """When it is, in turns."""
    shares: Shares = field(default_factory=list)
    value: ChanceEstimate = field(init=False, repr=False)


@dataclass
class Curve:
    """The chances of a game, and what they were computed from."""

    segments: list[Segment]
    segment_of: list[int]
    """For each position, the number of its segment."""
    turns: list[int]
    """The first position of each turn."""

    def at(self, position: int) -> ChanceEstimate:
        """The chances in a position."""
        return self.segments[self.segment_of[position]].value


def chart(review: GameReview) -> Curve:
    """The chances of every seat in every position, from the start to the last step."""
    curve = _segments(review)
    models = [model_chances(segment.state) for segment in curve.segments]
    turn_starts = {curve.segment_of[position] for position in curve.turns}
    many = review.count(AT_JUMPS)
    _play(curve, sorted(turn_starts), review.count(AT_TURNS), review)
    _smooth(curve, models)
    for _ in range(PASSES):
        near = [number for number in _jumps(curve) if len(curve.segments[number].shares) < many]
        if not near or not review.complete:
            break
        _play(curve, near, many, review)
        _smooth(curve, models, many)
    return curve


def _segments(review: GameReview) -> Curve:
    """Cut a game where chances change: after draws and unexpected decisions."""
    segments = [Segment(review.start, 0.0)]
    segment_of = [0]
    turns = [] if review.start.phase in BEFORE_PLAY else [0]
    since = 0
    for number, (step, choice) in enumerate(zip(review.steps, review.choices, strict=True), 1):
        is_drawn = draws(step.before, step.code)
        if not is_drawn and follows_policy(step, choice) and not is_over(step.after):
            segments[-1].state = step.after
        else:
            segments.append(Segment(step.after, 0.0))
        segment_of.append(len(segments) - 1)
        begins = step.before.phase in BEFORE_PLAY and step.after.phase not in BEFORE_PLAY
        if (step.after.turns > step.before.turns or begins) and not is_over(step.after):
            turns.append(number)
            since = number
        segments[-1].time = len(turns) + min((number - since) / 20, 0.95)
    return Curve(segments, segment_of, turns)


def _play(curve: Curve, numbers: Sequence[int], count: int, review: GameReview) -> None:
    """Bring segments to a number of playouts each, while there is time."""
    chosen = [curve.segments[number] for number in numbers]
    chosen = [s for s in chosen if len(s.shares) < count and not is_over(s.state)]
    groups = [
        [PlayoutRequest(s.state, count - len(s.shares), NOBODY, len(s.shares), review.policies)]
        for s in chosen
    ]
    for segment, (shares,) in zip(chosen, review.shares(groups), strict=False):
        segment.shares += shares


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
        if any(abs(a - b) > JUMP for a, b in zip(one.chances, two.chances, strict=True)):
            found |= {number - 1, number}
    return sorted(n for n in found if not is_over(curve.segments[n].state))


@dataclass(frozen=True)
class Effect:
    """What one decision did to the chances of every seat."""

    step: int
    seat: int
    changes: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class LuckAndSkill:
    """Where a seat's result comes from: start + luck + own + others = result."""

    start: float
    luck: float
    own: float
    """What its own decisions added."""
    others: float
    """What the decisions of the others added."""
    result: float
    """1 if it has won, 0 if it has lost; its chance if the game goes on."""
    luck_error: float
    own_error: float
    others_error: float


def effects(review: GameReview, curve: Curve) -> list[Effect]:
    """The effect of every decision that the policy would not make."""
    found = []
    asked = []
    for number, (done, choice) in enumerate(zip(review.steps, review.choices, strict=True), 1):
        if choice is None:
            # Whoever leaves the game gives up what they had.
            before, after = curve.at(number - 1), curve.at(number)
            changes = tuple(map(sub, after.chances, before.chances))
            errors = tuple(map(math.hypot, before.errors, after.errors))
            found.append(Effect(number, done.seat, changes, errors))
        elif not follows_policy(done, choice):
            asked.append((number, (done.code, NOBODY)))
    for number, (chosen, usual) in review.tried(asked, COMPARED, OF_EFFECTS):
        changes, errors = zip(*differences(chosen, usual), strict=True)
        found.append(Effect(number, review.steps[number - 1].seat, changes, errors))
    return sorted(found, key=lambda effect: effect.step)


def luck_and_skill(curve: Curve, found: Sequence[Effect]) -> list[LuckAndSkill]:
    """Each seat's result taken apart."""
    first, last = curve.at(0), curve.at(len(curve.segment_of) - 1)
    rows = []
    for seat, (start, result) in enumerate(zip(first.chances, last.chances, strict=True)):
        own = [(e.changes[seat], e.errors[seat]) for e in found if e.seat == seat]
        others = [(e.changes[seat], e.errors[seat]) for e in found if e.seat != seat]
        by_own, by_others = (math.fsum(change for change, _ in part) for part in (own, others))
        own_error, others_error = (math.hypot(*(x for _, x in part)) for part in (own, others))
        rows.append(
            LuckAndSkill(
                start=start,
                luck=result - start - by_own - by_others,
                own=by_own,
                others=by_others,
                result=result,
                luck_error=math.hypot(
                    first.errors[seat], last.errors[seat], own_error, others_error
                ),
                own_error=own_error,
                others_error=others_error,
            )
        )
    return rows
