"""Finality taken step by step by real replicas: any pasts, forks, second joins, and leaving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from gitopoly.errors import InvalidRepository
from gitopoly.proof.specs.values import Value
from tests.proof.protocols.replicas import LEAVES, Held, Id, Node, Nodes, holding


@dataclass(frozen=True)
class FinalityModel:
    """Finality without votes and confirmations."""

    honest: tuple[str, ...]
    cheats: tuple[str, ...]
    most_moves: int
    level: int
    may_leave: frozenset[str] = frozenset()
    most_branches: int = 2

    @property
    def seats(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.honest, *self.cheats)

    def begin(self) -> Nodes:
        """Everybody has joined."""
        return frozenset(Node(Id(seat, 1, 1), frozenset()) for seat in self.seats)

    def steps(self, written: Nodes) -> Iterator[Nodes]:
        """Every entry that somebody can write and every replica accepts."""
        joins = self.begin()
        moves = written - joins
        if len(moves) == self.most_moves:
            return
        for past, seat in product(self._closed(moves, joins), self.seats):
            own = {node for node in past if node.id.seat == seat}
            if seat in self.honest and any(n.id.seat == seat for n in written - own):
                continue
            for word in self.words(past, seat):
                node = self._next(written, past, seat, len(own) + 1, word)
                if node is not None:
                    yield written | {node}
        for seat in self.cheats:
            again = Node(Id(seat, 2, 1), frozenset())
            if again not in written:
                yield written | {again}

    def words(self, past: Nodes, seat: str) -> Sequence[str]:
        """What a seat can say on top of a past."""
        if any(node.id.seat == seat and node.word == LEAVES for node in past):
            return ()
        return ("waits", LEAVES)[: 1 + (seat in self.may_leave)]

    def _next(self, written: Nodes, past: Nodes, seat: str, number: int, word: str) -> Node | None:
        same = sum(n.id.seat == seat and n.id.number == number for n in written)
        if same == (self.most_branches if seat in self.cheats else 1):
            return None
        node = Node(Id(seat, same + 1, number), frozenset(n.id for n in past), word)
        return node if accepted(past | {node}) else None

    def _closed(self, moves: Nodes, joins: Nodes) -> Iterator[Nodes]:
        """Whatever anybody can hold."""
        known = {node.id for node in joins}
        for count in range(len(moves) + 1):
            for some in combinations(sorted(moves), count):
                held = {node.id for node in some} | known
                if all(node.past <= held for node in some):
                    yield joins | frozenset(some)

    def view(self, written: Nodes) -> tuple[Value, ...]:
        """Every entry with its past and what it says, what counts, and how final each is."""
        replica = holding(written)
        log = replica.replica.log
        levels = {node: log.final_level(e, self.level) for e, node in replica.nodes.items()}
        return (
            frozenset(
                (name_of(n.id), frozenset(map(name_of, n.past)), n.word == LEAVES) for n in written
            ),
            frozenset(map(name_of, replica.counted)),
            tuple(
                frozenset(name_of(node.id) for node, level in levels.items() if level >= j)
                for j in range(1, self.level + 1)
            ),
        )


def name_of(entry: Id) -> tuple[str, int, int]:
    """An entry as the module names it."""
    return entry.seat, entry.number, entry.branch


def accepted(nodes: Nodes) -> bool:
    """Whether a replica takes all these entries in."""
    try:
        Held(nodes)
    except InvalidRepository:
        return False
    return True
