"""An honest replica that meets hostile entries, and a way to make those."""

from __future__ import annotations

from collections.abc import Iterable

from gitopoly.ledger.entry import Entry, Object, Sealed, object_id
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.replica import Received
from gitopoly.ledger.store import Store
from tests.ledger.offers import offer
from tests.ledger.seats import commit_of, replica, sealed, write


class Table:
    """An honest replica of alice that holds a game with one entry of each seat."""

    def __init__(self) -> None:
        self.alice = replica(Store(MemoryJournal()), clock=lambda: 7)
        self.root = write(self.alice, "alice", "invites")
        self.bob = self.take(sealed("bob", (self.root.id,), "joins"))
        self.carol = self.take(sealed("carol", (self.root.id,), "joins"))

    def show(self, seat: str, entry: Sealed, more: Iterable[Object] = ()) -> Received:
        """Let a seat show an entry as its newest."""
        offer(self.alice.store, (*more, *entry.objects))
        return self.alice.receive(seat, entry.entry.id)

    def take(self, entry: Sealed) -> Entry:
        """Let an honest seat show an entry."""
        result = self.show(entry.entry.seat, entry)
        assert result.refused is None
        return result.accepted[-1]

    def refuses(self, seat: str, entry: Sealed, code: str, reason: str) -> Evidence:
        """Check that an entry is refused, kept as evidence, and leaves everything else alone."""
        heads, length = dict(self.alice.store.heads), len(self.alice.log)
        result = self.show(seat, entry)
        evidence = result.refused
        assert evidence is not None
        assert (evidence.code, evidence.seat, evidence.time) == (code, seat, 7)
        assert reason in evidence.reason
        assert evidence.size > 0
        assert evidence in self.alice.evidence
        assert self.alice.store.evidence[-1] == evidence
        assert (self.alice.store.heads, len(self.alice.log)) == (heads, length)
        assert self.alice.receive(seat, entry.entry.id).refused == evidence
        write(self.alice, "alice", "goes on")
        self.take(sealed("carol", self.alice.log.frontier("carol"), "goes on"))
        return evidence


def remade(entry: Sealed, old: bytes, new: bytes) -> Sealed:
    """Change bytes of a commit after it was signed."""
    data = commit_of(entry).data.replace(old, new)
    assert data != commit_of(entry).data
    changed = object_id("commit", data)
    objects = (*entry.objects[:-1], Object("commit", changed, data))
    fields = entry.entry
    return Sealed(Entry(changed, fields.seat, fields.parents, "", {}, 0), objects)
