"""Draws of a seeded game, which nobody answers, have exactly the states of the ideal draw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from gitopoly.peers import ProtocolPosition
from gitopoly.rules import actions as a
from tests.peers.positions import act, ready
from tests.proof.protocols.drawing import CHANCE, requests
from tests.proof.protocols.exploration import Positions, World, begin, explore
from tests.proof.protocols.model_states import missed_in

SEATS, DRAWS = 2, 2


def before_chance() -> ProtocolPosition:
    """A seeded game in which the first roll leads ann to a chance card."""
    first = ready(SEATS, joint=False)
    first.state.positions[0] = CHANCE - act(first.copy(), a.ROLL_AND_MOVE).state.positions[0]
    first.counts = [0] * SEATS
    return first


def steps(positions: Positions, world: World) -> Iterator[World]:
    """Ann asks, twice, and others hear of it."""
    position = positions.of(world, 0)
    if position.draws < DRAWS:
        for move in requests(position, 0):
            if positions.allows(world, 0, move):
                yield world.write(0, move)
    for seat, other in product(range(SEATS), repeat=2):
        yield from (
            world.take(seat, [n if q == other else 0 for q in range(SEATS)])
            for n in range(world.held[seat][other] + 1, len(world.logs[other]) + 1)
        )


STEPS = """
CodeCompared == requested = 0 \\/ outcome[requested] # NULL
CodeInOrder == \\A p \\in Peers : known[p][2] # NULL => known[p][1] # NULL
CodeNext ==
    IF CodeCompared THEN D1Request \\/ (D1Learn /\\ CodeInOrder')
    ELSE D1Draw /\\ known'["a"][requested] # NULL
CodeSpec == D1Init /\\ [][CodeNext]_D1vars
"""
VIEW = """
    LET Knows(p) == [i \\in 1..2 |-> known[p][i] # NULL] IN <<requested, Knows("a"), Knows("b")>>
"""


@pytest.mark.slow
def test_seeded_draws_are_those_of_the_ideal_draw() -> None:
    """All who know a draw know the same outcome, at once and for ever."""
    positions = Positions(before_chance())
    views, outcomes = set(), set()

    def key(world: World) -> object:
        seen = [positions.of(world, seat).draws for seat in range(SEATS)]
        knows = (tuple(draws > i for i in range(DRAWS)) for draws in seen)
        views.add((len(world.logs[0]), *knows))
        for seat, draws in enumerate(seen):
            done = [step.outcome for step in positions.done(world, seat)]
            outcomes.add((draws, tuple(done)))
        return world.logs, world.held

    found, _ = explore(begin(SEATS), lambda world: steps(positions, world), key)
    assert (found.distinct, found.behaviours, len(outcomes)) == (6, 3, DRAWS + 1)
    assert missed_in("MCDice1", VIEW, views, STEPS, {"Values": "{1}"}) == []
