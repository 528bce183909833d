"""What both kinds of environment share: agents by name, their spaces, games in a series."""

from __future__ import annotations

import secrets
from typing import Any

from gitopoly.arena.environments.game import SteppedGame
from gitopoly.arena.environments.spaces import action_space, observation_space


class Seating:
    """The agents of an environment, and which game of which series is played."""

    game: SteppedGame
    agents: list[str]

    def seat_agents(self, game: SteppedGame) -> None:
        """Give every seat of a game its agent."""
        self.game = game
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents = []
        self._action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._seed: int | None = None
        self._next_game = 0

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: the position, and the mask of its actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions (`gitopoly.arena.environments.action_names`)."""
        return self._action_spaces[agent]

    def begin_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start the next game in the series of `seed`, or number `options["game"]` of it."""
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(63) if seed is None else seed
            self._next_game = 0
        number = (options or {}).get("game", self._next_game)
        self._next_game = number + 1
        self.game.begin(self._seed, number)
        self.agents = self.possible_agents[:]

    def close(self) -> None:
        """Do nothing: no resources are held."""
