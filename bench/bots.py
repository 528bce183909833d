"""How strong the built-in bots are: each against the one before, in classic games of two.

`python -m bench bots` plays 400 games of each pair, each twice with the seats swapped and the same
seed. `strong` has the budget that it has everywhere, and what that takes is measured too.
"""

from __future__ import annotations

import itertools
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bench.harness import Bench, Figure
from gitopoly.bots import STRONG
from gitopoly.bots.desk import new_run
from gitopoly.bots.play import play_on
from gitopoly.bots.series import PLAYOUTS, Series, new_desk, play_chunk
from gitopoly.engine import engine_for
from gitopoly.measurements.spread import share_estimate
from gitopoly.rules import Rules, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import seeded

LADDER = ("random", "cautious", "builder", "trader", "strong")
GAMES = 400
FLOOR = 60.0
LIMIT = (("turn_limit", 300),)
"""END-2: after so many turns the greatest worth wins, so that every game ends."""


def run(bench: Bench) -> None:
    """Measure what the bots promise: 60 % of the games against the one before."""
    for worse, better in itertools.pairwise(LADDER):
        if better == "strong":
            spent = 1000 * PLAYOUTS * _seconds_of_playouts()
            bench.add(Figure(f"strong, {PLAYOUTS} playouts", (spent,), "ms of CPU"))
            won = _won_in_processes(better, worse)
        else:
            won = sum(_won(better, worse, seat, 0, GAMES // 2) for seat in (0, 1))
        _report(bench, f"{better} against {worse}", won, GAMES)


def _seconds_of_playouts() -> float:
    """Measure the seconds per playout on this machine, overhead included.

    Classic games of two searching seats are played for a while.
    """
    rules = Rules.of("classic", 2)
    engine = engine_for("compiled", rules)
    timed = 0.0
    played = 0
    for number in range(2):
        desk, start = new_desk(), initial(rules)
        run = new_run([STRONG] * MOST_PLAYERS, 24)
        generator = seeded(1, number)
        started = time.process_time()
        engine.call(play_on, start, rules, run, generator, generator, ActionBuffer(), desk)
        if number > 0:  # the first one loads compiled code
            timed += time.process_time() - started
            played += desk.played
    return timed / max(played, 1)


def _won_in_processes(better: str, worse: str) -> int:
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        played = [
            pool.submit(_won, better, worse, seat, game, 1)
            for game in range(GAMES // 2)
            for seat in (0, 1)
        ]
        return sum(each.result() for each in played)


def _won(better: str, worse: str, seat: int, first: int, count: int) -> int:
    """Games that the better one wins on a seat; the same seeds serve both seats."""
    seats = (better, worse) if seat == 0 else (worse, better)
    series = Series("classic", 2, seats, seed=1, check=False, options=LIMIT)
    return sum(game.winner == seat for game in play_chunk(series, "compiled", first, count).games)


def _report(bench: Bench, name: str, won: int, games: int) -> None:
    """Ties count as not won."""
    share = share_estimate(won, games)
    print(f"{won} of {games} won: {100 * share.low:.0f} to {100 * share.high:.0f} % (95 %)")
    bench.add(Figure(f"{name}, {games} games", (100 * share.value,), "% won", at_least=FLOOR))
