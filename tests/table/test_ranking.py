"""Who stands where: those who went out last stand above those who went out before."""

from __future__ import annotations

from random import Random

from gitopoly.rules import ranked
from tests.rules.scenario import Scenario
from tests.table.tables import Table, act_at_random


def test_the_richest_is_first_and_the_last_to_go_is_above_the_first() -> None:
    s = Scenario("classic", 4).cash(100, 0, 0, 900).s
    s.is_bankrupt[1] = s.is_bankrupt[2] = 1
    assert ranked(s, gone=[1, 2]) == [3, 0, 2, 1]
    assert ranked(s, gone=[2, 1]) == [3, 0, 1, 2]


def test_where_nobody_knows_when_seats_went_they_keep_their_order() -> None:
    s = Scenario("classic", 4).s
    s.is_bankrupt[1] = s.is_bankrupt[2] = 1
    assert ranked(s) == [0, 3, 1, 2]


def played(table: Table, random: Random, until: object) -> None:
    """Let all act at random until something holds."""
    for _ in range(4000):
        if until():  # type: ignore[operator]
            return
        for seat in table.seats:
            if not seat.run_automatic_moves():
                act_at_random(seat, random)
        table.exchange()
    raise AssertionError("it did not come about")


def test_the_log_says_who_went_when() -> None:
    table = Table(4, options={"opening_throw": 0}).start()
    random = Random(3)
    state = lambda: table.seats[0].position.state  # noqa: E731
    for seat in (2, 1, 3):
        table.seats[seat].resign()
        table.exchange()
        played(table, random, lambda seat=seat: state().is_bankrupt[seat])
    game = table.seats[0].game
    assert game.over
    assert game.gone() == [2, 1, 3]
    assert ranked(state(), game.gone()) == [0, 3, 1, 2]


def test_nobody_is_gone_at_the_beginning() -> None:
    assert Table(3, options={"opening_throw": 0}).start().seats[0].game.gone() == []
