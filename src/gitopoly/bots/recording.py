"""Playing one game of a series move by move, for whoever wants to keep the moves."""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.bots import playout
from gitopoly.bots.simulation import Series
from gitopoly.kernel import State, initial
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.randomness import seeded


def moves(series: Series, game: int) -> Iterator[tuple[State, int, int]]:
    """Each move of a game: the state before, the action, and its outcome."""
    rules = series.rules()
    s, tally = initial(rules), playout.Tally()
    generator, choices = seeded(series.seed, game), Choices()
    policies = series.policy_numbers()
    status = playout.INTERRUPTED
    while status == playout.INTERRUPTED:
        before, done = s.copy(), tally.actions
        status = playout.play_on(
            s, rules, policies, generator, choices, series.max_turns, 1, series.check, tally
        )
        if tally.actions > done:
            yield before, tally.last_action, tally.last_outcome
