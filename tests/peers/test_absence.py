"""Leaving at any moment, votes on silent seats, objections, and seats that forked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gitopoly.peers import (
    Act,
    Move,
    Objection,
    ProtocolPosition,
    Resign,
    Retire,
    carry_out,
    choices,
    required_move,
    skip,
    waits_for,
)
from gitopoly.peers.absence import bound, held_back, released, voters_on
from gitopoly.peers.position import STAYS
from gitopoly.rules import actions as a, is_over
from gitopoly.rules.auction import open_auction
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, DEED_AUCTION, PRE_ROLL
from gitopoly.rules.money import owe_first
from tests.peers.positions import (
    CHAINS,
    act,
    begun,
    concurrent,
    do,
    link_of,
    ready,
    refused,
    reveal,
)
from tests.peers.test_trade import offered

ANN, BEN, CLEO, DAN = range(4)


def resign(seat: int) -> Resign:
    return Resign(CHAINS[seat].secret)


def bidding(*bids: int) -> ProtocolPosition:
    """An auction that ann opened, with the first bids."""
    p = begun()
    open_auction(p.state, p.state.rules, DEED_AUCTION, 39, ANN, p.state.phase)
    for seat, amount in enumerate(bids):
        p.state.bid[seat] = amount
    return p


def led_by_ben() -> ProtocolPosition:
    p = bidding(5, 9, 3)
    for seat in range(3):
        do(p, seat, Act(a.code_of(a.NEXT_ROUND, seat)))
    return p


def indebted() -> ProtocolPosition:
    p = begun()
    p.state.money[ANN] = 10
    p.state.bank_money += 1490
    owe_first(p.state, ANN, 500, PRE_ROLL)
    p.state.creditor[0] = BEN
    p.state.phase = BANKRUPTCY_PREVENTION
    return p


def asked(*revealed: int) -> ProtocolPosition:
    p = act(ready(), a.ROLL_AND_MOVE)
    for seat in revealed:
        reveal(p, seat)
    return p


def accepted() -> ProtocolPosition:
    return do(offered(), BEN, Act(a.code_of(a.ACCEPT_TRADE, BEN), 1))


MOMENTS: dict[str, Callable[[], ProtocolPosition]] = {
    "the floor of ann": begun,
    "about to roll": ready,
    "a draw of ann": asked,
    "a draw of ann to which ben has revealed": lambda: asked(BEN),
    "a draw of ann that waits for her": lambda: asked(BEN, CLEO),
    "an auction that ann opened": bidding,
    "an auction with bids": lambda: bidding(5, 9),
    "an auction that ben leads": led_by_ben,
    "an offer of ann to ben": offered,
    "an offer of ann that ben accepted": accepted,
    "a debt of ann": indebted,
    "the opening throw": lambda: begun(opening_throw=1),
    "a seeded game": lambda: ready(joint=False),
}


@pytest.mark.parametrize("seat", [ANN, BEN, CLEO])
@pytest.mark.parametrize("moment", MOMENTS)
def test_anybody_may_resign_at_any_moment_and_nobody_waits_for_it(moment: str, seat: int) -> None:
    p = MOMENTS[moment]()
    secret = resign(seat) if p.setting.joint else Resign()
    before = tuple(p.counts)
    do(p, seat, secret)
    assert p.resigned[seat]
    assert seat not in waits_for(p)
    assert waits_for(p)
    assert choices(p, seat) == []
    assert required_move(p, seat, CHAINS[seat]) is None
    refused(p, seat, secret, "LEAVE-1")
    others = [other for other in range(3) if other != seat]
    both = MOMENTS[moment]()
    two = [resign(o) if p.setting.joint else Resign() for o in others]
    last = concurrent(both, *([(o, move)] for o, move in zip(others, two, strict=True)))
    assert before == tuple(both.counts)
    if not is_over(last.state):
        assert waits_for(last) == [seat]


def test_only_the_secret_of_the_chain_will_do() -> None:
    refused(begun(), ANN, Resign(b"x" * 32), "does not match the chain")
    refused(begun(), ANN, Resign(CHAINS[BEN].secret), "does not match the chain")
    refused(begun(), ANN, Resign(), "does not match the chain")
    refused(begun(joint=False), ANN, resign(ANN), "has no secrets")


def test_the_last_two_may_resign_at_once() -> None:
    p = concurrent(begun(2), [(ANN, resign(ANN))], [(BEN, resign(BEN))])
    assert is_over(p.state)


# Votes.


def vote(p: ProtocolPosition, seat: int) -> Retire:
    return Retire(seat, p.counts[seat], voters_on(p, seat))


def test_all_others_together_retire_a_seat_that_is_waited_for() -> None:
    p = asked(BEN)
    do(p, ANN, vote(p, CLEO))
    assert p.retired[CLEO] == STAYS
    do(p, BEN, vote(p, CLEO))
    assert p.retired[CLEO] == 0
    assert p.draw is not None
    assert waits_for(p) == [ANN]
    reveal(p, ANN)
    assert p.draw is None
    refused(p, CLEO, link_of(p, CLEO), "LEAVE-1")


def test_votes_out_of_place_are_refused() -> None:
    p = asked(BEN)
    right = vote(p, CLEO)
    refused(p, CLEO, Retire(CLEO, 0, (ANN, BEN)), "only another player")
    refused(p, ANN, Retire(CLEO, 1, right.voters), "does not name the last entry")
    refused(p, ANN, Retire(CLEO, 0, (ANN,)), "does not name exactly")
    refused(p, ANN, Retire(CLEO, 0, (BEN, ANN)), "does not name exactly")
    refused(p, ANN, Retire(BEN, p.counts[BEN], (ANN, CLEO)), "nobody is waiting for that seat")
    do(p, ANN, right)
    refused(p, ANN, right, "has already cast this vote")
    patient = act(ready(may_retire=False), a.ROLL_AND_MOVE)
    refused(patient, ANN, vote(patient, CLEO), "silent seats are waited for")


def test_one_vote_at_a_time_until_it_has_had_its_effect() -> None:
    p = act(ready(4), a.ROLL_AND_MOVE)
    reveal(p, BEN)
    do(p, ANN, vote(p, CLEO))
    refused(p, ANN, vote(p, DAN), "a vote on another seat still binds")
    do(p, BEN, vote(p, CLEO))
    reveal(p, DAN)
    do(p, DAN, vote(p, CLEO))
    assert p.retired[CLEO] == 0
    assert not bound(p, BEN, CLEO)
    do(p, BEN, vote(p, ANN))


def test_who_is_waited_for_itself_has_no_vote_on_others() -> None:
    """Two who are both away from an auction do not vote each other out when they come back."""
    p = bidding()
    assert waits_for(p) == [ANN, BEN, CLEO]
    refused(p, ANN, vote(p, BEN), "the game is waiting for the author as well")
    p = bidding(5)
    do(p, ANN, vote(p, BEN))
    forked = bidding()
    forked.forked[CLEO] = True
    do(forked, ANN, vote(forked, CLEO))


def crossing() -> tuple[ProtocolPosition, list[tuple[int, Move, tuple[int, ...]]]]:
    """The last two end each other's logs, neither of them knowing of it."""
    p = act(ready(2), a.ROLL_AND_MOVE)
    past = tuple(p.counts)
    seen_by_ben = p.copy()
    reveal(seen_by_ben, BEN)
    link, votes = link_of(p, BEN), (vote(p, BEN), vote(seen_by_ben, ANN))
    later = tuple(seen_by_ben.counts)
    return p, [(ANN, votes[0], past), (BEN, link, past), (BEN, votes[1], later)]


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (1, 2, 0)])
def test_of_two_votes_that_cross_that_of_the_earlier_seat_counts(order: tuple[int, ...]) -> None:
    p, moves = crossing()
    for number in order:
        carry_out(p, *moves[number])
    assert p.retired == [STAYS, 0]
    # Where ben's moves came first they are in it, and whoever folds makes it anew without them.
    assert p.overrun() == (order[0] == 1)


def test_a_vote_that_came_after_the_other_does_not_undo_it() -> None:
    p, moves = crossing()
    for move in moves[1:]:
        carry_out(p, *move)
    assert p.retired == [p.counts[ANN], STAYS]
    refused(p, ANN, moves[0][1], "END-1|LEAVE-1")
    carry_out(p, ANN, link_of(p, ANN), tuple(p.counts))
    assert p.retired == [p.counts[ANN], STAYS]


def voted_while_cleo_was_there() -> ProtocolPosition:
    """Ann has voted on cleo, whose reveal she did not have; ben has it, and so has ann now."""
    p = act(ready(), a.ROLL_AND_MOVE)
    past = tuple(p.counts)
    do(p, ANN, vote(p, CLEO))
    carry_out(p, CLEO, link_of(p, CLEO), past)
    return p


def test_a_vote_keeps_its_author_from_writing_on_what_it_missed() -> None:
    p = voted_while_cleo_was_there()
    assert held_back(p, ANN)
    refused(p, ANN, resign(ANN), "a vote on another seat still binds the author")
    assert required_move(p, ANN, CHAINS[ANN]) is None
    assert choices(p, ANN) == []
    assert not held_back(p, BEN)


def test_an_objection_releases_the_author_of_a_vote() -> None:
    p = voted_while_cleo_was_there()
    reveal_first = required_move(p, BEN, CHAINS[BEN])
    assert reveal_first == link_of(p, BEN)
    objecting = p.copy()
    refused(p, BEN, Objection(ANN), "no vote to object to")
    do(objecting, BEN, Objection(CLEO))
    assert released(objecting, ANN, CLEO, 0)
    assert not held_back(objecting, ANN)
    refused(objecting, BEN, Objection(CLEO), "no vote to object to")


def test_only_an_entry_that_counts_releases_the_author_of_a_vote() -> None:
    """A forked seat has no vote, so what it shows on a void branch does not keep one from passing.

    If it did, one of a million random histories with four seats would break the promise that
    what is final stays.
    """
    for apply, holding in ((skip, True), (carry_out, False)):
        p = voted_while_cleo_was_there()
        apply(p, BEN, link_of(p, BEN), tuple(p.counts))
        assert held_back(p, ANN) == holding


def test_who_left_in_order_is_objected_for_too() -> None:
    """Otherwise the author of the vote would wait for ever for what the others have seen."""
    p = act(ready(), a.ROLL_AND_MOVE)
    past = tuple(p.counts)
    reveal(p, BEN)
    do(p, ANN, vote(p, CLEO))
    carry_out(p, CLEO, resign(CLEO), past)
    assert held_back(p, ANN)
    assert required_move(p, BEN, CHAINS[BEN]) == Objection(CLEO)
    do(p, BEN, Objection(CLEO))
    assert not held_back(p, ANN)


def test_several_objections_are_made_in_any_order() -> None:
    for first in (CLEO, DAN):
        p = act(ready(4), a.ROLL_AND_MOVE)
        past = tuple(p.counts)
        reveal(p, BEN)
        votes = [Retire(CLEO, 0, (ANN, BEN, DAN)), Retire(DAN, 0, (ANN, BEN, CLEO))]
        for missed, voter in zip(votes, (ANN, ANN), strict=True):
            p.votes[voter] |= {missed}
        for seat in (CLEO, DAN):
            carry_out(p, seat, link_of(p, seat), past)
        do(p.copy(), BEN, Objection(first))


# Seats that forked.


def test_a_seat_that_forked_is_voted_out_unasked_and_has_no_say() -> None:
    p = act(ready(4, may_retire=False), a.ROLL_AND_MOVE)
    reveal(p, BEN)
    p.forked[CLEO] = p.forked[DAN] = True
    assert voters_on(p, CLEO) == (ANN, BEN)
    for _ in range(2):
        for seat in (ANN, BEN):
            due = required_move(p, seat, CHAINS[seat])
            assert isinstance(due, Retire)
            do(p, seat, due)
    assert p.retired[CLEO] == p.retired[DAN] == 0
    assert Retire.due(p, ANN, None) is None
    reveal(p, ANN)


def test_nobody_is_voted_out_unasked_who_did_not_fork() -> None:
    assert Retire.due(asked(BEN), ANN, None) is None


def test_a_vote_that_cannot_pass_any_more_binds_nobody() -> None:
    """Ben leaves without having voted or shown anything; ann must not wait for him."""
    p = act(ready(4), a.ROLL_AND_MOVE)
    past = tuple(p.counts)
    do(p, DAN, Resign(CHAINS[DAN].secret))
    do(p, ANN, vote(p, CLEO))
    assert bound(p, ANN, CLEO)
    alone = p.copy()
    carry_out(alone, BEN, resign(BEN), past)
    assert not bound(alone, ANN, CLEO)
    do(alone.copy(), ANN, vote(alone, CLEO))
    carry_out(alone, CLEO, link_of(alone, CLEO), past)
    assert not held_back(alone, ANN)
    carry_out(p, CLEO, link_of(p, CLEO), past)
    assert held_back(p, ANN)
