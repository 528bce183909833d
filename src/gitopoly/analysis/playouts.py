"""Playouts from any positions of a game, on all cores, the same with any number of them.

Compiled code keeps no lock of Python's, so threads are enough: they share what is loaded.
"""

from __future__ import annotations

import importlib.util
import math
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from gitopoly.bots import POLICIES, TRADER
from gitopoly.bots.keyed_playouts import WHOLE, play_keyed
from gitopoly.bots.playout import PlayoutTally
from gitopoly.bots.round_playouts import FACTS, play_rounds
from gitopoly.bots.strong import Positions, compiled_kernel
from gitopoly.errors import InvalidBot, InvalidEngine, MissingExtra, MissingTool
from gitopoly.kernel import Rules, State
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.randomness import seeded

ENGINES = ("auto", "compiled", "native", "interpreted")
"""The last one takes some hundred times as long, and is never chosen by itself."""
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


def engine_for(engine: str = "auto") -> str:
    """The engine to use; raises an error that says what to install if there is none."""
    if engine not in ENGINES:
        raise InvalidEngine(f"there is no engine {engine!r}; choose one of {', '.join(ENGINES)}")
    if engine != "auto":
        return engine
    if importlib.util.find_spec("numba") is not None:
        return "compiled"
    from gitopoly.translation.native import compiler

    try:
        compiler()
    except MissingTool:
        raise MissingExtra("playing games out", "numba", "fast") from None
    return "native"


def checked_policy(name: str) -> str:
    """A policy that playouts can use, or `fitted`; raises `InvalidBot`."""
    known = [policy for policy in POLICIES if policy != "strong"]
    if name == "strong":
        raise InvalidBot("strong looks ahead, which playouts cannot; choose trader")
    if name not in (*known, FITTED):
        raise InvalidBot(f"there is no policy {name!r}; choose one of {', '.join(known)}, {FITTED}")
    return name


def policy_numbers(names: Sequence[str], seats: int) -> tuple[int, ...]:
    """The policies of all seats by number: one name for all, or one for each."""
    given = [POLICIES[name] for name in names]
    return tuple((given * seats)[:seats] + [TRADER] * (MOST_PLAYERS - seats))


class Playouts:
    """Plays positions of one game out; the results depend on the questions and the seed alone."""

    def __init__(
        self, rules: Rules, seed: int = 0, engine: str = "auto", jobs: int | None = None
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.engine = engine_for(engine)
        self.jobs = jobs or os.cpu_count() or 1
        self.played = 0
        """Number of playouts so far."""
        self._own = threading.local()

    def prepare(self) -> None:
        """Load what the first playout needs, or compile it, which takes a while the first time.

        In the thread that asks, so that no two of them compile.
        """
        self._carrier().function(play_keyed)

    def shares(self, questions: Sequence[PlayoutRequest]) -> Generator[Shares, None, None]:
        """The result of every playout, question by question and in their order."""
        parts = [list(_parts(question)) for question in questions]
        flat = [part for one in parts for part in one]
        self.prepare()
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                results = pool.map(self._play, flat)
                for one in parts:
                    found: Shares = []
                    for _ in one:
                        found += next(results)
                    self.played += len(found)
                    yield found
            finally:
                pool.shutdown(cancel_futures=True)

    def estimates(self, questions: Sequence[PlayoutRequest]) -> Iterator[ChanceEstimate]:
        """Chances with their errors, question by question."""
        return map(estimate, self.shares(questions))

    def rounds(self, question: PlayoutRequest, seat: int) -> list[RoundResult]:
        """What the next round brings a seat, playout by playout; `question` has no action."""
        self._carrier().function(play_rounds)
        with ThreadPoolExecutor(self.jobs) as pool:
            results = pool.map(partial(self._play_rounds, seat), list(_parts(question)))
            return [result for part in results for result in part]

    def _play(self, question: PlayoutRequest) -> Shares:
        """Some playouts, in the thread that calls."""
        carrier = self._carrier()
        count, seats = question.count, self.rules.num_players
        states = carrier.records(question.state, 2)
        shares = carrier.numbers([0] * (count * MOST_PLAYERS))
        carrier.function(play_keyed)(
            states,
            carrier.rules,
            carrier.numbers(list(question.policies)),
            self.seed & 0xFFFFFFFF,
            self.seed >> 32 & 0xFFFFFFFF,
            question.first,
            count,
            MOST_TURNS,
            question.action,
            NOBODY,
            *carrier.workspace,
            shares,
        )
        flat = list(map(int, shares))
        starts = range(0, count * MOST_PLAYERS, MOST_PLAYERS)
        return [tuple(flat[start : start + seats]) for start in starts]

    def _play_rounds(self, seat: int, question: PlayoutRequest) -> list[RoundResult]:
        carrier = self._carrier()
        facts = carrier.numbers([0] * (question.count * FACTS))
        carrier.function(play_rounds)(
            carrier.records(question.state, 2),
            carrier.rules,
            carrier.numbers(list(question.policies)),
            seat,
            self.seed & 0xFFFFFFFF,
            self.seed >> 32 & 0xFFFFFFFF,
            question.first,
            question.count,
            *carrier.workspace,
            facts,
        )
        flat = list(map(int, facts))
        return [RoundResult(*flat[start : start + FACTS]) for start in range(0, len(flat), FACTS)]

    def _carrier(self) -> _Carrier:
        if not hasattr(self._own, "carrier"):
            self._own.carrier = _Carrier(self.engine, self.rules)
        carrier: _Carrier = self._own.carrier
        return carrier


class _Carrier:
    """The records that one thread works in, and the functions for them."""

    def __init__(self, engine: str, rules: Rules) -> None:
        module: Any
        self.engine = engine
        self.rules: Any = rules
        if engine == "compiled":
            from gitopoly.kernel import compiled as module

            self.rules = module.rules_record(rules)
        elif engine == "native":
            from gitopoly.translation import records as module

            self.rules = module.record(rules)
        else:
            module = _Interpreted
        self.records = module.records
        self.numbers = module.numbers
        made = (seeded(0), seeded(0), ActionBuffer(), PlayoutTally())
        self.workspace = tuple(module.record(each) for each in made)

    def function(self, plain: Callable[..., None]) -> Any:
        """A function for these records, loaded or compiled when it is first needed."""
        if self.engine == "compiled":
            return getattr(compiled_kernel(), plain.__name__)
        if self.engine == "native":
            from gitopoly.translation.native import translated

            return getattr(translated(plain), plain.__name__)
        return plain


class _Interpreted:
    """Plain objects in place of records."""

    @staticmethod
    def record(source: Any) -> Any:
        return source

    @staticmethod
    def records(source: State, count: int) -> Positions:
        return Positions([source] * count)

    @staticmethod
    def numbers(values: list[int]) -> list[int]:
        return values


def steps_to_compile() -> list[Callable[[], None]]:
    """The compile steps left before the compiled engine can play out."""
    return list(compiled_kernel().steps("play_keyed"))


def _parts(question: PlayoutRequest) -> Iterator[PlayoutRequest]:
    """Pieces for single calls: none is too long, and in each the policies are the same."""
    longest = ALIKE if question.mixture else IN_ONE_CALL
    first, end = question.first, question.first + question.count
    while first < end:
        count = min(longest - first % longest, end - first)
        policies = question.policies
        if question.mixture:
            policies = question.mixture[first // ALIKE % len(question.mixture)]
        yield PlayoutRequest(question.state, count, question.action, first, policies)
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


def difference(one: Shares, other: Shares, seat: int) -> tuple[float, float]:
    """By how much `one` is better for a seat than `other`, playout by playout, and its error.

    The error is that of a sample with one more pair that differs: some hundred pairs that end
    alike do not prove that all do.
    """
    values = [mine[seat] - theirs[seat] for mine, theirs in zip(one, other, strict=True)]
    count = len(values)
    mean = sum(values) / count
    variance = (sum((value - mean) ** 2 for value in values) + WHOLE**2) / count
    return mean / WHOLE, math.sqrt(variance / count) / WHOLE
