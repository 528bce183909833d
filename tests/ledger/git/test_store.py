"""A game in a folder is shown to everybody, and others may do what they like in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gitopoly.errors import GameInUse, GitopolyError, InvalidRepository, StaleHead
from gitopoly.ledger.git import export, files
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.signature import allowed_signers
from tests.ledger.damages import contents
from tests.ledger.folders import MAIN, TALK, check, made, play
from tests.ledger.offers import offer
from tests.ledger.seats import KEYS, opened, replica, sealed, write
from tests.ledger.servers import git


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "game"


# What everybody sees.


def test_stock_git_sees_and_verifies_what_was_shown(folder: Path) -> None:
    entries = made(folder, closed=False)
    signers = folder / "signers"
    signers.write_text(allowed_signers(KEYS), encoding="utf-8")
    options = ("-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={signers}")
    shown = git(*options, "log", "--show-signature", "--all", at=folder)
    assert shown.count('Good "git" signature') == len(entries) + len(TALK)
    assert git("fsck", "--strict", at=folder) == ""


def test_entries_of_one_moment_are_shown_together_and_nothing_waits_for_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "TOGETHER", 3600)
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        write(mine, "alice", "first")
        before = git("for-each-ref", at=folder)
        last = write(mine, "alice", "second")
        assert git("for-each-ref", at=folder) == before
        assert store.own.head(MAIN) == last.id
        assert store.own.read(last.tree)[0] == "tree"
        store.own.show()
        assert git("rev-parse", MAIN, at=folder).strip() == last.id


def test_a_closed_game_is_packs_a_journal_and_nothing_loose(folder: Path) -> None:
    made(folder)
    objects = [path for path in (folder / ".git" / "objects").rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in objects) == [".idx", ".idx", ".pack", ".pack"]
    assert sorted(path.name for path in (folder / ".git" / "gitopoly").iterdir()) == [
        *("journal", "lock", "name")
    ]


def test_many_packs_become_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_PACKS", 2)
    entries = made(folder)
    for _ in range(2):
        store, mine = opened(folder)
        entries.append(write(mine, "alice", f"move-{len(entries)}").id)
        store.close()
    assert len(list((folder / ".git/objects/pack").glob("*.pack"))) == 2
    check(folder, entries)


def test_a_thread_that_publishes_may_ask_to_be_shown_at_any_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "TOGETHER", 3600)
    monkeypatch.setattr(export, "PACK_EVERY", 20)
    done, wrong = threading.Event(), list[object]()
    store = GitStore.create(folder, "alice")
    mine = replica(store)
    write(mine, "alice", "begins")

    def publish() -> None:
        while not done.is_set():
            head = store.own.head(MAIN)
            store.own.show()
            there = files.ref_target(store.git_dir, MAIN)
            try:
                passed = head and there and len(store.own.past(head))
            except GitopolyError as error:
                passed, wrong[:] = True, [error]
            if not passed:
                wrong.append(there)

    threads = [threading.Thread(target=publish) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        play(mine, 50)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert wrong == []
    store.close()
    check(folder, list(store.entries), talk=[])


def test_our_own_move_of_the_branch_is_not_taken_for_another_programs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The branch has moved, and the thread that moves it has not come to write that down."""
    made(folder)
    store, mine = opened(folder)
    monkeypatch.setattr(export, "TOGETHER", 3600)
    store._export._shown_at = float("inf")
    write(mine, "alice", "first")
    moved, go_on, real = threading.Event(), threading.Event(), files.force_ref

    def slowly(git_dir: Path, name: str, target: str | None) -> None:
        real(git_dir, name, target)
        moved.set()
        go_on.wait(60)

    monkeypatch.setattr(files, "force_ref", slowly)
    publisher = threading.Thread(target=store.own.show)
    publisher.start()
    assert moved.wait(60)
    threading.Timer(0.2, go_on.set).start()
    write(mine, "alice", "second")
    publisher.join()
    store.close()


def test_nothing_is_shown_once_the_folder_is_given_back(folder: Path) -> None:
    made(folder)
    store, mine = opened(folder)
    store._export._shown_at = float("inf")
    write(mine, "alice", "goes on")
    store.release()
    before = contents(folder)
    store.own.show()
    store.close()
    assert contents(folder) == before


# Others in the folder.


def test_a_second_process_is_refused_and_the_first_goes_on(folder: Path) -> None:
    made(folder)
    open_it = (
        "import sys\nfrom pathlib import Path\nfrom gitopoly.errors import GameInUse\n"
        "from gitopoly.ledger.git.store import GitStore\n"
        "try:\n    GitStore(Path(sys.argv[1])).close()\n"
        "except GameInUse as error:\n    print(error)\n"
    )
    command = [sys.executable, "-c", open_it, str(folder)]
    store, mine = opened(folder)
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.count("\n") == 1
    assert "open in another process" in said.stdout
    with pytest.raises(GameInUse):
        GitStore(folder)
    write(mine, "alice", "goes on")
    store.close()
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == ""


@pytest.mark.parametrize("content", ["nothing", "file", "repository", "name"])
def test_a_folder_without_a_game_is_refused(tmp_path: Path, content: str) -> None:
    if content == "file":
        (tmp_path / "x").touch()
    if content in ("repository", "name"):
        init_repository(tmp_path, bare=False)
    if content == "name":
        (tmp_path / ".git" / "gitopoly").mkdir()
        (tmp_path / ".git" / "gitopoly" / "name").write_text("../x\n")
    reason = "does not say whose seat" if content == "name" else "no game"
    with pytest.raises(InvalidRepository, match=reason):
        GitStore(tmp_path)


def test_a_game_is_not_made_over_a_repository_or_for_a_bad_name(folder: Path) -> None:
    made(folder)
    with pytest.raises(InvalidRepository, match="already"):
        GitStore.create(folder, "alice")
    with pytest.raises(InvalidRepository, match="name of a seat"):
        GitStore.create(folder.with_name("other"), "origin")


def test_a_branch_that_another_program_moves_is_noticed_and_its_work_is_kept(folder: Path) -> None:
    made(folder)
    store, mine = opened(folder)
    last, written = store.head("alice"), len(store.entries)
    journal = (store.private / "journal").read_bytes()
    who = ("-c", "user.name=x", "-c", "user.email=x@y")
    git(*who, "commit", "-q", "--allow-empty", "-m", "not a move", at=folder)
    theirs = git("rev-parse", MAIN, at=folder).strip()
    with pytest.raises(StaleHead) as caught:
        write(mine, "alice", "goes on")
    assert caught.value.found == theirs
    assert (store.private / "journal").read_bytes() == journal
    peer = sealed("bob", mine.log.frontier("bob"), "goes on")
    offer(store, peer.objects)
    assert mine.receive("bob", peer.entry.id).refused is None
    store.close()
    assert git("rev-parse", MAIN, at=folder).strip() == theirs
    assert git("cat-file", "-t", theirs, at=folder) == "commit\n"
    before = contents(folder)
    for _ in range(2):
        with pytest.raises(InvalidRepository, match=f"undo it: git update-ref {MAIN} {last}"):
            opened(folder)
        assert contents(folder) == before
    git("update-ref", MAIN, str(last), at=folder)
    store, _ = opened(folder)
    assert len(store.entries) == written + 1
    store.close()


def test_a_move_between_writing_and_showing_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(folder)
    store, mine = opened(folder)
    below = mine.log[mine.log.tips()["alice"]].parents[0]
    store._export._shown_at = float("inf")
    written = write(mine, "alice", "first")
    git("update-ref", MAIN, below, at=folder)
    store.show()
    assert git("rev-parse", MAIN, at=folder).strip() == below
    with pytest.raises(StaleHead):
        write(mine, "alice", "second")
    store.close()
    store, _ = opened(folder)
    assert store.head("alice") == written.id
    store.close()
    assert git("rev-parse", MAIN, at=folder).strip() == written.id


def test_another_branch_of_our_own_is_refused_and_not_taken_for_our_log(folder: Path) -> None:
    """A copy of the folder has written, too: whoever took that in would prove their own fork."""
    made(folder)
    shutil.copytree(folder, folder.with_name("copy"))
    other, yours = opened(folder.with_name("copy"))
    theirs = write(yours, "alice", "here")
    other.close()
    store, mine = opened(folder)
    ours = write(mine, "alice", "there")
    store.close()
    git("fetch", "-q", "../copy", f"+main:{MAIN}", "--update-head-ok", at=folder)
    before = contents(folder)
    with pytest.raises(InvalidRepository, match=f"moved to {theirs.id}.* {ours.id}"):
        opened(folder)
    assert contents(folder) == before


def test_a_lock_that_stays_delays_what_git_sees_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    entries = made(folder)
    store, mine = opened(folder)
    lock = store.git_dir / f"{MAIN}.lock"
    lock.touch()
    entries.append(write(mine, "alice", "waits").id)
    assert git("rev-parse", MAIN, at=folder).strip() != entries[-1]
    lock.unlink()
    store.show()
    assert git("rev-parse", MAIN, at=folder).strip() == entries[-1]
    store.close()
    check(folder, entries)


@pytest.mark.parametrize("closed", [True, False])
def test_what_killed_programs_have_left_is_mended(folder: Path, closed: bool) -> None:
    entries = made(folder, closed=closed)
    below = git("rev-parse", "main~1", at=folder)
    stray = sealed("bob", (), "sends rubbish")
    write_objects(folder / ".git" / "objects", stray.objects)
    git("update-ref", "refs/remotes/bob/main", stray.entry.id, at=folder)
    git("update-ref", "refs/remotes/dave/main", stray.entry.id, at=folder)
    for name in (f"{MAIN}.lock", "HEAD.lock", "packed-refs.lock", "objects/pack/tmp_pack_x"):
        (folder / ".git" / name).touch()
    (folder / ".git/objects/tmp_obj_x").touch()
    for text in (None, "", "0123", below, "x" * 41):
        ref = folder / ".git" / MAIN
        ref.unlink() if text is None else ref.write_text(text)
        store, _ = opened(folder)
        store.release()
        assert git("rev-parse", MAIN, at=folder).strip() == store.head("alice")
    with pytest.raises(AssertionError, match="could not get object info"):
        git("cat-file", "-t", stray.entry.id, at=folder)
    check(folder, entries)


def test_housekeeping_by_stock_git_does_no_harm(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "PACK_EVERY", 9)
    store = GitStore.create(folder, "alice")
    mine = replica(store)
    for number in range(8):
        play(mine, 2)
        if number % 3 == 2:
            git("gc", "-q", "--prune=now", at=folder)
        if number == 5:
            store.release()
            git("gc", "-q", "--prune=now", "--aggressive", at=folder)
            git("pack-refs", "--all", at=folder)
            store, mine = opened(folder)
    store.close()
    check(folder, list(store.entries), talk=[])
