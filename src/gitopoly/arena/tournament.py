"""Tournaments: every unit of work by its number alone, so that any number of workers agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.arena.calls import Limits
from gitopoly.arena.isolation import MEMORY
from gitopoly.arena.ratings import certainty, rate
from gitopoly.arena.roster import Bot, players
from gitopoly.arena.schedule import (
    FORMATS,
    Task,
    round_robin,
    rounds_of_swiss,
    swiss_round,
    tasks_of,
)
from gitopoly.arena.series import Game, agent_seeds, play_game
from gitopoly.errors import InvalidBot
from gitopoly.kernel.randomness import next_word, seeded

FORMAT = 1

Runner = Callable[[Sequence[Task], "Plan"], Iterator[list[Game]]]
"""Plays tasks somewhere and gives back their games, in the order of the tasks."""


@dataclass(frozen=True)
class Plan:
    """Everything that the results of a tournament depend on."""

    bots: tuple[Bot, ...]
    games: int = 100
    """Games between two bots each time they meet; rounded up to whole units."""
    format: str = FORMATS[0]
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    memory: int = MEMORY

    def units(self) -> int:
        """Pairs of mirrored games between two bots."""
        return -(-self.games // 2)


def play_task(task: Task, plan: Plan) -> list[Game]:
    """Play the games of one task: each unit's dice twice, with the seats swapped."""
    played = []
    with players(task.bots, plan.limits, plan.memory) as (one, other):
        for unit in range(task.first, task.first + task.count):
            dice = next_word(seeded(plan.seed, unit))
            seeds = agent_seeds(plan.seed, unit)
            played.append(play_game((one, other), 2 * unit, dice, seeds, plan.limits))
            swapped = (seeds[1], seeds[0])
            played.append(play_game((other, one), 2 * unit + 1, dice, swapped, plan.limits))
    return played


def run_here(tasks: Sequence[Task], plan: Plan) -> Iterator[list[Game]]:
    """In this process, one task after the other."""
    for task in tasks:
        yield play_task(task, plan)


def run_in_processes(jobs: int) -> Runner:
    """On so many processes of this machine."""
    if jobs <= 1:
        return run_here

    def run(tasks: Sequence[Task], plan: Plan) -> Iterator[list[Game]]:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
            yield from pool.map(play_task, tasks, [plan] * len(tasks), chunksize=1)

    return run


def check_bots(bots: Sequence[Bot]) -> None:
    """Refuse a bot that cannot play before anybody plays; raises `InvalidBot`."""
    if len(bots) < 2:
        raise InvalidBot("a tournament needs at least two bots")
    for bot in bots:
        with players((bot, bot)) as (one, _):
            one.sit_down(1, 0)


def play_tournament(
    plan: Plan, run: Runner = run_here, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Play it all; the results as plain data. `progress` hears of games played, and of all."""
    games: list[Game] = []
    pairs = round_robin(len(plan.bots))
    rounds = 1
    if plan.format == "swiss":
        rounds = rounds_of_swiss(len(plan.bots))
        pairs = []
    met: set[frozenset[int]] = set()
    unit = 0
    for number in range(rounds):
        if plan.format == "swiss":
            pairs = swiss_round(len(plan.bots), _scores(plan, games), met)
        tasks = tasks_of(plan.bots, pairs, plan.units(), unit)
        unit += plan.units() * len(pairs)
        expected = len(games) + 2 * plan.units() * len(pairs) * (rounds - number)
        for played in run(tasks, plan):
            games += played
            if progress is not None:
                progress(len(games), expected)
    return results(plan, games)


def _scores(plan: Plan, games: Iterable[Game]) -> dict[int, float]:
    """Points of each bot so far, by its place in the plan."""
    places = {bot.name: place for place, bot in enumerate(plan.bots)}
    scores: dict[int, float] = defaultdict(float)
    for game in games:
        for seat, name in enumerate(game.bots):
            scores[places[name]] += share(game, seat)
    return scores


def share(game: Game, seat: int) -> float:
    """What a game brings: 1, or half for a tie."""
    return 0.5 if game.winner == 0 else float(game.winner == seat + 1)


def results(plan: Plan, games: list[Game]) -> dict[str, Any]:
    """Standings, head-to-head results and money over time, as plain data for a file.

    It holds no times, so that it is the same whoever played the games.
    """
    names = [bot.name for bot in plan.bots]
    ratings = rate(names, [(*game.bots, game.winner) for game in games])
    standings = [_standing(name, games) for name in names]
    for standing in standings:
        rating = ratings[standing["name"]]
        standing["rating"] = round(rating.mu, 3)
        standing["uncertainty"] = round(rating.sigma, 3)
    standings.sort(key=lambda standing: (-standing["rating"], standing["name"]))
    return {
        "kind": "tournament",
        "version": FORMAT,
        "format": plan.format,
        "seed": plan.seed,
        "games_per_meeting": 2 * plan.units(),
        "games": len(games),
        "standings": standings,
        "meetings": _meetings([standing["name"] for standing in standings], games),
        "money": {name: _money(name, games) for name in names},
        "played": [_line(game) for game in games],
    }


def _standing(name: str, games: Iterable[Game]) -> dict[str, Any]:
    standing: dict[str, Any] = {"name": name, "played": 0, "won": 0, "tied": 0, "lost": 0}
    faults: dict[str, int] = defaultdict(int)
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name:
                standing["played"] += 1
                result = "tied" if game.winner == 0 else "lost"
                standing["won" if game.winner == seat + 1 else result] += 1
                for kind, count in game.faults[seat].items():
                    faults[kind] += count
    return {**standing, "faults": dict(sorted(faults.items()))}


def _meetings(names: Sequence[str], games: Iterable[Game]) -> list[dict[str, Any]]:
    """Every two bots that met, the better rated first, and how sure the result is."""
    units: dict[tuple[str, str], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    place = {name: number for number, name in enumerate(names)}
    for game in games:
        first, second = sorted(game.bots, key=place.__getitem__)
        units[first, second][game.number // 2] += share(game, game.bots.index(first)) / 2
    meetings = []
    for (first, second), scores in sorted(
        units.items(), key=lambda item: (place[item[0][0]], place[item[0][1]])
    ):
        found = certainty(list(scores.values()))
        meetings.append(
            {
                "bots": [first, second],
                "games": 2 * len(scores),
                "score": round(found.score, 4),
                "low": round(found.low, 4),
                "high": round(found.high, 4),
                "first_is_better": round(found.better, 4),
                "verdict": found.verdict(first, second),
            }
        )
    return meetings


def _money(name: str, games: Iterable[Game]) -> list[float]:
    """Mean cash of a bot at the start of each turn, over the games that came so far."""
    sums: list[int] = []
    counts: list[int] = []
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot != name:
                continue
            for turn, cash in enumerate(game.money):
                if turn == len(sums):
                    sums.append(0)
                    counts.append(0)
                sums[turn] += cash[seat]
                counts[turn] += 1
    return [round(total / count, 1) for total, count in zip(sums, counts, strict=True)]


def _line(game: Game) -> dict[str, Any]:
    return {
        "game": game.number,
        "bots": list(game.bots),
        "winner": game.winner,
        "ending": game.ending,
        "turns": game.turns,
        "worth": list(game.worth),
    }
