"""Thousands of games at a time on the compiled kernel, with the actions of `environment`.

The games of a batch are those that `environment` plays with the same seed: game `i` is
`reset(seed, options={"game": i})` there. A finished game is replaced at once by the game
whose number is higher by the size of the batch.
`batch_environment(…, device="cuda")` has the same games on a GPU (`gpu_batch`).
"""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import PathLike
from typing import Any, NamedTuple

from gitopoly.arena.environments import (
    action_space,
    batch_steps,
    episode,
    observation,
    opponent_steps,
    opponents,
)
from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.batches import BatchView, checked_size, seat_policies
from gitopoly.arena.environments.game import MAX_CYCLES, checked_limit, rules_for
from gitopoly.bots.generated.numbers import MODULES
from gitopoly.editions import Edition
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun
from gitopoly.kernel import compiled, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.randomness import seeded

import numpy  # isort: skip  # after `compiled`, which names the missing extra


class _Part(NamedTuple):
    """The games of one thread, as compiled functions take them."""

    states: Any
    episodes: Any
    generators: Any
    buffer: Any
    actions: Any
    shares: Any
    changes: Any
    rewards: Any
    ends: Any
    winners: Any
    views: tuple[Any, ...]
    unseen: Any
    policies: Any
    viewers: Any
    finals: Any


LENGTH = observation.OBSERVATION_LENGTH


class BatchEnvironment:
    """Games in rows, stepped together."""

    keeps_finals = False
    """Whether the last observation of a game is kept, for a seat of each game."""

    def __init__(
        self,
        size: int,
        edition: str | PathLike[str] | Edition = "classic",
        players: int | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        threads: int | None = None,
        opponents: Mapping[int, str] | Sequence[Mapping[int, str]] | None = None,
        choices_only: bool = False,
        **options: Any,
    ) -> None:
        """`threads`: by default one for each core; the other settings are `environment`'s.

        `opponents`: policies by seat; between two steps they play these seats. The rewards of a
        step then add up what happened until an agent acts again, and a game without agents is
        over. A list of such seatings is dealt out to the games in turn.
        With `choices_only`, what leaves an agent no choice is done for it.
        """
        self.size = checked_size(size)
        self.rules = rules_for(edition, players, options)
        self.max_cycles = checked_limit(max_cycles)
        self.shaping = shaping
        self.players = self.rules.num_players
        seatings = [opponents] if opponents is None or isinstance(opponents, Mapping) else opponents
        self.policies = [seat_policies(self.rules, each, choices_only) for each in seatings]
        """Who plays each seat; game `i` has row `i` of these, counted round and round."""
        self._opposed = choices_only or any(seatings)
        self._rules = compiled.rules_record(self.rules)
        self._blank = compiled.records(initial(self.rules), 1)
        self._states = compiled.records(initial(self.rules), size)
        self._episodes = compiled.records(episode.Episode(), size)
        self._generators = compiled.records(seeded(0), size)
        self._samplers = compiled.records(seeded(0), size)
        self._observations = numpy.zeros((size, LENGTH), numpy.int32)
        self._masks = numpy.zeros((size, action_space.ACTIONS), numpy.int8)
        self._numbers = numpy.zeros((size, action_space.ACTIONS), numpy.int32)
        self._shares, self._changes = numpy.zeros((2, size, MOST_PLAYERS), numpy.int32)
        self._rewards = numpy.zeros((size, MOST_PLAYERS), numpy.int8)
        self._ends, self._winners = numpy.zeros((2, size), numpy.int8)
        self._rows = numpy.arange(size)
        self._policies = numpy.array(self.policies)[self._rows % len(self.policies)]
        self._viewers = numpy.zeros(size, numpy.int64)
        self._finals = numpy.zeros((size if self.keeps_finals else 0, LENGTH), numpy.int32)
        self._seed: int | None = None
        self._actions = numpy.zeros(size, numpy.int64)
        count = max(1, min(threads or os.cpu_count() or 1, size))
        bounds = [size * i // count for i in range(count + 1)]
        self._parts = [self._part(slice(*pair)) for pair in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def _part(self, rows: slice) -> _Part:
        """Views of some rows, created once, because creating them in every step is slow."""
        return _Part(
            self._states[rows],
            self._episodes[rows],
            self._generators[rows],
            compiled.record(ActionBuffer()),
            self._actions[rows],
            self._shares[rows].ravel(),
            self._changes[rows].ravel(),
            self._rewards[rows].ravel(),
            self._ends[rows],
            self._winners[rows],
            (
                self._numbers[rows].ravel(),
                self._observations[rows].ravel(),
                self._masks[rows].ravel(),
            ),
            numpy.zeros(MOST_PLAYERS, numpy.int8),
            self._policies[rows].ravel(),
            self._viewers[rows],
            self._finals[rows].ravel(),
        )

    def reset(self, seed: int | None = None) -> BatchView:
        """Restart all games; without a seed one is drawn."""
        self._seed = secrets.randbits(63) if seed is None else seed
        self._episodes.game = self._rows
        self._rewards[:] = self._ends[:] = self._changes[:] = 0
        self._winners[:] = -1
        _compiled_kernel().begin_sampling(self._samplers, *self._halves())
        self._in_parts(self._begin)
        return self._shown()

    def _begin(self, part: _Part) -> None:
        games = (part.states, self._blank, self._rules, part.episodes, part.generators)
        _compiled_kernel().begin_many(*games, *self._halves(), part.shares)
        self._open(part)
        self._show(part)

    def step(self, actions: Any) -> BatchView:
        """Take one action in every game. Unless all are legal, nothing happens.

        Raises `InvalidAction` or `IllegalAction` for the first game whose action is not legal.
        """
        self._actions[:] = self._checked(actions)
        self._in_parts(self._step)
        return self._shown()

    def _step(self, part: _Part) -> None:
        kernel = _compiled_kernel()
        games = (part.states, self._rules, part.episodes, part.generators)
        kernel.take_many(*games, part.actions, self.max_cycles, part.rewards, part.ends)
        if self._opposed:
            _with_opponents().answer_many(
                part.states,
                self._rules,
                part.policies,
                part.episodes,
                part.generators,
                part.buffer,
                part.rewards,
                part.ends,
            )
        if self.keeps_finals:
            ended = (part.states, self._rules, part.episodes, part.viewers, part.ends, part.finals)
            kernel.see_ends(*ended)
        kernel.settle_many(
            part.states,
            self._blank,
            self._rules,
            part.episodes,
            part.generators,
            *self._halves(),
            self.size,
            self.shaping != 0,
            part.shares,
            part.changes,
            part.ends,
            part.winners,
        )
        self._open(part)
        self._show(part)

    def _open(self, part: _Part) -> None:
        """Let opponents move first in the games that have just begun."""
        if self._opposed:
            _with_opponents().open_many(
                part.states,
                self._blank,
                self._rules,
                part.policies,
                part.episodes,
                part.generators,
                part.buffer,
                *self._halves(),
                self.size,
                part.unseen,
            )

    def _show(self, part: _Part) -> None:
        games = (part.states, self._rules, part.episodes, part.buffer)
        _compiled_kernel().show_many(*games, *part.views)

    def sample(self) -> Any:
        """A uniformly random legal action for every game, reproducible by the seed."""
        self._halves()
        actions = numpy.empty(self.size, numpy.int64)
        _compiled_kernel().sample_many(
            self._episodes, self._numbers.ravel(), self._samplers, actions
        )
        return actions

    def state(self, game: int) -> Any:
        """The position of one game of the batch, as a plain kernel state."""
        return compiled.from_record(self.rules, self._states[game])

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _in_parts(self, work: Callable[[_Part], None]) -> None:
        """Run the parts on all cores: the compiled code releases Python's lock."""
        if self._pool:
            list(self._pool.map(work, self._parts))
        else:
            work(self._parts[0])

    def _halves(self) -> tuple[int, int]:
        if self._seed is None:
            raise InvalidRun("no game has started in this batch; call reset() first")
        return self._seed & 0xFFFFFFFF, self._seed >> 32 & 0xFFFFFFFF

    def _checked(self, actions: Any) -> Any:
        self._halves()
        given = numpy.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise InvalidAction(actions, f"an array of {self.size} whole numbers, one per game")
        chosen = given.astype(numpy.int64, copy=False)
        outside = (chosen < 0) | (chosen >= action_space.ACTIONS)
        if outside.any():
            wrong = int(chosen[outside][0])
            raise InvalidAction(wrong, f"a number from 0 to {action_space.ACTIONS - 1}")
        legal = self._masks[self._rows, chosen]
        if not legal.all():
            game = int(legal.argmin())
            words = f"{describe(self.rules, int(chosen[game]))} in game {game}"
            raise IllegalAction(words, "TIME-10", "it is not in the game's action mask")
        return chosen

    def _shown(self) -> BatchView:
        rewards = self._rewards[:, : self.players].astype(numpy.float32)
        if self.shaping:
            change = self._changes[:, : self.players] / episode.WHOLE_SHARE
            rewards += (self.shaping * change).astype(numpy.float32)
        return BatchView(
            self._observations,
            self._masks,
            self._episodes.actor.astype(numpy.int64),
            rewards,
            self._ends == episode.TERMINATED,
            self._ends == episode.TRUNCATED,
            self._winners.copy(),
        )


def _compiled_kernel() -> Any:
    return compiled.compiled_kernel(action_space, episode, observation, batch_steps)


def _with_opponents() -> Any:
    """The same with the policies, which take longer to compile."""
    from gitopoly.bots import trade_pricing, worth
    from gitopoly.bots.generated import choosing

    policies = [importlib.import_module(f"gitopoly.bots.{name}") for name in MODULES]
    return compiled.compiled_kernel(
        worth,
        trade_pricing,
        *policies,
        choosing,
        action_space,
        episode,
        opponents,
        opponent_steps,
    )
