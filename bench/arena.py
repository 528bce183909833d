"""The arena's speed: whole games under the adjudicator, and how a tournament scales."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.harness import Bench, Figure
from gitopoly.arena import Adjudicator
from gitopoly.arena.agents.roster import Bot, parse_bots, players
from gitopoly.arena.matches.record import Recorder
from gitopoly.arena.starter import starter_files
from gitopoly.arena.tournaments.series import play_series
from gitopoly.arena.tournaments.tournament import TournamentPlan, play_tournament, run_in_processes
from gitopoly.measurements.turns import in_turns


class Idle:
    """The most trivial agent: it wants nothing, and games last their 100 turns."""

    def __init__(self, seat: int) -> None:
        self.id = seat

    def getBSMTDecision(self, state: Any) -> None:
        """Nothing to build, sell, mortgage or trade."""

    def respondTrade(self, state: Any) -> bool:
        """No."""
        return False

    def buyProperty(self, state: Any) -> bool:
        """No."""
        return False

    def auctionProperty(self, state: Any) -> int:
        """Nothing."""
        return 0

    def jailDecision(self, state: Any) -> tuple[str]:
        """Throw."""
        return ("R",)

    def receiveState(self, state: Any) -> None:
        """Look away."""


class Buyer(Idle):
    """Buys whatever it can, so that games end in ruin."""

    def buyProperty(self, state: Any) -> bool:
        """Yes."""
        return True


def run(bench: Bench) -> None:
    """Measure everything that the arena promises."""
    bench.rates(
        {
            "arena, trivial agents, one process": (_games(Idle, 150), 1500),
            "arena, agents that buy, one process": (_games(Buyer, 150), 500),
            "arena, trivial agents, recorded": (_games(Idle, 20, recorded=True), 400),
            "arena, sensible against random": (_series("sensible", "random", 20), None),
        },
        "games/s",
    )
    with tempfile.TemporaryDirectory() as folder:
        bench.rates({"arena, isolated bots from a file": (_isolated(folder, 10), 15)}, "games/s")
    _scaling(bench)


def _games(agent: type[Idle], games: int, recorded: bool = False) -> Callable[[], int]:
    def play() -> int:
        for seed in range(games):
            recorder = Recorder(io.StringIO()) if recorded else None
            Adjudicator(seed=seed, recorder=recorder).runGame(agent(1), agent(2))
        return games

    return play


def _play(bots: list[Bot], games: int) -> int:
    with players((bots[0], bots[1])) as pair:
        return len(list(play_series(pair, games, 1)))


def _series(first: str, second: str, games: int) -> Callable[[], int]:
    return lambda: _play(parse_bots([first, second]), games)


def _isolated(folder: str, games: int) -> Callable[[], int]:
    for name, text in starter_files("starter").items():
        (Path(folder) / name).write_text(text, encoding="utf-8")
    bot = str(Path(folder) / "starter.py")
    return lambda: _play(parse_bots([bot, bot]), games)


def _scaling(bench: Bench) -> None:
    """Games of a tournament with two processes over those with one, interleaved."""
    plan = TournamentPlan(tuple(parse_bots(["sensible", "random"])), games=400, seed=1)
    jobs = {str(jobs): partial(play_tournament, plan, run_in_processes(jobs)) for jobs in (1, 2)}
    turns = in_turns(jobs, min(3, bench.repeats))
    ratios = tuple(one.seconds / two.seconds for one, two in zip(*turns.values(), strict=True))
    name = "arena, tournament of 400 games, 2 jobs over 1"
    bench.add(Figure(name, ratios, "times", at_least=1.7))
