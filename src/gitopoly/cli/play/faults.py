"""Mistakes of players at a table, told to whoever runs them."""

from __future__ import annotations

from collections import Counter

import click

from gitopoly.game.player import Fault

MOST_TOLD = 3
"""Faults of one seat that are told; a player that makes one mistake often makes it again."""


class FaultReporter:
    """Tells the first mistakes of each seat: at once, or when nothing is on the screen any more."""

    def __init__(self, *, at_once: bool) -> None:
        self._at_once = at_once
        self._counts: Counter[str] = Counter()
        self._kept: list[str] = []

    def __call__(self, fault: Fault) -> None:
        """Take in a fault."""
        self._counts[fault.seat] += 1
        if self._counts[fault.seat] > MOST_TOLD:
            return
        line = f"gitopoly: {fault}; the default action was taken"
        if self._at_once:
            click.echo(line, err=True)
        else:
            self._kept.append(line)

    def close(self) -> None:
        """Tell what was kept, and how many more there were."""
        for line in self._kept:
            click.echo(line, err=True)
        self._kept = []
        for seat, count in self._counts.items():
            if count > MOST_TOLD:
                click.echo(f"gitopoly: {seat} made {count:,} such mistakes in all", err=True)
        self._counts.clear()
