"""Sizes are seen before anything is read, and deep chains need no recursion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import MAX_FILE, Object, object_id
from gitopoly.ledger.inspection import Rejection, read_file, unknown_past
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import LARGEST, Store
from tests.ledger.offers import offer
from tests.ledger.opponents import Table
from tests.ledger.seats import files, replica, sealed, write


@pytest.fixture
def table() -> Table:
    return Table()


class NoReading(Store):
    """A store that fails when a large object is read instead of measured."""

    def read(self, object_id: str, largest: int = LARGEST) -> tuple[str, bytes]:
        kind, data = super().read(object_id, largest)
        assert len(data) <= MAX_FILE, "a giant was read"
        return kind, data

    def header(self, object_id: str) -> tuple[str, int]:
        kind, data = super().read(object_id)
        return kind, len(data)


def test_a_giant_commit_is_refused_by_its_size_and_never_read() -> None:
    alice = replica(NoReading(MemoryJournal()))
    write(alice, "alice")
    for objects, code in [
        ([Object("commit", object_id("commit", b"x" * 70_000), b"x" * 70_000)], "too-big"),
        ([Object("blob", object_id("blob", b"x"), b"x")], "malformed"),
    ]:
        offer(alice.store, objects)
        refused = alice.receive("bob", objects[-1].id).refused
        assert refused is not None
        assert refused.code == code


def test_files_are_read_by_kind_and_size() -> None:
    store, good = NoReading(MemoryJournal()), sealed("bob")
    offer(store, good.objects)
    assert read_file(good.entry, "state.yml", store) == files("bob")["state.yml"]
    big = Object("blob", object_id("blob", b"x" * 70_000), b"x" * 70_000)
    rows = b"".join(
        b"100644 %s\0" % name + bytes.fromhex(big.id) for name in (b"game.yml", b"state.yml")
    )
    giant = Object("tree", object_id("tree", rows), rows)
    offer(store, (big, giant))
    for tree, reason in (
        (giant.id, "is a blob of 70000 bytes"),
        (big.id, "is a blob of 70000 bytes, not a tree"),
        (good.entry.id, "is a commit"),
        ("9" * 40, "is missing"),
    ):
        with pytest.raises(InvalidEntry, match=reason):
            read_file(replace(good.entry, tree=tree), "state.yml", store)


@pytest.mark.slow
def test_a_deep_chain_is_taken_without_recursion() -> None:
    alice = replica(Store(MemoryJournal()))
    root = write(alice, "alice")
    last, head = root.id, None
    for n in range(3_000):
        head = sealed("bob", (last,), f"move-{n}")
        offer(alice.store, head.objects)
        last = head.entry.id
    assert len(alice.receive("bob", last).accepted) == 3_000


def test_more_news_than_a_game_can_have_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gitopoly.ledger.inspection.MOST_NEWS", 5_000)
    alice = replica(Store(MemoryJournal()))
    last = write(alice, "alice").id
    for n in range(20):
        head = sealed("bob", (last,), f"move-{n}")
        offer(alice.store, head.objects)
        last = head.entry.id
    result = alice.receive("bob", last)
    assert result.accepted == []
    assert result.refused is not None
    assert result.refused.code == "too-many"


def test_the_past_of_an_entry_is_listed_once_each_after_its_parents(table: Table) -> None:
    last = write(table.alice, "alice")
    order = [e for e, _ in unknown_past(last.id, table.alice.store, lambda _: False)]
    assert order == list(dict.fromkeys(order))
    assert set(order) == {e.id for e in table.alice.log}
    for at, entry_id in enumerate(order):
        assert set(table.alice.log[entry_id].parents) <= set(order[:at])
    missing = unknown_past("9" * 40, table.alice.store, lambda _: False)
    assert [type(found) for _, found in missing] == [Rejection]
