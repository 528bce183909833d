"""A store that packs now and then: Git sees a sound repository, as of the last pack."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gitopoly.errors import MissingObject, StaleHead
from gitopoly.ledger.git import buffered
from gitopoly.ledger.git.buffered import BufferedStore
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.memory import MemoryStore
from tests.ledger.seats import copy, replica, sealed, write


def git(store: BufferedStore, *words: str) -> str:
    """What stock Git says about a store."""
    command = ["git", "-C", str(store.path), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def made(folder: Path) -> BufferedStore:
    """A store of alice."""
    (folder / "game").mkdir()
    return BufferedStore.create(folder / "game", "alice")


def test_git_sees_what_was_packed_and_nothing_by_halves(tmp_path: Path) -> None:
    store = made(tmp_path)
    mine = replica(store)
    first = write(mine, "alice", "move-1")
    assert git(store, "rev-parse", "--verify", "-q", "main") == ""
    assert list((store.git_dir / "objects").glob("??/*")) == []
    store.pack()
    write(mine, "alice", "move-2")
    assert git(store, "rev-parse", "main") == first.id
    assert git(store, "fsck", "--strict", "--full") == ""
    store.close()


def test_everything_is_there_when_it_was_closed(tmp_path: Path) -> None:
    store = made(tmp_path)
    mine, bob = replica(store), replica(MemoryStore())
    for number in range(3):
        last = write(mine, "alice", f"move-{number}")
    copy(store, bob.store, last.id)
    bob.receive("alice", last.id)
    theirs = write(bob, "bob", "move")
    copy(bob.store, store, theirs.id)
    mine.receive("bob", theirs.id)
    heads = store.heads()
    store.close()
    assert heads == {"alice": last.id, "bob": theirs.id}
    with GitStore(store.path) as again:
        assert again.heads() == heads
        assert again.read(last.id) == store.read(last.id)
    assert git(store, "rev-parse", "main") == last.id
    assert git(store, "fsck", "--strict", "--full") == ""


def test_it_packs_by_itself_and_keeps_what_is_still_to_be_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buffered, "PACK_EVERY", 2)
    store = made(tmp_path)
    mine, theirs = sealed("alice"), sealed("bob")
    store.put(theirs.objects)
    later = sealed("alice", (mine.entry.id,), "later")
    store.append("alice", None, mine.objects, mine.entry.id)
    assert git(store, "rev-parse", "--verify", "-q", "main") == ""
    store.append("alice", mine.entry.id, later.objects, later.entry.id)
    assert git(store, "rev-parse", "main") == later.entry.id
    store.accept("bob", None, theirs.entry.id)
    assert store.head("bob") == theirs.entry.id
    for item in (*mine.objects, *theirs.objects):
        assert store.has(item.id)
        assert store.read(item.id) == (item.kind, item.data)
        assert store.header(item.id) == (item.kind, len(item.data))
    store.close()


def test_a_second_branch_is_kept(tmp_path: Path) -> None:
    store = made(tmp_path)
    theirs = sealed("bob")
    store.put(theirs.objects)
    store.keep(theirs.entry.id)
    store.close()
    with GitStore(store.path) as again:
        assert again.kept() == (theirs.entry.id,)


def test_a_log_that_is_elsewhere_is_not_moved(tmp_path: Path) -> None:
    store = made(tmp_path)
    mine = sealed("alice")
    with pytest.raises(StaleHead):
        store.append("alice", "0" * 40, mine.objects, mine.entry.id)
    assert store.heads() == {}
    with pytest.raises(MissingObject):
        store.read(mine.entry.id)
    store.close()
