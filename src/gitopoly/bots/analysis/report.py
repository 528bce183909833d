"""The analysis of a whole game: computed, as data, and read back from data."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from gitopoly.bots.analysis.curve import LuckAndSkill, chart, effects, luck_and_skill
from gitopoly.bots.analysis.decisions import Decision, mistakes
from gitopoly.bots.analysis.playouts import Playouts, Progress
from gitopoly.bots.analysis.review import GameReview, Go
from gitopoly.bots.analysis.trades import TradeVerdict, trade_verdicts, unmade_offers
from gitopoly.bots.desk import policy_numbers
from gitopoly.rules import Rules, State, Taken, actions as a, is_legal

VERSION = 4
"""Of the data; changes whenever an analysis would come out differently."""
TRADER = ("trader",)
CLEAR = 0.04
"""The least change between two positions that is a decisive moment."""
MOST_MOMENTS = 8


@dataclass(frozen=True)
class Moment:
    """A step after which chances were very different."""

    step: int
    seat: int
    """Whose chance changed most."""
    change: float


@dataclass(frozen=True)
class GameAnalysis:
    """What a game shows, if all play like the given policies from each position on.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7, turn_limit=4)
    >>> analysis = game.analyse(effort=0.05, engine="interpreted")
    >>> len(analysis.chances) == game.steps + 1
    True
    """

    policies: tuple[str, ...]
    """One for all seats, or one for each: what all chances are relative to."""
    seed: int
    effort: float
    chances: tuple[tuple[float, ...], ...]
    """For each position, the chance of each seat; the first one is before the first step."""
    errors: tuple[tuple[float, ...], ...]
    """The standard errors of the chances."""
    turns: tuple[int, ...]
    """The first position of each turn."""
    moments: tuple[Moment, ...]
    """The largest changes, in order."""
    decisions: tuple[Decision, ...] | None
    """The decisions that clearly cost something; None if they were not looked at."""
    trades: tuple[TradeVerdict, ...] | None
    """What each trade did to those who made it; None if decisions were not looked at."""
    luck: tuple[LuckAndSkill, ...] | None
    """For each seat, where its result comes from; None if decisions were not looked at."""
    playouts: int
    complete: bool
    """Whether there was time for everything."""

    def data(self) -> dict[str, Any]:
        """The analysis as JSON can hold it."""
        return {"version": VERSION, **asdict(self)}


def analysed(
    start: State,
    steps: Sequence[Taken],
    policies: tuple[str, ...] = TRADER,
    seed: int = 0,
    *,
    engine: str = "auto",
    jobs: int | None = None,
    effort: float = 1.0,
    decisions: bool = True,
    go: Go = lambda: True,
    progress: Progress = lambda done: None,
) -> GameAnalysis:
    """Analyse a game from its first position; the same seed and effort give the same analysis.

    If `go` says that the time is up, what is there by then is returned as incomplete.
    """
    playouts = Playouts(start.rules, seed, engine, jobs, progress)
    numbers = policy_numbers(policies, start.rules.num_players)
    review = GameReview(start, steps, playouts, numbers, effort, go)
    curve = chart(review)
    judged = trades = luck = None
    if decisions and review.complete:
        judged = tuple(sorted(mistakes(review) + unmade_offers(review), key=lambda d: d.step))
        trades = tuple(trade_verdicts(review))
        found = effects(review, curve)
        luck = tuple(luck_and_skill(curve, found)) if review.complete else None
    values = [curve.at(position) for position in range(len(steps) + 1)]
    chances = tuple(_rounded(value.chances) for value in values)
    return GameAnalysis(
        policies=tuple(policies),
        seed=seed,
        effort=effort,
        chances=chances,
        errors=tuple(_rounded(value.errors) for value in values),
        turns=tuple(curve.turns),
        moments=moments_of(chances),
        decisions=judged,
        trades=trades,
        luck=luck,
        playouts=playouts.played,
        complete=review.complete,
    )


def moments_of(chances: Sequence[Sequence[float]]) -> tuple[Moment, ...]:
    """The steps that changed a chance most, in the order of the game."""
    found = []
    for step in range(1, len(chances)):
        pairs = zip(chances[step - 1], chances[step], strict=True)
        changes = [after - before for before, after in pairs]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[seat]) >= CLEAR:
            found.append(Moment(step, seat, changes[seat]))
    found.sort(key=lambda moment: abs(moment.change), reverse=True)
    return tuple(sorted(found[:MOST_MOMENTS], key=lambda moment: moment.step))


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    """Half a millionth is far below any error."""
    return tuple(round(value, 6) for value in values)


def fingerprint(rules: Rules, steps: Sequence[Taken]) -> str:
    """Identifies a game up to its last step, and the rules it is played by."""
    digest = hashlib.sha256(repr((VERSION, rules.edition, rules.options, rules.features)).encode())
    digest.update(repr((rules.num_players, rules.value, rules.rent, rules.card_kind)).encode())
    for step in steps:
        digest.update(b"%d %d\n" % (step.code, step.outcome))
    return digest.hexdigest()


def from_data(data: Any, rules: Rules, steps: Sequence[Taken]) -> GameAnalysis:
    """The analysis of a game from its data; raises `ValueError` if that is not one of this game."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError("another version")
    found: GameAnalysis = _read(
        GameAnalysis, {name: value for name, value in data.items() if name != "version"}
    )
    if not _is_about(found, rules, steps):
        raise ValueError("an analysis of another game")
    return found


def _read(hint: Any, data: Any) -> Any:
    """A value as its annotation says; raises `ValueError` if the data are none such."""
    kinds = get_args(hint)
    if NoneType in kinds:
        return None if data is None else _read(kinds[0], data)
    if get_origin(hint) is tuple and isinstance(data, list | tuple):
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(data)
        return tuple(_read(kind, one) for kind, one in zip(kinds, data, strict=True))
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(data, dict):
        hints = get_type_hints(hint)
        if set(data) != set(hints):
            raise ValueError("missing or unknown names")
        return hint(**{name: _read(hints[name], value) for name, value in data.items()})
    if hint is float and type(data) is int:
        return float(data)
    # JSON as Python reads it has infinite numbers, which cannot be shown.
    if type(data) is not hint or (hint is float and not math.isfinite(data)):
        raise ValueError(f"not a {hint}")
    return data


def _is_about(found: GameAnalysis, rules: Rules, steps: Sequence[Taken]) -> bool:
    """Whether all chances, decisions and trades of an analysis belong to this game."""
    seats, trades = range(rules.num_players), found.trades or ()
    decisions = found.decisions or ()
    told = [one.step for part in (found.moments, decisions, trades) for one in part]
    return (
        all(
            [len(row) for row in table] == [len(seats)] * (len(steps) + 1)
            and all(0 <= value <= 1 for row in table for value in row)
            for table in (found.chances, found.errors)
        )
        and all(0 <= turn <= len(steps) for turn in found.turns)
        and all(1 <= step <= len(steps) for step in told)
        and all(one.seat in seats for one in found.moments)
        and all(_was_made(one, steps[one.step - 1], seats) for one in decisions)
        and all(_was_accepted(one, steps[one.step - 1]) for one in trades)
        and (found.luck is None or len(found.luck) == len(seats))
    )


def _was_made(decision: Decision, done: Taken, seats: range) -> bool:
    """Whether a step is a decision, and what should have been done instead was legal."""
    owner, group = decision.completed or (0, 0)
    return (
        not done.leaves
        and (done.code, done.seat) == (decision.action, decision.seat)
        and is_legal(done.before, decision.better)
        and owner in seats
        and group in range(len(done.before.rules.group_deeds))
    )


def _was_accepted(trade: TradeVerdict, done: Taken) -> bool:
    """Whether a step is the acceptance of a trade between these two."""
    accepts = not done.leaves and a.kind_of(done.code) == a.ACCEPT_TRADE
    return accepts and (done.before.offer_from, done.seat) == (trade.proposer, trade.addressee)


def dumped(data: dict[str, Any]) -> str:
    """JSON on one line, with an end."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False) + "\n"
