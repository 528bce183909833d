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
from gitopoly.game.history import steps_since
from gitopoly.game.outcome import number_of_outcome
from gitopoly.rules import initial, is_over, winner
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.step import step


def counted_in(game: Game) -> dict[str, list[int]]:
    """The counters of a game from its start, as engines fill them while they play."""
    notation = game._notation
    rules = notation.rules
    s = initial(rules)
    observer, counters = Observer(), Counters()
    start_observing(s, rules, observer)
    for done in steps_since(game._last):
        code, number = done.action._code, 0
        if done.outcome is not None:
            number = number_of_outcome(s, notation.names, code, done.outcome, None)
        step(s, rules, code, number, True)
        observe(s, rules, code, number, observer, counters)
    finish_observing(rules, winner(s) if is_over(s) else NOBODY, observer, counters)
    return lists_of(counters)
