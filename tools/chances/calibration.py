"""Measure how well win chances hold, and write the tables of docs/analysis.md.

    make calibration
    make calibration ARGS="--seconds 400"

plays games of every kind of table to their ends and asks each predictor in positions on the way
(never in games that the model was fitted to). Results are kept in build/calibration.jsonl: with
`--seconds` a run stops after that time, and the next one goes on where it stopped. Results of
other bots or another model do not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.bots import choice, heuristics, play, trade_pricing, worth
from gitopoly.bots.analysis import strengths
from gitopoly.bots.analysis.curve import model_chances
from gitopoly.bots.analysis.playouts import ALIKE, PlayoutRequest, Playouts
from gitopoly.bots.analysis.strengths import Doubt, evidence, likeliest, mixture_of, policy_weights
from gitopoly.bots.desk import policy_numbers
from gitopoly.bots.worth import strength
from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.rules import State
from gitopoly.rules.money import worth_at_the_end
from tools.chances import positions
from tools.chances.fitting import FILE
from tools.chances.positions import PlayedPosition, played_positions
from tools.chances.scores import MIXED, tables_of

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "analysis.md"
RESULTS = ROOT / "build" / "calibration.jsonl"
MARK = "calibration"
SEED = 1000
"""Not the seed of the games that the model was fitted to."""
EACH = 2
"""Positions of a game."""
BATCH = 10
"""Games that are measured before the next kind of table has its turn."""
TABLES = {
    "trader": ("trader",),
    MIXED: ("trader", "builder", "sensible"),
    "builder": ("builder",),
    "cautious": ("cautious",),
    "sensible": ("sensible",),
    "random": ("random",),
}
PLAYERS = (2, 4, 6)
Weights = list[dict[str, float]]
"""How likely each seat plays like each policy."""
POSITIONS = {"trader": 1500, MIXED: 1500}
OTHERWISE = 300
"""Positions wanted in each row of a table."""
PLAYOUTS = 100
CERTAIN = Doubt(1e-4, 1e-4)
"""Almost no doubt, for an observer who knows that seats follow policies exactly.

Not 0, because its logarithm is taken."""


def net_worth(s: State) -> list[float]:
    """Each seat's share of all wealth."""
    seats = range(s.rules.num_players)
    worth = [0 if s.is_bankrupt[p] else worth_at_the_end(s, s.rules, p) for p in seats]
    return [one / max(sum(worth), 1) for one in worth]


def static(s: State) -> list[float]:
    """The chances that `strong` evaluates positions by."""
    squares = [strength(s, s.rules, p) ** 2 for p in range(s.rules.num_players)]
    return [one / max(sum(squares), 1) for one in squares]


def measure(table: str, players: int, games: range, jobs: int) -> Iterator[dict[str, Any]]:
    """Ask every predictor in positions of some games at one kind of table."""
    taken = list(played_positions(players, TABLES[table], SEED, games, EACH, keep_steps=True))
    if not taken:
        return
    said = {one.game: evidence(one.steps) for one in taken}
    so_far = [policy_weights(said[one.game][: one.done], players) for one in taken]
    whole = [likeliest(policy_weights(said[one.game], players)) for one in taken]
    ideal = _ideal(taken, TABLES[table])
    tried = Playouts(taken[0].state.rules, SEED, jobs=jobs)
    asked = zip(taken, so_far, whole, ideal, strict=True)
    found = tried.estimates([each for one in asked for each in _questions(*one)])
    for one, weights, way in zip(taken, so_far, whole, strict=True):
        yield {
            "table": table,
            "players": players,
            "game": one.game,
            "turn": one.state.turns,
            "policies": one.policies,
            "judged": likeliest(weights),
            "judged at the end": way,
            "out": [int(out) for out in one.state.is_bankrupt[:players]],
            "result": one.result,
            "net worth": net_worth(one.state),
            "static": static(one.state),
            "model": model_chances(one.state),
            "playouts": next(found).chances,
            "fitted": next(found).chances,
            "whole": next(found).chances,
            "ideal": next(found).chances,
        }


def _ideal(taken: list[PlayedPosition], among: Sequence[str]) -> list[Weights]:
    """What the game so far tells an observer who knows which policies are at the table."""
    said = {one.game: evidence(one.steps, CERTAIN) for one in taken}
    known = [policy_weights(said[one.game][: one.done], len(one.policies)) for one in taken]
    return [[_only(row, among) for row in weights] for weights in known]


def _only(weights: dict[str, float], among: Sequence[str]) -> dict[str, float]:
    """The weights of some policies, which add up to 1."""
    total = math.fsum(weights[name] for name in among)
    return {name: weights[name] / total for name in among}


def _questions(
    one: PlayedPosition, so_far: Weights, whole: tuple[str, ...], ideal: Weights
) -> list[PlayoutRequest]:
    """Playouts like `trader`, and with policies as they are judged in three ways."""
    known = policy_numbers(whole, len(one.policies))
    fitted, best = (mixture_of(w, PLAYOUTS // ALIKE, one.game) for w in (so_far, ideal))
    return [
        PlayoutRequest(one.state, PLAYOUTS),
        PlayoutRequest(one.state, PLAYOUTS, mixture=fitted),
        PlayoutRequest(one.state, PLAYOUTS, policies=known),
        PlayoutRequest(one.state, PLAYOUTS, mixture=best),
    ]


@cache
def digest() -> str:
    """Tells what was measured apart: results of other predictors are not mixed with these."""
    modules = (choice, heuristics, trade_pricing, worth, play, strengths)
    made_of = [FILE, *(Path(module.__file__) for module in (*modules, positions))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in made_of)).hexdigest()[:12]


def read_results(path: Path = RESULTS) -> list[Any]:
    """All rows measured so far with the model of today, table by table."""
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    order = list(TABLES)
    found = [row for row in rows if row["digest"] == digest() and row["table"] in order]
    return sorted(found, key=lambda row: (order.index(row["table"]), row["players"], row["game"]))


def run(wanted: dict[str, int], until: float, jobs: int) -> None:
    """Measure until every cell has its positions or time is up, each kind of table in turn."""
    rows = read_results()
    counts = Counter((row["table"], row["players"]) for row in rows)
    games = dict.fromkeys(((table, players) for table in wanted for players in PLAYERS), 0)
    for row in rows:
        cell = row["table"], row["players"]
        if cell in games:
            games[cell] = max(games[cell], row["game"] // BATCH * BATCH + BATCH)
    total = sum(wanted.values()) * len(PLAYERS)
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("a", encoding="utf-8") as file, ProgressBar("playing", total) as bar:
        while left := [cell for cell in games if counts[cell] < wanted[cell[0]]]:
            for cell in left:
                if time.monotonic() > until:
                    return
                first = games[cell]
                for row in measure(*cell, range(first, first + BATCH), jobs):
                    file.write(json.dumps({"digest": digest(), **row}) + "\n")
                    counts[cell] += 1
                file.flush()
                games[cell] = first + BATCH
                if first > wanted[cell[0]] * BATCH:
                    counts[cell] = wanted[cell[0]]  # hardly a game of such a table ends
                bar.done(sum(min(counts[cell], wanted[cell[0]]) for cell in games))


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
    parser.add_argument("--positions", type=int, help="in each row (1,500 or 300, by table)")
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    tables = given.table or TABLES
    wanted = {name: given.positions or POSITIONS.get(name, OTHERWISE) for name in tables}
    run(wanted, time.monotonic() + given.seconds, given.jobs)
    rows = read_results()
    counts = Counter((row["table"], row["players"]) for row in rows)
    for (table, players), count in counts.items():
        print(f"{table}, {players} seats: {count} positions")
    if rows and PAGE.exists():
        write_page(rows)


if __name__ == "__main__":
    main()
