"""Whole turns of a real game, as the code plays them: what it makes of entries of Orders.

An entry of the model is one move of a seat, or a few that it writes one after the other: who asks
rolls and buys a deed or puts it up first. The dice are those of a seed by which every roll ends on
a deed that nobody owns. What was asked, and what was done for whom, is read from the steps of the
rules that the code takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.errors import IllegalAction
from gitopoly.peers import Act, Move, ProtocolPosition, Setting, carry_out, check
from gitopoly.peers.position import BETWEEN_TURNS, IN_AUCTIONS, OF_BUILDINGS, Order
from gitopoly.rules import Rules, actions as a
from gitopoly.rules.codes import AUCTION, FREE_4_ALL
from tests.peers.positions import NAMES
from tests.proof.protocols.exploration import put

SEED = b"a game 3"
ASKS = {FREE_4_ALL: "round", AUCTION: "auction"}
Id = tuple[int, int]
Vote = tuple[int, int, frozenset[int]]


class OrderEntry(NamedTuple):
    """An entry of the model, and what stands on the real log for it."""

    kind: str
    value: bool
    vote: Vote | None
    past: tuple[int, ...]
    turn: int
    words: tuple[bool, ...]
    moves: tuple[Move, ...]
    real_past: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Seen:
    """The position that a seat's program has come to, and what happened on the way."""

    position: ProtocolPosition
    ask: Id | None = None
    """The open question."""
    passing: frozenset[tuple[Id, int]] = frozenset()
    """Who has passed by order in which question."""
    out: frozenset[Id] = frozenset()
    """Who is out, and since which turn."""


Log = tuple[OrderEntry, ...]


class Turns:
    """The positions that seats come to, one object for each that can be told apart."""

    def __init__(
        self, seats: int, asks: Sequence[str], covered: Sequence[str], ordered: bool
    ) -> None:
        self.seats, self.asks, self.covered = seats, asks, covered
        self._after: dict[tuple[Seen, int, OrderEntry], Seen] = {}
        self._known: dict[Hashable, Seen] = {}
        self._tried: dict[Hashable, bool] = {}
        self._folded: dict[Hashable, Seen] = {}
        rules = Rules.of("classic", seats, opening_throw=0, estate_auction=0)
        setting = Setting(NAMES[:seats], (), SEED, may_retire=True)
        position = ProtocolPosition(rules, setting)
        position.orders = [self.order(ordered)] * seats
        position.counts = [int(ordered)] * seats
        self.fresh = self._shared(Seen(position))

    def order(self, passes: bool) -> Order:
        """What a seat has told the others to do; its bookkeeping in any case."""
        words = (OF_BUILDINGS,)
        if passes:
            told = (IN_AUCTIONS,) if "auction" in self.covered else ()
            words = (*told, OF_BUILDINGS, *((BETWEEN_TURNS,) if "round" in self.covered else ()))
        return Order(words)

    def _shared(self, seen: Seen) -> Seen:
        """One object for what cannot be told apart."""
        p = seen.position
        told = (p.to_yaml(), *map(tuple, (p.counts, p.seen, p.votes, p.retired)))
        return self._known.setdefault((told, seen.ask, seen.passing, seen.out), seen)

    def carried_out(self, seen: Seen, seat: int, number: int, entry: OrderEntry) -> Seen:
        """What a seat that has come so far makes of an entry."""
        key = seen, seat, entry
        if key not in self._after:
            position, ask = seen.position.copy(), seen.ask
            if entry.kind in self.asks and not position.ended(seat, entry.real_past[seat]):
                ask = seat, number
            passing, out = set(seen.passing), set(seen.out)
            for more, move in enumerate(entry.moves):
                past = put(entry.real_past, seat, entry.real_past[seat] + more)
                carry_out(position, seat, move, past)
                for step in position.steps:
                    if step.leaves:
                        out.add((step.outcome, step.before.turns))
                    elif move != Act(step.code) and self._by_order(position, step.code):
                        assert ask is not None
                        passing.add((ask, a.player_of(step.code)))
            if position.state.phase not in ASKS:
                ask = None
            now = Seen(position, ask, frozenset(passing), frozenset(out))
            self._after[key] = self._shared(now)
        return self._after[key]

    def _by_order(self, position: ProtocolPosition, action: int) -> bool:
        """Whether a step that nobody wrote is a pass by order; for the absent others pass, too."""
        kind = a.kind_of(action)
        in_auction = kind == a.PASS and IN_AUCTIONS in position.orders[a.player_of(action)].passing
        return in_auction or kind == a.CONCLUDE_FREE_4_ALL_ACTIONS

    def fold(self, logs: tuple[Log, ...], frontier: tuple[int, ...]) -> Seen:
        """What follows from all entries up to a frontier, in one fixed order."""
        held = tuple(log[:n] for log, n in zip(logs, frontier, strict=True))
        if held not in self._folded:
            seen = self._in_order(self.fresh, held)
            if seen.position.overrun():
                ends = seen.position.retired
                again = self.fresh.position.copy()
                again.retired = list(ends)
                seen = self._in_order(Seen(again), held)
            self._folded[held] = seen
        return self._folded[held]

    def _in_order(self, seen: Seen, held: tuple[Log, ...]) -> Seen:
        at = list(self.fresh.position.counts)
        while at != [len(log) for log in held]:
            seat = next(
                q
                for q, log in enumerate(held)
                if at[q] < len(log) and all(map(int.__le__, log[at[q]].past, at))
            )
            at[seat] += 1
            seen = self.carried_out(seen, seat, at[seat], held[seat][at[seat] - 1])
        return seen

    def allowed(
        self, seen: Seen, seat: int, batches: list[tuple[Move, ...]]
    ) -> tuple[Move, ...] | None:
        """The first of several ways to write something that the code allows, move by move."""
        for moves in batches:
            key = seen, seat, moves
            if key not in self._tried:
                self._tried[key] = _legal(seen.position.copy(), seat, moves)
            if self._tried[key]:
                return moves
        return None


def _legal(position: ProtocolPosition, seat: int, moves: tuple[Move, ...]) -> bool:
    try:
        for move in moves:
            check(position, seat, move)
            carry_out(position, seat, move, tuple(position.counts))
    except IllegalAction:
        return False
    return True
