"""What the parts of an analysis have in common: whose playouts, how many, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.analysis.playouts import LIKE_TRADER

Go = Callable[[], bool]
"""Asked between pieces of work whether there is time for another."""
Progress = Callable[[int], None]
"""Told how many playouts there have been."""


@dataclass(frozen=True)
class AnalysisSettings:
    """How a game is analysed."""

    policies: tuple[int, ...] = LIKE_TRADER
    """The policy of each seat in the playouts."""
    effort: float = 1.0
    """Multiplies the numbers of playouts."""
    go: Go = lambda: True
    progress: Progress = lambda done: None

    def count(self, usual: int) -> int:
        """How many playouts to make where it is usually so many.

        >>> AnalysisSettings(effort=0.25).count(100)
        25
        """
        return max(2, round(usual * self.effort))


USUAL = AnalysisSettings()
"""Everybody like `trader`, with the usual numbers of playouts and all the time they take."""
