"""AuctionSeats taken step by step by the code: seats who leave on the way.

A seat leaves by resigning or, where two play, by a vote of the other. What is done for it then the
code does at once; in the model of auctions each of these things is a step, and the states between
them are left out. An entry comes with its past, and the departure of a seat with the entry that
says so; in the model both may come in parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import product

from gitopoly.errors import IllegalAction
from gitopoly.peers import Act, ProtocolPosition, Resign, Retire, SettleTrade, check
from gitopoly.peers.absence import voters_on
from gitopoly.proof.specs.values import Value
from gitopoly.rules import State, actions as a
from gitopoly.rules.auction import open_auction
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import AUCTION, HOUSE_AUCTION, NO_BID, NONE, PRE_ROLL
from tests.proof.protocols.exploration import Item, World, put
from tests.proof.protocols.test_behaviours import Auction

Log = tuple[Item, ...]


def own(log: Log) -> list[Act | SettleTrade]:
    """The moves on a log, without the word that somebody leaves."""
    return [item.move for item in log if isinstance(item.move, Act | SettleTrade)]


def holdings(world: World) -> tuple[tuple[int, ...], ...]:
    """How many actions of each log each seat holds."""
    return tuple(
        tuple(len(own(log[:n])) for log, n in zip(world.logs, held, strict=True))
        for held in world.held
    )


def absent(position: ProtocolPosition) -> frozenset[int]:
    """Who has left in a position, as places."""
    return frozenset(q + 1 for q in range(len(position.counts)) if position.absent(q))


def takes(world: World) -> Iterator[World]:
    """Somebody takes one more entry of another, with its past."""
    for seat, other in product(range(len(world.logs)), repeat=2):
        number = world.held[seat][other]
        if seat != other and number < len(world.logs[other]):
            past = world.logs[other][number].past
            yield world.take(seat, put(past, other, number + 1))


def departures(world: World, seat: int, seen: ProtocolPosition) -> Iterator[World]:
    """A seat resigns or, with two seats, votes the other out if it holds all that it wrote.

    The note ends with who has gone: they write nothing any more.
    """
    gone: frozenset[int] = world.note[-1]
    moves: list[tuple[int, Resign | Retire]] = [(seat, Resign())]
    other = 1 - seat
    if len(world.logs) == 2 and other not in gone:
        vote = Retire(other, seen.counts[other], voters_on(seen, other))
        if world.held[seat][other] == len(world.logs[other]):
            moves.append((other, vote))
    for leaver, move in moves:
        try:
            check(seen, seat, move)
        except IllegalAction:
            continue
        note = (*world.note[:-1], gone | {leaver})
        yield replace(world.write(seat, move), note=note)


PASSED, CHANGED, NO_WINNER, NEVER = 90, 91, 92, 99
"""Entries and winners that are no amounts and no seats, and a vote that was never cast."""

STEPS_OF_AUCTION = f"""
VARIABLE codeVote   \\* how long the log of the other one was when it voted a seat out

CodeCompared == \\A p, q \\in Participants : EntryFor(p, q) = NULL
CodeOwn(q) == IF ends[q] = NULL THEN Len(msgs[q]) ELSE ends[q]
CodeUnheard(p) == codeVote[p] # {NEVER} /\\ p \\notin left[p]

CodeDecided(p) ==
    \\/ \\A q \\in Participants : KnowsPassed(p, q)
    \\/ \\E best \\in Participants :
        /\\ ~KnowsPassed(p, best)
        /\\ \\A q \\in Participants \\ {{best}} :
               /\\ KnowsPassed(p, q)
               /\\ BidBeats(best, KnownLastBid(p, best), q, KnownLastBid(p, q))
               /\\ KnownRound(p, q) < KnownRound(p, best)
CodeWaits(p, q) ==
    DueIn(p, q) \\/ MovesOnIn(p, q) \\/ (CodeDecided(p) /\\ (p = q => winner[p] = UNKNOWN))

CodeLeaves == \\E p \\in Participants, q \\in MayLeave :
    /\\ Leave(p, q)
    /\\ p # q => CodeWaits(p, q) /\\ ~CodeWaits(p, p)
    /\\ codeVote' = [codeVote EXCEPT ![q] = IF p = q THEN {NEVER} ELSE Len(msgs[p])]

CodeTakes == \\E p \\in Participants : \\E q \\in Participants \\ {{p}} :
    \\/ /\\ frontiers[p][q] < CodeOwn(q)
       /\\ ~(CodeUnheard(p) /\\ codeVote[p] = frontiers[p][q])
       /\\ Take(p, [frontiers[p] EXCEPT ![q] = @ + 1], left[p])
    \\/ /\\ q \\in Gone /\\ codeVote[q] = {NEVER} /\\ frontiers[p][q] = ends[q] /\\ ~CodeUnheard(p)
       /\\ Take(p, frontiers[p], left[p] \\cup {{q}})
    \\/ /\\ CodeUnheard(p) /\\ frontiers[p][q] = codeVote[p]
       /\\ Take(p, frontiers[p], left[p] \\cup {{p}})

CodeActs == ASWrite \\/ CodeTakes \\/ (ASChooseWinner /\\ \\A p \\in Gone : winner'[p] = winner[p])
CodeNext ==
    IF CodeCompared THEN (CodeActs /\\ UNCHANGED codeVote) \\/ CodeLeaves
    ELSE ASStandIn /\\ UNCHANGED codeVote
CodeSpec ==
    /\\ ASInit /\\ codeVote = [p \\in Participants |-> {NEVER}]
    /\\ [][CodeNext]_<<ASvars, codeVote>>
"""
"""The steps of AuctionSeats that the code takes."""

VIEW_OF_AUCTION = f"""
    LET Place(p) == IF p = p1 THEN 1 ELSE 2
        Places(S) == {{Place(p) : p \\in S}}
        Each(Told(_)) == <<Told(p1), Told(p2)>>
        Word(e) == CASE e = PASS -> {PASSED} [] e = CHANGE -> {CHANGED} [] OTHER -> e
        Own(q) == [k \\in 1..CodeOwn(q) |-> Word(msgs[q][k])]
        Held(p, q) == IF frontiers[p][q] < CodeOwn(q) THEN frontiers[p][q] ELSE CodeOwn(q)
        Bid(p, q) == IF KnowsBid(p, q) THEN msgs[q][frontiers[p][q]] ELSE 0
        Seen(p, q) == <<Bid(p, q), KnownFinishedBid(p, q), KnownRound(p, q), KnowsPassed(p, q)>>
        Holds(p) == <<Held(p, p1), Held(p, p2)>>
        Sees(p) == <<Seen(p, p1), Seen(p, p2)>>
        Away(p) == Places(left[p])
        Winner(p) ==
            CASE winner[p] = UNKNOWN -> 0 [] winner[p] = NONE -> {NO_WINNER}
              [] OTHER -> Place(winner[p])
        Money(p) == initialMoney[p]
    IN <<Each(Money), Each(Own), Each(Holds), Each(Sees), Each(Away), Each(Winner), Places(Gone)>>
"""
"""What `LeavingAuction.view` says, in the words of the module."""


class LeavingAuction(Auction):
    """AuctionSeats with two seats and some money."""

    def __init__(self, edition: str, money: tuple[int, ...]) -> None:
        super().__init__(edition, len(money), money)
        self.first = replace(self.first, note=(*self.first.note, frozenset()))

    def steps(self, world: World) -> Iterator[World]:
        """Whatever is written, every departure, and one more entry of somebody."""
        for seat in set(range(self.seats)) - world.note[2]:
            yield from self.writes(world, seat)
            yield from departures(world, seat, self.position(world, seat))
        yield from takes(world)

    def key(self, world: World) -> Hashable:
        """Logs with their pasts, what each seat holds, who has chosen and who has gone."""
        return world.logs, world.held, world.note

    def view(self, world: World) -> Value:
        """A state in the words of the module."""
        seats = range(self.seats)
        return (
            world.note[0],
            tuple(_amounts(own(log)) for log in world.logs),
            holdings(world),
            tuple(self._sees(world, seat) for seat in seats),
            tuple(absent(self.positions.of(world, seat)) for seat in seats),
            tuple(self._winner(world, seat) for seat in seats),
            frozenset(seat + 1 for seat in world.note[2]),
        )

    def _sees(self, world: World, seat: int) -> tuple[Value, ...]:
        """The bidding as a seat sees it; at its end if all have left."""
        s = self._bidding(world, seat)
        return tuple(
            (s.bid[q] if s.bid[q] != NO_BID else 0, s.last_bid[q], s.round[q], bool(s.passed[q]))
            for q in range(self.seats)
        )

    def _winner(self, world: World, seat: int) -> int:
        if not world.note[1][seat]:
            return 0
        # Whoever has left since then has it done for it.
        named = [step.after for step in self.position(world, seat).steps[:1]]
        winner: int = (*named, self._bidding(world, seat))[0].winner[seat]
        return NO_WINNER if winner == NONE else winner + 1

    def _bidding(self, world: World, seat: int) -> State:
        done = self.positions.done(world, seat)
        closed = [step.before for step in done if step.before.phase == AUCTION != step.after.phase]
        return closed[0] if closed else self.positions.of(world, seat).state


class BuildingAuction(LeavingAuction):
    """The same where a scarce house is auctioned, which an absent winner has to place."""

    def open(self, s: State) -> None:
        """Each has a group to build on."""
        for seat, squares in enumerate(((1, 3), (37, 39))):
            for square in squares:
                change_owner(s, s.rules, square, seat)
        open_auction(s, s.rules, HOUSE_AUCTION, 39, 1, PRE_ROLL)


def _amounts(moves: list[Act | SettleTrade]) -> tuple[int, ...]:
    """A log as the module writes it: who stands repeats the bid."""
    found: list[int] = []
    words = {a.PASS: PASSED, a.NEXT_ROUND: CHANGED}
    for action in (move.action for move in moves if isinstance(move, Act)):
        kind = a.kind_of(action)
        if kind == a.STAND:
            found.append([amount for amount in found if amount < PASSED][-1])
        else:
            found.append(a.number_of(action) if kind == a.BID else words[kind])
    return tuple(found)
