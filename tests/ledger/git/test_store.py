"""A game in a repository survives whatever happens to its process, and stock Git can read it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import GameInUse, InvalidRepository, NoRoom, StaleHead
from gitopoly.ledger.git import store as git_store
from gitopoly.ledger.git.files import ref_names
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.signature import allowed_signers
from tests.ledger.offers import offer
from tests.ledger.power import PowerLoss
from tests.ledger.seats import KEYS, draft, replica, sealed, write


def git(folder: Path, *words: str, check: bool = True) -> str:
    """Run stock Git."""
    result = subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert not check or result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def game(folder: Path, entries: int = 3) -> str:
    """Make a game with some entries and give the newest."""
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        for number in range(entries):
            last = write(mine, "alice", f"move-{number}")
        return last.id


def test_stock_git_sees_an_entry_at_once(tmp_path: Path) -> None:
    with GitStore.create(tmp_path / "game", "alice") as store:
        mine = replica(store)
        root = write(mine, "alice", "invites")
        peer = sealed("bob", (root.id,), "joins")
        offer(store, peer.objects)
        mine.receive("bob", peer.entry.id)
        last = write(mine, "alice", "starts")
        (tmp_path / "signers").write_text(allowed_signers(KEYS), encoding="utf-8")
        assert git(tmp_path / "game", "rev-parse", "main").strip() == last.id
        assert git(tmp_path / "game", "rev-parse", "bob/main").strip() == peer.entry.id
        options = ("-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={tmp_path}/signers")
        shown = git(tmp_path / "game", *options, "log", "--show-signature", "main")
        assert shown.count('Good "git" signature') == 3
        assert git(tmp_path / "game", "fsck", "--strict") == ""


def test_a_closed_game_is_one_pack_and_nothing_else(tmp_path: Path) -> None:
    game(tmp_path, 30)
    objects = [path for path in (tmp_path / ".git" / "objects").rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in objects) == [".idx", ".pack"]
    assert (tmp_path / ".git" / "gitopoly" / "journal").stat().st_size == 0
    assert git(tmp_path, "fsck", "--strict", "--full") == ""
    assert git(tmp_path, "count-objects", "-v").splitlines()[:2] == ["count: 0", "size: 0"]


def test_a_second_process_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    last = game(tmp_path)
    open_it = (
        "import sys\nfrom pathlib import Path\nfrom gitopoly.errors import GameInUse\n"
        "from gitopoly.ledger.git.store import GitStore\n"
        "try:\n    GitStore(Path(sys.argv[1])).close()\n"
        "except GameInUse as error:\n    print(error)\n"
    )
    command = [sys.executable, "-c", open_it, str(tmp_path)]
    with GitStore(tmp_path) as store:
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        assert said.stdout.count("\n") == 1
        assert "open in another process" in said.stdout
        with pytest.raises(GameInUse):
            GitStore(tmp_path)
        assert store.head("alice") == last
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


def test_a_game_is_not_made_over_a_repository_or_for_a_bad_name(tmp_path: Path) -> None:
    game(tmp_path)
    with pytest.raises(InvalidRepository, match="already"):
        GitStore.create(tmp_path, "alice")
    with pytest.raises(InvalidRepository, match="name of a seat"):
        GitStore.create(tmp_path / "other", "origin")


def test_locks_of_killed_writers_are_removed(tmp_path: Path) -> None:
    last = game(tmp_path)
    for name in ("refs/heads/main.lock", "HEAD.lock", "packed-refs.lock"):
        (tmp_path / ".git" / name).touch()
    with GitStore(tmp_path) as store:
        mine = replica(store)
        mine.load()
        assert write(mine, "alice", "goes on").parents == (last,)


def test_a_branch_moved_in_between_is_noticed_and_nothing_is_written(tmp_path: Path) -> None:
    game(tmp_path)
    with GitStore(tmp_path) as store:
        mine = replica(store)
        mine.load()
        last = mine.log.tips()["alice"]
        below = mine.log[last].parents[0]
        git(tmp_path, "update-ref", "refs/heads/main", below)
        with pytest.raises(StaleHead) as caught:
            write(mine, "alice", "goes on")
        assert caught.value.found == below
        git(tmp_path, "update-ref", "refs/heads/main", last)
        entry = write(mine, "alice", "goes on")
    with GitStore(tmp_path) as store:
        assert store.head("alice") == entry.id


def test_stock_git_cannot_move_the_branch_during_a_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path)
    with GitStore(tmp_path) as store:
        mine = replica(store)
        mine.load()
        below = mine.log[mine.log.tips()["alice"]].parents[0]
        said = []
        real = store._journal.sync

        def sync() -> None:
            said.append(git(tmp_path, "update-ref", "refs/heads/main", below, check=False))
            real()

        monkeypatch.setattr(store._journal, "sync", sync)
        entry = write(mine, "alice", "goes on")
        assert "main.lock" in said[0]
        assert git(tmp_path, "rev-parse", "main").strip() == entry.id


def test_a_lock_that_stays_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    last = game(tmp_path)
    with GitStore(tmp_path) as store:
        mine = replica(store)
        mine.load()
        lock = tmp_path / ".git" / "refs" / "heads" / "main.lock"
        lock.touch()
        with pytest.raises(InvalidRepository, match=r"main\.lock"):
            write(mine, "alice", "waits")
        assert (store.private / "journal").stat().st_size == 0
        lock.unlink()
        assert write(mine, "alice", "waits").parents == (last,)


def test_a_branch_with_work_of_others_is_refused_with_the_remedy(tmp_path: Path) -> None:
    last = game(tmp_path)
    git(tmp_path, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--allow-empty", "-m", "x")
    with pytest.raises(InvalidRepository, match=f"git update-ref refs/heads/main {last}"):
        GitStore(tmp_path)
    git(tmp_path, "update-ref", "refs/heads/main", last)
    GitStore(tmp_path).close()


def test_refs_that_were_lost_emptied_or_moved_back_are_mended(tmp_path: Path) -> None:
    last = game(tmp_path)
    ref = tmp_path / ".git" / "refs" / "heads" / "main"
    below = git(tmp_path, "rev-parse", "main~1")
    for text in (None, "", "0123", below, "x" * 41):
        ref.unlink() if text is None else ref.write_text(text)
        with GitStore(tmp_path) as store:
            assert store.head("alice") == last
        assert git(tmp_path, "rev-parse", "main").strip() == last


def test_what_was_put_in_and_not_accepted_is_dropped(tmp_path: Path) -> None:
    game(tmp_path)
    entry = sealed("bob", (), "sends rubbish")
    with GitStore(tmp_path) as store:
        offer(store, entry.objects)
        store.pack()
        assert store.holds(entry.entry.id)
        before = git(tmp_path, "count-objects", "-v")
        # Not even what somebody's Git has brought beside us stays.
        write_objects(store.own.objects, entry.objects)
        git(tmp_path, "update-ref", "refs/remotes/bob/main", entry.entry.id)
    with GitStore(tmp_path) as store:
        assert not store.holds(entry.entry.id)
        assert list(ref_names(store.git_dir)) == ["refs/heads/main"]
        assert git(tmp_path, "count-objects", "-v") == before


def test_a_plain_clone_is_adopted(tmp_path: Path) -> None:
    last = game(tmp_path / "game", 20)
    git(tmp_path, "clone", "-q", "game", "clone")
    private = tmp_path / "clone" / ".git" / "gitopoly"
    private.mkdir()
    (private / "name").write_text("alice\n")
    with GitStore(tmp_path / "clone") as store:
        mine = replica(store)
        assert len(mine.load()) == 20
        assert store.head("alice") == last
        write(mine, "alice", "goes on")
    assert git(tmp_path / "clone", "fsck", "--strict") == ""


def test_housekeeping_by_stock_git_does_no_harm(tmp_path: Path) -> None:
    store = GitStore.create(tmp_path, "alice")
    mine = replica(store)
    for number in range(30):
        write(mine, "alice", f"move-{number}")
        if number % 10 == 5:
            git(tmp_path, "gc", "-q", "--prune=now")
        if number % 10 == 8:
            store.pack()
    store.close()
    with GitStore(tmp_path) as again:
        assert len(replica(again).load()) == 30
    assert git(tmp_path, "fsck", "--strict", "--full") == ""


def test_a_torn_tail_of_the_journal_is_cut_off(tmp_path: Path) -> None:
    store = GitStore.create(tmp_path / "game", "alice")
    mine = replica(store)
    one, two = (write(mine, "alice", f"move-{n}") for n in range(2))
    data = (store.private / "journal").read_bytes()
    second = data.index(b"GPJ1", 1)
    for cut in (second, second + 1, second + 30, len(data) - 1, len(data)):
        for tail in (b"", bytes(50), os.urandom(50)):
            copy = tmp_path / f"{cut}-{tail.hex()[:6]}"
            shutil.copytree(tmp_path / "game", copy)
            (copy / ".git" / "gitopoly" / "journal").write_bytes(data[:cut] + tail)
            git(copy, "update-ref", "refs/heads/main", one.id)
            with GitStore(copy) as again:
                assert again.head("alice") == (two.id if cut == len(data) else one.id)
    store.close()


def test_a_damaged_object_outside_the_journal_is_told(tmp_path: Path) -> None:
    game(tmp_path)
    for path in (tmp_path / ".git" / "objects" / "pack").iterdir():
        path.unlink()
    with pytest.raises(InvalidRepository, match="is damaged: object"):
        GitStore(tmp_path)
    (tmp_path / ".git" / "gitopoly" / "state").write_text("[]")
    with pytest.raises(InvalidRepository, match="is damaged; move this file away"):
        GitStore(tmp_path)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6])
def test_a_damaged_pack_is_refused_and_nothing_is_changed(tmp_path: Path, share: float) -> None:
    """Not even what a crash has left, which a game that can be read would mend."""
    game(tmp_path)
    (tmp_path / ".git" / "gitopoly" / "journal").write_bytes(b"GPJ1 half a record")
    (tmp_path / ".git" / "HEAD.lock").touch()
    (pack,) = (tmp_path / ".git" / "objects" / "pack").glob("*.pack")
    data = bytearray(pack.read_bytes())
    data[min(int(len(data) * share), len(data) - 1)] ^= 0xFF
    pack.chmod(0o644)
    pack.write_bytes(data)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(InvalidRepository, match="is damaged"):
        GitStore(tmp_path)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_full_disk_is_told_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = game(tmp_path)
    store = GitStore(tmp_path)
    mine = replica(store)
    mine.load()
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 100:
            return real(descriptor, data[:50])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(NoRoom, match="No space left"):
        write(mine, "alice", "too much")
    monkeypatch.undo()
    assert store.head("alice") == last
    assert (store.private / "journal").stat().st_size == 0
    entry = write(mine, "alice", "enough")
    store.close()
    with GitStore(tmp_path) as again:
        assert again.head("alice") == entry.id


def test_a_disk_that_is_too_full_to_pack_does_not_undo_an_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(git_store, "PACK_EVERY", 2)
    with GitStore.create(tmp_path, "alice") as store:
        mine = replica(store)
        with monkeypatch.context() as patch:
            patch.setattr(git_store.pack, "grow", full)
            entries = [write(mine, "alice", f"move-{n}").id for n in range(4)]
            with pytest.raises(NoRoom):
                store.pack()
        entries.append(write(mine, "alice", "goes on").id)
    with GitStore(tmp_path) as again:
        assert [e.id for e in replica(again).load()] == entries


def test_opening_on_a_full_disk_is_told_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = game(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(git_store.pack, "grow", full)
        store = GitStore(tmp_path, mends=False)
        with pytest.raises(NoRoom, match=r"cannot write the game in .*: No space left"):
            store.mend()
        store.release()
    with GitStore(tmp_path) as again:
        assert again.head("alice") == last


def test_an_adopted_own_log_is_durable_before_the_branch_shows_it(tmp_path: Path) -> None:
    for seed in range(8):
        folder, power = tmp_path / str(seed), PowerLoss()
        folder.mkdir()
        with GitStore.create(folder / "game", "alice") as store:
            power.start(folder / "game")
            entry = sealed("alice")
            store.accept("alice", None, entry.entry.id, entry.objects)
            power.copy(folder / "after", seed)
            power.stop()
        with GitStore(folder / "after") as after:
            assert after.head("alice") == entry.entry.id


def test_evidence_behind_a_line_that_was_cut_short_is_kept(tmp_path: Path) -> None:
    with GitStore.create(tmp_path, "alice") as store:
        store.note({"number": 1})
        with (store.private / "evidence").open("ab") as file:
            file.write(b'\n{"number": 2')
        store.note({"number": 3})
        assert store.notes() == [{"number": 1}, {"number": 3}]


def test_a_large_object_is_measured_without_being_read(tmp_path: Path) -> None:
    with GitStore.create(tmp_path, "alice") as store:
        giant = (
            subprocess.run(
                ["git", "hash-object", "-w", "--stdin"],
                cwd=tmp_path,
                input=bytes(20_000_000),
                capture_output=True,
                check=True,
            )
            .stdout.decode()
            .strip()
        )
        assert store.header(giant) == ("blob", 20_000_000)


@pytest.mark.slow
def test_power_may_fail_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy as the disk may be is taken before every sync, packing included, and opened."""
    monkeypatch.setattr(git_store, "PACK_EVERY", 5)
    random, power, copies = Random(5), PowerLoss(), []
    acknowledged = ""

    def fail() -> None:
        target = tmp_path / f"copy-{len(copies)}"
        copies.append((target, acknowledged))
        power.copy(target, random.randrange(2**32))

    store = GitStore.create(tmp_path / "game", "alice")
    power.start(tmp_path / "game")
    power.before_sync = fail
    mine = replica(store)
    try:
        for number in range(14):
            acknowledged = write(mine, "alice", f"move-{number}").id
            if number % 3 == 0:
                peer = sealed("bob", mine.log.frontier("bob"), f"move-{number}")
                offer(store, peer.objects)
                mine.receive("bob", peer.entry.id)
        store.close()
    finally:
        power.stop()
    assert len(copies) > 30
    for target, last in copies:
        with GitStore(target) as found:
            again = replica(found)
            again.load()
            assert not last or last in again.log
        assert git(target, "fsck", "--strict", "--full") == ""


@pytest.mark.slow
def test_a_realistic_game_is_small_once_packed(tmp_path: Path) -> None:
    state = "".join(f"field_{n}:\n  money: {n * 37}\n  owner: null\n" for n in range(90))
    with GitStore.create(tmp_path, "alice") as store:
        mine = replica(store)
        for number in range(300):
            text = state.replace(f"field_{number % 90}:", f"field_{number % 90}_{number}:")
            files = {"game.yml": b"edition: tests\n", "state.yml": text.encode()}
            from gitopoly.ledger.entry import seal
            from tests.ledger.seats import IDENTITIES

            parents = mine.log.frontier("alice")
            wanted = draft("alice", parents, f"move-{number}", time=number)
            mine.append(seal(wanted, files, IDENTITIES["alice"]))
    size = sum(p.stat().st_size for p in (tmp_path / ".git" / "objects").rglob("*") if p.is_file())
    assert size / 300 < 600
