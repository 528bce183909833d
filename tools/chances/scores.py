"""Scores of forecasts: Brier score, calibration and bias, as tables of docs/analysis.md.

A row is a position: who played, how it ended, and what each predictor said of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

BINS = 10
PREDICTORS = {
    "net worth": "share of net worth",
    "static": "static evaluation",
    "model": "model",
    "playouts": "playouts like `trader`",
    "fitted": "playouts, fitted to the game so far",
    "whole": "playouts, fitted to the whole game",
}
"""What is compared, and its name in tables."""
JUDGED = ("model", "playouts", "fitted", "whole")
"""Those that claim to be chances."""
BIASED = {
    "playouts": "like `trader`",
    "fitted": "fitted to the game so far",
    "ideal": "the best possible so far",
    "whole": "fitted to the whole game",
}
"""Those whose bias by policy is shown."""
ROUNDS = ((0, 10), (10, 20), (20, 40), (40, 10**9))
"""Stages of a game: rounds played, from and below."""
MIXED = "mixed"

Cells = dict[tuple[str, int], list[Any]]
"""Rows by table and number of seats."""


def brier(rows: Sequence[Any], predictor: str) -> float:
    """The mean squared distance between chances and results, summed over the seats."""
    return math.fsum(
        (chance - result) ** 2
        for row in rows
        for chance, result in zip(row[predictor], row["result"], strict=True)
    ) / len(rows)


def gain(rows: Sequence[Any], predictor: str) -> tuple[float, float]:
    """By what share a score is below that of net worth, and its standard error.

    Positions of one game are not independent, so the error is that of whole games.
    """
    usual = brier(rows, "net worth")
    share = 1 - brier(rows, predictor) / max(usual, 1e-9)
    off = [
        len(part) * (brier(part, predictor) - (1 - share) * brier(part, "net worth"))
        for part in _games(rows)
    ]
    error = math.sqrt(math.fsum(one * one for one in off)) / (len(rows) * max(usual, 1e-9))
    return share, error


def _games(rows: Sequence[Any]) -> list[list[Any]]:
    """The rows of each game."""
    games: dict[tuple[Any, ...], list[Any]] = {}
    for row in rows:
        games.setdefault((row["table"], row["players"], row.get("game")), []).append(row)
    return list(games.values())


def reliability(rows: Sequence[Any], predictor: str) -> list[tuple[int, float, float]]:
    """For each tenth of chances: how many, the mean chance, and how often they came true."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for row in rows:
        for chance, result, out in zip(row[predictor], row["result"], row["out"], strict=True):
            if not out:
                bins[min(int(chance * BINS), BINS - 1)].append((chance, result))
    return [
        (len(one), sum(c for c, _ in one) / len(one), sum(r for _, r in one) / len(one))
        for one in bins
        if one
    ]


def calibration_error(rows: Sequence[Any], predictor: str) -> float:
    """The mean distance between chances and how often they came true, less what noise explains.

    The noise of a class is that of whole games: their positions, and their seats, end together.
    """
    offs: list[dict[int, float]] = [{} for _ in range(BINS)]
    counts = [0] * BINS
    for number, game in enumerate(_games(rows)):
        for row in game:
            for chance, result, out in zip(row[predictor], row["result"], row["out"], strict=True):
                if not out:
                    place = min(int(chance * BINS), BINS - 1)
                    counts[place] += 1
                    offs[place][number] = offs[place].get(number, 0.0) + chance - result
    excess = 0.0
    for count, off in zip(counts, offs, strict=True):
        if count:
            mean = math.fsum(off.values()) / count
            noise = math.fsum(one * one for one in off.values()) / count**2
            excess += count * math.sqrt(max(mean * mean - noise, 0.0))
    return excess / max(sum(counts), 1)


class Bias(NamedTuple):
    """What seats of a policy were promised, and what they got."""

    chance: float
    won: float
    count: int
    error: float
    """The standard error of the difference, by whole games."""


def bias(rows: Sequence[Any], predictor: str, policy: str) -> Bias:
    """The mean chance of seats with a policy, and how often they won."""
    chance = won = 0.0
    count = 0
    offs: list[tuple[int, float]] = []
    for game in _games(rows):
        pairs = [
            (chance, result)
            for row in game
            for chance, result, name, out in zip(
                row[predictor], row["result"], row["policies"], row["out"], strict=True
            )
            if name == policy and not out
        ]
        chance += math.fsum(c for c, _ in pairs)
        won += math.fsum(r for _, r in pairs)
        count += len(pairs)
        offs.append((len(pairs), math.fsum(c - r for c, r in pairs)))
    most = max(count, 1)
    mean = (chance - won) / most
    error = math.sqrt(math.fsum((off - mean * seats) ** 2 for seats, off in offs)) / most
    return Bias(chance / most, won / most, count, error)


def tables_of(rows: Sequence[Any]) -> list[str]:
    """All tables of the page."""
    cells: Cells = {}
    for row in rows:
        cells.setdefault((row["table"], row["players"]), []).append(row)
    parts = (_scores(cells), _errors(cells), _biases(cells), _stages(rows), _plot(rows))
    return [line for part in parts for line in (*part, "")][:-1]


def _table(*heads: str) -> list[str]:
    return [f"| {' | '.join(heads)} |", "|" + " --- |" * len(heads)]


def _scores(cells: Cells) -> Iterator[str]:
    yield "Multi-class Brier scores, lower is better; the last column is how far playouts fitted to"
    yield "the game so far are below the share of net worth:"
    yield ""
    yield from _table("table", "seats", "positions", *PREDICTORS.values(), "below net worth")
    for (table, players), rows in cells.items():
        scores = " | ".join(f"{brier(rows, p):.3f}" for p in PREDICTORS)
        share, error = gain(rows, "fitted")
        below = f"{100 * share:.0f} ± {100 * error:.0f} %"
        yield f"| {table} | {players} | {len(rows)} | {scores} | {below} |"


def _errors(cells: Cells) -> Iterator[str]:
    yield "Calibration error: how far chances are from how often they came true, on average over"
    yield "ten classes of chances, less what the number of games explains:"
    yield ""
    yield from _table("table", "seats", *(PREDICTORS[p] for p in JUDGED))
    for (table, players), rows in cells.items():
        yield f"| {table} | {players} | {_each_error(rows)} |"
    for table in dict.fromkeys(table for table, _ in cells):
        rows = [row for (name, _), part in cells.items() if name == table for row in part]
        yield f"| {table} | all | {_each_error(rows)} |"


def _each_error(rows: Sequence[Any]) -> str:
    return " | ".join(f"{calibration_error(rows, p):.3f}" for p in JUDGED)


def _biases(cells: Cells) -> Iterator[str]:
    yield "Bias by policy at mixed tables: how often its seats won, and by how much their mean"
    yield "chance is above that; the errors are those of whole games:"
    yield ""
    yield from _table("seats", "policy", "positions", "won", *BIASED.values())
    mixed = {players: rows for (table, players), rows in cells.items() if table == MIXED}
    together = [row for rows in mixed.values() for row in rows]
    for players, rows in [*mixed.items(), ("all", together)]:
        for policy in sorted({name for row in rows for name in row["policies"]}):
            found = [bias(rows, predictor, policy) for predictor in BIASED]
            offs = " | ".join(f"{one.chance - one.won:+.3f} ± {one.error:.3f}" for one in found)
            yield f"| {players} | {policy} | {found[0].count} | {found[0].won:.3f} | {offs} |"


def _stages(rows: Sequence[Any]) -> Iterator[str]:
    yield "By stage, of all tables together: Brier scores, and the calibration error of the last:"
    yield ""
    shown = ("net worth", "model", "fitted")
    names = [PREDICTORS[p] for p in shown]
    yield from _table("rounds played", "positions", *names, "calibration error")
    for low, high in ROUNDS:
        part = [row for row in rows if low <= row["turn"] // row["players"] < high]
        if part:
            scores = " | ".join(f"{brier(part, p):.3f}" for p in shown)
            name = f"{low} to {high - 1}" if high < 10**9 else f"{low} and more"
            error = calibration_error(part, "fitted")
            yield f"| {name} | {len(part)} | {scores} | {error:.3f} |"


def _plot(rows: Sequence[Any]) -> Iterator[str]:
    """Reliability as a plot of characters: forecast, truth, and the difference as a bar."""
    yield "Reliability of playouts fitted to the game so far, of all tables together:"
    yield ""
    yield "```"
    yield "forecast  came true   seats  0%                  50%                 100%"
    for count, chance, truth in reliability(rows, "fitted"):
        bar = [" "] * 41
        bar[round(chance * 40)] = "o"
        bar[round(truth * 40)] = "x"
        drawn = "".join(bar).rstrip()
        yield f"{100 * chance:6.1f} %  {100 * truth:6.1f} %  {count:6}  {drawn}"
    yield "```"
    yield ""
    yield "`o` is the forecast, `x` the truth; an `x` alone is both."
