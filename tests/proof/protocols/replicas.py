"""Histories of Finality as real replicas hold them: signed entries, stores in memory.

What a replica holds is a set of entries, and everything else follows from that, so that a replica
is made anew for every set; entries are sealed once for each author, past and branch.
"""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from gitopoly.ledger.entry import Entry, Sealed, seal
from gitopoly.ledger.finality import Departure
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.replica import Replica
from gitopoly.ledger.store import Store
from gitopoly.peers import Resign, Retire, move_from_trailers
from tests.ledger.seats import IDENTITIES, KEYS, draft, files, no_judge, sealed

NAMES = {"a": "alice", "b": "bob", "c": "carol", "x": "carol"}
"""The seats of the models, and who sits there."""
LEAVES = "leaves"
LOBBY = (2, 1, 1)
"""How many entries each seat has before its first move: the invitation, and its join."""


class Id(NamedTuple):
    """An entry as the model names it."""

    seat: str
    branch: int
    number: int


class Node(NamedTuple):
    """An entry and its past, as a model keeps it."""

    id: Id
    past: frozenset[Id]
    word: str = "waits"
    """Some word, or the trailers of a move."""


Nodes = frozenset[Node]


def ids(nodes: Nodes) -> frozenset[Id]:
    """The names of some entries."""
    return frozenset(node.id for node in nodes)


@cache
def sealed_root() -> Sealed:
    """The invitation, which everybody holds."""
    return sealed("alice", (), "invites")


@cache
def sealed_in(nodes: Nodes, node: Node) -> Sealed:
    """A real entry, whose parents are the newest of its past and its own chain first."""
    past = frozenset(other for other in nodes if other.id in node.past)
    inner = {parent for other in past for parent in other.past}
    own = [other for other in past if other.id.seat == node.id.seat]
    chain = [other for other in own if not any(other.id in later.past for later in own)]
    tops = [other for other in past if other.id not in inner and other not in chain]
    parents = [sealed_in(past, other).entry.id for other in (*chain, *sorted(tops))]
    if not chain:
        parents.insert(0, sealed_root().entry.id)
    who, word = NAMES[node.id.seat], f"{node.word}-{node.id.branch}"
    if not node.word.startswith("{"):
        return sealed(who, tuple(parents), word)
    word = f"moves-{node.id.branch}"
    plain = draft(who, tuple(parents), word)._replace(trailers=json.loads(node.word))
    return seal(plain, files(who, word), IDENTITIES[who])


def departure_of(entry: Entry) -> Departure | None:
    """Whether an entry says that its seat leaves."""
    action = entry.trailers["Action"]
    if action.startswith(LEAVES) or action == Resign.NAME:
        return Departure(entry.seat, 0, frozenset({entry.seat}))
    if action != Retire.NAME:
        return None
    # After the invitation, which only the first seat writes, everybody has joined.
    seats = tuple(KEYS)
    vote = move_from_trailers(entry.trailers, seats.index(entry.seat), seats)
    assert isinstance(vote, Retire)
    last = vote.last + LOBBY[vote.seat]
    return Departure(seats[vote.seat], last, frozenset(seats[voter] for voter in vote.voters))


class Held:
    """A replica that holds exactly some entries."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = {sealed_in(nodes, node).entry.id: node for node in nodes}
        self.store = Store(MemoryJournal())
        root = sealed_root()
        joined = {NAMES[node.id.seat] for node in nodes}
        # Whom a branch of a fork needs is a question of who is there; all have joined by then.
        keys = {seat: key for seat, key in KEYS.items() if seat in joined}
        self.store.carry(root.objects[:-1])
        self.store.accept(root.entry)
        for node in sorted(nodes, key=lambda node: len(node.past)):
            self.store.accept(sealed_in(nodes, node).entry)
        self.replica = Replica(
            self.store,
            keys,
            no_judge,
            game=root.entry.id,
            departure_of=departure_of,
        )
        self.replica.load()
        assert len(self.replica.log) == len(nodes) + 1

    def known(self, entry_ids: object) -> frozenset[Id]:
        """The model's names of some entries of this replica."""
        return frozenset(self.nodes[e].id for e in entry_ids if e in self.nodes)  # type: ignore[attr-defined]

    @property
    def counted(self) -> frozenset[Id]:
        """What counts in the eyes of this replica."""
        return self.known(self.replica.log.counted())

    @property
    def forked(self) -> frozenset[str]:
        """Who has forked in its eyes."""
        proofs = self.replica.log.forks()
        seats = {node.id.seat for node in self.nodes.values()}
        return frozenset(seat for seat in seats if NAMES[seat] in proofs)


@cache
def holding(nodes: Nodes) -> Held:
    """The replica of a set of entries; do not change it."""
    return Held(nodes)
