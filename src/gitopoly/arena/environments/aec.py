"""The game as a PettingZoo environment, in which agents act in turn (AEC).

>>> game = env("classic", players=3)
>>> game.reset(seed=7)
>>> observation, reward, termination, truncation, info = game.last()
>>> game.agent_selection, int(observation["action_mask"].sum())
('player_0', 1)

The kernel decides who acts: the floor, the addressee of an open offer, and in an auction
everyone who can still act, in seat order. An agent that goes bankrupt is terminated
with a reward of -1; at the end the winner gets +1. `parallel_environment` has the other kind.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.game import EDITIONS, MAX_CYCLES, SteppedGame
from gitopoly.arena.environments.render import picture
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRun, MissingExtra

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise MissingExtra("an arena environment", missing.name or "pettingzoo", "arena") from None

from gitopoly.arena.environments.seating import Seating
from gitopoly.arena.environments.spaces import Observation, shown

__all__ = ["EDITIONS", "MAX_CYCLES", "env", "raw_env"]

RENDER_MODES = ("human", "ansi")


def env(
    edition: str | PathLike[str] | Edition = "classic", **settings: Any
) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual guards: an illegal action ends the game with -1."""
    game: Any = raw_env(edition, **settings)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(Seating, AECEnv[str, Observation, int]):
    """The environment itself; it refuses illegal actions with an `IllegalAction`."""

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "classic",
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        **options: Any,
    ) -> None:
        """`max_cycles`: steps of a game, 0 for no limit; `options`: as for `Rules.of`.

        `shaping` times the change in an agent's share of all players' net worth is added to
        each reward; off by default.
        """
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise InvalidRun(f"there is no render mode {render_mode!r}; choose one of {modes}")
        self.seat_agents(SteppedGame(edition, players, max_cycles, shaping, options))
        self.metadata = {
            "name": "gitopoly_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.game.keeps_story = render_mode is not None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: the next in the series of `seed`, or number `options["game"]` of it."""
        self.begin_game(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.actor]
        self._skip_agent_selection: str | None = None

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty unless it acts next."""
        seat = self.possible_agents.index(agent)
        mask = self.game.mask(seat) if seat == self.game.actor else bytearray(ACTIONS)
        return shown(self.game, seat, mask)

    def step(self, action: int | None) -> None:
        """Act for the selected agent; an agent that is out of the game is stepped with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.step(self.possible_agents.index(agent), action)
        for seat, name in enumerate(self.possible_agents):
            if name in self.agents:
                self.rewards[name] = self.game.rewards[seat]
                self.terminations[name] = self.game.is_out(seat)
                self.truncations[name] = self.game.truncated and not self.game.is_out(seat)
        self._accumulate_rewards()
        if not self.game.is_over:
            self.agent_selection = self.possible_agents[self.game.actor]
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position as text: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        text = picture(self.game)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None
