"""The environments' speed: random legal actions, in a batch and one game at a time."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy

from bench.harness import Bench, Figure
from gitopoly.arena.environments.aec import raw_env
from gitopoly.arena.environments.batch import BatchEnvironment
from gitopoly.measurements.turns import in_turns

GAMES = 2048
STEPS = 200


def run(bench: Bench) -> None:
    """Measure what the environments promise."""
    bench.rates(
        {
            "environment, batch, classic, 4 players, random": (_batch("classic", 4), 1_000_000),
            "environment, batch, classic, 2 players, random": (_batch("classic", 2), None),
            "environment, batch, formal, 4 players, random": (_batch("formal", 4), None),
            "environment, one game, classic, 4 players, random": (_single("classic", 4), None),
        },
        "actions/s",
    )
    _per_core(bench)


def _batch(edition: str, players: int) -> Callable[[], int]:
    """Games that are played on from sample to sample, observations and masks included."""
    games = BatchEnvironment(GAMES, edition, players)
    games.reset(seed=1)
    for _ in range(2 * STEPS):  # away from the beginning, where little can be done
        games.step(games.sample())

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
        return GAMES * STEPS

    return play


def _per_core(bench: Bench) -> None:
    """The same by processor time, which says more where others keep the cores busy."""
    name = "environment, batch, classic, 4 players, per core"
    turns = in_turns({name: _batch("classic", 4)}, bench.repeats)[name]
    samples = tuple(turn.made / turn.processor_seconds for turn in turns)
    bench.add(Figure(name, samples, "actions/s", at_least=500_000))


def _single(edition: str, players: int) -> Callable[[], int]:
    game = raw_env(edition, players)

    def play() -> int:
        chance = random.Random(1)
        game.reset(seed=1)
        steps = 0
        for _ in game.agent_iter(2000):
            observation, _, termination, truncation, _ = game.last()
            legal = numpy.flatnonzero(observation["action_mask"]).tolist()
            game.step(None if termination or truncation else chance.choice(legal))
            steps += 1
        return steps

    return play
