"""Orders taken step by step by the code: orders, passes and departures in turns of a real game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from gitopoly.peers import Act, GiveOrder, Move, Resign, Retire
from gitopoly.peers.absence import voted, voters_on
from gitopoly.peers.position import STAYS
from gitopoly.proof.specs.values import Value
from gitopoly.rules import actions as a, is_over
from gitopoly.rules.codes import DOUBLES_CHECK
from tests.proof.protocols.exploration import put
from tests.proof.protocols.turns import ASKS, Log, OrderEntry, Seen, Turns

STAYS_IN_MODEL = 1_000_000_000
ROLL = (a.END_PRE_ROLL, a.ROLL_AND_MOVE)
WRITTEN: dict[str, tuple[tuple[int, ...], ...]] = {
    "auction": ((*ROLL, a.AUCTION_PROPERTY, a.PASS),),
    "round": ((*ROLL, a.BUY_PROPERTY, a.DOUBLES_CHECK_ACTION), (a.DOUBLES_CHECK_ACTION,)),
    "pass": ((a.PASS,), (a.CONCLUDE_FREE_4_ALL_ACTIONS,)),
    "give": ((a.CONCLUDE_FREE_4_ALL_ACTIONS, a.END_TURN),),
}
"""What a seat writes for an entry of the model: the first of these that the code allows."""


@dataclass(frozen=True)
class OrdersWorld:
    """A state of the model: logs, what each seat holds and sees, and what each has said last."""

    logs: tuple[Log, ...]
    held: tuple[tuple[int, ...], ...]
    seen: tuple[Seen, ...]
    words: tuple[bool, ...]

    @property
    def size(self) -> int:
        """Grows with every step."""
        return sum(map(len, self.logs)) + sum(map(sum, self.held))


@dataclass
class Passing:
    """A model of Orders with its constants."""

    seats: int = 3
    cheats: frozenset[int] = frozenset()
    may_resign: frozenset[int] = frozenset()
    may_retire: frozenset[int] = frozenset()
    asks: tuple[str, ...] = ("round",)
    covered: tuple[str, ...] = ("round",)
    turns: int = 2
    orders: int = 1
    ordered: bool = False

    def __post_init__(self) -> None:
        self.code = Turns(self.seats, self.asks, self.covered, self.ordered)
        nobody, silent = (0,) * self.seats, (False,) * self.seats
        first = OrderEntry("order", True, None, nobody, 0, silent, (self._order(True),), nobody)
        log: Log = (first,) if self.ordered else ()
        self.first = OrdersWorld(
            (log,) * self.seats,
            ((len(log),) * self.seats,) * self.seats,
            (self.code.fresh,) * self.seats,
            (self.ordered,) * self.seats,
        )

    def _order(self, passes: bool) -> GiveOrder:
        return GiveOrder(*self.code.order(passes))

    def steps(self, world: OrdersWorld) -> Iterator[OrdersWorld]:
        """Whatever a seat may write on top of whatever it may claim, and whatever it may take."""
        for seat in range(self.seats):
            for past in self._pasts(world, seat):
                yield from self._writes(world, seat, past)
            for other in range(self.seats):
                yield from self._takes(world, seat, other)

    def _pasts(self, world: OrdersWorld, seat: int) -> Iterator[tuple[int, ...]]:
        mine = world.held[seat]
        if seat not in self.cheats:
            yield mine
            return
        for past in product(*(range(n + 1) for n in mine)):
            if past[seat] == mine[seat] and all(
                all(map(int.__le__, entry.past, past))
                for log, n in zip(world.logs, past, strict=True)
                for entry in log[:n]
            ):
                yield past

    def _writes(
        self, world: OrdersWorld, seat: int, past: tuple[int, ...]
    ) -> Iterator[OrdersWorld]:
        honest = past == world.held[seat]
        seen = world.seen[seat] if honest else self.code.fold(world.logs, past)
        given = sum(entry.kind == "order" for entry in world.logs[seat])
        if given < self.orders:
            value = not world.words[seat]
            yield from self._write(world, seat, past, seen, "order", [(self._order(value),)], value)
        for kind, written in WRITTEN.items():
            asks = kind in ("auction", "round")
            if asks and (kind not in self.asks or seen.position.state.turns >= self.turns):
                continue
            # The floor's own part in a round is handing on, and only the floor hands on.
            if not asks and not (
                honest and (kind == "give") == (seen.position.state.turn_player == seat)
            ):
                continue
            acts = [tuple(Act(a.code_of(one, seat)) for one in batch) for batch in written]
            yield from self._write(world, seat, past, seen, kind, acts)
        if seat in self.may_resign:
            yield from self._write(world, seat, past, seen, "resign", [(Resign(),)])
        for other in self.may_retire - {seat}:
            voters = voters_on(seen.position, other)
            if len(voters) > 1:  # votes between two are in Ledger
                vote = Retire(other, seen.position.counts[other], voters)
                yield from self._write(world, seat, past, seen, "vote", [(vote,)])

    def _write(
        self,
        world: OrdersWorld,
        seat: int,
        past: tuple[int, ...],
        seen: Seen,
        kind: str,
        batches: list[tuple[Move, ...]],
        value: bool = False,
    ) -> Iterator[OrdersWorld]:
        moves = self.code.allowed(seen, seat, batches)
        if moves is None:
            return
        counts = (log[:n] for log, n in zip(world.logs, past, strict=True))
        real_past = tuple(sum(len(entry.moves) for entry in log) for log in counts)
        vote = None
        if isinstance(moves[0], Retire):
            vote = moves[0].seat, past[moves[0].seat], frozenset(moves[0].voters)
        entry = OrderEntry(
            kind, value, vote, past, seen.position.state.turns, world.words, moves, real_past
        )
        number = len(world.logs[seat]) + 1
        yield OrdersWorld(
            put(world.logs, seat, (*world.logs[seat], entry)),
            put(world.held, seat, put(world.held[seat], seat, number)),
            put(world.seen, seat, self.code.carried_out(world.seen[seat], seat, number, entry)),
            put(world.words, seat, value) if kind == "order" else world.words,
        )

    def _takes(self, world: OrdersWorld, seat: int, other: int) -> Iterator[OrdersWorld]:
        held, log = world.held[seat], world.logs[other]
        if held[other] >= len(log):
            return
        entry = log[held[other]]
        seen = world.seen[seat]
        # A vote binds for good here; how it is released is in Ledger.
        bound = voted(seen.position, seat, other, seen.position.counts[other])
        if bound or not all(map(int.__le__, entry.past, held)):
            return
        now = put(held, other, held[other] + 1)
        after = self.code.carried_out(seen, other, now[other], entry)
        if after.position.overrun() or after.position.ended(other, entry.real_past[other]):
            after = self.code.fold(world.logs, now)
        yield replace(world, held=put(world.held, seat, now), seen=put(world.seen, seat, after))

    def view(self, world: OrdersWorld) -> tuple[Value, ...]:
        """The variables of the model; of a position that is over, not what was asked last."""
        logs = tuple(
            tuple((e.kind, e.value, e.vote or (), e.past, e.turn, e.words) for e in log)
            for log in world.logs
        )
        seen = tuple(self._view(world, one) for one in world.seen)
        return logs, world.held, seen, world.words

    def _view(self, world: OrdersWorld, seen: Seen) -> Value:
        p, s = seen.position, seen.position.state
        seats = range(self.seats)
        known = (
            frozenset(q for q in seats if p.orders[q] == self.code.order(True)),
            frozenset(seen.passing),
            frozenset(
                (q, (vote.seat, self._number(world, vote.seat, vote.last), frozenset(vote.voters)))
                for q in seats
                for vote in p.votes[q]
            ),
            tuple(
                STAYS_IN_MODEL if last == STAYS else self._number(world, q, last)
                for q, last in enumerate(p.retired)
            ),
            frozenset(q for q in seats if p.absent(q)),
            frozenset(seen.out),
            is_over(s),
        )
        if is_over(s):
            return (*known, ())
        asked = ASKS.get(s.phase, "nothing")
        by_order = {q for ask, q in seen.passing if ask == seen.ask}
        others = {q for q in seats if q != s.turn_player and not s.is_bankrupt[q]} - by_order
        waiting = set(s.free_4_all_order[: self.seats]) if asked == "round" else others
        if asked == "auction":
            waiting = {q for q in others if not s.passed[q]}
        sold = s.phase == DOUBLES_CHECK
        now = s.turns, s.turn_player, seen.ask or (), asked, sold, frozenset(others - waiting)
        return (*known, now)

    def _number(self, world: OrdersWorld, seat: int, last: int) -> int:
        """How many entries of the model the first moves of a log are."""
        moves = 0
        for number, entry in enumerate(world.logs[seat]):
            if moves >= last:
                return number
            moves += len(entry.moves)
        return len(world.logs[seat])


VIEW = """
    LET Each(f) == [i \\in 1..NumSeats |-> f[i - 1]]
        Cast(v) == IF v = None THEN None ELSE <<v.seat, v.last, v.voters>>
        Said(e) == <<e.kind, e.value, Cast(e.vote), Each(e.past), e.turn, Each(e.words)>>
        Wrote(p) == [k \\in DOMAIN logs[p] |-> Said(logs[p][k])]
        Votes(w) == {<<pair[1], Cast(pair[2])>> : pair \\in w.votes}
        Now(w) == IF Over(w) THEN <<>> ELSE <<w.turn, w.floor, w.ask, w.asked, w.sold, w.passed>>
        Sees(w) == <<w.orders, w.passing, Votes(w), Each(w.ends), w.left, w.out, Over(w), Now(w)>>
    IN <<[i \\in 1..NumSeats |-> Wrote(i - 1)], [i \\in 1..NumSeats |-> Each(frontiers[i - 1])],
         [i \\in 1..NumSeats |-> Sees(positions[i - 1])], Each(words)>>
"""
"""What `Passing.view` says, in the words of the module."""
