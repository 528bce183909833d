"""Branches as files: what stock Git wrote is read, and no update is ever lost."""

import os
import threading
import time
from pathlib import Path

import pytest

from gitopoly.ledger.git import files, ref_files
from gitopoly.ledger.git.untrusted import Damaged
from tests.ledger.repositories import act, bare, game, set_branch
from tests.ledger.servers import git

MAIN = "refs/heads/main"


def test_a_branch_is_read_loose_packed_and_loose_over_packed(tmp_path: Path) -> None:
    seat = game(tmp_path / "seat")
    folder = Path(seat.path)
    assert ref_files.read_ref(folder, MAIN) is None
    assert not any(files.ref_names(folder))
    first = act(seat, "one")
    assert ref_files.read_ref(folder, MAIN) == first
    git("pack-refs", "--all", at=tmp_path / "seat")
    assert not (folder / MAIN).exists()
    assert ref_files.read_ref(folder, MAIN) == first
    assert any(files.ref_names(folder))
    second = act(seat, "two")
    assert ref_files.read_ref(folder, MAIN) == second


def test_a_branch_moves_only_from_where_it_is_expected(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    ref_files.swap_ref(folder, MAIN, None, "aa" * 20)
    for expected in (None, "bb" * 20):
        with pytest.raises(ref_files.Moved):
            ref_files.swap_ref(folder, MAIN, expected, "cc" * 20)
    assert ref_files.read_ref(folder, MAIN) == "aa" * 20
    ref_files.swap_ref(folder, MAIN, "aa" * 20, "cc" * 20)
    assert ref_files.read_ref(folder, MAIN) == "cc" * 20
    assert sorted(path.name for path in folder.rglob("*.lock")) == []
    assert sorted(path.name for path in folder.rglob("tmp_*")) == []


@pytest.mark.parametrize("hours", [-24, 24], ids=["yesterday", "tomorrow"])
def test_a_lock_that_was_left_by_a_crash_is_removed(tmp_path: Path, hours: int) -> None:
    """Also one from a time when the clock was fast."""
    folder = Path(bare(tmp_path / "x.git").path)
    lock = folder / f"{MAIN}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    with pytest.raises(FileExistsError):
        ref_files.swap_ref(folder, MAIN, None, "aa" * 20)
    left = time.time() + 3600 * hours
    os.utime(lock, (left, left))
    ref_files.swap_ref(folder, MAIN, None, "aa" * 20)
    assert ref_files.read_ref(folder, MAIN) == "aa" * 20


def test_the_age_of_a_lock_is_told_by_the_clock_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be on another machine, whose clock differs by more than a lock may be old."""
    folder = Path(bare(tmp_path / "x.git").path)
    lock = folder / f"{MAIN}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    here = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: here)
    with pytest.raises(FileExistsError):
        ref_files.swap_ref(folder, MAIN, None, "aa" * 20)


def test_head_follows_only_when_it_names_nothing(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    (folder / "HEAD").write_text("ref: refs/heads/other\n", encoding="ascii")
    ref_files.swap_ref(folder, "refs/heads/other", None, "aa" * 20)
    ref_files.set_default_branch(folder, MAIN)
    assert (folder / "HEAD").read_text(encoding="ascii") == "ref: refs/heads/other\n"
    (folder / "refs" / "heads" / "other").unlink()
    ref_files.set_default_branch(folder, MAIN)
    assert (folder / "HEAD").read_text(encoding="ascii") == f"ref: {MAIN}\n"


def test_a_branch_without_a_commit_id_is_damaged(tmp_path: Path) -> None:
    seat = game(tmp_path / "seat")
    set_branch(seat, "AB" * 20)
    with pytest.raises(Damaged):
        ref_files.read_ref(Path(seat.path), MAIN)


def test_two_writers_never_lose_an_update(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "origin.git").path)
    name, rounds, won = "refs/heads/main", 100, []

    def climb() -> None:
        for _ in range(rounds):
            before = ref_files.read_ref(folder, name)
            new = f"{int(before or '0', 16) + 1:040x}"
            try:
                ref_files.swap_ref(folder, name, before, new)
                won.append(new)
            except (ref_files.Moved, FileExistsError):
                pass

    threads = [threading.Thread(target=climb) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(won)) == len(won)
    assert ref_files.read_ref(folder, name) == f"{len(won):040x}"
