"""Thousands of games at a time on a GPU: the games, settings and results of `BatchEnvironment`.

Observations, masks and rewards are PyTorch tensors on the GPU, and so are the actions: nothing
passes through the processor but whether all actions were legal. The rules, the observations and
the opponents' policies are the same functions as everywhere, translated to CUDA.
"""

from __future__ import annotations

import ctypes
import secrets
from collections.abc import Mapping
from functools import cache
from importlib import resources
from os import PathLike
from typing import Any

from gitopoly.arena.environments import action_space, episode, observation
from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.batches import BatchView, checked_size, seat_policies
from gitopoly.arena.environments.game import MAX_CYCLES, checked_limit, rules_for
from gitopoly.arena.environments.rows import AGENT, Batch, Row, begin_row, show_row, step_row
from gitopoly.arena.environments.tensors import Tensors
from gitopoly.bots.gpu import WITHOUT
from gitopoly.bots.series import halves
from gitopoly.editions import Edition
from gitopoly.engine import cuda
from gitopoly.engine.cuda import device
from gitopoly.engine.program import defined, program_of
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.bounds import fits_32_bits
from gitopoly.rules.randomness import Generator, below, restart
from gitopoly.rules.record import become

THREADS = 128
"""Threads of a block."""
SHARED_MEMORY = 20
"""Percentage of the fast memory for tables of the rules; the rest caches what threads hold."""
LARGEST_BATCH = 1 << 22
"""More games than this have no place in the memory of a GPU."""
NOTHING = ctypes.c_uint64(0)
"""In place of an address."""


def source(rules: Rules, policies: list[int], max_cycles: int, shaping: float) -> str:
    """The CUDA source: the translated functions, then what hands games to threads."""
    constants = {
        "ACTIONS": action_space.ACTIONS,
        "PLAYERS": rules.num_players,
        "TERMINATED": episode.TERMINATED,
        "THREADS": THREADS,
        "TRUNCATED": episode.TRUNCATED,
        "WHOLE_SHARE": episode.WHOLE_SHARE,
    }
    fixed = {
        "Batch.keeps_ends": 0,
        "Batch.is_shaped": int(shaping != 0),
        "Batch.is_opposed": int(is_opposed(rules, policies)),
        "Run.is_keyed": 0,
    }
    entries = (begin_row, step_row, show_row, restart, below)
    return "\n".join(
        [
            *(["#define NARROW"] if fits_32_bits(rules, max_cycles or 1 << 60) else []),
            program_of(*entries, rules=rules, fixed=fixed, without=WITHOUT),
            defined(constants),
            resources.files(__package__).joinpath("batch.cu").read_text(encoding="utf-8"),
        ]
    )


def is_opposed(rules: Rules, policies: list[int]) -> bool:
    """Whether a policy plays one of the seats."""
    return set(policies[: rules.num_players]) != {AGENT}


class Functions:
    """The functions of `batch.cu`, compiled for the GPU of this machine."""

    def __init__(self, text: str, *options: str) -> None:
        cubin = cuda.build(text, device().architecture, options)
        self.step = device().function(cubin, "step_games")
        self.check = device().function(cubin, "check_actions")
        self.sample = device().function(cubin, "sample_actions")
        self.step.prefer_cache(SHARED_MEMORY)


@cache
def functions_of(text: str) -> Functions:
    """The functions of a source, compiled once."""
    return Functions(text)


class GpuBatchEnvironment:
    """Games in rows, stepped together on a GPU."""

    def __init__(
        self,
        size: int,
        edition: str | PathLike[str] | Edition = "classic",
        players: int | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        opponents: Mapping[int, str] | None = None,
        **options: Any,
    ) -> None:
        """The settings are those of `BatchEnvironment`, but for the number of threads."""
        self.size = checked_size(size)
        if size > LARGEST_BATCH:
            raise InvalidRun(f"a GPU steps at most {LARGEST_BATCH:,} games at a time, not {size:,}")
        self.rules = rules_for(edition, players, options)
        self.max_cycles = checked_limit(max_cycles)
        self.shaping = shaping
        self.players = self.rules.num_players
        self.policies = seat_policies(self.rules, opponents)
        gpu = device()
        self._tensors = tensors = Tensors()
        self._functions = functions_of(source(self.rules, self.policies, self.max_cycles, shaping))
        self._batch, self._blank = Batch(), Row()
        self._batch.start, self._batch.size = initial(self.rules), size
        self._batch.most_steps = self.max_cycles
        self._blank.policies = self.policies
        self._rules, self._first_row = gpu.memory(self.rules), gpu.memory(self._blank)
        self._rows = tensors.zeros((Row.SIZE // 4, size), "int32")
        self._samplers = tensors.zeros((size, Generator.SIZE), "int8")
        self._numbers = tensors.zeros((action_space.ACTIONS, size), "int32")
        self._legal = tensors.zeros((size,), "int32")
        self._illegal = tensors.zeros((1,), "int32")
        self._view = BatchView(
            tensors.zeros((observation.OBSERVATION_LENGTH, size), "int32").T,
            tensors.zeros((action_space.ACTIONS, size), "int8").T,
            tensors.zeros((size,), "int64"),
            tensors.zeros((self.players, size), "float32").T,
            tensors.zeros((size,), "bool"),
            tensors.zeros((size,), "bool"),
            tensors.zeros((size,), "int8"),
        )
        self._seed: int | None = None

    def reset(self, seed: int | None = None) -> BatchView:
        """Restart all games; without a seed one is drawn."""
        self._seed = secrets.randbits(63) if seed is None else seed
        self._batch.low, self._batch.high = halves(self._seed)
        self._batch_there = device().memory(self._batch)
        self._view.masks[:] = 0
        self._sample(NOTHING)
        return self._step(NOTHING)

    def step(self, actions: Any) -> BatchView:
        """Take one action in every game. Unless all are legal, nothing happens.

        Raises `InvalidAction` or `IllegalAction` for the first game whose action is not legal.
        """
        self._halves()
        chosen = self._tensors.whole_numbers(actions, self.size)
        if chosen is None:
            raise InvalidAction(
                actions, f"a tensor on the GPU of {self.size} whole numbers, one per game"
            )
        self._illegal[:] = self.size
        address = self._tensors.address
        self._launch(
            self._functions.check,
            *(address(chosen), address(self._view.masks)),
            *(ctypes.c_int(self.size), address(self._illegal)),
        )
        self._refuse(chosen, int(self._illegal[0]))
        return self._step(address(chosen))

    def sample(self) -> Any:
        """A uniformly random legal action for every game, reproducible by the seed."""
        actions = self._tensors.zeros((self.size,), "int64")
        self._sample(self._tensors.address(actions))
        return actions

    def state(self, game: int) -> State:
        """The position of one game of the batch."""
        s, row = initial(self.rules), Row()
        Row.PACKING.read(row, self._tensors.content(self._rows[:, game]), 0)
        become(s, row.s)
        return s

    def close(self) -> None:
        """Do nothing: memory is freed with the last reference to it."""

    def _step(self, actions: Any) -> BatchView:
        address = self._tensors.address
        self._launch(
            self._functions.step,
            *(self._batch_there, self._rules, self._first_row),
            *(ctypes.c_int(self.size), ctypes.c_double(self.shaping), actions),
            *(address(self._rows), address(self._numbers)),
            *(address(self._view.observations), address(self._view.masks)),
            *(address(self._view.actors), address(self._legal)),
            *map(address, self._view[3:]),
        )
        return self._view

    def _sample(self, actions: Any) -> None:
        address = self._tensors.address
        self._launch(
            self._functions.sample,
            *self._halves(),
            *(ctypes.c_int(self.size), address(self._samplers)),
            *(address(self._numbers), address(self._legal), actions),
        )

    def _launch(self, function: Any, *arguments: Any) -> None:
        blocks = -(-self.size // THREADS)
        function.enqueue(blocks, THREADS, self._tensors.stream(), *arguments)

    def _halves(self) -> tuple[Any, Any]:
        if self._seed is None:
            raise InvalidRun("no game has started in this batch; call reset() first")
        low, high = halves(self._seed)
        return ctypes.c_int64(low), ctypes.c_int64(high)

    def _refuse(self, chosen: Any, game: int) -> None:
        if game == self.size:
            return
        action = int(chosen[game])
        if not 0 <= action < action_space.ACTIONS:
            raise InvalidAction(action, f"a number from 0 to {action_space.ACTIONS - 1}")
        words = f"{describe(self.rules, action)} in game {game}"
        raise IllegalAction(words, "TIME-10", "it is not in the game's action mask")
