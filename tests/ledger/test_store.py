"""One suite for all stores and what carries their journals: memory, a file, a Git repository."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import GitopolyError, MissingObject, StaleHead
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.journal import FileJournal
from gitopoly.ledger.replica import Replica
from gitopoly.ledger.store import Store
from tests.ledger.offers import offer
from tests.ledger.power import ForgetfulJournal, PowerLoss
from tests.ledger.seats import SEATS, carried, opened, replica, sealed, write
from tests.ledger.servers import git


class Memory:
    """A store of alice in memory, which can be opened again and lose its power."""

    def __init__(self) -> None:
        self.journal = ForgetfulJournal()
        self.store = Store(self.journal)

    def reopen(self) -> Replica:
        """Close and open again."""
        self.store.close()
        return self._open()

    def lose_power(self) -> Replica:
        """Cut the power, and open what is left."""
        self.journal.lose_power()
        return self._open()

    def check(self) -> None:
        """Nothing else reads it."""

    def _open(self) -> Replica:
        self.store = Store(self.journal)
        mine = replica(self.store)
        mine.load()
        return mine


class File:
    """The same with its journal in a file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.losses, self.power = folder / "game", 0, PowerLoss()
        self.store = self.make()
        self.power.start(self.folder)

    def make(self) -> Store:
        """A new store."""
        self.folder.mkdir()
        return Store(FileJournal(self.folder / "journal"))

    def open(self) -> Replica:
        """What is in the folder."""
        mine = replica(Store(FileJournal(self.folder / "journal")))
        mine.load()
        return mine

    def reopen(self) -> Replica:
        """Close and open again."""
        self.store.close()
        mine = self.open()
        self.store = mine.store
        return mine

    def lose_power(self) -> Replica:
        """Only what was synced is sure to be in the copy that is opened."""
        self.losses += 1
        found = self.folder.with_name(f"found{self.losses}")
        self.power.copy(found, seed=self.losses + len(self.store.entries))
        self.power.stop()
        self.folder = found
        mine = self.reopen()
        self.power = PowerLoss()
        self.power.start(found)
        return mine

    def check(self) -> None:
        """Leave nothing behind."""
        self.power.stop()
        self.store.close()


class OnGit(File):
    """The same with a repository for everybody."""

    waits = False

    def make(self) -> Store:
        return GitStore.create(self.folder, "alice", waits=self.waits)

    def open(self) -> Replica:
        return opened(self.folder, waits=self.waits)[1]

    def check(self) -> None:
        """Stock Git finds every entry, and no damage."""
        super().check()
        assert set(git("rev-list", "--all", at=self.folder).split()) == set(self.store.entries)
        assert git("fsck", "--strict", "--full", at=self.folder) == ""


class Waiting(OnGit):
    """The same with a repository that shows entries only when it packs them."""

    waits = True


Kind = Memory | File
KINDS: dict[str, Callable[[Path], Kind]] = {
    "memory": lambda _: Memory(),
    "file": File,
    "git": OnGit,
    "waits": Waiting,
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kind]:
    made = KINDS[request.param](tmp_path)
    yield made
    made.check()


def held(store: Store) -> object:
    """All that a store holds, in order."""
    entries = [(entry, store.read(entry.id)) for entry in store.entries.values()]
    return entries, dict(store.heads), tuple(store.kept), list(store.evidence)


def accept(store: Store, seat: str, parents: tuple[str, ...] = (), word: str = "waits") -> str:
    """Let a store accept an entry of a seat."""
    entry = sealed(seat, parents, word).entry
    store.carry(carried(entry))
    store.accept(entry)
    return entry.id


def test_a_new_store_is_empty(kind: Kind) -> None:
    assert held(kind.store) == ([], {}, (), [])
    assert kind.store.head("alice") is None
    for name in ("1" * 40, "x", ""):
        assert not kind.store.holds(name)
        for ask in (kind.store.read, kind.store.header):
            with pytest.raises(MissingObject):
                ask(name)


def test_an_entry_and_the_files_of_an_invitation_are_there_now_and_later(kind: Kind) -> None:
    """Other files follow from the past, so only commits are kept of them."""
    root = sealed("alice")
    kind.store.append(root, None)
    commit = sealed("alice", (root.entry.id,), "moves").objects[-1]
    kind.store.append(sealed("alice", (root.entry.id,), "moves"), root.entry.id)
    for _ in range(3):
        for item in (*root.objects, commit):
            assert kind.store.holds(item.id)
            assert kind.store.read(item.id) == (item.kind, item.data)
            assert kind.store.header(item.id) == (item.kind, len(item.data))
        assert kind.store.heads == {"alice": commit.id}
        kind.reopen()


@pytest.mark.parametrize("expected", [None, "1" * 40])
def test_a_log_that_is_elsewhere_is_not_moved(kind: Kind, expected: str | None) -> None:
    first = sealed("alice")
    kind.store.append(first, None)
    with pytest.raises(StaleHead) as caught:
        kind.store.append(sealed("alice", (first.entry.id,)), expected)
    assert (caught.value.expected, caught.value.found) == (expected, first.entry.id)
    kind.reopen()
    assert kind.store.heads == {"alice": first.entry.id}


@pytest.mark.parametrize("own", [True, False])
def test_an_entry_without_its_past_is_not_written(kind: Kind, own: bool) -> None:
    """A journal with it could never be read again."""
    root = accept(kind.store, "alice")
    lost = sealed("alice" if own else "bob", ("1" * 40,))
    with pytest.raises(MissingObject):
        kind.store.append(lost, root) if own else kind.store.accept(lost.entry)
    kind.reopen()
    assert list(kind.store.entries) == [root]


def test_what_is_shown_can_be_read_but_is_not_kept(kind: Kind) -> None:
    root, peer = accept(kind.store, "alice"), sealed("bob")
    offer(kind.store, peer.objects)
    assert kind.store.read(peer.entry.id) == ("commit", peer.objects[-1].data)
    kind.reopen()
    assert not kind.store.holds(peer.entry.id)
    assert kind.store.heads == {"alice": root}


def test_every_branch_of_a_fork_is_kept_by_its_newest_entry(kind: Kind) -> None:
    store = kind.store
    root = accept(store, "alice")
    one, two = (accept(store, "bob", (root,), word) for word in ("one", "two"))
    assert (store.head("bob"), tuple(store.kept)) == (one, (two,))
    two_on = accept(store, "bob", (two,), "on")
    one_on = accept(store, "bob", (one,), "on")
    assert (store.head("bob"), tuple(store.kept)) == (one_on, (two_on,))
    third = accept(store, "bob", (two,), "elsewhere")
    before = held(store)
    assert (store.head("bob"), tuple(store.kept)) == (one_on, (two_on, third))
    kind.reopen()
    assert held(kind.store) == before


@pytest.mark.parametrize("by", ["append", "sync", "close"])
def test_what_was_made_durable_survives_a_loss_of_power_with_all_before_it(
    kind: Kind, by: str
) -> None:
    mine = replica(kind.store)
    root = write(mine, "alice")
    one, two = sealed("bob", (root.id,), "one"), sealed("bob", (root.id,), "two")
    offer(kind.store, (*one.objects, *two.objects))
    mine.receive("bob", one.entry.id)
    mine.receive("bob", two.entry.id)
    assert tuple(kind.store.kept) == (two.entry.id,)
    assert [found.code for found in kind.store.evidence] == ["fork"]
    if by == "append":
        write(mine, "alice", "goes on")
    elif by == "sync":
        kind.store.sync()
    else:
        kind.reopen()
    before = held(kind.store)
    assert list(kind.lose_power().log.forks()) == ["bob"]
    assert held(kind.store) == before


def test_after_a_loss_of_power_there_is_a_whole_beginning_of_what_was(kind: Kind) -> None:
    random = Random(5)
    mine = replica(kind.store)
    for number in range(12):
        synced = write(mine, "alice", f"move-{number}").id
        for seat in random.sample(SEATS[1:], random.randrange(3)):
            peer = sealed(seat, mine.log.frontier(seat), f"answer-{number}")
            offer(kind.store, peer.objects)
            mine.receive(seat, peer.entry.id)
        before = list(kind.store.entries)
        mine = kind.lose_power()
        found = list(kind.store.entries)
        assert found == before[: len(found)]
        assert synced in found


def test_evidence_is_kept_in_order(kind: Kind) -> None:
    found = [Evidence("forged", "1" * 40, "bob", "ö", n, n, ("2" * 40,), "x") for n in range(3)]
    for evidence in found:
        kind.store.note(evidence)
    kind.reopen()
    assert kind.store.evidence == found


@pytest.mark.parametrize("kind_", ["file", "git"])
def test_a_store_that_does_not_sync_is_noticed(tmp_path: Path, kind_: str) -> None:
    """The twin of the losses of power above."""
    lost = 0
    for seed in range(6):
        game, found, power = tmp_path / f"{seed}", tmp_path / f"found{seed}", PowerLoss()
        if kind_ == "git":
            store: Store = GitStore.create(game, "alice", durable=False)
        else:
            game.mkdir()
            store = Store(FileJournal(game / "journal", durable=False))
        power.start(game)
        mine = replica(store)
        written = [write(mine, "alice", f"move-{number}").id for number in range(5)]
        power.copy(found, seed)
        power.stop()
        store.close()
        try:
            again = opened(found)[0] if kind_ == "git" else Store(FileJournal(found / "journal"))
            lost += list(again.entries) != written
            again.close()
        except GitopolyError:
            lost += 1
    assert lost > 0
