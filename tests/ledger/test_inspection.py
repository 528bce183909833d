"""Sizes are seen before anything is read, odd trees are refused, deep chains need no recursion."""

from __future__ import annotations

import pytest

from gitopoly.ledger.entry import MAX_FILE, Object, Sealed, object_id, seal
from gitopoly.ledger.inspection import Rejection, unknown_past
from gitopoly.ledger.memory import MemoryStore
from tests.ledger.opponents import Table, remade
from tests.ledger.seats import IDENTITIES, draft, replica, sealed, write


@pytest.fixture
def table() -> Table:
    return Table()


def big(seat: str, parent: str, name: str) -> Sealed:
    """Make an entry with a file over the limit, as a hostile program would."""
    from gitopoly.ledger import entry as module

    files = {"game.yml": b"", "state.yml": b"", name: b"x" * (MAX_FILE + 1)}
    limit, module.MAX_FILE = module.MAX_FILE, 10**9
    try:
        return seal(draft(seat, (parent,), files=files), IDENTITIES[seat])
    finally:
        module.MAX_FILE = limit


class NoReading(MemoryStore):
    """A store that fails when a large object is read instead of measured."""

    def read(self, object_id: str) -> tuple[str, bytes]:
        kind, data = super().read(object_id)
        assert len(data) <= MAX_FILE, "a giant was read"
        return kind, data

    def header(self, object_id: str) -> tuple[str, int]:
        kind, data = super().read(object_id)
        return kind, len(data)


@pytest.mark.parametrize("name", ["game.yml", "state.yml"])
def test_a_giant_file_is_refused_by_its_size_and_never_read(name: str) -> None:
    alice = replica(NoReading())
    root = write(alice, "alice")
    entry = big("bob", root.id, name)
    alice.store.put(entry.objects)
    result = alice.receive("bob", entry.entry.id)
    assert result.refused is not None
    assert (result.refused.code, result.refused.size) == ("too-big", MAX_FILE + 1)
    with pytest.raises(AssertionError, match="giant"):
        alice.store.read(entry.entry.files[name])


def test_a_giant_commit_or_tree_is_refused_by_its_size() -> None:
    alice = replica(NoReading())
    root = write(alice, "alice")
    for objects, code in [
        ([Object("commit", object_id("commit", b"x" * 70_000), b"x" * 70_000)], "too-big"),
        ([Object("blob", object_id("blob", b"x"), b"x")], "malformed"),
    ]:
        alice.store.put(objects)
        refused = alice.receive("bob", objects[-1].id).refused
        assert refused is not None
        assert refused.code == code
    good = sealed("bob", (root.id,))
    tree = Object("tree", object_id("tree", b"x" * 70_000), b"x" * 70_000)
    bad = remade(good, good.objects[-2].id.encode(), tree.id.encode())
    alice.store.put((*bad.objects, tree))
    refused = alice.receive("bob", bad.entry.id).refused
    assert refused is not None
    assert refused.code == "malformed"


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ([(b"100755", b"game.yml"), (b"100644", b"state.yml")], "mode '100755'"),
        ([(b"120000", b"game.yml"), (b"100644", b"state.yml")], "mode '120000'"),
        ([(b"100644", b"../state.yml"), (b"100644", b"game.yml")], "not just"),
        (
            [(b"100644", b".gitattributes"), (b"100644", b"game.yml"), (b"100644", b"state.yml")],
            "not just",
        ),
        ([(b"100644", b"game.yml"), (b"100644", b"state.yml"), (b"40000", b"x")], "not just"),
    ],
)
def test_an_odd_tree_is_refused(
    table: Table, items: list[tuple[bytes, bytes]], reason: str
) -> None:
    data = b"".join(mode + b" " + name + b"\0" + bytes(20) for mode, name in items)
    tree = Object("tree", object_id("tree", data), data)
    table.alice.store.put([tree])
    good = sealed("bob", (table.bob.id,))
    bad = remade(good, good.objects[-2].id.encode(), tree.id.encode())
    table.refuses("bob", bad, "malformed", reason)


def test_a_file_that_is_no_blob_is_refused(table: Table) -> None:
    root = table.root.id
    data = b"".join(
        b"100644 %s\0" % name + bytes.fromhex(root) for name in (b"game.yml", b"state.yml")
    )
    tree = Object("tree", object_id("tree", data), data)
    table.alice.store.put([tree])
    good = sealed("bob", (table.bob.id,))
    bad = remade(good, good.objects[-2].id.encode(), tree.id.encode())
    table.refuses("bob", bad, "malformed", "is a commit, not a file")


@pytest.mark.slow
def test_a_deep_chain_is_taken_without_recursion() -> None:
    alice = replica(MemoryStore())
    root = write(alice, "alice")
    last, head = root.id, None
    for n in range(3_000):
        head = sealed("bob", (last,), f"move-{n}")
        alice.store.put(head.objects)
        last = head.entry.id
    assert len(alice.receive("bob", last).accepted) == 3_000


def test_more_news_than_a_game_can_have_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gitopoly.ledger.inspection.MOST_NEWS", 5_000)
    alice = replica(MemoryStore())
    last = write(alice, "alice").id
    for n in range(20):
        head = sealed("bob", (last,), f"move-{n}")
        alice.store.put(head.objects)
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
