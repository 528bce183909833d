"""Replaying a record: what was played passes, and the first wrong action is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitopoly.errors import InvalidOutcome
from gitopoly.game.record import GameRecord
from gitopoly.proof.games.replay import replay
from gitopoly.rules import actions as a, initial, money
from gitopoly.rules.chance import Drawn, outcome_of
from gitopoly.rules.state import State
from tests.proof.recorded import altered, played, swapped, without

GAME = played("formal-small", 0)


def place_of(record: GameRecord, kind: int, after: int = 20) -> int:
    """Where an action of this kind is."""
    return next(i for i, e in enumerate(record.steps) if i >= after and a.kind_of(e.code) == kind)


@pytest.mark.parametrize("edition", ["formal", "formal-small", "classic"])
def test_a_game_that_was_played_passes(edition: str) -> None:
    record = played(edition, 1, turns=80)
    found = replay(record)
    assert found.fault is None
    assert found.actions == len(record.steps) > 100


def test_a_finished_game_has_a_winner() -> None:
    found = replay(GAME)
    assert (found.over, found.winner) == (True, 2)


def test_nothing_may_follow_the_end() -> None:
    longer = replace(GAME, steps=(*GAME.steps, GAME.steps[0]))
    fault = replay(longer).fault
    assert fault is not None
    assert (fault.index, fault.rule) == (len(longer.steps), "END-1")


def test_a_skipped_action_is_noticed_at_once() -> None:
    place = place_of(GAME, a.ROLL_AND_MOVE)
    fault = replay(without(GAME, place)).fault
    assert fault is not None
    assert fault.index == place + 1
    assert fault.rule


def test_swapped_actions_are_noticed_at_the_first_of_them() -> None:
    place = place_of(GAME, a.END_PRE_ROLL)
    fault = replay(swapped(GAME, place)).fault
    assert fault is not None
    assert fault.index == place + 1


def test_another_player_is_noticed() -> None:
    place = place_of(GAME, a.END_PRE_ROLL)
    code = GAME.steps[place].code
    other = a.code_of(a.END_PRE_ROLL, (a.player_of(code) + 1) % 3)
    fault = replay(altered(GAME, place, code=other)).fault
    assert fault is not None
    assert str(fault).startswith(f"action {place + 1}, p{a.player_of(other) + 1}: end pre-roll: ")


@pytest.mark.parametrize("throw", [(3, 1), (6, 6)])
def test_a_throw_beyond_the_dice_is_noticed(throw: tuple[int, int]) -> None:
    place = place_of(GAME, a.ROLL_AND_MOVE)
    fault = replay(altered(GAME, place, dice=throw)).fault
    assert fault is not None
    assert fault.index == place + 1
    assert "cannot have the outcome" in fault.reason


@pytest.mark.parametrize("order", [(), (0, 1), (0, 1, 2, 3), (1, 2, 2)])
def test_an_order_that_is_none_is_noticed(order: tuple[int, ...]) -> None:
    place = next(i for i, e in enumerate(GAME.steps) if e.drawn.order)
    fault = replay(altered(GAME, place, order=order)).fault
    assert fault is not None
    assert (fault.index, fault.reason[:19]) == (place + 1, "a free-4-all begins")


def test_an_order_where_none_is_drawn_is_noticed() -> None:
    fault = replay(altered(GAME, 0, order=(0, 1, 2))).fault
    assert fault is not None
    assert (fault.index, fault.reason) == (1, "no order is drawn for this action; omit order")


def test_a_draw_that_is_missing_or_too_much_is_no_outcome() -> None:
    s = initial(GAME.rules)
    roll = GAME.steps[place_of(GAME, a.ROLL_AND_MOVE, 0)]
    with pytest.raises(InvalidOutcome, match="needs dice"):
        outcome_of(s, roll.code, Drawn())
    with pytest.raises(InvalidOutcome, match="no dice are rolled"):
        outcome_of(s, GAME.steps[0].code, Drawn((1, 2)))
    draw = a.code_of(a.DRAW_AND_EXECUTE_CHANCE_CARD, 0)
    with pytest.raises(InvalidOutcome, match="needs a card"):
        outcome_of(s, draw, Drawn())
    with pytest.raises(InvalidOutcome, match="from card=0 to card="):
        outcome_of(s, draw, Drawn(card=64))


def test_a_broken_invariant_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(s: State, payer: int, payee: int, amount: int) -> None:
        s.money[payer] -= amount

    monkeypatch.setattr(money, "pay_player", lose)
    fault = replay(GAME).fault
    assert fault is not None
    assert "InvConservationOfMoney no longer holds" in fault.reason
