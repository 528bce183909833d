"""The analysis of a whole game: computed, as data, and read back from data."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gitopoly.analysis.curve import chart
from gitopoly.analysis.decisions import Decision, mistakes
from gitopoly.analysis.luck import LuckAndSkill, effects, luck_and_skill
from gitopoly.analysis.playouts import Playouts, policy_numbers
from gitopoly.analysis.settings import USUAL, AnalysisSettings, Go, Progress
from gitopoly.analysis.steps import GameStep
from gitopoly.analysis.trades import TradeVerdict, trade_verdicts, unmade_offers
from gitopoly.kernel import Rules, State, is_legal
from gitopoly.kernel import actions as a
from gitopoly.kernel.cache import cache_folder

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
    steps: Sequence[GameStep],
    policies: tuple[str, ...] = TRADER,
    seed: int = 0,
    *,
    engine: str = "auto",
    jobs: int | None = None,
    effort: float = 1.0,
    decisions: bool = True,
    go: Go = USUAL.go,
    progress: Progress = USUAL.progress,
) -> GameAnalysis:
    """Analyse a game from its first position; the same seed and effort give the same analysis.

    If `go` says that the time is up, what is there by then is returned as incomplete.
    """
    rules = start.rules
    numbers = policy_numbers(policies, rules.num_players)
    playouts = Playouts(rules, seed, engine, jobs)
    settings = AnalysisSettings(numbers, effort, go, progress)
    curve = chart(start, steps, playouts, settings)
    judged: list[Decision] | None = None
    trades: list[TradeVerdict] | None = None
    luck: list[LuckAndSkill] | None = None
    if decisions and curve.complete:
        judged = mistakes(steps, curve, playouts, settings)
        judged += unmade_offers(steps, curve, playouts, settings)
        trades = trade_verdicts(steps, curve, playouts, settings)
        found = effects(steps, curve, playouts, settings)
        luck = luck_and_skill(curve, found) if curve.complete else None
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
        decisions=None if judged is None else tuple(sorted(judged, key=lambda d: d.step)),
        trades=None if trades is None else tuple(trades),
        luck=None if luck is None else tuple(luck),
        playouts=playouts.played,
        complete=curve.complete,
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


def fingerprint(rules: Rules, steps: Sequence[GameStep]) -> str:
    """Identifies a game up to its last step, and the rules it is played by."""
    digest = hashlib.sha256(repr((VERSION, rules.edition, rules.options, rules.features)).encode())
    digest.update(repr((rules.num_players, rules.value, rules.rent, rules.card_kind)).encode())
    for step in steps:
        digest.update(b"%d %d\n" % (step.action, step.outcome))
    return digest.hexdigest()


def cached_analysis(identity: str) -> Path:
    """The file for the analysis of a game that has no folder here; raises `NoRoom`."""
    return cache_folder() / "analyses" / f"{identity[:32]}.json"


def from_data(data: Any, seats: int, positions: int) -> GameAnalysis:
    """An analysis from its data; raises `ValueError` if that is not one of such a game."""
    try:
        if data["version"] != VERSION:
            raise ValueError("another version")
        decisions, trades, luck = data["decisions"], data["trades"], data["luck"]
        found = GameAnalysis(
            policies=tuple(map(str, data["policies"])),
            seed=int(data["seed"]),
            effort=_finite(data["effort"]),
            chances=_table(data["chances"], seats, positions),
            errors=_table(data["errors"], seats, positions),
            turns=tuple(_within(turn, positions) for turn in data["turns"]),
            moments=tuple(
                Moment(
                    _within(m["step"], positions), _within(m["seat"], seats), _finite(m["change"])
                )
                for m in data["moments"]
            ),
            decisions=None
            if decisions is None
            else tuple(_decision(each, seats, positions) for each in decisions),
            trades=None
            if trades is None
            else tuple(_trade(each, seats, positions) for each in trades),
            luck=None
            if luck is None
            else tuple(
                LuckAndSkill(**{name: _finite(value) for name, value in row.items()})
                for row in luck
            ),
            playouts=int(data["playouts"]),
            complete=bool(data["complete"]),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"not an analysis: {error}") from None
    if found.luck is not None and len(found.luck) != seats:
        raise ValueError("luck of other seats")
    return found


def is_about(found: GameAnalysis, steps: Sequence[GameStep]) -> bool:
    """Whether all decisions and trades of an analysis are steps of this game."""
    for decision in found.decisions or ():
        if not 1 <= decision.step <= len(steps):
            return False
        done = steps[decision.step - 1]
        if (done.action, done.seat) != (decision.action, decision.seat):
            return False
        if done.action < 0 or not is_legal(done.before, decision.better):
            return False
    for trade in found.trades or ():
        if not 1 <= trade.step <= len(steps):
            return False
        done = steps[trade.step - 1]
        if done.action < 0 or a.kind_of(done.action) != a.ACCEPT_TRADE:
            return False
        if (done.before.offer_from, done.seat) != (trade.proposer, trade.addressee):
            return False
    return all(moment.step >= 1 for moment in found.moments)


def _table(rows: Any, seats: int, positions: int) -> tuple[tuple[float, ...], ...]:
    table = tuple(tuple(map(float, row)) for row in rows)
    if len(table) != positions or any(len(row) != seats for row in table):
        raise ValueError("chances of another game")
    if not all(0 <= value <= 1 for row in table for value in row):
        raise ValueError("numbers that are no chances")
    return table


def _finite(number: Any) -> float:
    """A number that can be shown: JSON as Python reads it has infinite ones, too."""
    found = float(number)
    if not math.isfinite(found):
        raise ValueError("a number without bounds")
    return found


def _within(number: Any, bound: int) -> int:
    if type(number) is not int or not 0 <= number < bound:
        raise ValueError("a number out of range")
    return number


def _decision(row: Any, seats: int, positions: int) -> Decision:
    completed = row["completed"]
    return Decision(
        step=_within(row["step"], positions),
        seat=_within(row["seat"], seats),
        action=int(row["action"]),
        better=int(row["better"]),
        loss=_finite(row["loss"]),
        error=_finite(row["error"]),
        completed=None
        if completed is None
        else (_within(completed[0], seats), _within(completed[1], 64)),
    )


def _trade(row: Any, seats: int, positions: int) -> TradeVerdict:
    mine, theirs = map(_finite, row["gains"])
    my_error, their_error = map(_finite, row["errors"])
    return TradeVerdict(
        step=_within(row["step"], positions),
        proposer=_within(row["proposer"], seats),
        addressee=_within(row["addressee"], seats),
        gains=(mine, theirs),
        errors=(my_error, their_error),
    )


def dumped(data: dict[str, Any]) -> str:
    """JSON on one line, with an end."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False) + "\n"
