"""Measure how well win chances hold, and write the tables of docs/analysis.md.

    make calibration

plays games of every kind of table to their ends and asks each predictor in positions on the way
(never in games that the model was fitted to). `--positions` says how many of each table;
results are added to build/calibration.jsonl, so that a long measurement can be made in parts.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gitopoly.analysis.model import model_chances
from gitopoly.analysis.playouts import PlayoutRequest, Playouts, policy_numbers
from gitopoly.analysis.strengths import fitted_policies
from gitopoly.bots.static_evaluation import strength
from gitopoly.kernel import State
from gitopoly.kernel.money import worth_at_the_end
from tools.chances.positions import PlayedPosition, played_positions

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "analysis.md"
RESULTS = ROOT / "build" / "calibration.jsonl"
MARK = "calibration"
SEED = 1000
"""Not the seed of the games that the model was fitted to."""
EACH = 2
"""Positions of a game."""
TABLES = {
    "trader": ("trader",),
    "builder": ("builder",),
    "cautious": ("cautious",),
    "mixed": ("trader", "builder", "sensible"),
}
PLAYERS = (2, 4, 6)
POSITIONS = 400
PLAYOUTS = 100
BINS = 10
PREDICTORS = ("net worth", "static", "model", "playouts", "fitted")
NAMES = {
    "net worth": "share of net worth",
    "static": "static evaluation",
    "model": "model",
    "playouts": "playouts like `trader`",
    "fitted": "playouts, fitted policies",
}


def net_worth(s: State) -> list[float]:
    """Each seat's share of all wealth."""
    seats = range(s.rules.num_players)
    worth = [0 if s.is_bankrupt[p] else worth_at_the_end(s, s.rules, p) for p in seats]
    return [one / max(sum(worth), 1) for one in worth]


def static(s: State) -> list[float]:
    """The chances that `strong` evaluates positions by."""
    squares = [strength(s, s.rules, p) ** 2 for p in range(s.rules.num_players)]
    return [one / max(sum(squares), 1) for one in squares]


def measure(table: str, players: int, positions: int, first: int, jobs: int) -> Iterable[Any]:
    """Ask every predictor in positions of one kind of table."""
    games = range(first, first + positions)
    taken: list[PlayedPosition] = []
    for played in played_positions(players, TABLES[table], SEED, games, EACH, table == "mixed"):
        taken.append(played)
        if len(taken) == positions:
            break
    if not taken:
        return
    playouts = Playouts(taken[0].state.rules, SEED, jobs=jobs)
    ways: list[tuple[str, ...]] = [("trader",)] * len(taken)
    usual = list(playouts.estimates(_questions(taken, ways)))
    fitted = usual
    if table == "mixed":
        ways = [fitted_policies(one.steps, players) for one in taken]
        fitted = list(playouts.estimates(_questions(taken, ways)))
    for one, way, like_trader, like_them in zip(taken, ways, usual, fitted, strict=True):
        yield {
            "table": table,
            "players": players,
            "game": one.game,
            "turn": one.state.turns,
            "policies": one.policies,
            "judged": way,
            "out": [int(out) for out in one.state.is_bankrupt[:players]],
            "result": one.result,
            "net worth": net_worth(one.state),
            "static": static(one.state),
            "model": model_chances(one.state),
            "playouts": like_trader.chances,
            "fitted": like_them.chances,
        }


def _questions(
    taken: Sequence[PlayedPosition], ways: Sequence[tuple[str, ...]]
) -> list[PlayoutRequest]:
    return [
        PlayoutRequest(one.state, PLAYOUTS, policies=policy_numbers(way, len(one.policies)))
        for one, way in zip(taken, ways, strict=True)
    ]


def brier(rows: Sequence[Any], predictor: str) -> float:
    """The mean squared distance between chances and results, summed over the seats."""
    return math.fsum(
        (chance - result) ** 2
        for row in rows
        for chance, result in zip(row[predictor], row["result"], strict=True)
    ) / len(rows)


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
    """The mean distance between chances and how often they came true, less what noise explains."""
    found = reliability(rows, predictor)
    total = sum(count for count, _, _ in found)
    excess = 0.0
    for count, chance, truth in found:
        noise = max(chance * (1 - chance), 1e-4) / count
        excess += count / total * max((chance - truth) ** 2 - noise, 0.0) ** 0.5
    return excess


def bias(rows: Sequence[Any], predictor: str, policy: str) -> tuple[float, float, int]:
    """The mean chance of seats with a policy, how often they won, and how many there were."""
    pairs = [
        (chance, result)
        for row in rows
        for chance, result, name, out in zip(
            row[predictor], row["result"], row["policies"], row["out"], strict=True
        )
        if name == policy and not out
    ]
    count = max(len(pairs), 1)
    return sum(c for c, _ in pairs) / count, sum(r for _, r in pairs) / count, len(pairs)


def tables_of(rows: Sequence[Any]) -> list[str]:
    """All tables of the page."""
    cells = {
        (table, players): [r for r in rows if r["table"] == table and r["players"] == players]
        for table in TABLES
        for players in PLAYERS
    }
    cells = {key: found for key, found in cells.items() if found}
    return [*_scores(cells), *_errors(cells), *_biases(cells), *_stages(rows), *_plot(rows)]


def _scores(cells: dict[tuple[str, int], list[Any]]) -> list[str]:
    lines = [
        "Multi-class Brier scores, of positions that the model has not seen (lower is better):",
        "",
        f"| table | seats | positions | {' | '.join(NAMES[p] for p in PREDICTORS)} |",
        f"| --- | --- | --- |{' --- |' * len(PREDICTORS)}",
    ]
    for (table, players), rows in cells.items():
        scores = " | ".join(f"{brier(rows, p):.3f}" for p in PREDICTORS)
        lines.append(f"| {table} | {players} | {len(rows)} | {scores} |")
    return [*lines, ""]


def _errors(cells: dict[tuple[str, int], list[Any]]) -> list[str]:
    lines = [
        "Calibration error: how far chances are from how often they came true, on average over",
        "ten classes of chances, less what the number of positions explains:",
        "",
        "| table | seats | model | playouts like `trader` | playouts, fitted policies |",
        "| --- | --- | --- | --- | --- |",
    ]
    for (table, players), rows in cells.items():
        shown = (calibration_error(rows, p) for p in ("model", "playouts", "fitted"))
        lines.append(f"| {table} | {players} | {' | '.join(f'{one:.3f}' for one in shown)} |")
    return [*lines, ""]


def _biases(cells: dict[tuple[str, int], list[Any]]) -> list[str]:
    lines = [
        "Bias by policy at mixed tables: the mean chance of its seats, and how often they won:",
        "",
        "| seats | policy | positions | won | like `trader` | fitted policies |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for (table, players), rows in cells.items():
        if table != "mixed":
            continue
        for policy in TABLES[table]:
            usual, won, count = bias(rows, "playouts", policy)
            if count:
                fitted = bias(rows, "fitted", policy)[0]
                lines.append(
                    f"| {players} | {policy} | {count} | {won:.3f} | {usual:.3f} | {fitted:.3f} |"
                )
    return [*lines, ""]


def _stages(rows: Sequence[Any]) -> list[str]:
    lines = [
        "Brier scores by stage, of all tables together:",
        "",
        "| rounds played | positions | share of net worth | model | playouts, fitted policies |",
        "| --- | --- | --- | --- | --- |",
    ]
    bounds = ((0, 5), (5, 10), (10, 20), (20, 40), (40, 10**9))
    for low, high in bounds:
        part = [r for r in rows if low <= r["turn"] // r["players"] < high]
        if part:
            scores = " | ".join(f"{brier(part, p):.3f}" for p in ("net worth", "model", "fitted"))
            name = f"{low} to {high - 1}" if high < 10**9 else f"{low} and more"
            lines.append(f"| {name} | {len(part)} | {scores} |")
    return [*lines, ""]


def _plot(rows: Sequence[Any]) -> list[str]:
    """Reliability as a plot of characters: forecast, truth, and the difference as a bar."""
    lines = ["Reliability of playouts with fitted policies, of all tables together:", "", "```"]
    lines.append("forecast  came true   seats  0%                  50%                 100%")
    for count, chance, truth in reliability(rows, "fitted"):
        bar = [" "] * 41
        bar[round(chance * 40)] = "o"
        bar[round(truth * 40)] = "x"
        drawn = "".join(bar).rstrip()
        lines.append(f"{100 * chance:6.1f} %  {100 * truth:6.1f} %  {count:6}  {drawn}")
    return [
        *lines,
        "```",
        "",
        "`o` is the forecast, `x` the truth; an `x` alone is both.",
    ]


def read_results() -> list[Any]:
    """All rows measured so far."""
    if not RESULTS.exists():
        return []
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def write_page(rows: Sequence[Any], page: Path = PAGE) -> None:
    """Replace the tables of the page."""
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {MARK} -->\n", f"<!-- end of {MARK} -->\n"
    made = begin + "\n" + "\n".join(tables_of(rows)) + "\n\n" + end
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    page.write_text(re.sub(pattern, lambda _: made, text, flags=re.S), encoding="utf-8")


def main() -> None:
    """Measure some positions of each chosen table, and rewrite the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each kind of table")
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all")
    parser.add_argument("--players", type=int, choices=PLAYERS, action="append")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only-write", action="store_true", help="measure nothing")
    given = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    for table in [] if given.only_write else given.table or TABLES:
        for players in given.players or PLAYERS:
            rows = list(measure(table, players, given.positions, given.first, given.jobs))
            with RESULTS.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows)
            print(f"{table}, {players} seats: {len(rows)} positions", flush=True)
    if PAGE.exists():
        write_page(read_results())


if __name__ == "__main__":
    main()
