"""Finality taken step by step by the code: votes on silent seats, also two that cross."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

import pytest

from gitopoly.peers import Finish, Move, ProtocolPosition, Retire, absence
from gitopoly.peers.absence import bound, voters_on
from gitopoly.peers.moves import MOVES
from gitopoly.peers.position import STAYS
from gitopoly.proof.specs.values import Value
from gitopoly.rules import actions as a
from tests.peers.positions import act, ready
from tests.proof.protocols.exploration import Positions, World, begin


@dataclass(frozen=True)
class Wait(Move):
    """An entry about which Finality says nothing: it is always allowed, and changes nothing."""

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """At any time."""

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """Some text."""
        return Finish.NAME, {}


def let_everybody_be_waited_for(patch: pytest.MonkeyPatch) -> None:
    """Whom a game waits for is no matter of Finality: of a vote, always the seat that it names."""
    real, authors = Retire.check, [0]

    def check(vote: Retire, position: ProtocolPosition, seat: int) -> None:
        authors[0] = seat
        real(vote, position, seat)

    patch.setattr(Retire, "check", check)
    patch.setattr(absence, "waited_for", lambda _, seat: seat != authors[0])
    patch.setattr(Wait, "NAME", "Wait")
    patch.setitem(MOVES, "Wait", Wait)


VIEW_OF_VOTES = """
    LET Name(e) == <<SeatOf(e), NumberOf(e) - 1>>
        Names(H) == {Name(e) : e \\in H \\ Joins}
        Vote(e) == IF IsVote(e) THEN <<what[e].seat, what[e].last - 1>> ELSE <<>>
    IN <<{<<Name(e), Vote(e), Names(past[e])>> : e \\in Moves}, Names(Counts(Written)),
         {s \\in Seats : Out(Sound(Written), s)}>>
"""
"""What `Voting.view` says, in the words of the module."""


@dataclass
class Voting:
    """Finality without cheats: honest seats, some of which may be voted out.

    Nobody is released from a vote here: that is a matter of DiceSeats.
    """

    SEATS: int
    may_retire: frozenset[int]
    most_entries: int

    def __post_init__(self) -> None:
        # In the middle of a draw nothing happens by itself, whoever is out.
        first = act(ready(self.SEATS), a.ROLL_AND_MOVE)
        first.counts = [0] * self.SEATS
        self.first = begin(self.SEATS, frozenset())
        self.positions = Positions(first)

    def steps(self, world: World) -> Iterator[World]:
        """Entries, votes, copies of all that another holds, and a seat that stays away."""
        for seat in set(range(self.SEATS)) - world.note:
            if len(world.logs[seat]) < self.most_entries:
                for move in self._moves(world, seat):
                    if self.positions.allows(world, seat, move):
                        yield world.write(seat, move)
            for other in range(self.SEATS):
                if other != seat:
                    yield self._fetch(world, seat, world.held[other])
        if not world.note:
            yield from (replace(world, note=frozenset({seat})) for seat in self.may_retire)

    def _moves(self, world: World, seat: int) -> Iterator[Move]:
        position = self.positions.of(world, seat)
        yield Wait()
        for other in self.may_retire:
            yield Retire(other, position.counts[other], voters_on(position, other))

    def _fetch(self, world: World, seat: int, shown: tuple[int, ...]) -> World:
        """All that another holds, but nothing of a seat on which a vote binds, nor on top of it."""
        held, barred = world.held[seat], self._barred(world, seat)

        def may_come(owner: int, number: int) -> bool:
            past = world.logs[owner][number].past
            return owner not in barred and all(past[other] <= held[other] for other in barred)

        frontier = [
            next((n for n in range(mine, most) if not may_come(owner, n)), max(mine, most))
            for owner, (mine, most) in enumerate(zip(held, shown, strict=True))
        ]
        return world.take(seat, frontier)

    def _barred(self, world: World, seat: int) -> set[int]:
        position = self.positions.of(world, seat)
        return {other for other in range(self.SEATS) if bound(position, seat, other)}

    def size(self, world: World) -> int:
        """Grows with every step that changes something."""
        return world.size + len(world.note)

    def key(self, world: World) -> Hashable:
        """Logs with their pasts, what each seat holds, and who stays away."""
        return world.logs, world.held, world.note

    def view(self, world: World) -> Value:
        """A history in the words of the module, and what whoever holds all of it says."""
        names = "abc"
        said = frozenset(
            (
                (names[seat], number),
                (names[i.move.seat], i.move.last) if isinstance(i.move, Retire) else (),
                _entries(i.past),
            )
            for seat, log in enumerate(world.logs)
            for number, i in enumerate(log, 1)
        )
        everything = replace(world, held=(tuple(map(len, world.logs)),) * self.SEATS)
        position = self.positions.of(everything, 0)
        out = frozenset(names[q] for q, end in enumerate(position.retired) if end != STAYS)
        return said, _entries(position.counts), out


def _entries(counts: tuple[int, ...] | list[int]) -> frozenset[tuple[str, int]]:
    """The entries of a frontier, as the module names them."""
    return frozenset(
        (name, number)
        for name, count in zip("abc", counts, strict=False)
        for number in range(1, count + 1)
    )
