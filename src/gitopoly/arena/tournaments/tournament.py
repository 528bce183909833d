"""Tournaments: each task depends only on its number, so results do not depend on the workers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.arena.agents.roster import Bot, players
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.tournaments.any_edition import Variant, play_pair
from gitopoly.arena.tournaments.schedule import (
    FORMATS,
    MatchTask,
    round_robin,
    rounds_of_swiss,
    swiss_round,
    tasks_of,
)
from gitopoly.arena.tournaments.series import MatchSummary, play_mirrored
from gitopoly.arena.tournaments.tally import TournamentTally
from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import MEMORY

FORMAT = 2

Runner = Callable[[Sequence[MatchTask], "TournamentPlan"], Iterator[list[MatchSummary]]]
"""Plays tasks somewhere and returns their games, in task order."""


@dataclass(frozen=True)
class TournamentPlan:
    """Everything that the results of a tournament depend on."""

    bots: tuple[Bot, ...]
    games: int = 100
    """Games per meeting of two bots, rounded up to whole units."""
    format: str = FORMATS[0]
    seed: int = 0
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    memory: int = MEMORY
    variant: Variant | None = None
    """Another edition, for players; None for the two-agent contract."""

    def units(self) -> int:
        """Pairs of mirrored games between two bots."""
        return -(-self.games // 2)


def play_task(task: MatchTask, plan: TournamentPlan) -> list[MatchSummary]:
    """Play the games of one task: each unit's dice twice, with the seats swapped."""
    if plan.variant is not None:
        units = range(task.first, task.first + task.count)
        return play_pair(plan.variant, task.bots, plan.seed, units, plan.limits, plan.memory)
    played = []
    with players(task.bots, plan.limits, plan.memory) as (one, other):
        for number in range(2 * task.first, 2 * (task.first + task.count)):
            played.append(play_mirrored((one, other), number, plan.seed, plan.limits))
    return played


def run_here(tasks: Sequence[MatchTask], plan: TournamentPlan) -> Iterator[list[MatchSummary]]:
    """Run tasks in this process, one after the other."""
    for task in tasks:
        yield play_task(task, plan)


def run_in_processes(jobs: int) -> Runner:
    """Run tasks in several processes on this machine."""
    if jobs <= 1:
        return run_here

    def run(tasks: Sequence[MatchTask], plan: TournamentPlan) -> Iterator[list[MatchSummary]]:
        from gitopoly.processes import processes

        with processes(min(jobs, len(tasks))) as pool:
            yield from pool.map(play_task, tasks, [plan] * len(tasks), chunksize=1)

    return run


def check_bots(bots: Sequence[Bot], variant: Variant | None = None) -> None:
    """Refuse invalid bots before anything is played; raises `InvalidBot`."""
    if len(bots) < 2:
        raise InvalidBot("a tournament needs at least two bots")
    if variant is not None:
        for pair in itertools.pairwise(bots):
            variant.plan(pair, 0, ResourceLimits(), MEMORY).check_players()
        return
    for bot in bots:
        check_bot(bot)


def check_bot(bot: Bot) -> None:
    """Refuse an agent that cannot be loaded or created; raises `InvalidBot`."""
    with players((bot, bot)) as (one, _):
        one.sit_down(1, 0)


def play_tournament(
    plan: TournamentPlan, run: Runner = run_here, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Play a tournament; return plain data. `progress` gets the games played and the total."""
    tally = TournamentTally([bot.name for bot in plan.bots])
    pairs = round_robin(len(plan.bots))
    rounds = 1
    if plan.format == "swiss":
        rounds = rounds_of_swiss(len(plan.bots))
        pairs = []
    met: set[frozenset[int]] = set()
    unit = 0
    for number in range(rounds):
        if plan.format == "swiss":
            pairs = swiss_round(len(plan.bots), tally.points(), met)
        tasks = tasks_of(plan.bots, pairs, plan.units(), unit)
        unit += plan.units() * len(pairs)
        expected = tally.games + 2 * plan.units() * len(pairs) * (rounds - number)
        for played in run(tasks, plan):
            tally.add(played)
            if progress is not None:
                progress(tally.games, expected)
    return results(plan, tally)


def results(plan: TournamentPlan, tally: TournamentTally) -> dict[str, Any]:
    """Standings, head-to-head results and money over time, as plain data for a file.

    It contains no times, so that it does not depend on the machine.
    """
    return {
        "kind": "tournament",
        "version": FORMAT,
        "format": plan.format,
        **({"edition": str(plan.variant.edition)} if plan.variant is not None else {}),
        "seed": plan.seed,
        "games_per_meeting": 2 * plan.units(),
        "games": tally.games,
        **tally.rated(),
        "money": tally.money(),
        "played": tally.played(),
    }
