"""Series of games by the translated rules, on a GPU."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from gitopoly.bots.batch import RESULT_LENGTH, summarise
from gitopoly.bots.playout import INTERRUPTED, clear_tally, play_on
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.codes import MOST_KINDS, MOST_PLAYERS
from gitopoly.kernel.randomness import restart
from gitopoly.translation import nvrtc
from gitopoly.translation.device import device
from gitopoly.translation.program import program_of
from gitopoly.translation.records import numbers, record, structure_of

if TYPE_CHECKING:
    from gitopoly.bots.simulation import Series

THREADS = 128
"""Threads of a block; each plays one game at a time."""


def source(rules: Rules | None = None) -> str:
    """The CUDA source: the translated functions, then what hands games to threads.

    It is for all rules, or for these alone, whose numbers then are constants.
    """
    constants = {
        "INTERRUPTED": INTERRUPTED,
        "RESULT_LENGTH": RESULT_LENGTH,
        "MOST_KINDS": MOST_KINDS,
        "MOST_PLAYERS": MOST_PLAYERS,
    }
    return "\n".join(
        [
            program_of(play_on, clear_tally, restart, summarise, rules=rules),
            *(f"#define {name} {value}" for name, value in constants.items()),
            resources.files(__package__).joinpath("games.cu").read_text(encoding="utf-8"),
        ]
    )


def is_ready() -> bool:
    """Whether `player` need not be compiled."""
    return nvrtc.is_built(source(), device().architecture)


@cache
def player() -> Any:
    """The function that plays games, on the GPU of this machine."""
    return player_of(source())


def player_of(text: str, *options: str) -> Any:
    """The function that plays games, compiled from a source with further options."""
    return device().function(nvrtc.build(text, device().architecture, options), "play_games")


class Games:
    """Some games of a series on the GPU: started, then read."""

    def __init__(self, series: Series, first: int, count: int, keep_ends: bool = False) -> None:
        rules = series.rules()
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

    def play(self, function: Any = None) -> None:
        """Play all of them, on as many threads as the GPU runs at a time."""
        function = function or player()
        blocks = min(function.blocks_at_once(THREADS), -(-self.count // THREADS))
        function.launch(blocks, THREADS, *self.arguments)

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
