"""A game between peers as a trace: every move that counts, and whoever left."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.errors import InvalidRecord
from gitopoly.proof.games.following import trace_of_game
from gitopoly.proof.tlc.classic_trace import LEAVING, ClassicTrace
from gitopoly.proof.tlc.trace import Trace
from tests.proof.recorded import follow_all
from tests.table.tables import Table


def table_that_somebody_left(edition: str, moves: int = 60) -> Table:
    """Three peers play for a while, one gives up, and the others go on."""
    table = Table(edition=edition).start()
    random = Random(2)
    for _ in table.rounds(random, moves):
        pass
    table.exchange()
    table.seats[1].resign()
    table.exchange()
    for _ in table.rounds(random, moves, [table.seats[0], table.seats[2]]):
        pass
    table.exchange()
    return table


def test_leaving_is_a_step_where_the_specification_has_one() -> None:
    trace = trace_of_game(table_that_somebody_left("classic").seats[0].game)
    assert isinstance(trace, ClassicTrace)
    gone = [step.player for step in trace.steps if step.action == LEAVING]
    assert gone == [2]
    assert len(trace.steps) > 10


def test_leaving_is_refused_where_it_has_none() -> None:
    with pytest.raises(InvalidRecord, match="left the game"):
        trace_of_game(table_that_somebody_left("formal").seats[0].game)


def test_a_game_of_formal_is_followed_by_its_own_module() -> None:
    table = Table(edition="formal").start()
    for _ in table.rounds(Random(1), 40):
        pass
    assert isinstance(trace_of_game(table.seats[0].game), Trace)


@pytest.mark.slow
def test_a_game_that_somebody_left_is_a_behaviour() -> None:
    trace = trace_of_game(table_that_somebody_left("classic").seats[0].game)
    assert isinstance(trace, ClassicTrace)
    assert follow_all([trace]) == {0}
