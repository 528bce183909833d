"""The code between peers has exactly the behaviours of bounded models: the numbers are TLC's."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from gitopoly.peers import Act, Move, ProtocolPosition, carry_out
from gitopoly.peers.trade import ANSWERS, SettleTrade
from gitopoly.rules import State, actions as a
from gitopoly.rules.auction import open_auction
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import DEED_AUCTION, PRE_ROLL
from tests.peers.positions import begun
from tests.proof.protocols.drawing import VIEW, Drawing, before_last_try, before_order
from tests.proof.protocols.exploration import Found, Positions, World, begin, explored, put
from tests.proof.protocols.model_states import counts, missed, missed_in

BOARDWALK = 39


class Auction:
    """Auction3 with some money: one deed, and everybody's purse."""

    def __init__(self, edition: str, seats: int, money: tuple[int, ...]) -> None:
        self.SEATS = self.seats = seats
        self.first = begin(seats, (money, (False,) * seats))
        # What a building must cost at least is no matter of Auction3.
        first = begun(seats, edition, joint=False, placing_by_price=0)
        s = first.state
        for seat, amount in enumerate(money):
            s.bank_money += s.money[seat] - amount
            s.money[seat] = amount
        self.open(s)
        self.positions = Positions(first)

    def open(self, s: State) -> None:
        """The last one puts it up, so that ties go by the order of the seats."""
        open_auction(s, s.rules, DEED_AUCTION, 1, self.seats - 1, PRE_ROLL)

    def position(self, world: World, seat: int) -> ProtocolPosition:
        """What a seat sees; naming the winner is no entry in the model."""
        found = self.positions.of(world, seat)
        if not world.note[1][seat]:
            return found
        found = found.copy()
        move = Act(a.code_of(a.CHOOSE_WINNER, seat))
        carry_out(found, seat, move, world.held[seat])
        return found

    def steps(self, world: World) -> Iterator[World]:
        """Whatever a seat may write, and every copy from one to another."""
        for seat in range(self.seats):
            yield from self.writes(world, seat)
            yield from (world.take(seat, world.held[other]) for other in range(self.seats))

    def writes(self, world: World, seat: int) -> Iterator[World]:
        """Whatever a seat may write, until it has named the winner."""
        if world.note[1][seat]:
            return
        money = self.positions.first.state.money[seat]
        moves = [Act(a.code_of(a.BID, seat, number=n)) for n in range(1, money + 1)]
        moves += [Act(a.code_of(kind, seat)) for kind in (a.STAND, a.PASS, a.NEXT_ROUND)]
        for move in moves:
            if self.positions.allows(world, seat, move):
                yield from [world.write(seat, move)] * self._times(world, seat, move)
        if self.positions.allows(world, seat, Act(a.code_of(a.CHOOSE_WINNER, seat))):
            chosen = put(world.note[1], seat, True)
            yield replace(world, note=put(world.note, 1, chosen))

    def _times(self, world: World, seat: int, move: Act) -> int:
        """How often TLC counts a step: once for each way in which its guards hold.

        Of who has passed the guards ask that, or whether it is in the same round or ahead; and
        whoever bids, stands or passes must be in the same round as somebody else.
        """
        s = self.positions.of(world, seat).state
        later = a.kind_of(move.action) == a.NEXT_ROUND
        others = [q for q in range(self.seats) if q != seat]
        passed = [q for q in others if s.passed[q]]
        both = [
            q
            for q in passed
            if (s.round[q] > s.round[seat] if later else s.round[q] == s.round[seat])
        ]
        together = 1 if later else sum(s.round[q] == s.round[seat] for q in others)
        return together << len(both)

    def size(self, world: World) -> int:
        """Grows with every step that changes something."""
        return world.size + sum(world.note[1])

    def key(self, world: World) -> Hashable:
        """The variables: logs, frontiers, purses, and what the position of each seat says."""
        logs = tuple(tuple(item.move for item in log) for log in world.logs)
        views = tuple(self._view(world, seat) for seat in range(self.seats))
        return logs, world.held, world.note, views

    def _view(self, world: World, seat: int) -> Hashable:
        s = self.position(world, seat).state
        seats = range(self.seats)
        seen = tuple((s.bid[q], s.last_bid[q], s.round[q], s.passed[q]) for q in seats)
        return s.winner[seat], seen


def explored_auctions(edition: str, seats: int, most: int) -> Found:
    """All purses up to an amount, together."""
    found = []
    for money in product(range(most + 1), repeat=seats):
        auction = Auction(edition, seats, money)
        found.append(explored(auction)[0])
    generated, distinct, depth, behaviours = zip(*found, strict=True)
    return Found(sum(generated), sum(distinct), max(depth), sum(behaviours))


@pytest.mark.parametrize(
    ("model", "edition", "behaviours"),
    [("MCAuction3Live", "formal", 30_936), ("MCAuction3Classic", "classic", 122_370)],
)
def test_two_seats_bid_exactly_as_the_model(model: str, edition: str, behaviours: int) -> None:
    found = explored_auctions(edition, 2, 2)
    assert found[:3] == counts(model)
    assert found.behaviours == behaviours


@pytest.mark.long
@pytest.mark.parametrize(
    ("model", "edition"), [("MCAuction3Live3", "formal"), ("MCAuction3Classic3", "classic")]
)
def test_three_seats_bid_exactly_as_the_model(model: str, edition: str) -> None:
    assert explored_auctions(edition, 3, 1)[:3] == counts(model)


class Offer:
    """Trade3 with one offer: ann offers ben a deed for 50 dollars, and others hear of it."""

    def __init__(self, seats: int = 3) -> None:
        self.SEATS = seats
        self.first = begin(seats)
        first = begun(seats, joint=False)
        s = first.state
        change_owner(s, s.rules, BOARDWALK, 0)
        self.offer = a.offer(0, 1, 1 << s.rules.deed_index[BOARDWALK], 0, -50)
        self.positions = Positions(first)

    def steps(self, world: World) -> Iterator[World]:
        """The offer, whatever may answer it, and every copy from one to another."""
        for seat in (0, 1):
            yield from self.writes(world, seat)
        for seat, other in product(range(self.SEATS), repeat=2):
            if seat != other:
                yield world.take(seat, world.held[other])

    def writes(self, world: World, seat: int) -> Iterator[World]:
        """The offer, once, and whatever may answer it."""
        moves: list[Move] = [Act(a.code_of(kind, seat), 1) for kind in ANSWERS]
        moves.append(SettleTrade(1))
        if seat == 0 and not world.logs[0]:
            moves.append(Act(self.offer))
        for move in moves:
            if self.positions.allows(world, seat, move):
                yield world.write(seat, move)

    def size(self, world: World) -> int:
        """Grows with every step that changes something."""
        return world.size

    def key(self, world: World) -> Hashable:
        """Logs and frontiers, and what each seat thinks of the offer and of the deed."""
        logs = tuple(tuple(item.move for item in log) for log in world.logs)
        seen = [self.positions.of(world, seat) for seat in range(self.SEATS)]
        views = tuple((p.accepted, p.state.phase, p.state.owner[BOARDWALK]) for p in seen)
        return logs, world.held, views


def test_three_seats_trade_exactly_as_the_model() -> None:
    offer = Offer()
    found, _ = explored(offer)
    assert found[:3] == counts("MCTrade3One")
    assert found.behaviours == 522


def drawn(name: str, drawing: Drawing, exactly: bool = True) -> Found:
    """Every behaviour of a model of draws; its states must be the model's, one by one."""
    found, worlds = explored(drawing)
    if exactly:
        assert missed(name, VIEW, list(map(drawing.view, worlds))) == []
    return found


@pytest.mark.slow
def test_three_seats_draw_exactly_as_the_model_though_one_may_stop() -> None:
    """With votes, objections and seats that are bound, released and voted out."""
    found = drawn("MCDiceSeats", Drawing(frozenset({1}), 1), exactly=False)
    assert found == (*counts("MCDiceSeats"), 207_580_514)


@pytest.mark.parametrize(
    "beginning",
    [
        pytest.param(before_order, marks=pytest.mark.slow),
        pytest.param(before_last_try, marks=pytest.mark.long),
    ],
)
def test_all_that_is_drawn_is_drawn_exactly_as_in_the_model(
    beginning: Callable[[], ProtocolPosition],
) -> None:
    """The order of a free-4-all, and a roll of which the published rules allow only some."""
    drawing = Drawing(beginning=beginning)
    found, worlds = explored(drawing)
    assert found.behaviours == 1_506
    views = list(map(drawing.view, worlds))
    steps = "CodeCompared == TRUE\nCodeSpec == DSSpec"
    assert missed_in("MCDiceSeats", VIEW, views, steps, {"MayStop": "{}"}) == []
    seen = [drawing.positions.done(world, seat) for world in worlds for seat in range(3)]
    outcomes = {tuple((step.code, step.outcome) for step in done) for done in seen}
    assert len(outcomes - {()}) == 1


@pytest.mark.slow
def test_a_new_chain_between_two_draws_is_exactly_that_of_the_model() -> None:
    found = drawn("MCDiceSeatsRecommit", Drawing(draws=2, recommits=1))
    assert found == (*counts("MCDiceSeatsRecommit"), 592_606_804)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "drawing", "exactly"),
    [
        ("MCDiceSeats", Drawing(frozenset({1}), 1), True),
        ("MCDiceSeatsLeft", Drawing(may_resign=frozenset({0, 1})), True),
        # More states than TLC can compare one by one.
        ("MCDiceSeatsResign", Drawing(frozenset({1}), may_resign=frozenset({2})), False),
    ],
)
def test_three_seats_draw_and_leave_exactly_as_the_model(
    name: str, drawing: Drawing, exactly: bool
) -> None:
    """Seats that resign, and a vote while another resigns."""
    found = drawn(name, drawing, exactly)
    # TLC counts a step once for each way in which its guards hold.
    assert found[1:3] == counts(name)[1:]


OTHER = (0, 1, 3, 2)
"""Ben and cleo in each other's places, as the module numbers seats."""


def swapped(logs: Any, held: Any) -> Hashable:
    """A state with ben and cleo in each other's places."""
    order = (0, 2, 1)

    def entry(kind: str, draw: int, seat: int, last: int, voters: Any, past: Any) -> Hashable:
        there = frozenset(OTHER[voter] for voter in voters)
        return kind, draw, OTHER[seat], last, there, tuple(past[i] for i in order)

    moved = tuple(tuple(entry(*one) for one in logs[i]) for i in order)
    return moved, tuple(tuple(held[i][j] for j in order) for i in order)


@pytest.mark.long
def test_votes_on_two_seats_lead_exactly_as_far_as_in_the_model() -> None:
    """TLC counts states that differ in these two seats only once."""
    drawing = Drawing(frozenset({1, 2}))
    found, worlds = explored(drawing)
    states = [drawing.view(world)[:2] for world in worlds]  # type: ignore[index]
    pairs = {frozenset({state, swapped(*state)}) for state in states}
    assert (len(pairs), found.depth) == counts("MCDiceSeatsVotes")[1:]
