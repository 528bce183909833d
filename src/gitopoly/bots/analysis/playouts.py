"""Playouts from any positions of a game, on all cores, the same with any number of them.

Compiled code keeps no lock of Python's, so threads are enough, each with an engine of its own.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import sub
from typing import Any, NamedTuple

from gitopoly.bots import POLICIES, TRADER
from gitopoly.bots.play import FACTS, WHOLE, play_out, play_rounds
from gitopoly.bots.series import halves, new_desk, threads
from gitopoly.engine import ENGINES as CALLED, can_compile, engine_for
from gitopoly.errors import InvalidBot, InvalidEngine, MissingExtra, MissingTool
from gitopoly.rules import Rules, State
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY

ENGINES = ("auto", *CALLED)
"""`interpreted` takes some hundred times as long, and is never chosen by itself."""
MOST_TURNS = 1000
"""Turns after which a playout is cut off and divided by static evaluation."""
IN_ONE_CALL = 100
"""Maximum number of playouts in one call: other threads, progress and Ctrl-C wait no longer."""
ALIKE = 10
"""Playouts in a row with the same policies, where several are possible."""
FITTED = "fitted"
"""Stands for the policies that fit each seat's decisions (`strengths`)."""
LIKE_TRADER = (TRADER,) * MOST_PLAYERS


@dataclass(frozen=True, slots=True)
class PlayoutRequest:
    """A position to play out from, and by whom."""

    state: State
    count: int
    action: int = NOBODY
    """The action to begin with, if any."""
    first: int = 0
    """Number of the first playout: the same numbers mean the same dice."""
    policies: tuple[int, ...] = LIKE_TRADER
    """The policy of each seat from there."""
    mixture: tuple[tuple[int, ...], ...] = ()
    """If any, policies for every ALIKE playouts in turn instead."""


class ChanceEstimate(NamedTuple):
    """Each seat's chance, and its standard error."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]


class RoundResult(NamedTuple):
    """What one round brought a seat in one playout."""

    gain: int
    """What it received less what it paid, without what it bought, sold or traded."""
    short: int
    """1 if it owed more than its cash at some time."""
    out: int
    """1 if it went bankrupt."""


Shares = list[tuple[int, ...]]
"""What each playout gave to each seat, out of WHOLE."""
Gains = list[tuple[float, float]]
"""By how much a chance rose, and the standard error of that, for each seat."""
Progress = Callable[[int], None]
"""Told how many playouts there have been."""


def chosen_engine(engine: str = "auto") -> str:
    """The engine to use; raises an error that says what to install if there is none."""
    if engine not in ENGINES:
        raise InvalidEngine(f"there is no engine {engine!r}; choose one of {', '.join(ENGINES)}")
    if engine != "auto":
        return engine
    if can_compile():
        return "compiled"
    from gitopoly.engine.native import compiler

    try:
        compiler()
    except MissingTool:
        raise MissingExtra("playing games out", "wasmtime", "fast") from None
    return "native"


def checked_policy(name: str) -> str:
    """A policy that playouts can use, or `fitted`; raises `InvalidBot`."""
    known = [policy for policy in POLICIES if policy != "strong"]
    if name == "strong":
        raise InvalidBot("strong looks ahead, which playouts cannot; choose trader")
    if name not in (*known, FITTED):
        raise InvalidBot(f"there is no policy {name!r}; choose one of {', '.join(known)}, {FITTED}")
    return name


class Playouts:
    """Plays positions of one game out; the results depend on the questions and the seed alone."""

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        engine: str = "auto",
        jobs: int | None = None,
        progress: Progress = lambda done: None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.engine = chosen_engine(engine)
        self.jobs = jobs or os.cpu_count() or 1
        self.played = 0
        """Number of playouts so far."""
        self._progress = progress
        self._own = threading.local()

    def shares(self, questions: Sequence[PlayoutRequest]) -> Generator[Shares, None, None]:
        """The result of every playout, question by question and in their order."""
        parts = [list(_parts(question)) for question in questions]
        flat = [part for one in parts for part in one]
        with threads(self.jobs) as pool:
            results = pool.map(self._play, flat)
            for one in parts:
                found: Shares = []
                for _ in one:
                    found += next(results)
                self.played += len(found)
                self._progress(self.played)
                yield found

    def estimates(self, questions: Sequence[PlayoutRequest]) -> Iterator[ChanceEstimate]:
        """Chances with their errors, question by question."""
        return map(estimate, self.shares(questions))

    def compare(self, one: PlayoutRequest, other: PlayoutRequest) -> Gains:
        """By how much `one` is better than `other` for each seat, on the same dice."""
        mine, theirs = self.shares([one, other])
        return differences(mine, theirs)

    def rounds(self, question: PlayoutRequest, seat: int) -> list[RoundResult]:
        """What the next round brings a seat, playout by playout; `question` has no action."""
        with threads(self.jobs) as pool:
            results = pool.map(partial(self._play_rounds, seat), list(_parts(question)))
            return [result for part in results for result in part]

    def _play(self, question: PlayoutRequest) -> Shares:
        """Some playouts, in the thread that calls."""
        count, seats = question.count, self.rules.num_players
        shares = [0] * (count * MOST_PLAYERS)
        engine, desk = self._desk(question.policies)
        given = (question.first, count, question.action, shares)
        engine.call(play_out, question.state, self.rules, desk, *given)
        starts = range(0, count * MOST_PLAYERS, MOST_PLAYERS)
        return [tuple(shares[start : start + seats]) for start in starts]

    def _play_rounds(self, seat: int, question: PlayoutRequest) -> list[RoundResult]:
        facts = [0] * (question.count * FACTS)
        engine, desk = self._desk(question.policies)
        given = (seat, question.first, question.count, facts)
        engine.call(play_rounds, question.state, self.rules, desk, *given)
        return [RoundResult(*facts[start : start + FACTS]) for start in range(0, len(facts), FACTS)]

    def _desk(self, policies: tuple[int, ...]) -> tuple[Any, Any]:
        """The engine of this thread, and a desk in its memory for playouts of these policies."""
        engine = engine_for(self.engine, self.rules)
        known = self._own.__dict__
        if known.get("engine") is not engine:
            known.update(engine=engine, desks={})
        if policies not in known["desks"]:
            desk = new_desk(policies)
            desk.run.key_low, desk.run.key_high = halves(self.seed)
            desk.run.most_turns = MOST_TURNS
            known["desks"][policies] = engine.rows(desk)
        return engine, known["desks"][policies]


def _parts(question: PlayoutRequest) -> Iterator[PlayoutRequest]:
    """Pieces for single calls: none is too long, and in each the policies are the same."""
    longest = ALIKE if question.mixture else IN_ONE_CALL
    ways = question.mixture or (question.policies,)
    first, end = question.first, question.first + question.count
    while first < end:
        count = min(longest - first % longest, end - first)
        policies = ways[first // ALIKE % len(ways)]
        yield replace(question, count=count, first=first, policies=policies)
        first += count


def estimate(shares: Shares) -> ChanceEstimate:
    """Mean and standard error of each seat's shares."""
    pairs = [mean_and_error(column) for column in zip(*shares, strict=True)]
    return ChanceEstimate(tuple(mean for mean, _ in pairs), tuple(error for _, error in pairs))


def mean_and_error(values: Sequence[int]) -> tuple[float, float]:
    """Mean and standard error of shares, as parts of a win.

    The error is that of a sample with one more win and one more loss: some hundred playouts
    without a win do not prove that there is no chance.
    """
    count = len(values)
    mean = sum(values) / (count * WHOLE)
    seen = (sum(values) / WHOLE + 1) / (count + 2)
    square = (sum(value * value for value in values) / WHOLE**2 + 1) / (count + 2)
    return mean, math.sqrt(max(square - seen * seen, 0) / count)


def differences(one: Shares, other: Shares) -> Gains:
    """By how much `one` is better for each seat than `other`, playout by playout.

    The error is that of a sample with one more pair that differs: some hundred pairs that end
    alike do not prove that all do.
    """
    found = []
    for mine, theirs in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True):
        values = list(map(sub, mine, theirs))
        count = len(values)
        mean = sum(values) / count
        variance = (sum((value - mean) ** 2 for value in values) + WHOLE**2) / count
        found.append((mean / WHOLE, math.sqrt(variance / count) / WHOLE))
    return found
