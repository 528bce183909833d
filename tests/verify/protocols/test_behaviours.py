"""The code between peers has exactly the behaviours of bounded models: the numbers are TLC's."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import pytest

from gitopoly.kernel import actions as a
from gitopoly.kernel.auction import open_auction
from gitopoly.kernel.codes import DEED_AUCTION, PRE_ROLL
from gitopoly.kernel.sets import change_owner
from gitopoly.protocols import Act, Move, Objection, ProtocolPosition, Resign, Retire, carry_out
from gitopoly.protocols.absence import bound, voted, voters_on
from gitopoly.protocols.trade import SETTLE_TRADE
from gitopoly.verify.suite import load_suite
from tests.protocols.positions import CHAINS, begun, link_of, ready
from tests.verify.protocols.exploration import Found, Positions, World, begin, explore, put

SUITE = load_suite()
BOARDWALK = 39


def counts(name: str) -> tuple[int, int, int]:
    """What TLC finds in a model."""
    model = SUITE[name]
    return model.generated, model.distinct, model.depth


class Auction:
    """Auction3 with some money: one deed, and everybody's purse."""

    def __init__(self, edition: str, seats: int, money: tuple[int, ...]) -> None:
        self.seats = seats
        first = begun(seats, edition, joint=False)
        s = first.state
        for seat, amount in enumerate(money):
            s.money[seat] = amount
        # The last one puts it up, so that ties go by the order of the seats.
        open_auction(s, s.rules, DEED_AUCTION, 1, seats - 1, PRE_ROLL)
        self.positions = Positions(first)

    def position(self, world: World, seat: int) -> ProtocolPosition:
        """What a seat sees; naming the winner is no entry in the model."""
        found = self.positions.of(world, seat)
        if not world.note[1][seat]:
            return found
        found = found.copy()
        move = Act(a.action(a.CHOOSE_WINNER, seat))
        carry_out(found, seat, move, world.held[seat])
        return found

    def steps(self, world: World) -> Iterator[World]:
        """Whatever a seat may write, and every copy from one to another."""
        for seat in range(self.seats):
            money = self.positions.first.state.money[seat]
            moves = [Act(a.action(a.BID, seat, number=n)) for n in range(1, money + 1)]
            moves += [Act(a.action(kind, seat)) for kind in (a.STAND, a.PASS, a.NEXT_ROUND)]
            chosen = world.note[1][seat]
            if not chosen:
                for move in moves:
                    if self.positions.allows(world, seat, move):
                        yield from [world.write(seat, move)] * self._times(world, seat, move)
                if self.positions.allows(world, seat, Act(a.action(a.CHOOSE_WINNER, seat))):
                    note = (world.note[0], put(world.note[1], seat, True))
                    yield replace(world, note=note)
            yield from (world.take(seat, world.held[other]) for other in range(self.seats))

    def _times(self, world: World, seat: int, move: Act) -> int:
        """How often TLC counts a step: once for each alternative of a guard that holds.

        Of who has passed the guards ask that, or whether it is in the same round or ahead.
        """
        s = self.positions.of(world, seat).state
        later = a.kind_of(move.action) == a.NEXT_ROUND
        passed = [q for q in range(self.seats) if s.passed[q] and q != seat]
        both = [
            q
            for q in passed
            if (s.round[q] > s.round[seat] if later else s.round[q] == s.round[seat])
        ]
        return 1 << len(both)

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
        first = begin(seats, (money, (False,) * seats))

        def size(world: World) -> int:
            return world.size + sum(world.note[1])

        found.append(explore([first], auction.steps, auction.key, size))
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
    """Trade3 with one offer: ann offers ben a deed for 50 dollars, and cleo hears of it."""

    SEATS = 3

    def __init__(self) -> None:
        first = begun(self.SEATS, joint=False)
        s = first.state
        change_owner(s, s.rules, BOARDWALK, 0)
        self.offer = a.offer(0, 1, 1 << s.rules.deed_index[BOARDWALK], 0, -50)
        self.positions = Positions(first)

    def steps(self, world: World) -> Iterator[World]:
        """The offer, whatever may answer it, and every copy from one to another."""
        answers = [Act(a.action(kind, 1), 1) for kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE)]
        answers += [Act(a.action(kind, 0), 1) for kind in (a.WITHDRAW_TRADE, SETTLE_TRADE)]
        moves = answers if world.logs[0] else [Act(self.offer)]
        for move in moves:
            seat = a.player_of(move.action)
            if self.positions.allows(world, seat, move):
                yield world.write(seat, move)
        for seat, other in product(range(self.SEATS), repeat=2):
            if seat != other:
                yield world.take(seat, world.held[other])

    def key(self, world: World) -> Hashable:
        """Logs and frontiers, and what each seat thinks of the offer and of the deed."""
        logs = tuple(tuple(item.move for item in log) for log in world.logs)
        seen = [self.positions.of(world, seat) for seat in range(self.SEATS)]
        views = tuple((p.accepted, p.state.phase, p.state.owner[BOARDWALK]) for p in seen)
        return logs, world.held, views


def test_three_seats_trade_exactly_as_the_model() -> None:
    offer = Offer()
    found = explore([begin(Offer.SEATS)], offer.steps, offer.key)
    assert found[:3] == counts("MCTrade3One")
    assert found.behaviours == 522


@dataclass
class Drawing:
    """DiceSeats with one draw, which ann asks for."""

    may_stop: frozenset[int]
    most_stopped: int
    may_resign: frozenset[int] = frozenset()
    SEATS = 3

    def __post_init__(self) -> None:
        self.positions = Positions(ready(self.SEATS))

    def steps(self, world: World) -> Iterator[World]:
        """Whatever a seat may write, every stop, and every entry that a seat may take."""
        stopped: frozenset[int] = world.note
        for seat in range(self.SEATS):
            if seat not in stopped:
                for move in self._moves(world, seat):
                    if self.positions.allows(world, seat, move):
                        yield world.write(seat, move)
                yield from self._takes(world, seat)
            if seat in self.may_stop - stopped and len(stopped) < self.most_stopped:
                yield replace(world, note=stopped | {seat})

    def _moves(self, world: World, seat: int) -> Iterator[Move]:
        position = self.positions.of(world, seat)
        if position.draws == 0 and seat == 0:
            yield Act(a.action(a.ROLL_AND_MOVE, seat))
        if position.draw is not None:
            yield link_of(position, seat)
        if seat in self.may_resign:
            yield Resign(CHAINS[seat].secret)
        for other in range(self.SEATS):
            if other in self.may_stop and (position.draw is not None or position.draws == 0):
                yield Retire(other, position.counts[other], voters_on(position, other))
            if other != seat:
                yield Objection(other)

    def _takes(self, world: World, seat: int) -> Iterator[World]:
        """With an entry all that its author held, unless a vote keeps it out."""
        held = world.held[seat]
        for other in range(self.SEATS):
            for number in range(held[other] + 1, len(world.logs[other]) + 1):
                past = put(world.logs[other][number - 1].past, other, number)
                frontier = tuple(max(pair) for pair in zip(held, past, strict=True))
                if other != seat and self._may_take(world, seat, frontier):
                    yield world.take(seat, frontier)

    def _may_take(self, world: World, seat: int, frontier: tuple[int, ...]) -> bool:
        position, held = self.positions.of(world, seat), world.held[seat]
        shown = [log[:n] for log, n in zip(world.logs, frontier, strict=True)]
        cast = [{i.move for i in log if isinstance(i.move, Retire)} for log in shown]
        out = {
            vote.seat
            for votes in cast
            for vote in votes
            if all(vote in cast[voter] for voter in vote.voters)
        }

        def released(other: int) -> bool:
            thirds = [q for q in range(self.SEATS) if q not in (seat, other)]
            return any(
                not voted(position, third, other, held[other])
                and any(item.past[other] > held[other] for item in shown[third])
                for third in thirds
            )

        return all(
            not bound(position, seat, other) or bool(out & {seat, other}) or released(other)
            for other in range(self.SEATS)
            if frontier[other] > held[other]
        )

    def key(self, world: World) -> Hashable:
        """Logs with their pasts, frontiers, who has stopped, and what each seat sees."""
        views = []
        for seat in range(self.SEATS):
            p = self.positions.of(world, seat)
            links = p.draw and tuple(map(bool, p.draw.links))
            views.append((p.draws, links, tuple(p.resigned), tuple(p.retired), tuple(p.votes)))
        return world.logs, world.held, world.note, tuple(views)


def test_three_seats_draw_exactly_as_the_model_though_one_may_stop() -> None:
    """With votes, objections and seats that are bound, released and voted out."""
    drawing = Drawing(frozenset({1}), 1)

    def size(world: World) -> int:
        return world.size + len(world.note)

    found = explore([begin(Drawing.SEATS, frozenset())], drawing.steps, drawing.key, size)
    assert found[:3] == counts("MCDiceSeats")
    assert found.behaviours == 207_580_514
