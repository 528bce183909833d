"""Random games of every edition, step by step: what a property must hold for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gitopoly.bots import RANDOM, SENSIBLE
from gitopoly.bots.playout import INTERRUPTED, PlayoutTally, play_on
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.randomness import seeded
from tests.kernel.house_options import MIXED

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
        s, tally, generator, buffer = (
            initial(rules),
            PlayoutTally(),
            seeded(11, game),
            ActionBuffer(),
        )
        policies = [SENSIBLE if game % 2 else RANDOM] * MOST_PLAYERS
        for _ in range(actions):
            before = s.copy()
            status = play_on(s, rules, policies, generator, buffer, MOST_TURNS, 1, False, tally)
            if s != before:
                taken.append(Step(before, tally.last_action, tally.last_outcome, s.copy()))
            if status != INTERRUPTED:
                break
    return tuple(taken)
