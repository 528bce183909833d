"""Pairings: round-robin, or Swiss rounds by the standings so far."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitopoly.arena.agents.roster import Bot

FORMATS = ("round-robin", "swiss")
UNITS_IN_A_TASK = 5
"""Pairs of games per task; fixed, so that results do not depend on the number of jobs."""


@dataclass(frozen=True)
class MatchTask:
    """Some consecutive units between two bots; a unit is two games with the same dice.

    The first bot has seat 1 in the first game of a unit, the other bot in the second.
    """

    bots: tuple[Bot, Bot]
    first: int
    """Number of the first unit in the whole tournament; it decides the dice."""
    count: int


def round_robin(players: int) -> list[tuple[int, int]]:
    """Every pair meets once."""
    return list(itertools.combinations(range(players), 2))


def swiss_round(
    players: int, scores: Mapping[int, float], met: set[frozenset[int]]
) -> list[tuple[int, int]]:
    """Neighbours in the standings meet, with repeats only if nobody new is left; one may sit out.

    With an odd number, the lowest bot that has not sat out yet does; sitting out is recorded in
    `met` as a meeting with itself.
    """
    order = sorted(range(players), key=lambda player: (-scores.get(player, 0.0), player))
    if players % 2:
        rested = [player for player in reversed(order) if frozenset((player,)) not in met]
        resting = rested[0] if rested else order[-1]
        order.remove(resting)
        met.add(frozenset((resting,)))
    pairs = []
    while order:
        player = order.pop(0)
        fresh = [other for other in order if frozenset((player, other)) not in met]
        other = fresh[0] if fresh else order[0]
        order.remove(other)
        met.add(frozenset((player, other)))
        pairs.append((player, other))
    return pairs


def rounds_of_swiss(players: int) -> int:
    """Enough rounds to find a winner, and one more."""
    return max(1, (players - 1).bit_length() + 1)


def tasks_of(
    bots: Sequence[Bot], pairs: Sequence[tuple[int, int]], units: int, first: int
) -> list[MatchTask]:
    """The tasks of a round; units are numbered from `first`.

    The pairs alternate, so that ratings do not depend on one pair's games coming last.
    """
    tasks = []
    for start in range(0, units, UNITS_IN_A_TASK):
        count = min(UNITS_IN_A_TASK, units - start)
        for one, other in pairs:
            tasks.append(MatchTask((bots[one], bots[other]), first, count))
            first += count
    return tasks
