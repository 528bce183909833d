"""Replicas that exchange moves over a slow and unreliable network, in memory.

A move is known by its author and number; what its author held is its past. Replicas carry moves
out in whatever order they arrive, so that every comparison of two replicas is a comparison of
two orders of the same moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from gitopoly.errors import IllegalAction
from gitopoly.peers import (
    Act,
    Chain,
    GiveOrder,
    Move,
    ProtocolPosition,
    Resign,
    Retire,
    Setting,
    carry_out,
    check,
    choices,
    move_from_trailers,
    required_move,
    waits_for,
)
from gitopoly.peers.absence import held_back, voters_on
from gitopoly.peers.position import IN_AUCTIONS, PASSING, STAYS
from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    Rules,
    actions as a,
    is_over,
    violated_invariants,
)
from gitopoly.rules.codes import NOBODY
from tests.rules.walks import codes_of

NAMES = ("ann", "ben", "cleo", "dan")


@dataclass(frozen=True)
class Written:
    """A move on a log."""

    seat: int
    number: int
    past: tuple[int, ...]
    """How many moves of each seat the author held."""
    move: Move


@dataclass
class Game:
    """What all replicas share: the rules and all logs as they were written."""

    rules: Rules
    setting: Setting
    chains: list[Chain]
    logs: list[list[Written]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.rules.num_players

    def fold(self, order: list[Written]) -> ProtocolPosition:
        """The position after these moves, in this order."""
        position = ProtocolPosition(self.rules, self.setting)
        for written in order:
            carry_out(position, written.seat, written.move, written.past)
        if position.overrun():
            kept = [w for w in order if not position.ended(w.seat, w.number)]
            return self.fold(kept)
        return position

    def held(self, frontier: tuple[int, ...] | list[int]) -> list[Written]:
        """All moves up to a frontier, log by log."""
        return [w for seat, count in enumerate(frontier) for w in self.logs[seat][:count]]


def new_game(
    players: int = 3, edition: str = "classic", joint: bool = True, **options: object
) -> Game:
    """A game whose secrets are its seats' names."""
    may_retire = bool(options.pop("may_retire", False))
    rules = Rules.of(edition, players, **options)
    names = NAMES[:players]
    chains = [Chain(name.encode().ljust(32, b".")) for name in names] if joint else []
    ends = tuple(chain.commitment for chain in chains)
    setting = Setting(names, ends, b"a game", may_retire)
    return Game(rules, setting, chains, [[] for _ in names])


class Replica:
    """One seat's copy of the logs, and the position that it gives."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.position = ProtocolPosition(game.rules, game.setting)
        self.arrived: list[Written] = []
        """All moves in the order of their arrival."""
        self.frontier = [0] * game.seats

    @property
    def chain(self) -> Chain | None:
        """The seat's own chain."""
        return self.game.chains[self.seat] if self.game.chains else None

    def write(self, move: Move) -> Written:
        """Append a move of one's own, after the check that every other replica would make."""
        check(self.position, self.seat, move)
        names = self.game.setting.names
        assert move_from_trailers(move.to_trailers(names), self.seat, names) == move
        past = tuple(self.frontier)
        written = Written(self.seat, self.frontier[self.seat], past, move)
        self.game.logs[self.seat].append(written)
        self.take(written)
        return written

    def take(self, written: Written) -> None:
        """Carry out a move whose past is here."""
        assert written.number == self.frontier[written.seat]
        assert all(have >= need for have, need in zip(self.frontier, written.past, strict=True))
        carry_out(self.position, written.seat, written.move, written.past)
        self.arrived.append(written)
        self.frontier[written.seat] += 1
        if self.position.overrun():
            self.position = self.game.fold(self.arrived)
        assert violated_invariants(self.position.state) == []

    def takeable(self) -> Iterator[Written]:
        """The moves of others whose past is here.

        Also those of a seat on which an own vote binds: whoever has taken one waits until the
        vote is released or all have cast it.
        """
        for seat, log in enumerate(self.game.logs):
            if seat == self.seat or self.frontier[seat] == len(log):
                continue
            written = log[self.frontier[seat]]
            if all(have >= need for have, need in zip(self.frontier, written.past, strict=True)):
                yield written

    def vote(self, random: Random) -> bool:
        """Vote on a seat that the game waits for; whether that was allowed."""
        waited = [seat for seat in waits_for(self.position) if seat != self.seat]
        if not waited:
            return False
        seat = random.choice(waited)
        try:
            self.write(Retire(seat, self.position.counts[seat], voters_on(self.position, seat)))
        except IllegalAction:
            return False
        return True

    def give_order(self, random: Random) -> bool:
        """Give some order, or take one back; whether that was allowed."""
        passing = tuple(word for word in PASSING if random.random() < 0.5)
        deeds = [at for at in range(40) if self.game.rules.group[at] != NOBODY]
        but = sorted(random.sample(deeds, 3)) if IN_AUCTIONS in passing else []
        try:
            self.write(GiveOrder(passing, tuple(but)))
        except IllegalAction:
            return False
        return True

    def crash(self, random: Random) -> None:
        """Forget everything but the logs, and build it again in another order."""
        self.arrived = random_order(self.arrived, random)
        rebuilt = self.game.fold(self.arrived)
        assert rebuilt == self.position or self.position.retired[self.seat] != STAYS
        self.position = rebuilt


def random_order(moves: list[Written], random: Random) -> list[Written]:
    """Another order of the same moves that keeps each after its past."""
    waiting = list(moves)
    have = [0] * len(moves[0].past) if moves else []
    order = []
    while waiting:
        ready = [
            written
            for written in waiting
            if written.number == have[written.seat]
            and all(count >= need for count, need in zip(have, written.past, strict=True))
        ]
        chosen = random.choice(ready)
        waiting.remove(chosen)
        have[chosen.seat] += 1
        order.append(chosen)
    return order


def all_orders(
    have: list[int], waiting: list[Written], chosen: list[Written]
) -> Iterator[list[Written]]:
    """Every order of the waiting moves that keeps each after its past."""
    if not waiting:
        yield list(chosen)
    for written in waiting:
        ready = written.number == have[written.seat] and all(
            count >= need for count, need in zip(have, written.past, strict=True)
        )
        if ready:
            have[written.seat] += 1
            rest = [other for other in waiting if other is not written]
            yield from all_orders(have, rest, [*chosen, written])
            have[written.seat] -= 1


def random_move(replica: Replica, random: Random) -> Move | None:
    """A required_move if there is one, else a choice at random."""
    move = required_move(replica.position, replica.seat, replica.chain)
    if move is not None:
        return move
    found = choices(replica.position, replica.seat)
    if not found:
        return None
    s = replica.position.state
    # Offers and bids often, so that what can cross does.
    rare = [c for c in found if isinstance(c, AmountRange | OfferTemplate)]
    choice = random.choice(rare) if rare and random.random() < 0.4 else random.choice(found)
    codes = codes_of(s, choice, random)
    if not codes:
        return None
    code = random.choice(codes)
    answers = (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE)
    return Act(code, replica.position.offers if a.kind_of(code) in answers else 0)


def play(
    game: Game,
    random: Random,
    steps: int,
    resign: float = 0.0,
    crash: float = 0.01,
    vote: float = 0.0,
    away: range = range(0),
    order: float = 0.0,
) -> list[Replica]:
    """Let all seats write and fetch at random; returns their replicas.

    The last seat is away in the steps `away`; others vote on whom they wait for.
    """
    replicas = [Replica(game, seat) for seat in range(game.seats)]
    for step in range(steps):
        replica = random.choice(replicas[:-1] if step in away else replicas)
        if random.random() < vote and replica.vote(random):
            continue
        if random.random() < order and replica.give_order(random):
            continue
        if random.random() < crash:
            replica.crash(random)
        if random.random() < resign and replica.position.plays(replica.seat):
            waits = held_back(replica.position, replica.seat)
            if not waits and not is_over(replica.position.state):
                chain = replica.chain
                replica.write(Resign(chain.secret if chain else b""))
            continue
        arriving = list(replica.takeable())
        if arriving and random.random() < 0.6:
            replica.take(random.choice(arriving))
        elif (move := random_move(replica, random)) is not None:
            replica.write(move)
        elif arriving:
            replica.take(random.choice(arriving))
        compare(replicas)
    return replicas


def deliver(replicas: list[Replica]) -> None:
    """Deliver everything that can be delivered."""
    moving = True
    while moving:
        moving = False
        for replica in replicas:
            for written in list(replica.takeable())[:1]:
                replica.take(written)
                moving = True
    compare(replicas)


def settle(replicas: list[Replica]) -> None:
    """Deliver everything, and write what each seat writes unasked, until nothing is due."""
    due = True
    while due:
        deliver(replicas)
        due = False
        for replica in replicas:
            move = required_move(replica.position, replica.seat, replica.chain)
            if move is not None:
                replica.write(move)
                due = True


def compare(replicas: list[Replica]) -> None:
    """Replicas that hold the same moves have the same position."""
    seen: dict[tuple[int, ...], Replica] = {}
    retired = {
        seat for r in replicas for seat in range(r.game.seats) if r.position.retired[seat] >= 0
    }
    for replica in replicas:
        if replica.seat in retired:
            continue
        other = seen.setdefault(tuple(replica.frontier), replica)
        if other is not replica:
            assert other.position == replica.position
