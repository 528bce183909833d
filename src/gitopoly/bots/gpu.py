"""Series of games by the translated rules, on a GPU."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from gitopoly.bots import POLICIES
from gitopoly.bots.batch import RESULT_LENGTH, summarise
from gitopoly.bots.generated.numbers import CAUTIOUS
from gitopoly.bots.playout import (
    INTERRUPTED,
    PLAYING,
    clear_counts,
    clear_tally,
    play_on,
    play_one,
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

THREADS = 128
"""Threads of a block."""
GAMES_EACH = 4
"""Games in the pool of a warp for each of its threads."""
ENDLESS = 1 << 60
LARGEST_AMOUNT = 1_000_000
MOST_MONEY = 1 << 29
"""Within these bounds no sum and no product of amounts needs more than 32 bits."""


def source(rules: Rules, pooled: bool, narrow: bool) -> str:
    """The CUDA source: the translated functions, then what hands games to threads.

    The numbers of the rules are constants in it. `pooled`: threads take games that are in the
    same phase; `narrow`: numbers that are not declared wide have 32 bits.
    """
    constants = {
        "PLAYING": PLAYING,
        "INTERRUPTED": INTERRUPTED,
        "PHASES": len(PHASES),
        "RESULT_LENGTH": RESULT_LENGTH,
        "MOST_KINDS": MOST_KINDS,
        "MOST_PLAYERS": MOST_PLAYERS,
        "THREADS": THREADS,
        "GAMES_EACH": GAMES_EACH,
        "ENDLESS": f"INT64_C({ENDLESS})",
    }
    played = (play_one, reason_to_stop) if pooled else (play_on,)
    file = "pooled_games.cu" if pooled else "games.cu"
    return "\n".join(
        [
            *(["#define NARROW"] if narrow else []),
            program_of(*played, clear_tally, clear_counts, restart, summarise, rules=rules),
            *(f"#define {name} {value}" for name, value in constants.items()),
            resources.files(__package__).joinpath(file).read_text(encoding="utf-8"),
        ]
    )


def size_of_pool(blocks: int) -> int:
    """The bytes that the pools of so many blocks take."""
    parts = (structure_of(State), structure_of(Generator), ctypes.c_int64 * 5)
    size = sum(map(ctypes.sizeof, parts))
    return blocks * THREADS * GAMES_EACH * (-(-size // 16) * 16)


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


def source_for(series: Series) -> str:
    """The source for a series of games."""
    rules = series.rules()
    return source(rules, is_pooled(series), fits_32_bits(rules, series.max_turns))


def is_ready(series: Series) -> bool:
    """Whether `player` need not be compiled for a series."""
    return nvrtc.is_built(source_for(series), device().architecture)


@cache
def player(series: Series) -> Any:
    """The function that plays the games of a series, on the GPU of this machine."""
    return player_of(source_for(series))


def player_of(text: str, *options: str) -> Any:
    """The function that plays games, compiled from a source with further options."""
    return device().function(nvrtc.build(text, device().architecture, options), "play_games")


class Games:
    """Some games of a series on the GPU: started, then read."""

    def __init__(self, series: Series, first: int, count: int, keep_ends: bool = False) -> None:
        rules = series.rules()
        self.series = series
        self.count = count
        gpu = device()
        self.results = gpu.memory(numbers([0] * (count * RESULT_LENGTH)))
        self.kinds = gpu.memory(numbers([0] * MOST_KINDS))
        self.next = gpu.memory(ctypes.c_uint64(0))
        kept = structure_of(State) * count
        self.ends = gpu.memory(kept()) if keep_ends else None
        self.arguments = (
            gpu.memory(record(initial(rules))),
            gpu.memory(record(rules)),
            gpu.memory(numbers(series.policy_numbers())),
            ctypes.c_int64(series.seed & 0xFFFFFFFF),
            ctypes.c_int64(series.seed >> 32 & 0xFFFFFFFF),
            ctypes.c_int64(first),
            ctypes.c_int64(count),
            ctypes.c_int64(series.max_turns),
            ctypes.c_bool(series.check),
            self.results,
            self.kinds,
            self.next,
            self.ends or ctypes.c_uint64(0),
        )

    def play(self, function: Any = None, pooled: bool | None = None) -> None:
        """Play all of them, on as many threads as the GPU runs at a time."""
        function = function or player(self.series)
        pooled = is_pooled(self.series) if pooled is None else pooled
        each = GAMES_EACH if pooled else 1
        blocks = min(function.blocks_at_once(THREADS), -(-self.count // (THREADS * each)))
        pools = device().room(size_of_pool(blocks) if pooled else 1)
        function.launch(blocks, THREADS, *self.arguments, pools)

    def read(self) -> tuple[list[int], list[int]]:
        """The results of the games one after the other, and how often each kind was taken."""
        results = self.results.read((ctypes.c_int64 * (self.count * RESULT_LENGTH))())
        return list(results), self.read_kinds()

    def read_kinds(self) -> list[int]:
        """How often each kind of action was taken in all games together."""
        return list(self.kinds.read((ctypes.c_int64 * MOST_KINDS)()))

    def final_states(self) -> Any:
        """The positions in which they ended, if these are kept."""
        assert self.ends is not None
        return self.ends.read((structure_of(State) * self.count)())


def play_on_gpu(series: Series, first: int, count: int) -> tuple[list[int], list[int]]:
    """The results of some games one after the other, and how often each kind was taken."""
    games = Games(series, first, count)
    games.play()
    return games.read()
