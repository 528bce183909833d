"""A game in a folder survives whatever happens to it, and stock Git can read it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import GameInUse, GitopolyError, InvalidRepository, NoRoom, StaleHead
from gitopoly.ledger.git import export, files
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.replica import Replica
from gitopoly.ledger.signature import allowed_signers
from tests.ledger import servers
from tests.ledger.damages import DAMAGES, TORN, contents, flip, remove_everything
from tests.ledger.offers import offer
from tests.ledger.power import PowerLoss
from tests.ledger.seats import IDENTITIES, KEYS, opened, replica, sealed, write

MAIN = "refs/heads/main"


def git(folder: Path, *words: str) -> str:
    """Run stock Git in a folder."""
    return servers.git(*words, at=folder)


def play(mine: Replica, rounds: int) -> None:
    """Let alice write, and bob and carol answer; carol forks in the third round."""
    mine.store.own.show()  # type: ignore[attr-defined]
    for number in range(len(mine.log), len(mine.log) + rounds):
        write(mine, "alice", f"move-{number}")
        for seat in ("bob", "carol"):
            if seat not in mine.log.forks():
                entries = [sealed(seat, mine.log.frontier(seat), f"answer-{number}")]
                if seat == "carol" and number >= 6:
                    entries.append(sealed(seat, mine.log.frontier(seat), f"lie-{number}"))
                for entry in entries:
                    offer(mine.store, entry.objects)
                    mine.receive(seat, entry.entry.id)


def made(folder: Path, *, closed: bool = True) -> list[str]:
    """A game that was closed after some rounds and killed after some more; its entries."""
    with GitStore.create(folder, "alice") as store:
        play(replica(store), 3)
    store, mine = opened(folder)
    play(mine, 2)
    store.show()
    assert len(store.kept()) == 1
    store.close() if closed else store.release()
    return list(store.entries)


def check(folder: Path, entries: list[str]) -> None:
    """The game can be opened and has these entries, and stock Git finds them and no damage."""
    store, mine = opened(folder)
    assert set(store.entries) == set(entries)
    heads, kept = store.heads(), store.kept()
    write(mine, "alice", "goes on")
    heads["alice"] = store.heads()["alice"]
    assert (store.heads(), store.kept()) == (heads, kept)
    store.close()
    assert set(git(folder, "rev-list", "--all").split()) == set(store.entries)
    assert git(folder, "fsck", "--strict", "--full", "--no-dangling") == ""
    assert git(folder, "rev-parse", MAIN).strip() == heads["alice"]


def no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "game"


# What everybody sees.


def test_stock_git_sees_and_verifies_what_was_shown(folder: Path) -> None:
    entries = made(folder, closed=False)
    signers = folder / "signers"
    signers.write_text(allowed_signers(KEYS), encoding="utf-8")
    options = ("-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={signers}")
    shown = git(folder, *options, "log", "--show-signature", "--all")
    assert shown.count('Good "git" signature') == len(entries)
    assert git(folder, "fsck", "--strict") == ""


def test_entries_of_one_moment_are_shown_together_and_nothing_waits_for_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "TOGETHER", 3600)
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        write(mine, "alice", "first")
        before = git(folder, "for-each-ref")
        last = write(mine, "alice", "second")
        assert git(folder, "for-each-ref") == before
        assert store.own.head(MAIN) == last.id
        assert store.own.read(last.tree)[0] == "tree"
        store.own.show()
        assert git(folder, "rev-parse", MAIN).strip() == last.id


def test_a_closed_game_is_packs_a_journal_and_nothing_loose(folder: Path) -> None:
    made(folder)
    objects = [path for path in (folder / ".git" / "objects").rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in objects) == [".idx", ".idx", ".pack", ".pack"]
    assert sorted(path.name for path in (folder / ".git" / "gitopoly").iterdir()) == [
        *("exported", "journal", "lock", "name")
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
    check(folder, list(store.entries))


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
    git(folder, *who, "commit", "-q", "--allow-empty", "-m", "not a move")
    theirs = git(folder, "rev-parse", MAIN).strip()
    with pytest.raises(StaleHead) as caught:
        write(mine, "alice", "goes on")
    assert caught.value.found == theirs
    assert (store.private / "journal").read_bytes() == journal
    peer = sealed("bob", mine.log.frontier("bob"), "goes on")
    offer(store, peer.objects)
    assert mine.receive("bob", peer.entry.id).refused is None
    store.close()
    assert git(folder, "rev-parse", MAIN).strip() == theirs
    assert git(folder, "cat-file", "-t", theirs) == "commit\n"
    before = contents(folder)
    for _ in range(2):
        with pytest.raises(InvalidRepository, match=f"undo it: git update-ref {MAIN} {last}"):
            opened(folder)
        assert contents(folder) == before
    git(folder, "update-ref", MAIN, str(last))
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
    git(folder, "update-ref", MAIN, below)
    store.show()
    assert git(folder, "rev-parse", MAIN).strip() == below
    with pytest.raises(StaleHead):
        write(mine, "alice", "second")
    store.close()
    store, _ = opened(folder)
    assert store.head("alice") == written.id
    store.close()
    assert git(folder, "rev-parse", MAIN).strip() == written.id


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
    git(folder, "fetch", "-q", "../copy", f"+main:{MAIN}", "--update-head-ok")
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
    assert git(folder, "rev-parse", MAIN).strip() != entries[-1]
    lock.unlink()
    store.show()
    assert git(folder, "rev-parse", MAIN).strip() == entries[-1]
    store.close()
    check(folder, entries)


@pytest.mark.parametrize("closed", [True, False])
def test_what_killed_programs_have_left_is_mended(folder: Path, closed: bool) -> None:
    entries = made(folder, closed=closed)
    below = git(folder, "rev-parse", "main~1")
    stray = sealed("bob", (), "sends rubbish")
    write_objects(folder / ".git" / "objects", stray.objects)
    git(folder, "update-ref", "refs/remotes/bob/main", stray.entry.id)
    git(folder, "update-ref", "refs/remotes/dave/main", stray.entry.id)
    for name in (f"{MAIN}.lock", "HEAD.lock", "packed-refs.lock", "objects/pack/tmp_pack_x"):
        (folder / ".git" / name).touch()
    (folder / ".git/objects/tmp_obj_x").touch()
    for text in (None, "", "0123", below, "x" * 41):
        ref = folder / ".git" / MAIN
        ref.unlink() if text is None else ref.write_text(text)
        store, _ = opened(folder)
        store.release()
        assert git(folder, "rev-parse", MAIN).strip() == store.head("alice")
    with pytest.raises(AssertionError, match="could not get object info"):
        git(folder, "cat-file", "-t", stray.entry.id)
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
            git(folder, "gc", "-q", "--prune=now")
        if number == 5:
            store.release()
            git(folder, "gc", "-q", "--prune=now", "--aggressive")
            git(folder, "pack-refs", "--all")
            store, mine = opened(folder)
    store.close()
    check(folder, list(store.entries))


# The repository follows from the journal.


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_whole_repository_is_written_again_from_the_journal_alone(
    folder: Path, damage: str, closed: bool
) -> None:
    entries = made(folder, closed=closed)
    DAMAGES[damage](folder / ".git")
    check(folder, entries)


LIES: list[object] = [
    *("", "[]", "{}", "\0", "[" * 50_000, '{"entries": 1e999}', "{" + "x" * 70_000),
    *({"entries": number} for number in (0, -1, 3, 9, 10**30, 1.5, None, "9", [9], True)),
    *({"packs": packs} for packs in ({}, [], None, {"pack-x.pack": 1})),
    *({"ids": ids} for ids in ("", None, 0)),
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: str(lie)[:30])
def test_a_note_that_lies_about_packs_is_not_believed(folder: Path, lie: object) -> None:
    """It is another's, or one of an older journal: some entries are nowhere but in the journal."""
    entries = made(folder, closed=False)
    note = folder / ".git/gitopoly/exported"
    said = json.loads(note.read_text())
    assert said["entries"] < len(entries)
    note.write_text(lie if isinstance(lie, str) else json.dumps({**said, **lie}))  # type: ignore[dict-item]
    files.remove_all_loose(folder / ".git/objects")
    check(folder, entries)


def test_a_note_of_another_order_is_not_believed(folder: Path) -> None:
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
    check(folder, list(yours.store.entries))


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
        below = git(folder, "rev-list", "main").split()[-2]
        for ref in git(folder, "for-each-ref", "--format=%(refname)").split():
            git(folder, "update-ref", ref, below)
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
    forged = sealed("alice", (git(folder, "rev-parse", MAIN).strip(),), by=IDENTITIES["mallory"])
    write_objects(folder / ".git/objects", forged.objects)
    git(folder, "update-ref", MAIN, forged.entry.id)
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


@pytest.mark.parametrize("place", ["write_objects", "files.force_ref", "pack.write_pack"])
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
        assert git(folder, "rev-parse", MAIN).strip() == check_later[-1]
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
    git(tmp_path / "game", "gc", "-q", "--prune=now")
    steps, left = 0, 1
    real = {name: getattr(os, name) for name in ("write", "replace", "unlink", "ftruncate")}
    while left:
        folder = tmp_path / f"killed{steps}"
        shutil.copytree(tmp_path / "game", folder)
        left = countdown = 0
        if steps:
            left = 1
        steps += 1
        countdown = steps

        def step(name: str) -> Callable[..., object]:
            def act(*arguments: object, **names: object) -> object:
                nonlocal countdown
                countdown -= 1
                if countdown == 0:
                    raise KeyboardInterrupt
                return real[name](*arguments, **names)

            return act

        with monkeypatch.context() as patch:
            for name in real:
                patch.setattr(os, name, step(name))
            try:
                opened(folder)[0].release()
                left = 0
            except KeyboardInterrupt:
                left = 1
        if left and steps % 3 == 0:
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
        check(target, entries)
