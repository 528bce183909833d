"""Positions of real games, to put questions to policies in."""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.bots import RANDOM, TRADER
from gitopoly.bots.desk import Desk, new_run
from gitopoly.bots.play import play_on
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import list_actions

EDITIONS = {"classic": 3, "formal": 3, "formal-small": 3, "arena": 2}


def positions(edition: str, seed: int, stride: int, count: int) -> Iterator[State]:
    """Positions of one game between random and trading seats, `stride` actions apart."""
    rules = Rules.of(edition, EDITIONS[edition])
    s, buffer, desk = initial(rules), ActionBuffer(), Desk()
    run, generator = new_run([RANDOM, TRADER] * 4, 1000), seeded(seed)
    for number in range(1, count + 1):
        run.most_actions = number * stride
        play_on(s, rules, run, generator, generator, buffer, desk)
        yield s


def listed(s: State, seat: int) -> ActionBuffer:
    """The legal actions of a seat."""
    buffer = ActionBuffer()
    list_actions(s, s.rules, seat, buffer)
    return buffer


def seats_to_act(s: State) -> Iterator[tuple[int, ActionBuffer]]:
    """Every seat that has something to choose, with its choices."""
    for seat in range(s.rules.num_players):
        buffer = listed(s, seat)
        if buffer.count:
            yield seat, buffer
