"""More games for a league, where they tell most."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from gitopoly.arena.league.folder import League, fingerprint
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.tournaments.decisions import settled
from gitopoly.arena.tournaments.ratings import Fit, fit
from gitopoly.arena.tournaments.schedule import MatchTask
from gitopoly.arena.tournaments.tally import units_of
from gitopoly.arena.tournaments.tournament import Runner, TournamentPlan, run_here
from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import MEMORY

UNITS_IN_A_ROUND = 10
"""Units chosen by the same ratings; fixed, so that games do not depend on the number of jobs."""


def ratings_of(league: League) -> Fit:
    """The strengths of all versions, from all games."""
    return fit(league.entrants, units_of(league.lines))


def most_telling(ratings: Fit, names: Sequence[str], count: int) -> list[tuple[str, str]]:
    """The pairs whose next units shrink the uncertainty of all ratings most, one after the other.

    A unit tells much if it could go either way, and if the difference of the two is uncertain.
    Uncertainty is the volume that the ratings may lie in (D-optimal design).
    """
    import numpy

    spread = numpy.linalg.inv(ratings.information)
    place = {name: number for number, name in enumerate(ratings.names)}
    pairs = list(itertools.combinations(sorted(names), 2))
    chosen = []
    for _ in range(count):
        best, gain, change = pairs[0], -1.0, numpy.zeros_like(spread)
        for one, other in pairs:
            share = ratings.expected(one, other)
            weight = 2 * share * (1 - share)  # two games
            column = spread[:, place[one]] - spread[:, place[other]]
            variance = float(column[place[one]] - column[place[other]])
            if weight * variance > gain + 1e-12:
                best, gain = (one, other), weight * variance
                change = weight * numpy.outer(column, column) / (1 + weight * variance)
        spread = spread - change
        chosen.append(best)
    return chosen


def play_more(
    league: League,
    games: int,
    run: Runner = run_here,
    limits: ResourceLimits | None = None,
    memory: int = MEMORY,
    progress: Callable[[int, int], None] | None = None,
) -> Counter[str]:
    """Play so many games, rounded up to whole units, and keep each unit at once.

    Returns how many faults each bot made in them.
    """
    faults: Counter[str] = Counter()
    prints = {each.entrant: each.prints[-1] for each in league.active()}
    bots = {each.entrant: each.bot() for each in league.active()}
    if len(bots) < 2:
        raise InvalidBot("a league needs at least two bots that play; name more of them")
    plan = TournamentPlan(
        tuple(bots.values()), 2, seed=league.seed, limits=limits or ResourceLimits(), memory=memory
    )
    wanted, done = -(-games // 2), 0
    while done < wanted:
        count = min(UNITS_IN_A_ROUND, wanted - done)
        pairs = most_telling(ratings_of(league), list(bots), count)
        tasks = [
            MatchTask((bots[one], bots[other]), league.units + number, 1)
            for number, (one, other) in enumerate(pairs)
        ]
        for task, played in zip(tasks, run(tasks, plan), strict=True):
            for bot in task.bots:
                if fingerprint(bot) != prints[bot.name]:
                    raise InvalidBot(f"{bot.target} has changed while it played; start again")
            league.add(task.first, played)
            for game in played:
                for name, found in zip(game.bots, game.faults, strict=True):
                    faults[name] += sum(found.values())
            done += 1
            if progress is not None:
                progress(2 * done, 2 * wanted)
    return +faults


def standings_of(league: League) -> dict[str, Any]:
    """The league as plain data: ratings of all versions, and who leads of those that play."""
    ratings = ratings_of(league)
    active = [bot.entrant for bot in league.active()]
    counts: dict[str, list[int]] = {name: [0, 0, 0] for name in league.entrants}
    for line in league.lines:
        for seat, name in enumerate(line.bots):
            counts[name][0 if line.winner == 0 else 1 + (line.winner == seat + 1)] += 1
    standings = []
    for name in league.entrants:
        rating = ratings.rating(name)
        tied, lost, won = counts[name]
        standings.append(
            {
                "name": name,
                "plays": name in active,
                "rating": round(rating.points, 1),
                "low": round(rating.low, 1),
                "high": round(rating.high, 1),
                "games": won + tied + lost,
                "won": won,
                "tied": tied,
                "lost": lost,
            }
        )
    standings.sort(key=lambda standing: (-float(str(standing["rating"])), str(standing["name"])))
    return {
        "kind": "league standings",
        "version": 1,
        "games": len(league.lines),
        "leaders": leaders_at_any_time(ratings, [str(s["name"]) for s in standings if s["plays"]]),
        "standings": standings,
    }


def leaders_at_any_time(ratings: Fit, order: Sequence[str]) -> list[str]:
    """The best of those that play, and all that it is not decidedly better than.

    However often somebody has looked: see `settled`.
    """
    pairs = len(order) * (len(order) - 1) // 2
    return [
        name
        for name in order
        if name == order[0] or not settled(*ratings.difference(order[0], name), pairs)
    ]
