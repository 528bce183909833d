"""The environments' speed: random legal actions, in a batch and one game at a time."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy

from bench.harness import Bench, Figure
from gitopoly.arena.environments.aec import raw_env
from gitopoly.arena.environments.batch import BatchEnvironment
from gitopoly.arena.environments.one_seat import OneSeat
from gitopoly.arena.environments.one_seat_vector import OneSeatVector
from gitopoly.measurements.turns import in_turns

GAMES = 2048
STEPS = 200
COUNTED = 5000


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
    _against_policies(bench)


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


def _against_policies(bench: Bench) -> None:
    """One seat against compiled opponents: what all seats do, by processor time."""
    name = "environment, one seat against trader, classic, all seats, per core"
    turns = in_turns({name: _one_seat(["trader"])}, bench.repeats)[name]
    samples = tuple(turn.made / turn.processor_seconds for turn in turns)
    bench.add(Figure(name, samples, "actions/s", at_least=250_000))


def _one_seat(opponents: list[str]) -> Callable[[], int]:
    """Many games; how many actions all seats take in a step is counted in single games."""
    single = OneSeat(opponents=opponents)
    chance = random.Random(1)
    _, info = single.reset(seed=1)
    for _ in range(COUNTED):
        legal = numpy.flatnonzero(info["action_mask"]).tolist()
        *_, terminated, truncated, info = single.step(chance.choice(legal))
        if terminated or truncated:
            _, info = single.reset()
    games = OneSeatVector(GAMES, opponents=opponents)
    games.reset(seed=1)
    for _ in range(STEPS):
        games.step(games.sample_legal())

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.sample_legal())
        return GAMES * STEPS * single.game.taken // COUNTED

    return play


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
