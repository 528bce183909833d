"""A game in a folder survives whatever happens to its journal, its repository or its disk."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import InvalidRepository, NoRoom
from gitopoly.ledger.git import export
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.store import GitStore
from tests.ledger.damages import DAMAGES, TORN, contents, flip, remove_everything
from tests.ledger.folders import MAIN, check, made, play
from tests.ledger.offers import offer
from tests.ledger.power import PowerLoss
from tests.ledger.seats import IDENTITIES, opened, replica, sealed, write
from tests.ledger.servers import git

UNLINK = os.unlink


def no_room(*arguments: object, **names: object) -> None:
    """A disk that is full; a child's scratch folder, elsewhere, can be removed all the same."""
    if "dir_fd" in names:
        return UNLINK(*arguments, **names)  # type: ignore[arg-type]
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "game"


# The repository follows from the journal.


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_whole_repository_is_written_again_from_the_journal_alone(
    folder: Path, damage: str, closed: bool
) -> None:
    entries = made(folder, closed=closed)
    DAMAGES[damage](folder / ".git")
    check(folder, entries)


def test_packs_of_another_order_are_completed(folder: Path) -> None:
    """What was adopted comes in another order, and other entries are the first ones."""
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        root = write(mine, "alice", "begins")
        peers = [sealed(seat, (root.id,)) for seat in ("bob", "carol")]
        for peer in peers[:1]:
            offer(store, peer.objects)
            mine.receive("bob", peer.entry.id)
    journal = folder / ".git/gitopoly/journal"
    shutil.copy(journal, folder / "journal")
    store, mine = opened(folder)
    store.release()
    other = GitStore.create(folder.with_name("other"), "alice")
    yours = replica(other)
    offer(other, [item for peer in peers for item in peer.objects])
    yours.append(sealed("alice", (), "begins"))
    yours.receive("carol", peers[1].entry.id)
    yours.receive("bob", peers[0].entry.id)
    other.close()
    shutil.copy(other.private / "journal", journal)
    check(folder, list(yours.store.entries), talk=[])


# The journal, from the repository.


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("damage", TORN)
def test_what_the_journal_has_lost_is_adopted_from_what_the_repository_shows(
    folder: Path, damage: str, closed: bool
) -> None:
    entries = made(folder, closed=closed)
    journal = folder / ".git/gitopoly/journal"
    TORN[damage](journal)
    if damage == "an answer cut off":  # its author still has it, and an unsynced one may be lost
        entries.pop()
    check(folder, entries)
    remove_everything(folder / ".git")
    store, _ = opened(folder)
    assert set(store.entries) > set(entries)
    store.close()


@pytest.mark.parametrize("damage", ["third flipped", "twelfth flipped", "first flipped"])
@pytest.mark.parametrize("shows", ["nothing", "less", "rubbish"])
def test_what_neither_journal_nor_repository_hold_is_told_and_nothing_is_changed(
    folder: Path, damage: str, shows: str
) -> None:
    """Also the second time: a refusal that cuts the journal would be forgotten by then."""
    made(folder)
    TORN[damage](folder / ".git/gitopoly/journal")
    if shows == "less":
        below = git("rev-list", "main", at=folder).split()[-2]
        for ref in git("for-each-ref", "--format=%(refname)", at=folder).split():
            git("update-ref", ref, below, at=folder)
    else:
        shutil.rmtree(folder / ".git/refs")
        (folder / ".git/refs/heads").mkdir(parents=True)
        if shows == "rubbish":
            (folder / ".git" / MAIN).write_text("rubbish")
    (folder / ".git/HEAD.lock").touch()
    before = contents(folder)
    for _ in range(2):
        with pytest.raises(InvalidRepository) as caught:
            opened(folder)
        assert "\n" not in str(caught.value)
        assert "is damaged: its journal cannot be read" in str(caught.value)
        assert contents(folder) == before


def test_what_a_stranger_has_put_on_a_branch_is_not_adopted(folder: Path) -> None:
    made(folder)
    forged = sealed("alice", (git("rev-parse", MAIN, at=folder).strip(),), by=IDENTITIES["mallory"])
    write_objects(folder / ".git/objects", forged.objects)
    git("update-ref", MAIN, forged.entry.id, at=folder)
    before = contents(folder)
    with pytest.raises(InvalidRepository, match="moved to"):
        opened(folder)
    assert contents(folder) == before


# Full disks, kills, losses of power.


def test_a_full_disk_is_told_and_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = made(folder)
    store, mine = opened(folder)
    journal = (store.private / "journal").read_bytes()
    real = os.write

    def full(file: int, data: bytes) -> int:
        return real(file, data[:50]) if len(data) > 100 else no_room()  # type: ignore[func-returns-value]

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(2):
            with pytest.raises(NoRoom, match="No space left"):
                write(mine, "alice", "too much")
        peer = sealed("bob", mine.log.frontier("bob"), "too much")
        offer(store, peer.objects)
        with pytest.raises(NoRoom):
            mine.receive("bob", peer.entry.id)
    assert (store.private / "journal").read_bytes() == journal
    assert mine.receive("bob", peer.entry.id).refused is None
    entries += [peer.entry.id, write(mine, "alice", "enough").id]
    store.release()
    check(folder, entries)


@pytest.mark.parametrize("place", ["write_objects", "files.force_ref", "write_pack"])
def test_what_git_cannot_be_shown_is_written_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    entries = made(folder)
    monkeypatch.setattr(export, "PACK_EVERY", 3)
    store, mine = opened(folder)
    with monkeypatch.context() as patch:
        patch.setattr(f"gitopoly.ledger.git.export.{place}", no_room)
        play(mine, 3)
        for _ in range(2):
            store.own.show()
        if place != "write_objects":
            with pytest.raises(NoRoom):
                store.close()
            assert list(store.entries)[: len(entries)] == entries
            check_later = list(store.entries)
        else:
            check_later = [*store.entries, write(mine, "alice", "and on").id]
    if place == "write_objects":
        store.show()
        assert git("rev-parse", MAIN, at=folder).strip() == check_later[-1]
        store.release()
    check(folder, check_later)


def test_opening_on_a_full_or_read_only_disk_is_told_and_loses_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = made(folder, closed=False)
    flip(folder / ".git/gitopoly/journal", 12)
    for name in ("write", "replace", "unlink"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, no_room)
            with pytest.raises((NoRoom, InvalidRepository)):
                opened(folder)
    real = os.open

    def read_only(path: object, flags: int, *more: int, **names: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *more, **names)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        with pytest.raises(NoRoom, match="Read-only file system"):
            opened(folder)
    check(folder, entries)


@pytest.mark.parametrize("damage", ["twelfth flipped", "gone", "last halved"])
def test_a_kill_at_any_step_of_mending_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    entries = made(tmp_path / "game", closed=False)
    TORN[damage](tmp_path / "game/.git/gitopoly/journal")
    git("gc", "-q", "--prune=now", at=tmp_path / "game")
    acts = {name: getattr(os, name) for name in ("write", "replace", "unlink", "ftruncate")}
    left = 0

    def until_killed(name: str) -> Callable[..., object]:
        def act(*arguments: object, **names: object) -> object:
            nonlocal left
            if "dir_fd" in names:  # such is the removal of a child's scratch folder
                return acts[name](*arguments, **names)
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
            return acts[name](*arguments, **names)

        return act

    for steps in range(1, 1000):
        folder, left = tmp_path / f"killed{steps}", steps
        shutil.copytree(tmp_path / "game", folder)
        with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
            for name in acts:
                patch.setattr(os, name, until_killed(name))
            opened(folder)[0].release()
        if left > 0:
            break
        check(folder, entries)
        shutil.rmtree(folder)
    assert steps > 10


def test_an_own_entry_is_durable_before_anybody_sees_it(tmp_path: Path) -> None:
    """Also one that came back from others: whoever forgot it would write another in its place."""
    for seed in range(8):
        folder, power = tmp_path / str(seed) / "game", PowerLoss()
        folder.parent.mkdir()
        with GitStore.create(folder, "alice") as store:
            power.start(folder)
            store.accept(sealed("alice").entry)
            power.copy(folder.with_name("after"), seed)
            power.stop()
        again = GitStore(folder.with_name("after"))
        assert list(again.entries) == list(store.entries)
        again.release()


@pytest.mark.slow
def test_power_may_fail_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy as the disk may be is taken before every sync, packing included, and opened."""
    monkeypatch.setattr(export, "PACK_EVERY", 5)
    monkeypatch.setattr(export, "TOGETHER", 0)
    random, power, copies = Random(5), PowerLoss(), []
    acknowledged: list[str] = []

    def fail() -> None:
        target = tmp_path / f"copy-{len(copies)}"
        copies.append((target, list(acknowledged)))
        power.copy(target, random.randrange(2**32))

    store = GitStore.create(tmp_path / "game", "alice")
    power.start(tmp_path / "game")
    power.before_sync = fail
    mine = replica(store)
    try:
        for _ in range(12):
            play(mine, 1)
            acknowledged += [e.id for e in mine.log if e.seat == "alice"][len(acknowledged) :]
        store.close()
        store, mine = opened(tmp_path / "game")
        play(mine, 1)
        store.close()
    finally:
        power.stop()
    assert len(copies) > 30
    for target, said in copies:
        found, _ = opened(target)
        assert set(said) <= set(found.entries)
        entries = list(found.entries)
        found.release()
        check(target, entries, talk=[])
