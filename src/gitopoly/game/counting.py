"""Counting what happened in a game that was played step by step."""

from __future__ import annotations

from gitopoly.bots.observation import (
    Counters,
    Observer,
    finish_observing,
    lists_of,
    observe,
    start_observing,
)
from gitopoly.game.game import Game
from gitopoly.game.history import replayed
from gitopoly.rules import initial, is_over, winner
from gitopoly.rules.codes import NOBODY


def counted_in(game: Game) -> dict[str, list[int]]:
    """The counters of a game from its start, as engines fill them while they play."""
    s = initial(game._notation.rules)
    rules = s.rules
    observer, counters = Observer(), Counters()
    start_observing(s, rules, observer)
    for taken in replayed(game):
        s = taken.after
        observe(s, rules, taken.code, taken.outcome, observer, counters)
    finish_observing(rules, winner(s) if is_over(s) else NOBODY, observer, counters)
    return lists_of(counters)
