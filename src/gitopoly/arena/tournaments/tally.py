"""Running totals of a tournament, and a short line for each game.

A game's history is added to the totals and dropped, so that a million games fit in memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from gitopoly.arena.tournaments.decisions import corrected
from gitopoly.arena.tournaments.meetings import Meeting, leaders
from gitopoly.arena.tournaments.ratings import Fit, Unit, fit, two_seats
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
        """Add games."""
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

    def restore(self, lines: Iterable[GameLine], faults: dict[str, dict[str, int]]) -> None:
        """Continue from lines that were kept, whose games are no longer there."""
        for line in lines:
            self._lines.append(line._replace(bots=self._known(line.bots)))
        for name, counts in faults.items():
            self._faults[name].update(counts)

    def rated(self) -> dict[str, Any]:
        """Leaders, standings, meetings and the advantage of the first seat, as plain data."""
        ratings = self.fit()
        standings = self.standings(ratings)
        seat = ratings.first_seat()
        return {
            "leaders": self.leaders(ratings),
            "first_seat": {
                "points": round(seat.points, 1),
                "low": round(seat.low, 1),
                "high": round(seat.high, 1),
            },
            "standings": standings,
            "meetings": self.meetings([standing["name"] for standing in standings]),
        }

    def fit(self) -> Fit:
        """The ratings, from all games at once."""
        return fit(self._names, units_of(self._lines))

    def standings(self, ratings: Fit | None = None) -> list[dict[str, Any]]:
        """Each bot's games, faults and rating, best rated first."""
        ratings = ratings or self.fit()
        counts = self._results()
        standings = []
        for name in self._names:
            rating = ratings.rating(name)
            standings.append(
                {
                    "name": name,
                    "played": counts[name].total(),
                    **{result: counts[name][result] for result in ("won", "tied", "lost")},
                    "faults": dict(sorted(self._faults[name].items())),
                    "rating": round(rating.points, 1),
                    "low": round(rating.low, 1),
                    "high": round(rating.high, 1),
                }
            )
        return sorted(standings, key=lambda standing: (-standing["rating"], standing["name"]))

    def _results(self) -> dict[str, Counter[str]]:
        counts: dict[str, Counter[str]] = {name: Counter() for name in self._names}
        for line in self._lines:
            for seat, name in enumerate(line.bots):
                counts[name][{0.0: "lost", 0.5: "tied", 1.0: "won"}[line.share(seat)]] += 1
        return counts

    def meetings(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Every pair that met, in the order of the names, and whether one is better."""
        return [meeting for meeting, _ in self._judged(names)]

    def _judged(self, names: Sequence[str]) -> list[tuple[dict[str, Any], float]]:
        found = meetings_of(self._lines, names)
        chances = corrected(meeting.chance() for meeting in found)
        return [
            (meeting.as_dict(chance), chance)
            for meeting, chance in zip(found, chances, strict=True)
        ]

    def leaders(self, ratings: Fit) -> list[str]:
        """The best rated bot, and those that it is not decidedly better than."""
        judged = self._judged(self._names)
        return leaders(ratings, judged[0][1] if len(self._names) == 2 and judged else None)

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


def units_of(lines: Iterable[GameLine]) -> list[Unit]:
    """Games with the same dice together; within a meeting they have numbers next to each other."""
    units: dict[tuple[frozenset[str], int], list[GameLine]] = defaultdict(list)
    for line in lines:
        units[frozenset(line.bots), line.game // 2].append(line)
    return [tuple(two_seats(game.bots, game.winner) for game in unit) for unit in units.values()]


def meetings_of(lines: Iterable[GameLine], names: Sequence[str]) -> list[Meeting]:
    """Every pair that met, in the order of the names."""
    units: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    place = {name: number for number, name in enumerate(names)}
    for line in lines:
        first, second = sorted(line.bots, key=place.__getitem__)
        units[first, second][line.game // 2].append(line.share(line.bots.index(first)))
    return [
        Meeting(
            first,
            second,
            [sum(scores) / len(scores) for scores in found.values()],
            sum(map(len, found.values())),
        )
        for (first, second), found in sorted(
            units.items(), key=lambda item: (place[item[0][0]], place[item[0][1]])
        )
    ]


def _summed(sums: list[int], more: list[int]) -> list[int]:
    return [one + other for one, other in zip_longest(sums, more, fillvalue=0)]
