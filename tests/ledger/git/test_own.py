"""A publisher finds in our repository what was written, wherever that stands by now."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git import own as module
from gitopoly.ledger.git.files import OWN_REF
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.git.untrusted import Damaged
from tests.ledger.repositories import Repository, act, bare, game, own_head, raw, set_branch
from tests.ledger.seats import replica, write
from tests.ledger.servers import git


def test_objects_are_found_in_memory_in_files_and_in_packs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_RECENT", 4)
    with GitStore.create(tmp_path, "alice") as store:
        mine = replica(store)
        first = [write(mine, "alice", f"move-{number}").id for number in range(4)]
        for name in first:
            assert store.own.read(name) == store.read(name)
        store._export.pack(store)
        second = write(mine, "alice", "more").id
        for name in (*first, second):
            assert store.own.read(name) == store.read(name)
        assert store.own.past(second) == [*first, second]


@pytest.mark.parametrize("end", [GitStore.close, GitStore.release])
def test_no_child_of_git_outlives_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[GitStore], None]
) -> None:
    monkeypatch.setattr(module, "MOST_RECENT", 0)
    store = GitStore.create(tmp_path, "alice")
    head = write(replica(store), "alice").id
    assert store.own.read(head) == store.read(head)
    child = store.own._stored._child
    assert child is not None
    end(store)
    assert not child.end.alive


def test_what_was_written_last_is_read_without_a_look_at_the_disk(tmp_path: Path) -> None:
    with GitStore.create(tmp_path, "alice") as store:
        head = write(replica(store), "alice").id
        expected = store.read(head)
        store.own.objects.rename(tmp_path / "away")
        assert store.own.read(head) == expected
        (tmp_path / "away").rename(store.own.objects)


def test_what_is_not_there_or_damaged_is_missing(tmp_path: Path) -> None:
    own = bare(tmp_path)
    name = raw(own, "blob", b"something")
    path = own.objects / name[:2] / name[2:]
    path.chmod(0o600)
    path.write_bytes(b"rubbish")
    for wanted in (name, "ab" * 20):
        with pytest.raises(MissingObject, match=wanted):
            own.read(wanted)
    path.unlink()
    assert raw(own, "blob", b"something") == name
    assert own.read(name) == ("blob", b"something")


def test_a_past_is_told_parents_first_as_git_tells_it(tmp_path: Path) -> None:
    own, other = game(tmp_path / "own"), game(tmp_path / "other")
    theirs = [act(other, f"theirs {number}") for number in range(3)]
    git("fetch", "--quiet", other.path, "main", at=own.path)
    ours = [act(own, "one"), act(own, "two", theirs[0]), act(own, "three", theirs[2])]
    found = own.past(ours[-1])
    assert sorted(found) == sorted(git("rev-list", "main", at=own.path).split())
    for place, name in enumerate(found):
        assert set(own.parents(name)) <= set(found[:place])
    assert own.past(ours[-1], [ours[1], theirs[1]]) == [theirs[2], ours[2]]
    assert own.past(ours[-1], found) == []


def test_a_long_past_is_no_recursion(tmp_path: Path) -> None:
    own = game(tmp_path)
    heads = [act(own, str(number)) for number in range(1200)]
    assert own.past(heads[-1]) == heads


def test_a_branch_is_where_git_has_put_it_or_damaged(tmp_path: Path) -> None:
    own = game(tmp_path)
    assert own_head(own) is None
    head = act(own)
    git("pack-refs", "--all", at=own.path)
    assert own_head(own) == head
    set_branch(own, "rubbish")
    with pytest.raises(Damaged):
        own.head(OWN_REF)


def test_several_threads_read_at_once(tmp_path: Path) -> None:
    own = bare(tmp_path)
    contents = [b"%d" % number for number in range(200)]
    for content in contents:
        raw(own, "blob", content)
    wrong: list[bytes] = []

    def read() -> None:
        for content in contents:
            if own.read(object_id("blob", content)) != ("blob", content):
                wrong.append(content)
        own.rest()

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_relative_addresses_start_at_the_games_folder(tmp_path: Path) -> None:
    assert OwnRepository(tmp_path / "game" / ".git").base == tmp_path / "game"
    assert Repository(tmp_path / "host.git").base == tmp_path / "host.git"
