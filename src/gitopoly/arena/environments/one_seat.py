"""One seat of a game as a Gymnasium environment; opponents play the others.

>>> import gymnasium
>>> game = gymnasium.make("gitopoly.envs:gitopoly/Classic-v0", opponents=["trader"])
>>> observation, info = game.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum()) > 1
((460,), True)
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.episode import GOES_ON, TERMINATED, TRUNCATED
from gitopoly.arena.environments.game import MAX_CYCLES, checked_number
from gitopoly.arena.environments.networks import features
from gitopoly.arena.environments.opposed_game import OpposedGame
from gitopoly.arena.environments.opposition import opposition
from gitopoly.arena.environments.render import picture
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRun, MissingExtra
from gitopoly.game.player_session import PlayerProcesses

try:
    import gymnasium
    import numpy
except ImportError as missing:
    raise MissingExtra("an environment", missing.name or "gymnasium", "envs") from None

from gitopoly.arena.environments.spaces import action_space, row_space

RENDER_MODES = ("human", "ansi")


class OneSeat(gymnasium.Env[Any, Any]):
    """One agent against opponents of any kind, on the plain kernel."""

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "classic",
        opponents: Sequence[Any] = ("sensible",),
        seat: int | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        scaled: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents`: clockwise from the agent; names, `Player`s, trained policies.

        `seat`: the agent's, from 0; by default it changes from game to game.
        `max_cycles`: steps of the agent after which a game is cut off, 0 for no limit.
        `scaled`: observations as `features`, ready for a network.
        The other settings are those of `environment`.
        """
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise InvalidRun(f"there is no render mode {render_mode!r}; choose one of {modes}")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self._processes = PlayerProcesses()
        against = opposition(opponents, self._processes)
        self.game = OpposedGame(edition, against, seat, max_cycles, shaping, options)
        self.scaled = scaled
        self.action_space = action_space()
        self.observation_space = row_space(scaled)
        self._seed: int | None = None
        self._next_game = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start the next game in the series of `seed`, or number `options["game"]` of it."""
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(1 << 62)) if seed is None else int(seed)
            self._next_game = 0
        number = (options or {}).get("game", self._next_game)
        if type(number) is not int or number < 0:
            raise InvalidRun(f"a game has a number from 0, not {number!r}")
        self.game.begin(self._seed, number)
        self._next_game = self.game.episode.game + 1
        self._render_step()
        mask = self.action_masks()
        return self._seen(mask), {"action_mask": mask, "seat": self.game.agent}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act; an illegal action does nothing, as the info says."""
        game = self.game
        if self._seed is None or game.end != GOES_ON:
            raise InvalidRun("no game is going on; call reset() first")
        chosen = checked_number(action)
        info: dict[str, Any] = {}
        if game.mask(game.agent)[chosen]:
            game.step(game.agent, chosen)
        else:
            game.waste_step()
            info["illegal"] = describe(game.rules, chosen)
        reward = game.rewards[game.agent]
        mask = info["action_mask"] = self.action_masks()
        info["seat"] = game.agent
        if game.is_over:
            info |= {"winner": game.winner, "result": game.result}
        self._render_step()
        ended = game.end == TERMINATED, game.end == TRUNCATED
        return self._seen(mask), float(reward), *ended, info

    def action_masks(self) -> Any:
        """1 for each legal action; the name is the one that Stable-Baselines3 looks for."""
        return numpy.array(self.game.mask(self.game.agent), numpy.int8)

    def render(self) -> Any:
        """The position as text: returned (`ansi`) or printed (`human`)."""
        return picture(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the processes of opponents."""
        self._processes.close()

    def _seen(self, mask: Any) -> Any:
        row = numpy.array(self.game.observation(self.game.agent), numpy.int32)
        return features(row, mask) if self.scaled else row

    def _render_step(self) -> None:
        if self.render_mode == "human":
            print(picture(self.game))
