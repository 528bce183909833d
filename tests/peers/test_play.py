"""Judging moves, what a seat may choose, what it owes, and how a game is finished."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.peers import (
    Act,
    Finish,
    Recommit,
    Resign,
    Reveal,
    carry_out,
    check,
    choices,
    required_move,
    skip,
    waits_for,
)
from gitopoly.rules import AmountRange, OfferTemplate, actions as a, is_over
from gitopoly.rules.board import change_owner
from tests.peers.network import new_game, play, random_order, settle
from tests.peers.positions import CHAINS, act, begun, do, link_of, ready, refused, reveal
from tests.peers.test_absence import bidding
from tests.peers.test_trade import ACCEPT, offered

ANN, BEN, CLEO = range(3)


def test_nobody_acts_for_another_or_out_of_turn() -> None:
    p = ready()
    refused(p, BEN, Act(a.code_of(a.ROLL_AND_MOVE, ANN)), "another player's move")
    refused(p, BEN, Act(a.code_of(a.ROLL_AND_MOVE, BEN)), "another player's move")
    do(p, ANN, Act(a.code_of(a.ROLL_AND_MOVE, ANN)))
    refused(p, ANN, Act(a.code_of(a.END_TURN, ANN)), "are being drawn")


def test_who_is_out_writes_nothing_more() -> None:
    p = ready()
    p.state.is_bankrupt[BEN] = 1
    refused(p, BEN, Resign(CHAINS[BEN].secret), "out of the game")
    do(p, CLEO, Resign(CHAINS[CLEO].secret))
    refused(p, CLEO, Resign(CHAINS[CLEO].secret), "LEAVE-1")


def test_all_finish_when_the_game_is_over_and_only_then() -> None:
    p = begun(2)
    refused(p, ANN, Finish(), "the game is not over")
    do(p, BEN, Resign(CHAINS[BEN].secret))
    do(p, ANN, Resign(CHAINS[ANN].secret))
    assert is_over(p.state)
    assert waits_for(p) == []
    refused(p, ANN, Resign(CHAINS[ANN].secret), "the game is over")
    for seat in (BEN, ANN):
        assert required_move(p, seat, CHAINS[seat]) == Finish()
        do(p, seat, Finish())
        assert required_move(p, seat, CHAINS[seat]) is None
        refused(p, seat, Finish(), "has already ended")
    assert p.finished == [1, 1]


def test_who_was_retired_does_not_finish() -> None:
    p = begun(2)
    p.retired[BEN] = 0
    do(p, ANN, Resign(CHAINS[ANN].secret))
    assert is_over(p.state)
    assert required_move(p, BEN, CHAINS[BEN]) is None
    refused(p, BEN, Finish(), "has already ended")
    carry_out(p, BEN, Finish(), tuple(p.counts))
    assert not p.finished[BEN]


def test_choices_leave_out_what_is_done_unasked_or_cannot_be() -> None:
    assert choices(act(ready(), a.ROLL_AND_MOVE), ANN) == []
    assert choices(ready(), BEN) == []
    auction = do(bidding(), ANN, Act(a.code_of(a.BID, ANN, number=30)))
    for cash, bids in ((1500, [(31, 1500)]), (31, [(31, 31)]), (30, [])):
        auction.state.money[BEN] = cash
        ranges = [c for c in choices(auction, BEN) if isinstance(c, AmountRange)]
        assert [(c.lowest, c.highest) for c in ranges] == bids
    accepted = do(offered(), BEN, Act(ACCEPT, 1))
    assert choices(accepted, ANN) == []
    assert required_move(accepted, ANN, None) is not None
    assert required_move(accepted, BEN, None) is None


def test_nothing_is_offered_to_who_has_left() -> None:
    p = begun()
    change_owner(p.state, p.state.rules, 39, ANN)
    to = {c.addressee for c in choices(p, ANN) if isinstance(c, OfferTemplate)}
    assert to == {BEN, CLEO}
    do(p, CLEO, Resign(CHAINS[CLEO].secret))
    to = {c.addressee for c in choices(p, ANN) if isinstance(c, OfferTemplate)}
    assert to == {BEN}


def test_who_is_waited_for() -> None:
    p = ready()
    assert waits_for(p) == [ANN]
    act(p, a.ROLL_AND_MOVE)
    assert waits_for(p) == [BEN, CLEO]
    assert waits_for(offered()) == [BEN]
    assert waits_for(do(offered(), BEN, Act(ACCEPT, 1))) == [ANN]
    assert waits_for(bidding()) == [ANN, BEN, CLEO]


def test_a_seat_whose_chain_is_used_up_owes_what_it_cannot_give() -> None:
    p = act(ready(), a.ROLL_AND_MOVE)
    assert required_move(p, BEN, CHAINS[BEN]) == link_of(p, BEN)
    p.links[BEN] = CHAINS[BEN].secret
    assert required_move(p, BEN, CHAINS[BEN]) is None
    assert waits_for(p) == [BEN, CLEO]


def test_a_void_move_does_nothing_but_its_link_stays_public() -> None:
    p = act(ready(), a.ROLL_AND_MOVE)
    shown = link_of(p, BEN)
    state = p.to_yaml()
    skip(p, BEN, shown, tuple(p.counts))
    assert p.to_yaml() == state
    assert p.counts[BEN] == 1
    assert p.links[BEN] == shown.link
    refused(p, BEN, Reveal(p.draws, shown.link), "does not match the committed chain")
    reveal(p, BEN)
    before = p.links[BEN]
    skip(p, BEN, Recommit(b"n" * 32), tuple(p.counts))
    assert p.links[BEN] == before
    p.retired[CLEO] = 0
    skip(p, CLEO, link_of(p, CLEO), tuple(p.counts))
    assert p.counts[CLEO] == 0


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small"])
def test_no_action_with_any_numbers_does_more_than_be_refused(edition: str) -> None:
    """What a stranger writes is judged by the same functions that honest seats use."""
    random = Random(7)
    game = new_game(3, edition, joint=False)
    p = play(game, random, steps=300)[0].position
    legal = 0
    for kind in range(len(a.NAMES)):
        for _ in range(60):
            seat = random.randrange(3)
            try:
                check(p, seat, Act(_any_action(kind, seat, random)))
            except (IllegalAction, InvalidAction):
                continue
            legal += 1
    assert legal > 0 or p.draw is not None or is_over(p.state)


def _any_action(kind: int, seat: int, random: Random) -> int:
    if kind == a.OFFER_TRADE:
        deeds = random.getrandbits(random.choice([1, 6, 28]))
        cash = random.choice([0, -5, a.LARGEST_OFFER, -a.LARGEST_OFFER])
        return a.offer(seat, random.randrange(8), deeds, random.randrange(4), cash)
    square = random.randrange(256) if "place" in a.ACTIONS[kind].carries else 0
    number = random.choice([0, 1, random.randrange(a.LARGEST_NUMBER + 1)])
    return a.code_of(kind, seat, square, number if "number" in a.ACTIONS[kind].carries else 0)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_drawn_twice_and_no_link_is_shown_before_the_request(seed: int) -> None:
    """Dice2: InvNotBeforeTheRequest and DrawnOnce, over games at random."""
    game = new_game(3, "formal", joint=True)
    settle(play(game, Random(seed), steps=500, resign=0.001))
    reveals = [(w, w.move) for log in game.logs for w in log if isinstance(w.move, Reveal)]
    assert len(reveals) > 10
    assert len({(w.seat, move.draw) for w, move in reveals}) == len(reveals)
    assert len({move.link for _, move in reveals}) == len(reveals)
    for w, move in reveals:
        held = game.fold(random_order(game.held(w.past), Random(seed)))
        assert held.draw is not None
        assert held.draws == move.draw
        others = [link for seat, link in enumerate(held.draw.links) if seat != w.seat]
        absent = sum(held.state.is_bankrupt[:3])
        assert w.seat != held.draw.asker or sum(map(bool, others)) + absent >= 2
