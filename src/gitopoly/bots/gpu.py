"""Series of games by the translated rules, on a GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from gitopoly.bots import POLICIES
from gitopoly.bots.batch import RESULT_LENGTH, WINNER, summarise
from gitopoly.bots.counters import COUNTED, Counters, Observer
from gitopoly.bots.generated.numbers import CAUTIOUS
from gitopoly.bots.observation import finish_observing, start_observing
from gitopoly.bots.playout import (
    INTERRUPTED,
    PLAYING,
    clear_counts,
    clear_tally,
    play_observed,
    play_on,
    play_one,
    play_one_observed,
    reason_to_stop,
)
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.codes import MOST_KINDS, MOST_PLAYERS, PHASES
from gitopoly.kernel.randomness import Generator, restart
from gitopoly.kernel.rules import AMOUNTS
from gitopoly.translation import nvrtc
from gitopoly.translation.device import device
from gitopoly.translation.program import program_of
from gitopoly.translation.records import numbers, record, structure_of

if TYPE_CHECKING:
    from gitopoly.bots.simulation import Series

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
ENDLESS = 1 << 60
LARGEST_AMOUNT = 1_000_000
MOST_MONEY = 1 << 29
"""Within these bounds no sum and no product of amounts needs more than 32 bits."""


def source(series: Series, pooled: bool, narrow: bool) -> str:
    """The CUDA source: the translated functions, then what hands games to threads.

    The numbers of the rules are constants in it, and so is the policy if all seats have the same.
    `pooled`: threads take games that are in the same phase; `narrow`: numbers that are not
    declared wide have 32 bits.
    """
    constants = {
        "CHECKS": "true" if series.check else "false",
        "COUNTERS": COUNTERS,
        "WINNER": WINNER,
        "PLAYING": PLAYING,
        "INTERRUPTED": INTERRUPTED,
        "PHASES": len(PHASES),
        "RESULT_LENGTH": RESULT_LENGTH,
        "MOST_KINDS": MOST_KINDS,
        "MOST_PLAYERS": MOST_PLAYERS,
        "THREADS": threads_of_a_block(pooled),
        "GAMES_EACH": GAMES_EACH,
        "ENDLESS": f"INT64_C({ENDLESS})",
    }
    entries: list[Callable[..., Any]] = [clear_tally, clear_counts, restart, summarise]
    entries += _playing(pooled, series.observed)
    same = {"policies": series.policy_numbers()[0]} if len(set(series.policies)) == 1 else {}
    file = "pooled_games.cu" if pooled else "games.cu"
    return "\n".join(
        [
            *(["#define NARROW"] if narrow else []),
            *(["#define OBSERVED"] if series.observed else []),
            program_of(*entries, rules=series.rules(), members=same),
            *(f"#define {name} {value}" for name, value in constants.items()),
            resources.files(__package__).joinpath(file).read_text(encoding="utf-8"),
        ]
    )


def _playing(pooled: bool, observed: bool) -> list[Callable[..., Any]]:
    """The functions that go on with a game."""
    if observed:
        played = [play_one_observed, reason_to_stop] if pooled else [play_observed]
        return [*played, start_observing, finish_observing]
    return [play_one, reason_to_stop] if pooled else [play_on]


def threads_of_a_block(pooled: bool) -> int:
    """How many threads share the tables of the rules."""
    return THREADS_WITH_POOLS if pooled else THREADS


def places_in_pools(blocks: int) -> int:
    """How many games the pools of so many blocks hold."""
    return blocks * THREADS_WITH_POOLS * GAMES_EACH


def size_of_place() -> int:
    """The bytes that a game in a pool takes."""
    parts = (structure_of(State), structure_of(Generator), ctypes.c_int64 * 5)
    size = sum(map(ctypes.sizeof, parts))
    return -(-size // 16) * 16


def fits_32_bits(rules: Rules, most_turns: int) -> bool:
    """Whether no amount of money in such a game, nor what is made of several, takes 32 bits."""
    tables = (rules.value, rules.house_cost, rules.rent, rules.card_amount, rules.card_hotel_amount)
    constants = (getattr(rules, name) for name in AMOUNTS if name != "total_money")
    largest = max(*(max(table) for table in tables), *constants)
    money = rules.total_money
    if rules.bank_never_breaks:
        # Three rolls at most, each past GO, and a card that leads there once more or pays.
        income = 3 * (2 * rules.pass_go_reward + max(rules.card_amount))
        # House rules: twice the salary on GO, and a new seed for every pot that is taken.
        income += 3 * (2 * rules.pass_go_reward + rules.free_parking_seed)
        money += most_turns * income + rules.num_players * sum(rules.value)
    return largest <= LARGEST_AMOUNT and money <= MOST_MONEY


def is_pooled(series: Series) -> bool:
    """Whether seats judge: that takes so many instructions that threads had better agree."""
    return any(POLICIES[name] >= CAUTIOUS for name in series.policies)


@cache
def source_for(series: Series) -> str:
    """The source for a series of games."""
    return source(series, is_pooled(series), fits_32_bits(series.rules(), series.max_turns))


def is_ready(series: Series) -> bool:
    """Whether `player` need not be compiled for a series."""
    return nvrtc.is_built(source_for(series), device().architecture)


@cache
def player(series: Series) -> Any:
    """The function that plays the games of a series, on the GPU of this machine."""
    return player_of(source_for(series), is_pooled(series))


def player_of(text: str, pooled: bool, *options: str) -> Any:
    """The function that plays games, compiled from a source with further options."""
    cubin = nvrtc.build(text, device().architecture, options)
    function = device().function(cubin, "play_games")
    function.prefer_cache(SHARED_MEMORY_WITH_POOLS if pooled else SHARED_MEMORY)
    return function


class Games:
    """Some games of a series on the GPU: started, then read."""

    def __init__(self, series: Series, first: int, count: int, keep_ends: bool = False) -> None:
        rules = series.rules()
        self.series = series
        self.count = count
        gpu = device()
        self.results = gpu.room(count * RESULT_LENGTH * ctypes.sizeof(ctypes.c_int64))
        self.kinds = gpu.memory((ctypes.c_int64 * MOST_KINDS)())
        self.next = gpu.memory(ctypes.c_uint64(0))
        size = count * ctypes.sizeof(structure_of(State))
        self.ends = gpu.room(size) if keep_ends else None
        self.all_counters = gpu.memory((structure_of(Counters) * COUNTERS)())
        self.arguments = (
            gpu.memory(record(initial(rules))),
            gpu.memory(record(rules)),
            gpu.memory(numbers(series.policy_numbers())),
            ctypes.c_int64(series.seed & 0xFFFFFFFF),
            ctypes.c_int64(series.seed >> 32 & 0xFFFFFFFF),
            ctypes.c_int64(first),
            ctypes.c_int64(count),
            ctypes.c_int64(series.max_turns),
            self.results,
            self.kinds,
            self.next,
            self.ends or ctypes.c_uint64(0),
            self.all_counters,
        )

    def play(self, function: Any = None, pooled: bool | None = None) -> None:
        """Play all of them, on as many threads as the GPU runs at a time."""
        function = function or player(self.series)
        pooled = is_pooled(self.series) if pooled is None else pooled
        threads, each = threads_of_a_block(pooled), GAMES_EACH if pooled else 1
        blocks = min(function.blocks_at_once(threads), -(-self.count // (threads * each)))
        places = places_in_pools(blocks) if pooled else 1
        observers = device().room(places * ctypes.sizeof(structure_of(Observer)))
        pools = device().room(places * size_of_place())
        function.launch(blocks, threads, *self.arguments, observers, pools)

    def read(self) -> tuple[list[int], list[int], Any]:
        """The results of the games one after the other, how often each kind was taken, counters."""
        results = self.results.read((ctypes.c_int64 * (self.count * RESULT_LENGTH))())
        counters = self.read_counters() if self.series.observed else None
        return list(results), self.read_kinds(), counters

    def read_kinds(self) -> list[int]:
        """How often each kind of action was taken in all games together."""
        return list(self.kinds.read((ctypes.c_int64 * MOST_KINDS)()))

    def read_counters(self) -> Counters:
        """What happened in all games together."""
        found = self.all_counters.read((structure_of(Counters) * COUNTERS)())
        total = Counters()
        for name in COUNTED:
            columns = zip(*(getattr(counters, name) for counters in found), strict=True)
            setattr(total, name, [sum(column) for column in columns])
        return total

    def final_states(self) -> Any:
        """The positions in which they ended, if these are kept."""
        assert self.ends is not None
        return self.ends.read((structure_of(State) * self.count)())


def play_on_gpu(series: Series, first: int, count: int) -> tuple[list[int], list[int], Any]:
    """The results of some games one after the other, how often each kind was taken, counters."""
    games = Games(series, first, count)
    games.play()
    return games.read()
