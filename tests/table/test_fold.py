"""Positions from entries: the same whatever is known already, and whatever is kept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gitopoly.peers import Finish, ProtocolPosition, carry_out
from gitopoly.rules import INVARIANTS, State
from gitopoly.rules.invariants import first_violation
from gitopoly.table import fold as fold_module
from gitopoly.table.fold import Fold
from gitopoly.table.game_replica import GameReplica
from tests.table.attacks import Opponent, codes, table_at
from tests.table.tables import Table, files_with


@pytest.fixture(scope="module")
def game() -> GameReplica:
    """A game with many concurrent entries."""
    table = Table(3, "formal").start()
    for _ in table.rounds(Random(8), 400):
        pass
    for _ in range(2):
        table.exchange()
    return table.seats[0].game


def fresh(game: GameReplica) -> Fold:
    """A fold that knows nothing yet."""
    return Fold(game.log, game.file)


def test_the_position_of_the_whole_log_is_the_same_from_the_beginning(game: GameReplica) -> None:
    assert fresh(game).now() == game.position
    assert len(game.log) > 60


def test_every_position_is_the_same_from_wherever_it_is_worked_out(game: GameReplica) -> None:
    ids = [entry.id for entry in game.log if game.fold.is_move(entry.id)]
    for entry_id in Random(1).sample(ids, 12):
        entry = game.log[entry_id]
        alone = fresh(game).before(entry)
        assert game.fold.before(entry) == alone
        after = alone.copy()
        game.fold.carry_out(after, entry)
        assert after.to_yaml().encode() == files_with(game, entry)["state.yml"]


def test_what_an_author_had_in_view_is_counted_by_its_log(game: GameReplica) -> None:
    for entry in game.log:
        if game.fold.is_move(entry.id):
            assert game.fold.past(entry.id) == tuple(fresh(game).before(entry).counts)
            break
    newest = list(game.log)[-1]
    assert game.fold.past(newest.id) == tuple(game.fold.before(newest).counts)


def test_only_so_many_positions_are_kept(game: GameReplica) -> None:
    fold = fresh(game)
    ids = [entry.id for entry in game.log]
    for number in range(5 * fold_module.SPACING):
        fold.remember(ids[number % len(ids)] + str(number), game.position, Finish())
    assert fold.known(ids[0] + "0") is None
    assert len(fold._known) == fold_module.KEPT
    assert len(fold._marks) == 5


def test_refused_entries_leave_nothing_behind() -> None:
    table = table_at("its floor")
    o = Opponent(table, table.seats[2])
    fold = table.seats[0].game.fold
    moves = len(fold._moves)
    for number in range(5):
        o.show(table.seats[0], o.entry(trailers={"Action": f"Bid {number + 1}"}))
    assert len(fold._moves) == moves


def test_the_same_heads_are_not_worked_out_twice(
    game: GameReplica, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold = fresh(game)
    first = fold.now()
    monkeypatch.setattr(ProtocolPosition, "copy", lambda self: pytest.fail("worked out again"))
    assert fold.now() is first


def test_moves_that_break_an_invariant_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_at("its floor")
    o = Opponent(table, table.seats[2])
    entry = o.entry(something(o))

    def with_money_from_nowhere(position: ProtocolPosition, *move: Any) -> None:
        carry_out(position, *move)
        position.state = position.state.copy()
        position.state.money[0] += 1

    monkeypatch.setattr(fold_module, "carry_out", with_money_from_nowhere)
    evidence = o.show(table.seats[0], entry).refused
    assert evidence is not None
    assert "it breaks an invariant" in evidence.reason
    assert evidence.rule == "InvConservationOfMoney"


def test_what_breaks_an_invariant_is_found_whatever_was_checked_before(game: GameReplica) -> None:
    fold, random, broken = fresh(game), Random(2), 0
    for entry in [entry for entry in game.log if game.fold.is_move(entry.id)][:150]:
        position = fold.before(entry)
        assert fold.broken(position) == ""
        for name in random.sample(list(State.FIELDS), 5):
            other = position.copy()
            other.state = state = position.state.copy()
            value = getattr(state, name)
            if isinstance(value, list):
                value[random.randrange(len(value))] += random.choice((-1, 1, 7))
            else:
                setattr(state, name, value + random.choice((-1, 1, 7)))
            found = first_violation(state, state.rules)
            assert fold.broken(other) == ("" if found < 0 else INVARIANTS[found]), name
            broken += found >= 0
    assert broken > 100


def something(o: Opponent) -> fold_module.Move:
    """Something legal."""
    from gitopoly.peers import Act

    return Act(codes(o.seat)[0])
