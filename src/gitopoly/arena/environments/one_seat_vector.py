"""One seat in many games as a Gymnasium vector environment, compiled and on all cores.

A finished game restarts in the same step (`AutoresetMode.SAME_STEP`): the observation is the next
game's, and the last one of the old game is in `info["final_obs"]`. Its reward comes with that step
and no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from gitopoly.arena.environments.batch import BatchEnvironment, checked_actions
from gitopoly.arena.environments.batches import seat_policies
from gitopoly.arena.environments.episode import ILLEGAL
from gitopoly.arena.environments.game import MAX_CYCLES, rules_for
from gitopoly.arena.environments.networks import features
from gitopoly.arena.environments.opposed_game import checked_seat
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRun, MissingExtra

try:
    import numpy
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise MissingExtra("an environment", missing.name or "gymnasium", "envs") from None

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.spaces import action_space, row_space


class _Batch(BatchEnvironment):
    """A batch that keeps the last observation of the only agent in each game."""

    keeps_finals = True

    def __init__(self, viewers: Any, size: int, **settings: Any) -> None:
        super().__init__(size, **settings)
        self._viewers = viewers
        self._column("viewer").spread(viewers)

    def step_legal(self, actions: Any) -> tuple[Any, Any]:
        """Step; where an action is illegal, nothing happens. Also returns where that is."""
        self._check_begun()
        chosen = checked_actions(actions, self.size)
        legal = self._masks.whole[self._all, chosen] > 0
        return self._take(numpy.where(legal, chosen, ILLEGAL)), ~legal

    def finals(self, games: Any) -> Any:
        """The last observations of some games that have just ended."""
        return self._finals.rows(games)

    def results(self, games: Any) -> Any:
        """1 for won, -1 for lost, 0 for a tie or a game that was cut off."""
        return self._rewards.whole[games, self._viewers[games]].astype(numpy.int64)


class OneSeatVector(VectorEnv[Any, Any, Any]):
    """One agent in each of many games, against built-in policies that play without search."""

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | PathLike[str] | Edition = "classic",
        opponents: Sequence[str] | Sequence[Sequence[str]] = ("sensible",),
        seat: int | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        scaled: bool = False,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """As `OneSeat`; without a `seat`, game `i` has the agent on seat `i` modulo the players.

        `opponents`: built-in ones by name, or several such lists for games in turn.
        `threads`: by default one for each core.
        """
        tables = checked_tables(opponents)
        players = len(tables[0]) + 1
        fixed = checked_seat(seat, players)
        seats = range(players) if fixed is None else [fixed]
        seatings = [
            {(own + 1 + i) % players: name for i, name in enumerate(names)}
            for names in tables
            for own in seats
        ]
        rules = rules_for(edition, players, dict(options))
        for seating in seatings:
            seat_policies(rules, seating)
        viewers = numpy.array(seats)[numpy.arange(num_envs) % len(seats)]
        self._games = _Batch(
            viewers,
            num_envs,
            edition=edition,
            players=players,
            max_cycles=max_cycles,
            shaping=shaping,
            threads=threads,
            opponents=seatings,
            choices_only=True,
            **options,
        )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.seats = viewers
        """The agent's seat in each game."""
        self.scaled = scaled
        self.single_action_space, self.single_observation_space = action_space(), row_space(scaled)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rows = numpy.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Restart all games: numbers 0, 1, 2 and so on in the series of `seed`."""
        super().reset(seed=seed)
        if (options or {}).get("reset_mask") is not None:
            raise InvalidRun("games restart by themselves; reset all of them, without a mask")
        if seed is None:
            seed = int(self.np_random.integers(1 << 62))
        shown = self._games.reset(int(seed))
        return self._seen(shown), self._info(shown)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Act in every game; an illegal action does nothing, as the info says."""
        shown, illegal = self._games.step_legal(actions)
        rewards = shown.rewards[self._rows, self.seats].astype(numpy.float64)
        info = self._info(shown)
        if illegal.any():
            info |= {"illegal": illegal, "_illegal": illegal.copy()}
        ended = shown.terminated | shown.truncated
        if ended.any():
            info |= self._endings(ended, shown)
        return self._seen(shown), rewards, shown.terminated, shown.truncated, info

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._games.close()

    def sample_legal(self) -> Any:
        """A uniformly random legal action for every game, reproducible by the seed."""
        return self._games.sample()

    def _seen(self, shown: Any) -> Any:
        if self.scaled:
            return features(shown.observations, shown.masks)
        return shown.observations.copy()

    def _info(self, shown: Any) -> dict[str, Any]:
        present = numpy.ones(self.num_envs, bool)
        return {
            "action_mask": shown.masks.copy(),
            "_action_mask": present,
            "seat": self.seats.copy(),
            "_seat": present.copy(),
        }

    def _endings(self, ended: Any, shown: Any) -> dict[str, Any]:
        """What Gymnasium says of games that ended: last observations, and who won."""
        games = numpy.flatnonzero(ended)
        rows = self._games.finals(games)
        masks = numpy.zeros((len(games), ACTIONS), numpy.int8)
        last = features(rows, masks) if self.scaled else rows
        finals = numpy.full(self.num_envs, None, object)
        for place, game in enumerate(games):
            finals[game] = last[place]
        whole = numpy.zeros((self.num_envs, ACTIONS), numpy.int8)
        results = numpy.zeros(self.num_envs, numpy.int64)
        results[games] = self._games.results(games)
        facts = {
            "winner": numpy.where(ended, shown.winners, 0).astype(numpy.int64),
            "result": results,
            "seat": numpy.where(ended, self.seats, 0),
            "action_mask": whole,
        }
        known = {f"_{name}": ended.copy() for name in facts}
        return {
            "final_obs": finals,
            "_final_obs": ended.copy(),
            "final_info": facts | known,
            "_final_info": ended.copy(),
        }


def checked_tables(opponents: Any) -> list[Sequence[str]]:
    """The opponents of a game, or of games in turn, as lists of names."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not opponents:
        raise InvalidRun('opponents must be a list, such as ["trader", "random"]')
    nested = not any(isinstance(each, str) for each in opponents)
    tables = list(opponents) if nested else [opponents]
    for names in tables:
        if not isinstance(names, list | tuple) or any(not isinstance(name, str) for name in names):
            raise InvalidRun("many games at a time have built-in opponents, given by name")
    if not tables[0] or any(len(names) != len(tables[0]) for names in tables):
        raise InvalidRun("give every game the same number of opponents, at least one")
    return tables
