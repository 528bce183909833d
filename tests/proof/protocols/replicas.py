"""Ledger and Finality taken step by step by real replicas: signed entries, stores in memory.

What a replica holds is a set of entries, and everything else follows from that, so that a replica
is made anew for every set; entries are sealed once for each author, past and branch.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

from gitopoly.ledger.entry import Entry, Sealed, seal
from gitopoly.ledger.finality import Departure
from gitopoly.ledger.log import RuleName
from gitopoly.ledger.memory import MemoryStore
from gitopoly.ledger.replica import Replica
from gitopoly.peers import Resign, Retire, move_from_trailers
from gitopoly.proof.specs.values import Value
from tests.ledger.seats import IDENTITIES, KEYS, draft, no_judge

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
    return seal(draft("alice", (), "invites"), IDENTITIES["alice"])


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
        return seal(draft(who, tuple(parents), word), IDENTITIES[who])
    plain = draft(who, tuple(parents), f"moves-{node.id.branch}")
    return seal(replace(plain, trailers=json.loads(node.word)), IDENTITIES[who])


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

    def __init__(self, nodes: Nodes, rule: RuleName) -> None:
        self.nodes = {sealed_in(nodes, node).entry.id: node for node in nodes}
        self.store = MemoryStore()
        root = sealed_root()
        self.store.put(root.objects)
        joined = {NAMES[node.id.seat] for node in nodes}
        # Whom a branch of a fork needs is a question of who is there; all have joined by then.
        keys = {seat: key for seat, key in KEYS.items() if rule == "frozen" or seat in joined}
        entries = [sealed_in(nodes, node) for node in nodes]
        for entry in entries:
            self.store.put(entry.objects)
        self.replica = Replica(
            self.store,
            keys,
            no_judge,
            game=root.entry.id,
            rule=rule,
            departure_of=departure_of,
        )
        for seat in keys:
            own = [node for node in nodes if NAMES[node.id.seat] == seat]
            tops = [node for node in own if not any(node.id in other.past for other in own)]
            shown = [sealed_in(nodes, top).entry.id for top in sorted(tops)]
            if not shown and seat == "alice":
                shown = [root.entry.id]
            for place, head in enumerate(shown):
                # Of a fork one branch is the head, and the other one is kept as a proof.
                self.store.keep(head) if place else self.store.accept(seat, None, head)
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
def holding(nodes: Nodes, rule: RuleName) -> Held:
    """The replica of a set of entries; do not change it."""
    return Held(nodes, rule)


@cache
def received(held: Nodes, source: Nodes, shown: tuple[Node, ...]) -> Nodes:
    """What a replica holds after it was shown heads of what another one holds."""
    mine = Held(held, "frozen")
    for node in shown:
        below = (other for other in source if other == node or other.id in node.past)
        mine.store.put(item for other in below for item in sealed_in(source, other).objects)
        mine.replica.receive(NAMES[node.id.seat], sealed_in(source, node).entry.id)
    both = held | source
    known = {sealed_in(both, node).entry.id: node for node in both}
    now = frozenset(known[e.id] for e in mine.replica.log if e.id in known)
    assert len(now) == len(mine.replica.log) - 1
    return now


@dataclass(frozen=True)
class LedgerWorld:
    """A state of Ledger: what is written, and what each honest seat holds."""

    written: Nodes
    holds: tuple[Nodes, ...]
    crashes: int = 0

    @property
    def size(self) -> int:
        """Grows with every step that changes something."""
        return 1000 * self.crashes + len(self.written) + sum(map(len, self.holds))


@dataclass(frozen=True)
class LedgerModel:
    """Ledger without votes: honest seats, a cheat, and seats that lose everything."""

    honest: tuple[str, ...]
    cheats: tuple[str, ...]
    most_entries: int
    most_branch: int
    most_crashes: int
    logs_only: bool

    def begin(self) -> LedgerWorld:
        """Nothing but the invitation."""
        return LedgerWorld(frozenset(), (frozenset(),) * len(self.honest))

    def steps(self, world: LedgerWorld) -> Iterator[LedgerWorld]:
        """Every step that the code takes."""
        yield from self._writes(world)
        yield from self._branches(world)
        for taker, giver in product(range(len(self.honest)), repeat=2):
            if taker != giver:
                yield self._fetch(world, taker, giver)
        for taker, node in product(range(len(self.honest)), world.written):
            if node.id.seat in self.cheats:
                yield self._take(world, taker, world.written, [node])
        if world.crashes < self.most_crashes:
            yield from (self._crash(world, place) for place in range(len(self.honest)))

    def _writes(self, world: LedgerWorld) -> Iterator[LedgerWorld]:
        """WriteEntry and Object: on top of all that the seat holds, as its replica appends it."""
        for place, seat in enumerate(self.honest):
            held = world.holds[place]
            mine = sum(node.id.seat == seat for node in held)
            longest = self.most_entries + self.logs_only
            proofs = self._owes_proof(held, seat) and mine < longest
            for _ in range((mine < self.most_entries) + proofs):
                author = Held(held, "frozen")
                log = author.replica.log
                entry = author.replica.append(
                    seal(
                        draft(NAMES[seat], log.frontier(NAMES[seat]), "waits-0"),
                        IDENTITIES[NAMES[seat]],
                    )
                )
                past = author.known(e.id for e in log if log.in_past(e.id, entry.id))
                node = Node(Id(seat, 0, mine + 1), past)
                assert sealed_in(held | {node}, node).entry.id == entry.id
                holds = (*world.holds[:place], held | {node}, *world.holds[place + 1 :])
                yield replace(world, written=world.written | {node}, holds=holds)

    def _owes_proof(self, held: Nodes, seat: str) -> bool:
        """Whether none of the seat's entries shows a fork that it knows of."""
        log = holding(held, "frozen").replica.log
        tip = log.tips().get(NAMES[seat])
        shown = log.forks(tip) if tip is not None else {}
        if not self.logs_only:
            return False
        return bool(set(log.forks()) - set(shown))

    def _branches(self, world: LedgerWorld) -> Iterator[LedgerWorld]:
        """WriteBranch: the cheat goes on with one of two branches of a single entry each."""
        assert self.most_branch == 1 or not self.cheats
        for seat, branch in product(self.cheats, (0, 1)):
            node = Node(Id(seat, branch, 1), frozenset())
            if node not in world.written:
                yield replace(world, written=world.written | {node})

    def _fetch(self, world: LedgerWorld, taker: int, giver: int) -> LedgerWorld:
        """Fetch: the log of another seat, or all that it holds."""
        held = world.holds[giver]
        source = holding(held, "frozen")
        if self.logs_only:
            seat = self.honest[giver]
            own = [node for node in held if node.id.seat == seat]
            shown = [node for node in own if not any(node.id in other.past for other in own)]
        else:
            heads = {*source.store.heads().values(), *source.store.kept()}
            shown = [node for e, node in source.nodes.items() if e in heads]
        return self._take(world, taker, held, shown)

    def _take(
        self, world: LedgerWorld, taker: int, source: Nodes, shown: list[Node]
    ) -> LedgerWorld:
        """A replica receives heads that somebody shows, each as the log of its author."""
        now = received(world.holds[taker], source, tuple(sorted(shown)))
        return replace(world, holds=(*world.holds[:taker], now, *world.holds[taker + 1 :]))

    def _crash(self, world: LedgerWorld, place: int) -> LedgerWorld:
        """CrashAndResume: a new store, and the own log as the others hold it."""
        seat = self.honest[place]
        empty = replace(world, holds=(*world.holds[:place], frozenset(), *world.holds[place + 1 :]))
        others = [held for other, held in enumerate(world.holds) if other != place]
        for held in others:
            own = [node for node in held if node.id.seat == seat]
            newest = [node for node in own if not any(node.id in other.past for other in own)]
            empty = self._take(empty, place, held, newest)
        elsewhere = frozenset().union(*others)
        lost = {n for n in world.written if n.id.seat == seat and n not in elsewhere}
        return replace(empty, written=world.written - lost, crashes=world.crashes + 1)

    def view(self, world: LedgerWorld) -> tuple[Value, ...]:
        """The variables of the model, and what each honest seat says of what it holds."""
        seen = [holding(held, "frozen") for held in world.holds]
        pasts = frozenset(
            (tuple(node.id), frozenset(map(tuple, node.past))) for node in world.written
        )
        held = tuple(frozenset(map(tuple, ids(held))) for held in world.holds)
        counted = tuple(frozenset(map(tuple, one.counted)) for one in seen)
        return pasts, held, counted, tuple(one.forked for one in seen), world.crashes
