"""`Game` against the bare interpreted kernel; what statistics of a series cost."""

from __future__ import annotations

import random
from collections.abc import Callable

import gitopoly
from bench.harness import Bench
from gitopoly.rules import Rules, actions as a, initial
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.codes import AUCTION, TRADE
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import attempt, list_while_playing
from gitopoly.rules.turn import floor

ACTIONS = 20_000
PLAYERS = 4
AT_LEAST = 0.4
"""The share of the bare kernel's rate that has to be left."""
SERIES = 10_000
"""Games of `trader`, played with and without statistics."""
MOST_FOR_STATISTICS = 1.3


def run(bench: Bench) -> None:
    """Measure what words and statistics cost."""
    name = f"{SERIES:,} games of trader, with statistics over without"
    bench.growth(name, _series(False), _series(True), MOST_FOR_STATISTICS)
    for edition in ("classic", "formal-small"):
        figures = bench.rates(
            {
                f"{edition}, bare kernel, random actions": (_bare(edition), None),
                f"{edition}, Game, random pushes": (_pushes(edition, auto=False), None),
                f"{edition}, Game, random pushes and what follows": (
                    _pushes(edition, auto=True),
                    None,
                ),
            },
            "actions/s",
        )
        bare, pushed, followed = figures.values()
        bench.ratio(f"{edition}, Game over the bare kernel", pushed, bare, AT_LEAST)
        bench.ratio(f"{edition}, Game by itself over the bare kernel", followed, bare, AT_LEAST)


def _series(statistics: bool) -> Callable[[], object]:
    """A series by the compiled kernel, and all tables of its statistics if they are counted."""

    def play() -> object:
        result = gitopoly.simulate(
            ["trader"] * PLAYERS, games=SERIES, seed=1, statistics=statistics
        )
        return result.statistics.tables() if statistics else result.seats

    return play


def _bare(edition: str) -> Callable[[], int]:
    """List, choose, draw, carry out: all that the kernel needs for a random action."""
    rules = Rules.of(edition, PLAYERS)

    def play() -> int:
        draw, buffer, done = random.Random(1), ActionBuffer(), 0
        while done < ACTIONS:
            s, generator = initial(rules), seeded(done)
            while done < ACTIONS and not terminated(s, rules):
                found = []
                together = s.phase == AUCTION or s.phase == TRADE
                for player in range(PLAYERS) if together else (floor(s, rules),):
                    list_while_playing(s, rules, player, buffer)
                    found += buffer.actions[: buffer.count]
                code = draw.choice([each for each in found if a.kind_of(each) != a.OFFER_TRADE])
                attempt(s, rules, code, draw_outcome(s, rules, code, generator), True)
                done += 1
        return done

    return play


def _pushes(edition: str, auto: bool) -> Callable[[], int]:
    def play() -> int:
        draw, done = random.Random(1), 0
        while done < ACTIONS:
            game = gitopoly.Game(edition, players=PLAYERS, seed=done, auto=auto)
            while done + game.steps < ACTIONS and (actions := game.legal_actions):
                game.push(draw.choice(actions))
            done += game.steps
        return done

    return play
