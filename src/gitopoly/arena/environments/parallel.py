"""The game as a PettingZoo environment in which all agents act in each cycle.

Agents that cannot act wait, which is a separate action. Bids in one auction round are made in
the same cycle, so nobody sees them before bidding. An illegal action does nothing, and the
agent's info says so.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

from gitopoly.arena.environments.action_space import WAIT
from gitopoly.arena.environments.game import MAX_CYCLES, SteppedGame, checked_limit, checked_number
from gitopoly.arena.environments.seating import Seating
from gitopoly.arena.environments.spaces import Observation, shown
from gitopoly.editions import Edition
from gitopoly.errors import InvalidAction, MissingExtra

try:
    from pettingzoo import ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec
except ImportError as missing:
    raise MissingExtra("an arena environment", missing.name or "pettingzoo", "arena") from None

__all__ = ["env", "parallel_env"]


def env(edition: str | PathLike[str] | Edition = "classic", **settings: Any) -> Any:
    """The same as an environment in which agents act in turn, once per cycle."""
    return parallel_to_aec(parallel_env(edition, **settings))


class parallel_env(Seating, ParallelEnv[str, Observation, int]):
    """The environment itself."""

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "classic",
        players: int | None = None,
        max_cycles: int = MAX_CYCLES,
        shaping: float = 0.0,
        **options: Any,
    ) -> None:
        """`max_cycles`: cycles of a game, 0 for no limit; the rest as in `environment`."""
        self.metadata = {"name": "gitopoly_parallel_v0", "render_modes": []}
        self.render_mode = None
        self.seat_agents(SteppedGame(edition, players, 0, shaping, options))
        self.max_cycles = checked_limit(max_cycles)
        self.cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game: the next in the series of `seed`, or number `options["game"]` of it."""
        self.begin_game(seed, options)
        self.cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """One cycle: the actions of all who can act, in seat order."""
        self.cycles += 1
        rewards = dict.fromkeys(self.agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        masks = {agent: self._mask(self._seat(agent)) for agent in self.agents}
        for agent in self.agents:
            chosen = checked_number(actions.get(agent, WAIT))
            seat = self._seat(agent)
            # An earlier action in this cycle may have made a legal action illegal.
            if not masks[agent][chosen] or (chosen != WAIT and not self.game.mask(seat)[chosen]):
                infos[agent]["illegal"] = True
            elif chosen != WAIT:
                self.game.step(seat, chosen)
                for name in self.agents:
                    rewards[name] += self.game.rewards[self._seat(name)]
        if not self.game.is_over and self.cycles == self.max_cycles:
            self.game.truncate()
        out = {agent: self.game.is_out(self._seat(agent)) for agent in self.agents}
        cut = {agent: self.game.truncated and not out[agent] for agent in self.agents}
        seen = self._observations()
        self.agents = [agent for agent in self.agents if not out[agent] and not cut[agent]]
        return seen, rewards, out, cut, infos

    def render(self) -> None:
        """This environment cannot be rendered; the AEC one can."""

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise InvalidAction(agent, f"one of {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _mask(self, seat: int) -> bytearray:
        mask = self.game.mask(seat)
        if not any(mask):
            mask[WAIT] = 1
        return mask

    def _observations(self) -> dict[str, Observation]:
        seats = {agent: self._seat(agent) for agent in self.agents}
        return {agent: shown(self.game, seat, self._mask(seat)) for agent, seat in seats.items()}
