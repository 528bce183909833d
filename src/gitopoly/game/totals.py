"""The sums that statistics are made from, batch by batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gitopoly.bots.observation import Counters


class SeriesTotals:
    """The counters of all games so far, and who won them after how many turns."""

    def __init__(self) -> None:
        self.counted = {name: [0] * field.length for name, field in Counters.FIELDS.items()}
        self.wins: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.capped = 0
        self.games = 0

    def add_counters(self, counted: Mapping[str, Sequence[int]]) -> None:
        """Add what was counted in some games."""
        for name, values in counted.items():
            total = self.counted[name]
            for place, value in enumerate(values):
                if value:
                    total[place] += value

    def add_game(self, winner: int | None, turns: int, capped: bool) -> None:
        """Add the result of one game."""
        self.games += 1
        self.turns[turns] += 1
        self.capped += capped
        if winner is not None:
            self.wins[winner] += 1
