"""The environments in all their forms, driven alike: some games, each with a number in its series.

Every form is held against `Reference`, which steps the same games by the plain rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy
import pytest

from gitopoly.arena.environments import gpu_batch
from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.aec import raw_env
from gitopoly.arena.environments.batch import BatchEnvironment
from gitopoly.arena.environments.game import SteppedGame
from gitopoly.arena.environments.gpu_batch import GpuBatchEnvironment
from gitopoly.arena.environments.one_seat import OneSeat
from gitopoly.arena.environments.one_seat_vector import OneSeatVector
from gitopoly.arena.environments.opposed_game import OpposedGame
from gitopoly.arena.environments.opposition import opposition
from gitopoly.arena.environments.parallel import parallel_env
from gitopoly.game.player_session import PlayerProcesses
from tests.arena.environments import emulated_batch
from tests.bots.emulated_gpu import Emulated

SIZE = 3
"""Number of games: game `i` is followed by number `i + SIZE`."""


class Seen(NamedTuple):
    """What a form shows of a game."""

    actor: int
    observation: list[int]
    mask: list[int]


class Told(NamedTuple):
    """What a form says of a step."""

    rewards: dict[int, float]
    """By seat; some forms tell one agent's alone."""
    ended: bool
    cut: bool


class Form(Protocol):
    """Some games in one of the forms."""

    def reset(self, seed: int) -> None:
        """Start all games."""

    def seen(self, i: int) -> Seen:
        """A game as its actor sees it."""

    def step(self, numbers: list[Any]) -> list[Told]:
        """One step in every game; a game that ends makes room for another."""


class OneByOne:
    """Games in environments of their own."""

    def __init__(self, games: list[Any]) -> None:
        self.games = games
        self.numbers = list(range(len(games)))
        self.seed = 0

    def reset(self, seed: int) -> None:
        self.seed, self.numbers = seed, list(range(len(self.games)))
        for i in range(len(self.games)):
            self.begin(i)

    def begin(self, i: int) -> None:
        """Start the game whose turn it is in a row."""
        self.games[i].reset(seed=self.seed, options={"game": self.numbers[i]})

    def core(self, i: int) -> SteppedGame:
        """The game itself."""
        return self.games[i].game  # type: ignore[no-any-return]

    def step(self, numbers: list[Any]) -> list[Told]:
        found = []
        for i, number in enumerate(numbers):
            found.append(self.step_one(i, number))
            if found[-1].ended or found[-1].cut:
                self.numbers[i] = self.core(i).episode.game + len(self.games)
                self.begin(i)
        return found

    def step_one(self, i: int, number: Any) -> Told:
        """One step in a game."""
        raise NotImplementedError


class Reference(OneByOne):
    """The games by the plain rules."""

    def begin(self, i: int) -> None:
        self.games[i].begin(self.seed, self.numbers[i])

    def core(self, i: int) -> SteppedGame:
        return self.games[i]  # type: ignore[no-any-return]

    def seen(self, i: int) -> Seen:
        game = self.core(i)
        return Seen(game.actor, list(game.observation(game.actor)), list(game.mask(game.actor)))

    def step_one(self, i: int, number: Any) -> Told:
        game = self.core(i)
        game.step(game.actor, number)
        return Told(
            dict(enumerate(game.rewards)), game.is_over and not game.truncated, game.truncated
        )


class InTurn(OneByOne):
    """PettingZoo's agents, one after the other."""

    def seen(self, i: int) -> Seen:
        game = self.games[i]
        shown = game.observe(game.agent_selection)
        seat = game.possible_agents.index(game.agent_selection)
        return Seen(seat, shown["observation"].tolist(), shown["action_mask"].tolist())

    def step_one(self, i: int, number: Any) -> Told:
        game = self.games[i]
        game.step(number)
        rewards = {game.possible_agents.index(name): game.rewards[name] for name in game.agents}
        ended, cut = all(game.terminations.values()), any(game.truncations.values())
        while not ended and game.terminations[game.agent_selection]:
            game.step(None)
        return Told(rewards, ended, cut)


class InCycles(OneByOne):
    """PettingZoo's agents side by side; here only the one whom the reference asks acts."""

    def seen(self, i: int) -> Seen:
        game = self.games[i]
        actor = game.game.actor
        shown = game._observations()[game.possible_agents[actor]]
        return Seen(actor, shown["observation"].tolist(), shown["action_mask"].tolist())

    def step_one(self, i: int, number: Any) -> Told:
        game = self.games[i]
        name = game.possible_agents[game.game.actor]
        _, rewards, out, cut, infos = game.step({name: number})
        self.is_illegal = "illegal" in infos[name]
        told = {game.possible_agents.index(agent): reward for agent, reward in rewards.items()}
        return Told(told, all(out.values()), any(cut.values()))


class OneAgent(OneByOne):
    """Gymnasium's agent, in one game at a time."""

    def __init__(self, games: list[OneSeat]) -> None:
        super().__init__(games)
        self.shown: list[Any] = [None] * len(games)

    def begin(self, i: int) -> None:
        self.shown[i], _ = self.games[i].reset(seed=self.seed, options={"game": self.numbers[i]})

    def seen(self, i: int) -> Seen:
        game = self.games[i]
        return Seen(game.game.agent, self.shown[i].tolist(), game.action_masks().tolist())

    def step_one(self, i: int, number: Any) -> Told:
        game = self.games[i]
        self.shown[i], reward, ended, cut, info = game.step(number)
        self.is_illegal = "illegal" in info
        return Told({game.game.agent: reward}, ended, cut)


class Rows:
    """A batch, on the processor or a GPU."""

    def __init__(self, games: Any) -> None:
        self.games = games

    def reset(self, seed: int) -> None:
        self.shown = self.games.reset(seed=seed)

    def seen(self, i: int) -> Seen:
        shown = self.shown
        return Seen(int(shown.actors[i]), shown.observations[i].tolist(), shown.masks[i].tolist())

    def step(self, numbers: list[Any]) -> list[Told]:
        self.shown = shown = self.games.step(numpy.array(numbers))
        return [
            Told(
                dict(enumerate(shown.rewards[i].tolist())),
                bool(shown.terminated[i]),
                bool(shown.truncated[i]),
            )
            for i in range(len(numbers))
        ]


class ManyAgents:
    """Gymnasium's agents, one in each of many games."""

    def __init__(self, games: OneSeatVector) -> None:
        self.games = games

    def reset(self, seed: int) -> None:
        self.shown, self.info = self.games.reset(seed=seed)

    def seen(self, i: int) -> Seen:
        mask = self.info["action_mask"][i].tolist()
        return Seen(int(self.games.seats[i]), self.shown[i].tolist(), mask)

    def step(self, numbers: list[Any]) -> list[Told]:
        self.shown, rewards, ended, cut, self.info = self.games.step(numpy.array(numbers))
        self.is_illegal = "illegal" in self.info
        return [
            Told({int(self.games.seats[i]): float(rewards[i])}, bool(ended[i]), bool(cut[i]))
            for i in range(len(numbers))
        ]


def alone(form: Callable[[list[Any]], Any], environment: Callable[..., Any]) -> Any:
    """How a form is made that has an environment for each game."""
    return lambda settings: form([environment(**settings) for _ in range(SIZE)])


def on_gpu(settings: dict[str, Any]) -> Form:
    """A GPU emulated on the processor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu_batch, "device", lambda: Emulated)
        patch.setattr(gpu_batch, "Tensors", emulated_batch.Tensors)
        patch.setattr(gpu_batch, "functions_of", emulated_batch.Functions)
        return EmulatedRows(GpuBatchEnvironment(SIZE, **settings))


class EmulatedRows(Rows):
    """Rows on a GPU that the processor emulates."""

    def reset(self, seed: int) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gpu_batch, "device", lambda: Emulated)
            super().reset(seed)


PEERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "agents in turn": alone(InTurn, raw_env),
    "agents in cycles": alone(InCycles, parallel_env),
    "a batch": lambda settings: Rows(BatchEnvironment(SIZE, threads=1, **settings)),
    "a batch on two threads": lambda settings: Rows(BatchEnvironment(SIZE, threads=2, **settings)),
    "a GPU": on_gpu,
}
"""Forms in which all seats are agents."""
OPPOSED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "one agent": alone(OneAgent, OneSeat),
    "many agents": lambda settings: ManyAgents(OneSeatVector(SIZE, threads=1, **settings)),
    "many agents on two threads": lambda settings: ManyAgents(
        OneSeatVector(SIZE, threads=2, **settings)
    ),
}
"""Forms in which policies play all seats but one."""
DOES_NOTHING = ("agents in cycles", *OPPOSED)
"""Forms in which an illegal action does nothing, and is told; the others refuse it."""


def reference(name: str, settings: dict[str, Any]) -> Reference:
    """The same games by the plain rules."""
    given = {"edition": "classic", "players": None, "max_cycles": 10_000, "shaping": 0.0} | settings
    edition, players, most, shaping = (
        given.pop(key) for key in ("edition", "players", "max_cycles", "shaping")
    )
    if name in PEERS:
        games: list[Any] = [
            SteppedGame(edition, players, most, shaping, given) for _ in range(SIZE)
        ]
    else:
        names, seat = given.pop("opponents"), given.pop("seat", None)
        games = [
            OpposedGame(edition, opposition(names, PlayerProcesses()), seat, most, shaping, given)
            for _ in range(SIZE)
        ]
    return Reference(games)


def outside() -> list[Any]:
    """What is no number of an action."""
    return [-1, ACTIONS, 65_838, 1.5, None, "roll"]
