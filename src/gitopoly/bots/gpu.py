"""Series of games by the translated rules, on a GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from gitopoly.bots import CAUTIOUS
from gitopoly.bots.desk import ENDLESS, EVERYTHING, NO_CHECKS, clear_run
from gitopoly.bots.observation import Counters, Observer, finish_observing, observe, start_observing
from gitopoly.bots.play import INTERRUPTED, PLAYING, STUCK, play_on, play_one, reason_to_stop
from gitopoly.bots.series import (
    RESULT_LENGTH,
    WINNER,
    Series,
    halves,
    play_observed,
    summarise,
)
from gitopoly.engine import cuda
from gitopoly.engine.cuda import device
from gitopoly.engine.program import defined, program_of
from gitopoly.rules import State, initial
from gitopoly.rules.actions import KINDS
from gitopoly.rules.bounds import fits_32_bits
from gitopoly.rules.codes import PHASES
from gitopoly.rules.randomness import Generator, restart

THREADS = 256
THREADS_WITH_POOLS = 128
"""Threads of a block."""
GAMES_EACH = 4
"""Games in the pool of a warp for each of its threads."""
SHARED_MEMORY = 10
SHARED_MEMORY_WITH_POOLS = 20
"""Percentage of the fast memory for tables of the rules; the rest caches what threads hold."""
COUNTERS = 16
"""Sets of counters: the more of them, the fewer threads add to the same one at a time."""
SIZE_OF_PLACE = -(-(State.SIZE + Generator.SIZE + 5 * 8) // 16) * 16
"""The bytes that a game in a pool takes."""
WITHOUT = ("choose_by_search",)
"""What is not played on a GPU."""


def source(series: Series, pooled: bool, narrow: bool) -> str:
    """The CUDA source: the translated functions, then what hands games to threads.

    The numbers of the rules are constants in it, and so is the policy if all seats have the same.
    `pooled`: threads take games that are in the same phase; `narrow`: numbers that are not
    declared wide have 32 bits.
    """
    constants = {
        "COUNTERS": COUNTERS,
        "WINNER": WINNER,
        "PLAYING": PLAYING,
        "INTERRUPTED": INTERRUPTED,
        "STUCK": STUCK,
        "PHASES": len(PHASES),
        "RESULT_LENGTH": RESULT_LENGTH,
        "KINDS": KINDS,
        "THREADS": threads_of_a_block(pooled),
        "GAMES_EACH": GAMES_EACH,
        "ENDLESS": f"INT64_C({ENDLESS})",
    }
    fixed = {"Run.checks": EVERYTHING if series.check else NO_CHECKS, "Run.is_keyed": 0}
    numbers = series.policy_numbers()
    if len(set(series.policies)) == 1:
        fixed["Run.policies"] = numbers[0]
    entries: list[Callable[..., Any]] = [clear_run, restart, summarise]
    entries += [play_one, reason_to_stop] if pooled else [play_on]
    if series.observed:
        entries += [start_observing, finish_observing, observe if pooled else play_observed]
    file = "pooled_games.cu" if pooled else "games.cu"
    return "\n".join(
        [
            *(["#define NARROW"] if narrow else []),
            *(["#define OBSERVED"] if series.observed else []),
            program_of(*entries, rules=series.rules(), fixed=fixed, without=WITHOUT),
            defined(constants),
            resources.files(__package__).joinpath(file).read_text(encoding="utf-8"),
        ]
    )


def threads_of_a_block(pooled: bool) -> int:
    """How many threads share the tables of the rules."""
    return THREADS_WITH_POOLS if pooled else THREADS


def is_pooled(series: Series) -> bool:
    """Whether seats judge: that takes so many instructions that threads had better agree."""
    return max(series.policy_numbers()) >= CAUTIOUS


@cache
def source_for(series: Series) -> str:
    """The source for a series of games."""
    return source(series, is_pooled(series), fits_32_bits(series.rules(), series.max_turns))


def is_ready(series: Series) -> bool:
    """Whether `player` need not be compiled for a series."""
    return cuda.is_built(source_for(series), device().architecture)


@cache
def player(series: Series) -> Any:
    """The function that plays the games of a series, on the GPU of this machine."""
    return player_of(source_for(series), is_pooled(series))


def player_of(text: str, pooled: bool, *options: str) -> Any:
    """The function that plays games, compiled from a source with further options."""
    cubin = cuda.build(text, device().architecture, options)
    function = device().function(cubin, "play_games")
    function.prefer_cache(SHARED_MEMORY_WITH_POOLS if pooled else SHARED_MEMORY)
    return function


class Games:
    """Some games of a series on the GPU: started, then read."""

    def __init__(self, series: Series, first: int, count: int) -> None:
        rules = series.rules()
        self.series = series
        self.count = count
        gpu = device()
        self.results = gpu.room(count * RESULT_LENGTH * 8)
        self.kinds = gpu.memory(bytes(KINDS * 8))
        self.next = gpu.memory(bytes(8))
        self.all_counters = gpu.memory(bytes(COUNTERS * Counters.SIZE))
        low, high = halves(series.seed)
        self.arguments = (
            gpu.memory(initial(rules)),
            gpu.memory(rules),
            gpu.memory(series.new_run()),
            *(ctypes.c_int64(each) for each in (low, high, first, count)),
            *(self.results, self.kinds, self.next),
            self.all_counters,
        )

    def play(self, function: Any = None, pooled: bool | None = None) -> None:
        """Play all of them, on as many threads as the GPU runs at a time."""
        function = function or player(self.series)
        pooled = is_pooled(self.series) if pooled is None else pooled
        threads, each = threads_of_a_block(pooled), GAMES_EACH if pooled else 1
        blocks = min(function.blocks_at_once(threads), -(-self.count // (threads * each)))
        places = blocks * threads * each if pooled else 1
        observers = device().room(places * Observer.SIZE)
        pools = device().room(places * SIZE_OF_PLACE)
        function.launch(blocks, threads, *self.arguments, observers, pools)

    def read(self) -> tuple[list[int], list[int], Counters]:
        """The results of the games one after the other, how often each kind was taken, counters."""
        results = _numbers(self.results.read(self.count * RESULT_LENGTH * 8))
        return results, self.read_kinds(), self.read_counters()

    def read_kinds(self) -> list[int]:
        """How often each kind was taken in all games together."""
        return _numbers(self.kinds.read(KINDS * 8))

    def read_counters(self) -> Counters:
        """What happened in all games together."""
        content = self.all_counters.read(COUNTERS * Counters.SIZE)
        total, part = Counters(), Counters()
        for number in range(COUNTERS):
            Counters.PACKING.read(part, content, number * Counters.SIZE)
            for name in Counters.FIELDS:
                pairs = zip(getattr(total, name), getattr(part, name), strict=True)
                setattr(total, name, [one + other for one, other in pairs])
        return total


def _numbers(content: bytes) -> list[int]:
    return memoryview(content).cast("q").tolist()


def play_on_gpu(series: Series, first: int, count: int) -> tuple[list[int], list[int], Counters]:
    """The results of some games one after the other, how often each kind was taken, counters."""
    games = Games(series, first, count)
    games.play()
    return games.read()
