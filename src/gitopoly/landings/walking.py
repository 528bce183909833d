"""Landing shares by rolling the dice many times, each with its error."""

from __future__ import annotations

import importlib.util
import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.kernel import Rules, initial
from gitopoly.kernel.randomness import seeded
from gitopoly.landings import walk

WORTH_COMPILING = 10**6
"""Minimum number of rolls for compiled ones to pay off."""
BATCHES = 100
"""Parts of a walk: neighbouring rolls depend on each other, distant ones do not."""


@dataclass(frozen=True)
class WalkedShares:
    """The shares of rolls that ended on each square, then in jail, with standard errors."""

    rolls: int
    shares: tuple[float, ...]
    errors: tuple[float, ...]


def walked_shares(rules: Rules, long_stay: bool, rolls: int, seed: int = 0) -> WalkedShares:
    """Roll the dice that many times, compiled if that is possible and pays off.

    >>> from gitopoly.kernel import Rules
    >>> found = walked_shares(Rules.of("formal-small"), True, 2000, seed=1)
    >>> round(sum(found.shares), 6)
    1.0
    """
    each = rolls // BATCHES
    batches = []
    compile_it = rolls >= WORTH_COMPILING and importlib.util.find_spec("numba") is not None
    roll = (_compiled if compile_it else _interpreted)(rules, seed, long_stay)
    for _ in range(BATCHES):
        ended = roll(each)
        batches.append([count / each for count in ended])
    columns = list(zip(*batches, strict=True))
    return WalkedShares(
        each * BATCHES,
        tuple(statistics.fmean(column) for column in columns),
        tuple(statistics.stdev(column) / math.sqrt(BATCHES) for column in columns),
    )


def _interpreted(rules: Rules, seed: int, long_stay: bool) -> Callable[[int], list[int]]:
    """A function that continues rolling, and returns where these rolls ended."""
    s, generator = initial(rules), seeded(seed)

    def roll(rolls: int) -> list[int]:
        ended = [0] * (rules.board_length + 1)
        walk.walk(s, rules, generator, rolls, long_stay, ended)
        return ended

    return roll


def _compiled(rules: Rules, seed: int, long_stay: bool) -> Callable[[int], list[int]]:
    """The same, compiled."""
    from gitopoly.kernel import compiled

    function = compiled.compiled_kernel(walk).walk
    s, generator = compiled.record(initial(rules)), compiled.record(seeded(seed))
    tables = compiled.rules_record(rules)

    def roll(rolls: int) -> list[int]:
        ended = compiled.numbers([0] * (rules.board_length + 1))
        function(s, tables, generator, rolls, long_stay, ended)
        counts: list[int] = ended.tolist()
        return counts

    return roll
