"""One suite for all stores: in memory, and on real repositories."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.errors import InvalidEntry, InvalidRepository, MissingObject, StaleHead
from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.replica import Replica
from gitopoly.ledger.store import Store
from tests.ledger.offers import offer
from tests.ledger.power import PowerLoss
from tests.ledger.seats import KEYS, copy, no_judge, replica, sealed, write


class InMemory:
    """A store in memory that can be opened again."""

    def __init__(self) -> None:
        self.store = Store(MemoryJournal())

    def reopen(self) -> Store:
        """Close and open again."""
        self.store.close()
        return self.store

    def lose_power(self) -> Store:
        """Cut the power, and start again."""
        self.store.lose_power()
        return self.store

    def check(self) -> None:
        """Nothing else reads it."""


class OnGit:
    """A store on a real repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.power = PowerLoss()
        self.store = GitStore.create(folder / "game", "alice")
        self.power.start(folder / "game")

    def reopen(self) -> GitStore:
        """Close and open again."""
        self.store.close()
        self.store = GitStore(self.store.path)
        return self.store

    def lose_power(self) -> GitStore:
        """Cut the power: only what was synced is sure to be in the copy that is opened."""
        target = self.folder / "after"
        self.power.copy(target, seed=len(self.store.heads()))
        self.store.close()
        self.store = GitStore(target)
        return self.store

    def check(self) -> None:
        """Let stock Git look for damage."""
        self.store.close()
        self.power.stop()
        result = subprocess.run(
            ["git", "fsck", "--strict", "--full"],
            cwd=self.store.path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stdout + result.stderr


Kind = InMemory | OnGit


@pytest.fixture(params=["memory", "git"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kind]:
    made: Kind = InMemory() if request.param == "memory" else OnGit(tmp_path)
    yield made
    made.check()


def has_all(store: Store, head: str) -> bool:
    """Tell whether everything that an entry needs is there."""
    empty = Store(MemoryJournal())
    copy(store, empty, head)
    return empty.has(head)


def test_an_empty_store_has_no_heads(kind: Kind) -> None:
    assert kind.store.heads() == {}
    assert kind.store.head("alice") is None
    assert kind.store.kept() == ()
    assert kind.store.notes() == []


def test_an_appended_entry_is_there_now_and_later(kind: Kind) -> None:
    entry = sealed("alice")
    kind.store.append("alice", None, entry.objects, entry.entry.id)
    for store in (kind.store, kind.reopen(), kind.reopen()):
        assert store.heads() == {"alice": entry.entry.id}
        assert store.head("alice") == entry.entry.id
        for item in entry.objects:
            assert store.holds(item.id)
            assert store.read(item.id) == (item.kind, item.data)
            assert store.header(item.id) == (item.kind, len(item.data))


@pytest.mark.parametrize("expected", [None, "1" * 40])
def test_a_log_that_is_elsewhere_is_not_moved(kind: Kind, expected: str | None) -> None:
    first = sealed("alice")
    kind.store.append("alice", None, first.objects, first.entry.id)
    second = sealed("alice", (first.entry.id,))
    with pytest.raises(StaleHead) as caught:
        kind.store.append("alice", expected, second.objects, second.entry.id)
    assert (caught.value.expected, caught.value.found) == (expected, first.entry.id)
    with pytest.raises(StaleHead):
        kind.store.accept("alice", expected, second.entry.id, second.objects)
    with pytest.raises(StaleHead):
        kind.store.accept("bob", first.entry.id, second.entry.id, second.objects)
    assert kind.reopen().heads() == {"alice": first.entry.id}


def test_what_is_not_there_is_missing(kind: Kind) -> None:
    for name in ("1" * 40, "x", ""):
        assert not kind.store.holds(name)
        for ask in (kind.store.read, kind.store.header):
            with pytest.raises(MissingObject):
                ask(name)
    with pytest.raises(MissingObject):
        kind.store.accept("bob", None, "1" * 40)
    assert kind.store.heads() == {}


def test_an_entry_without_its_past_is_not_accepted(kind: Kind) -> None:
    entry = sealed("bob", ("1" * 40,))
    with pytest.raises(MissingObject):
        kind.store.accept("bob", None, entry.entry.id, entry.objects)
    assert kind.store.heads() == {}


def test_an_object_under_a_wrong_name_is_refused(kind: Kind) -> None:
    wrong = Object("blob", object_id("blob", b"one"), b"two")
    for act in (
        lambda: offer(kind.store, [wrong]),
        lambda: kind.store.append("alice", None, [wrong], wrong.id),
    ):
        with pytest.raises(InvalidEntry, match="not match its id"):
            act()
    assert not kind.store.holds(wrong.id)


def test_objects_of_a_peer_come_first_and_its_head_later(kind: Kind) -> None:
    entry = sealed("bob")
    offer(kind.store, entry.objects)
    assert kind.store.holds(entry.entry.id)
    assert kind.store.heads() == {}
    kind.store.accept("bob", None, entry.entry.id)
    assert kind.reopen().heads() == {"bob": entry.entry.id}


def test_an_appended_entry_survives_a_loss_of_power(kind: Kind) -> None:
    mine = replica(kind.store)
    for number in range(5):
        last = write(mine, "alice", f"move-{number}")
    store = kind.lose_power()
    assert store.head("alice") == last.id
    assert has_all(store, last.id)


def test_what_was_accepted_before_an_append_survives_with_it(kind: Kind) -> None:
    mine = replica(kind.store)
    root = write(mine, "alice")
    peer = sealed("bob", (root.id,))
    offer(mine.store, peer.objects)
    mine.receive("bob", peer.entry.id)
    last = write(mine, "alice")
    store = kind.lose_power()
    assert store.heads() == {"alice": last.id, "bob": peer.entry.id}
    assert has_all(store, last.id)


def test_a_sync_makes_accepted_heads_and_kept_entries_durable(kind: Kind) -> None:
    one, two = sealed("bob", word="one"), sealed("bob", word="two")
    offer(kind.store, two.objects)
    kind.store.accept("bob", None, one.entry.id, one.objects)
    kind.store.keep(two.entry.id)
    kind.store.keep(two.entry.id)
    kind.store.note({"code": "fork"})
    kind.store.sync()
    store = kind.lose_power()
    assert store.heads() == {"bob": one.entry.id}
    assert store.kept() == (two.entry.id,)
    assert store.notes() == [{"code": "fork"}]
    assert has_all(store, two.entry.id)


def test_after_a_loss_of_power_heads_are_whole_or_as_before(kind: Kind) -> None:
    mine = replica(kind.store)
    root = write(mine, "alice")
    peer = sealed("bob", (root.id,))
    offer(mine.store, peer.objects)
    mine.receive("bob", peer.entry.id)
    store = kind.lose_power()
    assert store.head("alice") == root.id
    assert store.head("bob") in (None, peer.entry.id)
    if store.head("bob"):
        assert has_all(store, peer.entry.id)


def test_packing_keeps_what_counts_and_drops_the_rest(kind: Kind) -> None:
    mine = replica(kind.store)
    for number in range(60):
        last = write(mine, "alice", f"move-{number}")
        if number in (20, 40):
            mine.store.pack()
    rubbish = Object("blob", object_id("blob", b"rubbish"), b"rubbish")
    offer(mine.store, [rubbish])
    mine.store.pack()
    write(mine, "alice", "goes on")
    store = kind.reopen()
    assert not store.holds(rubbish.id)
    assert has_all(store, last.id)
    again = Replica(store, KEYS, no_judge)
    assert len(again.load()) == 61
    assert again.log.counted() == mine.log.counted()


def test_a_loss_of_power_after_packing_loses_nothing(kind: Kind) -> None:
    mine = replica(kind.store)
    for number in range(12):
        last = write(mine, "alice", f"move-{number}")
        if number % 5 == 4:
            mine.store.pack()
    store = kind.lose_power()
    assert store.head("alice") == last.id
    assert has_all(store, last.id)


def test_play_goes_on_after_a_loss_of_power(kind: Kind) -> None:
    mine = replica(kind.store)
    write(mine, "alice", "first")
    again = replica(kind.lose_power())
    again.load()
    write(again, "alice", "second")
    assert len(replica(kind.reopen()).load()) == 2


def test_evidence_is_kept_in_order(kind: Kind) -> None:
    for number in range(3):
        kind.store.note({"number": number, "text": "ö\n"})
    assert kind.reopen().notes() == [{"number": n, "text": "ö\n"} for n in range(3)]


def test_a_store_that_does_not_sync_is_noticed(tmp_path: Path) -> None:
    """The twin of the losses of power above."""
    lost = 0
    for seed in range(5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        store = GitStore.create(folder / "game", "alice", durable=False)
        power = PowerLoss()
        power.start(folder / "game")
        mine = replica(store)
        for number in range(5):
            last = write(mine, "alice", f"move-{number}")
        power.copy(folder / "after", seed)
        power.stop()
        store.close()
        try:
            with GitStore(folder / "after") as after:
                lost += after.head("alice") != last.id or not has_all(after, last.id)
        except (MissingObject, InvalidRepository):
            lost += 1
    assert lost > 0
