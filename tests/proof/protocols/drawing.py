"""DiceSeats taken step by step by the code: draws, votes, resignations and new chains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from gitopoly.peers import (
    Act,
    Chain,
    Move,
    Objection,
    ProtocolPosition,
    Recommit,
    Resign,
    Retire,
    Reveal,
)
from gitopoly.peers.absence import bound, voted, voters_on
from gitopoly.peers.dice import needs_draw
from gitopoly.proof.specs.values import Value
from gitopoly.rules import actions as a, legal_actions
from gitopoly.rules.codes import DOUBLES_CHECK, ROLL
from tests.peers.positions import CHAINS, act, begun, ready, reveal
from tests.proof.protocols.exploration import Item, Positions, World, begin, put

LATER = tuple(Chain(chain.secret[::-1]) for chain in CHAINS)
"""The chains after the first ones."""
CHANCE, JAIL = 7, 10

VIEW = """
    LET seats == <<a, b, c>>
        Each(Told(_)) == <<Told(a), Told(b), Told(c)>>
        Place(s) == CHOOSE i \\in 1..3 : seats[i] = s
        Places(S) == {Place(s) : s \\in S}
        Said(e) == <<e.kind, e.draw, IF e.seat = NULL THEN 0 ELSE Place(e.seat), e.last,
                     Places(e.voters), <<e.past[a], e.past[b], e.past[c]>> >>
        Wrote(p) == [k \\in DOMAIN msgs[p] |-> Said(msgs[p][k])]
        Held(p) == <<frontiers[p][a], frontiers[p][b], frontiers[p][c]>>
        Shown(p) == {q \\in Peers : Current(p) > 0 /\\ KnowsLink(p, q, Current(p))}
        Seen(p, q) == <<Resigned(p, q), Counted(p, q),
                        {<<Place(v.seat), v.last, Places(v.voters)>> : v \\in VotesBy(p, q)}>>
        Sees(p) == <<Requested(p), Current(p) > 0, Places(Shown(p)),
                     <<Seen(p, a), Seen(p, b), Seen(p, c)>> >>
    IN <<Each(Wrote), Each(Held), Each(Sees), Places(stopped)>>
"""
"""What `Drawing.view` says, in the words of the module."""


SEATS = 3


@dataclass
class Drawing:
    """DiceSeats with one draw or two, for which ann asks."""

    may_stop: frozenset[int] = frozenset()
    most_stopped: int = 0
    may_resign: frozenset[int] = frozenset()
    draws: int = 1
    recommits: int = 0
    beginning: Callable[[], ProtocolPosition] | None = None
    """The position before the draws, if it is not that before a roll."""
    SEATS = SEATS

    def __post_init__(self) -> None:
        usual = ready if self.draws == 1 else _before_chance
        first = (self.beginning or usual)()
        first.counts = [0] * self.SEATS
        self.first = begin(self.SEATS, frozenset())
        self.positions = Positions(first)

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

    def size(self, world: World) -> int:
        """Grows with every step that changes something."""
        return world.size + len(world.note)

    def _moves(self, world: World, seat: int) -> Iterator[Move]:
        position = self.positions.of(world, seat)
        between = position.draw is None and position.draws < self.draws
        if between and seat == 0:
            yield from requests(position, seat)
            began = sum(isinstance(i.move, Recommit) for log in world.logs for i in log)
            if began < self.recommits:
                yield Recommit(LATER[seat].commitment)
        if position.draw is not None:
            yield _link_of(position, seat)
        if seat in self.may_resign:
            yield Resign(CHAINS[seat].secret)
        for other in range(self.SEATS):
            if other in self.may_stop and (position.draw is not None or position.draws == 0):
                yield Retire(other, position.counts[other], voters_on(position, other))
            if other != seat:
                yield Objection(other)

    def _takes(self, world: World, seat: int) -> Iterator[World]:
        for _, other, number, may in self.offered(world, [seat]):
            if may:
                yield world.take(seat, self._frontier(world, seat, other, number))

    def offered(
        self, world: World, seats: Iterable[int] = range(SEATS)
    ) -> Iterator[tuple[int, int, int, bool]]:
        """Every entry that somebody lacks: who, whose, its number, and whether no vote bars it."""
        for seat, other in product(seats, range(self.SEATS)):
            if other != seat:
                for number in range(world.held[seat][other] + 1, len(world.logs[other]) + 1):
                    frontier = self._frontier(world, seat, other, number)
                    yield seat, other, number, self._may_take(world, seat, frontier)

    def _frontier(self, world: World, seat: int, other: int, number: int) -> tuple[int, ...]:
        """With an entry all that its author held."""
        past = put(world.logs[other][number - 1].past, other, number)
        return tuple(max(pair) for pair in zip(world.held[seat], past, strict=True))

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
        return world.logs, world.held, world.note, self._sees(world)

    def _sees(self, world: World) -> tuple[Value, ...]:
        views: list[Value] = []
        for seat in range(self.SEATS):
            p = self.positions.of(world, seat)
            shown = [q + 1 for q, link in enumerate(p.draw.links) if link] if p.draw else []
            peers = tuple(
                (
                    p.resigned[q],
                    p.counts[q],
                    frozenset((v.seat + 1, v.last, _places(v.voters)) for v in p.votes[q]),
                )
                for q in range(self.SEATS)
            )
            views.append((p.draws, p.draw is not None, frozenset(shown), peers))
        return tuple(views)

    def view(self, world: World) -> Value:
        """A state in the words of the module."""
        logs = tuple(tuple(_said(log, number) for number in range(len(log))) for log in world.logs)
        return logs, world.held, self._sees(world), _places(world.note)


def requests(position: ProtocolPosition, seat: int) -> Iterator[Move]:
    """Every action of a seat that needs chance."""
    s = position.state
    for choice in legal_actions(s, seat):
        if isinstance(choice, int) and needs_draw(s, choice):
            yield Act(choice)


def _link_of(position: ProtocolPosition, seat: int) -> Reveal:
    """The next link of the chain that a seat is bound to."""
    chain = CHAINS[seat] if CHAINS[seat].has(position.links[seat]) else LATER[seat]
    return Reveal(position.draws, chain.next(position.links[seat]) or b"")


def _before_chance() -> ProtocolPosition:
    """A game in which the first roll leads ann to a chance card, which she draws, too."""
    first = ready()
    rolled = act(first.copy(), a.ROLL_AND_MOVE)
    for seat in (1, 2, 0):
        reveal(rolled, seat)
    first.state.positions[0] = CHANCE - rolled.state.positions[0]
    return first


def before_order() -> ProtocolPosition:
    """The next draw decides who comes when in a free-4-all."""
    first = begun(SEATS, "formal")
    first.state.phase = DOUBLES_CHECK
    return first


def before_last_try() -> ProtocolPosition:
    """By the published rules the third roll in jail can only be doubles."""
    first = begun(SEATS, "formal", defect_third_miss_impossible=1)
    s = first.state
    s.positions[0], s.in_jail[0], s.jail_time[0], s.phase = JAIL, 1, 2, ROLL
    return first


def _places(seats: object) -> frozenset[int]:
    return frozenset(seat + 1 for seat in seats)  # type: ignore[attr-defined]


def _said(log: tuple[Item, ...], number: int) -> Value:
    """An entry as the module writes it."""
    move, past = log[number]
    requests = sum(isinstance(item.move, Act) for item in log[: number + 1])
    nobody: frozenset[int] = frozenset()
    match move:
        case Act():
            return "request", requests, 0, 0, nobody, past
        case Reveal():
            return "reveal", move.draw, 0, 0, nobody, past
        case Retire():
            return "retire", 0, move.seat + 1, move.last, _places(move.voters), past
        case Objection():
            return "object", 0, move.seat + 1, 0, nobody, past
    return move.NAME.lower(), 0, 0, 0, nobody, past
