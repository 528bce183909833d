"""The speed of the rules: all engines on the same games, start-up times, size of a state."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from bench.harness import Bench, Figure
from gitopoly.bots.series import Series, play_chunk
from gitopoly.measurements.turns import in_turns
from gitopoly.rules import State

FIRST_HINT = """
import gitopoly
game = gitopoly.Game(players=4, seed=1)
while game.to_act != ("p1",) or len(game.legal_actions) < 2:
    game.push(game.legal_actions[0])
game.best_actions()
"""
FIRST_BATCH = """
from gitopoly.arena.environments import batch_environment
games = batch_environment(16)
games.reset(seed=1)
games.step(games.sample())
"""
MOST_FOR_CHECKS = 2.5


def run(bench: Bench) -> None:
    """Measure everything that the kernel promises."""
    _actions_per_second(bench)
    _checks(bench)
    _start_up(bench)
    _size(bench)


def _games(
    edition: str, engine: str, games: int, policy: str = "random", check: bool = False
) -> Callable[[], int]:
    series = Series(edition, 4, (policy,), check=check, seed=1)

    def play() -> int:
        return sum(game.actions for game in play_chunk(series, engine, 0, games).games)

    return play


def _actions_per_second(bench: Bench) -> None:
    figures = bench.rates(
        {
            "classic, 4 players, random, compiled": (
                _games("classic", "compiled", 300),
                1_000_000,
            ),
            "formal-small, 4 players, random, compiled": (
                _games("formal-small", "compiled", 4000),
                2_000_000,
            ),
            "classic, 4 players, random, native": (_games("classic", "native", 300), None),
            "formal, 4 players, random, compiled": (_games("formal", "compiled", 150), None),
            "classic, 4 players, random, interpreted": (
                _games("classic", "interpreted", 8),
                25_000,
            ),
            "formal-small, 4 players, random, interpreted": (
                _games("formal-small", "interpreted", 80),
                None,
            ),
        },
        "actions/s",
    )
    native = figures["classic, 4 players, random, native"]
    compiled = figures["classic, 4 players, random, compiled"]
    bench.ratio("classic, native over compiled", native, compiled)
    for edition in ("classic", "formal-small"):
        fast = figures[f"{edition}, 4 players, random, compiled"]
        slow = figures[f"{edition}, 4 players, random, interpreted"]
        bench.ratio(f"{edition}, compiled over interpreted", fast, slow)


def _checks(bench: Bench) -> None:
    """What it costs to check all invariants after every action, by processor time."""
    for policy in ("random", "trader"):
        series = partial(_games, "classic", "compiled", 300, policy)
        turns = in_turns({"all": series(check=True), "none": series()}, bench.repeats)
        pairs = zip(turns["all"], turns["none"], strict=True)
        samples = tuple(one.processor_seconds / other.processor_seconds for one, other in pairs)
        name = f"{policy}, all invariants over none, by processor time"
        bench.add(Figure(name, samples, "times", at_most=MOST_FOR_CHECKS))


def _start_up(bench: Bench) -> None:
    python = [sys.executable]
    commands = {
        "python -c pass": ([*python, "-c", "pass"], None),
        "import gitopoly": ([*python, "-c", "import gitopoly"], 0.3),
        "gitopoly --help": ([*python, "-m", "gitopoly", "--help"], 0.3),
        "gitopoly simulate, 100 games": (
            [*python, "-m", "gitopoly", "simulate", "--games", "100", "--jobs", "1"],
            1.0,
        ),
        "a first hint": ([*python, "-c", FIRST_HINT], 1.0),
        "a first batch of environments": ([*python, "-c", FIRST_BATCH], 1.0),
    }
    bench.times(
        {
            name: (partial(_silently, command), at_most)
            for name, (command, at_most) in commands.items()
        }
    )


def _silently(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)


def _size(bench: Bench) -> None:
    bench.add(Figure("compiled state", (float(State.SIZE),), "bytes", at_most=512))
