"""Thousands of games at a time, compiled, with the actions of `environment`.

The games of a batch are those that `environment` plays with the same seed: game `i` is
`reset(seed, options={"game": i})` there. A finished game is replaced at once by the game
whose number is higher by the size of the batch.
`batch_environment(…, device="cuda")` has the same games on a GPU (`gpu_batch`).
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import PathLike
from typing import Any

from gitopoly.arena.environments import action_space, episode
from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.batches import BatchView, checked_size, seat_policies
from gitopoly.arena.environments.game import MAX_CYCLES, checked_limit, rules_for
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH
from gitopoly.arena.environments.rows import Batch, Row, begin_rows, sample_rows, step_rows
from gitopoly.bots.desk import Desk
from gitopoly.bots.series import halves
from gitopoly.editions import Edition
from gitopoly.engine import new_engine
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun, MissingExtra
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.randomness import Generator
from gitopoly.rules.record import become

try:
    import numpy
except ImportError as missing:
    raise MissingExtra("a batch of games", missing.name or "numpy", "fast") from None


AT_A_TIME = 1024
"""Rows in one call if observations are copied after it: they are still near the processor then."""


class _RowsOfThread:
    """The rows of one thread, in the memory of an engine of its own.

    If it has all rows, `observations` is that memory; if others have the rest, they are copied
    there.
    """

    def __init__(self, rules: Rules, batch: Batch, first: int, count: int) -> None:
        self.first, self.count = first, count
        self.keeps_ends = bool(batch.keeps_ends)
        self.engine = engine = new_engine("compiled", rules)
        is_alone = count == batch.size
        at_a_time = count if is_alone else min(count, AT_A_TIME)
        self.rules, self.batch = engine.rows(rules), engine.rows(batch)
        self.rows = engine.rows(Row(), count)
        self.desk, self.buffer = engine.rows(Desk()), engine.rows(ActionBuffer())
        self.samplers = engine.rows(Generator(), count)
        self.actions = engine.numbers(8, count)
        self.numbers = engine.numbers(4 * action_space.ACTIONS, count)
        self.masks = engine.numbers(action_space.ACTIONS, count)
        self.seen = engine.numbers(4 * OBSERVATION_LENGTH, at_a_time)
        self.finals = engine.numbers(4 * OBSERVATION_LENGTH, count if batch.keeps_ends else 1)
        self.seen_array = self.seen.array("i4", at_a_time, OBSERVATION_LENGTH)
        self.observations: Any = self.seen_array
        self._pieces = [
            _Piece(self, start, min(at_a_time, count - start))
            for start in range(0, count, at_a_time)
        ]
        self._draw = engine.bound(
            sample_rows, self.rows, count, self.samplers, self.numbers, self.actions
        )

    def begin(self, batch: Batch) -> None:
        """Start the first game of every row."""
        self.batch.write(batch)
        for piece in self._pieces:
            piece.begin()
            self._copy(piece)

    def step(self) -> None:
        """One step of every row."""
        for piece in self._pieces:
            piece.step()
            self._copy(piece)

    def _copy(self, piece: _Piece) -> None:
        if self.observations is not self.seen_array:
            self.observations[piece.rows] = self.seen_array[: piece.count]

    def sample(self) -> None:
        """Draw an action for every row."""
        self._draw()


class _Piece:
    """Rows of a part that one call steps."""

    def __init__(self, part: _RowsOfThread, start: int, count: int) -> None:
        self.rows, self.count = slice(start, start + count), count
        rows, numbers, masks = (each.at(start) for each in (part.rows, part.numbers, part.masks))
        room = part.buffer, part.desk
        self.begin = part.engine.bound(
            begin_rows,
            *(rows, part.rules, part.batch, part.first + start, count, *room),
            *(part.samplers.at(start), numbers, part.seen, masks),
        )
        self.step = part.engine.bound(
            step_rows,
            *(rows, part.rules, part.batch, part.actions.at(start), count, *room),
            *(numbers, part.seen, masks, part.finals.at(start if part.keeps_ends else 0)),
        )


class _Gathered:
    """A number or a row of numbers for each game: the memory itself, or gathered from parts."""

    def __init__(self, arrays: list[Any], places: list[slice]) -> None:
        self._arrays, self._places = arrays, places
        first = arrays[0]
        shape = (places[-1].stop, *first.shape[1:])
        self.whole = first if len(arrays) == 1 else numpy.empty(shape, first.dtype)

    def gathered(self) -> Any:
        """All of them as they are now."""
        if len(self._arrays) > 1:
            for array, place in zip(self._arrays, self._places, strict=True):
                self.whole[place] = array
        return self.whole

    def rows(self, games: Any) -> Any:
        """Those of some games, in their order."""
        if len(self._arrays) == 1:
            return self.whole[games]
        return numpy.concatenate(
            [
                array[games[(games >= place.start) & (games < place.stop)] - place.start]
                for array, place in zip(self._arrays, self._places, strict=True)
            ]
        )

    def spread(self, values: Any) -> None:
        """Write to the rows of all parts."""
        for array, place in zip(self._arrays, self._places, strict=True):
            array[:] = values[place]


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
        self._batch = Batch()
        self._batch.start, self._batch.size = initial(self.rules), size
        self._batch.most_steps = self.max_cycles
        self._batch.is_shaped = int(shaping != 0)
        self._batch.is_opposed = int(choices_only or any(seatings))
        self._batch.keeps_ends = int(self.keeps_finals)
        self._seed: int | None = None
        count = max(1, min(threads or os.cpu_count() or 1, size))
        bounds = [size * i // count for i in range(count + 1)]
        self._places = [slice(*pair) for pair in pairwise(bounds)]
        self._parts = [
            _RowsOfThread(self.rules, self._batch, place.start, place.stop - place.start)
            for place in self._places
        ]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self._look()
        self._all = numpy.arange(size)
        self._column("policies").spread(numpy.array(self.policies)[self._all % len(self.policies)])

    def _look(self) -> None:
        """Arrays that show the memory of the engines."""
        parts = self._parts
        wide = (-1, action_space.ACTIONS)
        self._actions = self._in_one([part.actions.array("i8") for part in parts])
        self._masks = self._in_one([part.masks.array("i1", *wide) for part in parts])
        seen = (-1, OBSERVATION_LENGTH)
        self._finals = self._in_one([part.finals.array("i4", *seen) for part in parts])
        self._observations = parts[0].observations
        if len(parts) > 1:
            self._observations = numpy.empty((self.size, OBSERVATION_LENGTH), numpy.int32)
            for part, place in zip(parts, self._places, strict=True):
                part.observations = self._observations[place]
        self._actors = self._column("episode.actor")
        self._rewards, self._changes = self._column("rewards"), self._column("changes")
        self._ends, self._winners = self._column("end"), self._column("winner")

    def _in_one(self, arrays: list[Any]) -> _Gathered:
        return _Gathered(arrays, self._places)

    def _column(self, path: str) -> _Gathered:
        """A field of all rows."""
        return self._in_one([part.rows.field(Row, path) for part in self._parts])

    def reset(self, seed: int | None = None) -> BatchView:
        """Restart all games; without a seed one is drawn."""
        self._seed = secrets.randbits(63) if seed is None else seed
        self._batch.low, self._batch.high = halves(self._seed)
        self._in_parts(lambda part: part.begin(self._batch))
        return self._shown()

    def step(self, actions: Any) -> BatchView:
        """Take one action in every game. Unless all are legal, nothing happens.

        Raises `InvalidAction` or `IllegalAction` for the first game whose action is not legal.
        """
        return self._take(self._checked(actions))

    def _take(self, actions: Any) -> BatchView:
        self._actions.spread(actions)
        self._in_parts(_RowsOfThread.step)
        return self._shown()

    def sample(self) -> Any:
        """A uniformly random legal action for every game, reproducible by the seed."""
        self._check_begun()
        for part in self._parts:
            part.sample()
        return self._actions.gathered().copy()

    def state(self, game: int) -> State:
        """The position of one game of the batch."""
        s = initial(self.rules)
        row = Row()
        part = next(part for part in self._parts if game < part.first + part.count)
        part.rows.read(row, game - part.first)
        become(s, row.s)
        return s

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _in_parts(self, work: Callable[[_RowsOfThread], None]) -> None:
        """Run the parts on all cores: compiled code keeps no lock of Python's."""
        if self._pool:
            list(self._pool.map(work, self._parts))
        else:
            work(self._parts[0])

    def _check_begun(self) -> None:
        if self._seed is None:
            raise InvalidRun("no game has started in this batch; call reset() first")

    def _checked(self, actions: Any) -> Any:
        self._check_begun()
        chosen = checked_actions(actions, self.size)
        legal = self._masks.whole[self._all, chosen]
        if not legal.all():
            game = int(legal.argmin())
            words = f"{describe(self.rules, int(chosen[game]))} in game {game}"
            raise IllegalAction(words, "TIME-10", "it is not in the game's action mask")
        return chosen

    def _shown(self) -> BatchView:
        rewards = self._rewards.gathered()[:, : self.players].astype(numpy.float32)
        if self.shaping:
            change = self._changes.gathered()[:, : self.players] / episode.WHOLE_SHARE
            rewards += (self.shaping * change).astype(numpy.float32)
        ends = self._ends.gathered()
        return BatchView(
            self._observations,
            self._masks.gathered(),
            self._actors.gathered().astype(numpy.int64),
            rewards,
            ends == episode.TERMINATED,
            ends == episode.TRUNCATED,
            self._winners.gathered().copy(),
        )


def checked_actions(actions: Any, size: int) -> Any:
    """An array of a number of the action space for each game; raises `InvalidAction`."""
    given = numpy.asarray(actions)
    if given.shape != (size,) or given.dtype.kind not in "iu":
        raise InvalidAction(actions, f"an array of {size} whole numbers, one per game")
    chosen = given.astype(numpy.int64, copy=False)
    outside = (chosen < 0) | (chosen >= action_space.ACTIONS)
    if outside.any():
        wrong = int(chosen[outside][0])
        raise InvalidAction(wrong, f"a number from 0 to {action_space.ACTIONS - 1}")
    return chosen
