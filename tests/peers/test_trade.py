"""Offers between peers: who may answer what, and answers that cross."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.peers import Act, ProtocolPosition
from gitopoly.peers.trade import SettleTrade
from gitopoly.rules import State, actions as a
from gitopoly.rules.board import change_owner
from tests.peers.network import Replica, new_game, random_move
from tests.peers.positions import act, begun, concurrent, do, refused

ANN, BEN, CLEO = range(3)
ACCEPT, DECLINE = a.code_of(a.ACCEPT_TRADE, BEN), a.code_of(a.DECLINE_TRADE, BEN)
WITHDRAW = a.code_of(a.WITHDRAW_TRADE, ANN)
BOARDWALK = 39


def offered(position: ProtocolPosition | None = None) -> ProtocolPosition:
    """Ann offers Boardwalk to ben for 50."""
    p = position or begun()
    s = p.state
    change_owner(s, s.rules, BOARDWALK, ANN)
    deed = 1 << s.rules.deed_index[BOARDWALK]
    return do(p, ANN, Act(a.offer(ANN, BEN, deed, 0, -50)))


def owner(p: ProtocolPosition) -> tuple[int, int, int]:
    return p.state.owner[BOARDWALK], p.state.money[ANN], p.state.money[BEN]


def test_an_accepted_offer_is_carried_out_when_it_is_settled() -> None:
    p = offered()
    do(p, BEN, Act(ACCEPT, 1))
    assert owner(p) == (ANN, 1500, 1500)
    do(p, ANN, SettleTrade(1))
    assert owner(p) == (BEN, 1550, 1450)
    refused(p, ANN, SettleTrade(1), "no longer open")


def test_answers_are_for_those_whom_they_concern() -> None:
    p = offered()
    refused(p, BEN, Act(ACCEPT, 2), "no longer open")
    refused(p, CLEO, Act(a.code_of(a.ACCEPT_TRADE, CLEO), 1), "for somebody else")
    refused(p, ANN, Act(a.code_of(a.DECLINE_TRADE, ANN), 1), "for somebody else")
    refused(p, BEN, Act(a.code_of(a.WITHDRAW_TRADE, BEN), 1), "is somebody else's")
    refused(p, BEN, SettleTrade(1), "is somebody else's")
    refused(p, ANN, SettleTrade(1), "not been accepted yet")
    refused(p, CLEO, Act(ACCEPT, 1), "another player's move")
    do(p, BEN, Act(ACCEPT, 1))
    refused(p, BEN, Act(ACCEPT, 1), "has already been accepted")
    refused(p, BEN, Act(DECLINE, 1), "has already been accepted")
    refused(p, ANN, Act(WITHDRAW, 1), "has already been accepted")


def test_a_withdrawal_that_crosses_an_acceptance_wins() -> None:
    p = concurrent(offered(), [(BEN, Act(ACCEPT, 1))], [(ANN, Act(WITHDRAW, 1))])
    assert owner(p) == (ANN, 1500, 1500)
    assert not p.accepted


def test_a_withdrawal_that_crosses_a_refusal_ends_the_offer_once() -> None:
    p = concurrent(offered(), [(BEN, Act(DECLINE, 1))], [(ANN, Act(WITHDRAW, 1))])
    assert owner(p) == (ANN, 1500, 1500)
    assert p.state.offers_made == 1


def test_a_late_acceptance_does_not_touch_a_second_offer() -> None:
    start = offered()
    deed = 1 << start.state.rules.deed_index[BOARDWALK]
    second = Act(a.offer(ANN, BEN, deed, 0, 100))
    for answer in (ACCEPT, DECLINE):
        p = concurrent(
            start,
            [(BEN, Act(answer, 1))],
            [(ANN, Act(WITHDRAW, 1)), (ANN, second)],
        )
        assert p.offers == 2
        assert not p.accepted
        assert owner(p) == (ANN, 1500, 1500)
        do(p, BEN, Act(ACCEPT, 2))
        do(p, ANN, SettleTrade(2))
        assert owner(p) == (BEN, 1400, 1600)


def test_nothing_else_happens_while_an_offer_is_open() -> None:
    p = offered()
    refused(p, ANN, Act(a.code_of(a.END_PRE_ROLL, ANN)), "not possible now")
    do(p, ANN, Act(WITHDRAW, 1))
    act(p, a.END_PRE_ROLL)


@pytest.mark.parametrize("seed", range(4))
def test_trades_are_atomic_over_games_at_random(seed: int) -> None:
    """Trade1: nothing moves until the offerer settles, and then all of it at once."""
    random = Random(seed)
    game = new_game(3, "classic", joint=False, opening_throw=0)
    replicas = [Replica(game, seat) for seat in range(3)]
    settled = 0
    for _ in range(2500):
        replica = random.choice(replicas)
        for written in list(replica.takeable())[: random.randrange(3)]:
            if written in set(replica.takeable()):
                replica.take(written)
        move = random_move(replica, random)
        if move is None:
            continue
        before = replica.position.copy().state
        replica.write(move)
        after = replica.position.state
        kind = a.kind_of(move.action) if isinstance(move, Act) else -1
        if isinstance(move, SettleTrade):
            settled += 1
            _check_exchange(before, after)
        elif kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE, a.OFFER_TRADE):
            assert (before.owner, before.money) == (after.owner, after.money)
    assert settled > 0


def _check_exchange(before: State, after: State) -> None:
    pair = {before.offer_from, before.offer_to}
    for square, owner_before in enumerate(before.owner):
        index = before.rules.deed_index[square]
        traded = index >= 0 and before.offer_deeds >> index & 1
        if traded:
            assert {owner_before, after.owner[square]} == pair
        else:
            assert owner_before == after.owner[square]
    third = ({0, 1, 2} - pair).pop()
    assert before.money[third] == after.money[third]
