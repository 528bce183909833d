"""Positions of real games, to put questions to policies in."""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.bots import RANDOM, TRADER, playout
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded

EDITIONS = {"classic": 3, "formal": 3, "formal-small": 3, "arena": 2}


def positions(edition: str, seed: int, stride: int, count: int) -> Iterator[State]:
    """Positions of one game between random and trading seats, `stride` actions apart."""
    rules = Rules.of(edition, EDITIONS[edition])
    s, tally, buffer = initial(rules), playout.PlayoutTally(), ActionBuffer()
    generator, policies = seeded(seed), [RANDOM, TRADER] * 4
    for _ in range(count):
        playout.play_on(s, rules, policies, generator, buffer, 1000, stride, False, tally)
        yield s


def seats_to_act(s: State) -> Iterator[tuple[int, ActionBuffer]]:
    """Every seat that has something to choose, with its choices."""
    for seat in range(s.rules.num_players):
        buffer = ActionBuffer()
        list_actions(s, s.rules, seat, buffer)
        if buffer.count:
            yield seat, buffer
