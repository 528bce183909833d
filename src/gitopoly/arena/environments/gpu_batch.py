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

from gitopoly.arena.environments import action_space, batch_steps, episode, observation
from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.batches import BatchView, checked_size, seat_policies
from gitopoly.arena.environments.game import MAX_CYCLES, checked_limit, rules_for
from gitopoly.arena.environments.opponents import AGENT, play_opponents
from gitopoly.arena.environments.tensors import Tensors
from gitopoly.bots.gpu import fits_32_bits
from gitopoly.editions import Edition
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun
from gitopoly.kernel import Rules, initial
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.randomness import Generator, below, restart
from gitopoly.kernel.state import State
from gitopoly.translation import nvrtc
from gitopoly.translation.device import device
from gitopoly.translation.program import program_of
from gitopoly.translation.records import from_record, numbers, record, structure_of

THREADS = 128
"""Threads of a block."""
SHARED_MEMORY = 20
"""Percentage of the fast memory for tables of the rules; the rest caches what threads hold."""
LARGEST_BATCH = 1 << 22
"""More games than this have no place in the memory of a GPU."""
NOTHING = ctypes.c_uint64(0)
"""In place of an address."""


class DeviceGame(ctypes.Structure):
    """A game between two steps, as `batch.cu` keeps it."""

    _fields_ = (
        ("s", structure_of(State)),
        ("episode", structure_of(episode.Episode)),
        ("generator", structure_of(Generator)),
    )


def source(rules: Rules, policies: list[int], max_cycles: int) -> str:
    """The CUDA source: the translated functions, then what hands games to threads."""
    seats = set(policies[: rules.num_players])
    constants = {
        "ACTIONS": action_space.ACTIONS,
        "GOES_ON": episode.GOES_ON,
        "MOST_PLAYERS": MOST_PLAYERS,
        "NOBODY": NOBODY,
        "PLAYERS": rules.num_players,
        "TERMINATED": episode.TERMINATED,
        "THREADS": THREADS,
        "TRUNCATED": episode.TRUNCATED,
        "WHOLE_SHARE": episode.WHOLE_SHARE,
    }
    entries: list[Any] = [
        *(batch_steps.show, batch_steps.winner_after, batch_steps.change_shares),
        *(episode.take, episode.begin_episode, episode.begin_next, episode.write_shares),
        *(restart, below),
    ]
    against = seats != {AGENT}
    return "\n".join(
        [
            *(["#define NARROW"] if fits_32_bits(rules, max_cycles or 1 << 60) else []),
            program_of(*entries, *([play_opponents] if against else []), rules=rules),
            *(["#define OPPONENTS"] if against else []),
            *(f"#define {name} {value}" for name, value in constants.items()),
            resources.files(__package__).joinpath("batch.cu").read_text(encoding="utf-8"),
        ]
    )


class Functions:
    """The functions of `batch.cu`, compiled for the GPU of this machine."""

    def __init__(self, text: str, *options: str) -> None:
        cubin = nvrtc.build(text, device().architecture, options)
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
        self._functions = functions_of(source(self.rules, self.policies, self.max_cycles))
        self._blank = gpu.memory(record(initial(self.rules)))
        self._rules = gpu.memory(record(self.rules))
        self._policies = gpu.memory(numbers(self.policies))
        words = ctypes.sizeof(DeviceGame) // 4
        self._games = tensors.zeros((words, size), "int32")
        self._samplers = tensors.zeros((size, ctypes.sizeof(structure_of(Generator))), "int8")
        self._shares = tensors.zeros((MOST_PLAYERS, size), "int32")
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

    def state(self, game: int) -> Any:
        """The position of one game of the batch, as a plain kernel state."""
        kept = DeviceGame.from_buffer_copy(self._tensors.content(self._games[:, game]))
        return from_record(self.rules, kept.s)

    def close(self) -> None:
        """Do nothing: memory is freed with the last reference to it."""

    def _step(self, actions: Any) -> BatchView:
        address = self._tensors.address
        self._launch(
            self._functions.step,
            *(self._blank, self._rules, self._policies),
            *self._halves(),
            *(ctypes.c_int(self.size), ctypes.c_int64(self.max_cycles)),
            *(ctypes.c_double(self.shaping), actions),
            *(address(self._games), address(self._shares), address(self._numbers)),
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
        low, high = self._seed & 0xFFFFFFFF, self._seed >> 32 & 0xFFFFFFFF
        return ctypes.c_int64(low), ctypes.c_int64(high)

    def _refuse(self, chosen: Any, game: int) -> None:
        if game == self.size:
            return
        action = int(chosen[game])
        if not 0 <= action < action_space.ACTIONS:
            raise InvalidAction(action, f"a number from 0 to {action_space.ACTIONS - 1}")
        words = f"{describe(self.rules, action)} in game {game}"
        raise IllegalAction(words, "TIME-10", "it is not in the game's action mask")
