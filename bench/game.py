"""`Game` against the bare interpreted kernel, both playing random legal actions."""

from __future__ import annotations

import random
from collections.abc import Callable

import gitopoly
from bench.harness import Bench
from gitopoly.kernel import Rules, initial
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.board import terminated
from gitopoly.kernel.chance import draw_outcome
from gitopoly.kernel.codes import AUCTION, TRADE
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import attempt
from gitopoly.kernel.turn import floor

ACTIONS = 20_000
PLAYERS = 4
AT_LEAST = 0.4
"""The share of the bare kernel's rate that has to be left."""


def run(bench: Bench) -> None:
    """Measure what the words cost."""
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
