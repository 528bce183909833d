"""How long an analysis takes: a game of four with some 400 positions, and a hint while playing.

All on the machine's cores, in a process that has done it once.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from bench.harness import Bench
from gitopoly.bots import TRADER
from gitopoly.bots.analysis.curve import model_chances
from gitopoly.bots.analysis.decisions import worth_considering
from gitopoly.bots.analysis.hints import hints, risk_of_round
from gitopoly.bots.analysis.playouts import Playouts
from gitopoly.bots.analysis.report import analysed
from gitopoly.bots.analysis.review import choice_in
from gitopoly.bots.series import Series, moves
from gitopoly.rules import Taken, initial, legal_actions
from gitopoly.rules.codes import NOBODY

POSITIONS = 400
MOST_SEEDS = 200


def run(bench: Bench) -> None:
    """The bounds of docs/analysis.md: 20 s for the curve, 60 s more for decisions, 2 s a hint."""
    steps = game_of(4)
    start = initial(steps[0].before.rules)
    name = f"{len(steps)} positions"
    bench.times(
        {
            f"curve, {name}": (lambda: analysed(start, steps, decisions=False), 20.0),
            f"curve and decisions, {name}": (lambda: analysed(start, steps), 80.0),
        }
    )
    for players in (4, 8):
        done = middle_of(game_of(players))
        bench.seconds(f"hint, {players} players", partial(whole_hint, done), 2.0)
    states = [done.before for done in steps]
    bench.rates(
        {"model": (lambda: sum(bool(model_chances(s)) for s in states), 1000.0)}, "positions/s"
    )


def whole_hint(done: Taken) -> None:
    """What somebody who asks for a hint waits for."""
    s, playouts = done.before, Playouts(done.before.rules)
    hints(s, done.seat, legal_actions(s, done.seat), playouts)
    risk_of_round(s, done.seat, playouts)


def game_of(players: int) -> list[Taken]:
    """The game between `trader`s with the number of steps closest to POSITIONS."""
    found: list[Taken] = []
    for seed in range(MOST_SEEDS if players == 4 else 1):
        series = Series("classic", players, ("trader",), seed)
        taken = list(islice(moves(series, 0), 3 * POSITIONS))
        if not found or abs(len(taken) - POSITIONS) < abs(len(found) - POSITIONS):
            found = taken
        if abs(len(found) - POSITIONS) < POSITIONS // 10:
            break
    return found


def middle_of(steps: list[Taken]) -> Taken:
    """A real choice in the middle of a game, where playouts take longest to end."""
    for done in steps[len(steps) // 2 :]:
        choice = choice_in(done.before, done.seat, TRADER)
        if len(worth_considering(choice, NOBODY, done.before)) > 1:
            return done
    raise AssertionError("a game without a choice")
