"""Random games of every edition, step by step: what a property must hold for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gitopoly.bots import RANDOM, SENSIBLE
from gitopoly.bots.desk import Desk, new_run
from gitopoly.bots.play import INTERRUPTED, play_on
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import seeded
from tests.rules.house_options import MIXED

SETTINGS: dict[str, tuple[str, int, dict[str, object]]] = {
    "classic": ("classic", 4, {}),
    "classic on the UK board": ("classic", 3, {"board": "uk", "decks": 17}),
    "classic with a pot": ("classic", 2, {"free_parking_pot": 1, "turn_limit": 300}),
    "classic with few houses": ("classic", 2, {"houses": 5, "hotels": 1}),
    "classic with opening moves": ("classic", 3, {"opening_throw_moves": 1}),
    "formal": ("formal", 3, {}),
    "formal-small": ("formal-small", 3, {}),
    "formal-small with played auctions": ("formal-small", 4, {"played_auctions": 1}),
    "arena": ("arena", 2, {}),
    **{f"classic, {name}": ("classic", 4, dict(options)) for name, options in MIXED.items()},
}
"""Edition, players and options of the games, by a name for the test."""

MOST_TURNS = 400


class Step(NamedTuple):
    """One action of a random game."""

    before: State
    action: int
    outcome: int
    after: State


@cache
def steps(setting: str, games: int = 2, actions: int = 700) -> tuple[Step, ...]:
    """The first actions of some games; every second game is played sensibly."""
    edition, players, options = SETTINGS[setting]
    rules = Rules.of(edition, players, **options)
    taken = []
    for game in range(games):
        s, generator, buffer, desk = initial(rules), seeded(11, game), ActionBuffer(), Desk()
        run = new_run([SENSIBLE if game % 2 else RANDOM] * MOST_PLAYERS, MOST_TURNS)
        for number in range(actions):
            before, run.most_actions = s.copy(), number + 1
            status = play_on(s, rules, run, generator, generator, buffer, desk)
            if s != before:
                taken.append(Step(before, run.last_action, run.last_outcome, s.copy()))
            if status != INTERRUPTED:
                break
    return tuple(taken)
