"""Running totals of a tournament, and a short line for each game.

A game's history is added to the totals and dropped, so that a million games fit in memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from gitopoly.arena.tournaments.ratings import certainty, rate
from gitopoly.arena.tournaments.series import MatchSummary


class GameLine(NamedTuple):
    """Summary of one game; pairs are by seat."""

    game: int
    bots: tuple[str, str]
    winner: int
    ending: str
    turns: int
    worth: tuple[int, int]

    def share(self, seat: int) -> float:
        """A seat's points: 1 for a win, half for a tie."""
        return 0.5 if self.winner == 0 else float(self.winner == seat + 1)


class TournamentTally:
    """The running totals of a tournament."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._lines: list[GameLine] = []
        self._faults: dict[str, Counter[str]] = {name: Counter() for name in names}
        self._cash: dict[str, list[int]] = {name: [] for name in names}
        self._turns: dict[str, list[int]] = {name: [] for name in names}

    @property
    def games(self) -> int:
        """Number of games played."""
        return len(self._lines)

    def add(self, games: Iterable[MatchSummary]) -> None:
        """Add games, in the order used for ratings."""
        for game in games:
            bots = self._known(game.bots)
            line = GameLine(game.number, bots, game.winner, game.ending, game.turns, game.worth)
            self._lines.append(line)
            for seat, name in enumerate(bots):
                self._faults[name].update(game.faults[seat])
                cash = [pair[seat] for pair in game.money]
                self._cash[name] = _summed(self._cash[name], cash)
                self._turns[name] = _summed(self._turns[name], [1] * len(cash))

    def points(self) -> dict[int, float]:
        """Points of each bot so far, by its place among the names."""
        points = dict.fromkeys(range(len(self._names)), 0.0)
        places = {name: place for place, name in enumerate(self._names)}
        for line in self._lines:
            for seat, name in enumerate(line.bots):
                points[places[name]] += line.share(seat)
        return points

    def standings(self) -> list[dict[str, Any]]:
        """Each bot's games, faults and rating, best rated first."""
        ratings = rate(self._names, [(*line.bots, line.winner) for line in self._by_turns()])
        counts = self._results()
        standings = [
            {
                "name": name,
                "played": counts[name].total(),
                **{result: counts[name][result] for result in ("won", "tied", "lost")},
                "faults": dict(sorted(self._faults[name].items())),
                "rating": round(ratings[name].mu, 3),
                "uncertainty": round(ratings[name].sigma, 3),
            }
            for name in self._names
        ]
        return sorted(standings, key=lambda standing: (-standing["rating"], standing["name"]))

    def _by_turns(self) -> list[GameLine]:
        """All games, cycling through the meetings, because the last ones weigh most in a rating."""
        met: Counter[frozenset[str]] = Counter()
        turns = []
        for line in self._lines:
            pair = frozenset(line.bots)
            turns.append((met[pair], line))
            met[pair] += 1
        return [line for _, line in sorted(turns, key=lambda turn: turn[0])]

    def _results(self) -> dict[str, Counter[str]]:
        counts: dict[str, Counter[str]] = {name: Counter() for name in self._names}
        for line in self._lines:
            for seat, name in enumerate(line.bots):
                counts[name][{0.0: "lost", 0.5: "tied", 1.0: "won"}[line.share(seat)]] += 1
        return counts

    def meetings(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Every pair that met, in the order of the names, with the certainty of the result."""
        units: dict[tuple[str, str], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        place = {name: number for number, name in enumerate(names)}
        for line in self._lines:
            first, second = sorted(line.bots, key=place.__getitem__)
            units[first, second][line.game // 2] += line.share(line.bots.index(first)) / 2
        return [
            _meeting(first, second, list(units[first, second].values()))
            for first, second in sorted(units, key=lambda pair: (place[pair[0]], place[pair[1]]))
        ]

    def money(self) -> dict[str, list[float]]:
        """Mean cash of each bot at the start of each turn, over the games that lasted that long."""
        return {
            name: [
                round(total / count, 1)
                for total, count in zip(self._cash[name], self._turns[name], strict=True)
            ]
            for name in self._names
        }

    def played(self) -> list[dict[str, Any]]:
        """Summaries of all games."""
        return [
            {**line._asdict(), "bots": list(line.bots), "worth": list(line.worth)}
            for line in self._lines
        ]

    def _known(self, bots: tuple[str, str]) -> tuple[str, str]:
        """Intern the names, so that games from other processes share one object each."""
        first, second = (self._names[self._names.index(name)] for name in bots)
        return first, second


def _meeting(first: str, second: str, scores: list[float]) -> dict[str, Any]:
    found = certainty(scores)
    return {
        "bots": [first, second],
        "games": 2 * len(scores),
        "score": round(found.score, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "first_is_better": round(found.better, 4),
        "verdict": found.verdict(first, second),
    }


def _summed(sums: list[int], more: list[int]) -> list[int]:
    return [one + other for one, other in zip_longest(sums, more, fillvalue=0)]
