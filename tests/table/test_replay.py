"""A game told again ends where it stands, whatever happened on the way."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.errors import GameUnavailable
from gitopoly.rules import Taken, initial
from gitopoly.table.game_replica import GameReplica
from tests.table.attacks import table_at
from tests.table.tables import Table
from tests.table.test_forks import branches, opponent, play_to_the_end


def steps_of(game: GameReplica) -> list[Taken]:
    return [step for event in game.fold.move_log().events() for step in event.steps]


def ends_where_it_stands(game: GameReplica) -> None:
    """Every step goes on from the one before it, and the last leads to the position."""
    state = initial(game.file.rules())
    for step in steps_of(game):
        assert step.before == state
        state = step.after
    assert state == game.position.state


def test_a_game_told_again_ends_where_it_stands() -> None:
    table = Table(3, options={"opening_throw": 0}).start()
    for _ in table.rounds(Random(4), 300):
        pass
    table.exchange()
    ends_where_it_stands(table.seats[1].game)
    told = list(table.seats[1].game.fold.move_log().events())
    assert sum(event.quiet for event in told) > 20
    assert {event.seat for event in told} == {0, 1, 2}
    assert all(event.id in table.seats[1].game.log for event in told)


def test_a_move_log_stays_as_it_was_while_the_game_goes_on() -> None:
    table = Table(2, options={"opening_throw": 0}).start()
    for _ in table.rounds(Random(1), 60):
        pass
    log = table.seats[0].game.fold.move_log()
    before = len(list(log.events()))
    for _ in table.rounds(Random(2), 60):
        pass
    assert len(list(log.events())) == before
    assert len(table.seats[0].game.fold.move_log().moves) > before


def test_what_a_fork_voids_does_not_happen() -> None:
    o = opponent()
    for entry in branches(o):
        for seat in o.honest:
            o.show(seat, entry)
    play_to_the_end(o.honest, Random(3))
    game = o.honest[0].game
    assert game.fold.move_log().forked == (False, False, True)
    ends_where_it_stands(game)


def test_a_seat_that_is_voted_out_leaves_where_the_vote_says() -> None:
    table = table_at("a draw of another", retire_after=60)
    ann, ben, _ = table.seats
    for seat in (ann, ben):
        seat.run_automatic_moves()
    table.exchange()
    ann.vote("cleo")
    table.exchange()
    ben.vote("cleo")
    table.exchange()
    ann.run_automatic_moves()
    assert ann.position.retired[2] >= 0
    ends_where_it_stands(ann.game)
    told = [one.told for one in ann.game.fold.move_log().events() if one.told]
    votes = [one.facts for one in told if one.key == "told.Retire"]
    assert [(vote["name"], vote["seat"]) for vote in votes] == [("ann", "cleo"), ("ben", "cleo")]


def test_a_game_that_has_not_started_cannot_be_told() -> None:
    with pytest.raises(GameUnavailable, match="not started"):
        Table(2).seats[0].game.fold.move_log()
