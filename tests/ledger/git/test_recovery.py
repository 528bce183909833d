"""Opening a game that was damaged: what can be read counts, and nothing is waited for."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git.store import GitStore
from tests.ledger.git.test_store import game, git
from tests.ledger.seats import replica, write


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 0.99])
def test_a_damaged_journal_loses_nothing_that_can_still_be_read(
    tmp_path: Path, share: float
) -> None:
    """A flipped bit is no crash: what stands behind it was acknowledged."""
    store = GitStore.create(tmp_path, "alice")
    mine = replica(store)
    for number in range(6):
        last = write(mine, "alice", f"move-{number}")
    store.release()
    journal = tmp_path / ".git" / "gitopoly" / "journal"
    data = bytearray(journal.read_bytes())
    data[int(len(data) * share)] ^= 1
    journal.write_bytes(data)
    with GitStore(tmp_path) as again:
        assert again.head("alice") == last.id


def test_without_mending_a_game_stays_as_it_is_until_it_was_read(tmp_path: Path) -> None:
    last = game(tmp_path)
    (tmp_path / ".git" / "HEAD.lock").touch()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    store = GitStore(tmp_path, mends=False)
    assert [entry.id for entry in replica(store).load()][-1] == last
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    store.mend()
    assert not (tmp_path / ".git" / "HEAD.lock").exists()
    store.close()


@pytest.mark.parametrize("name", ["gitopoly/state", "gitopoly/journal", "config", "HEAD"])
def test_a_file_that_is_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    game(tmp_path)
    (tmp_path / ".git" / name).unlink()
    os.mkfifo(tmp_path / ".git" / name)
    with pytest.raises(InvalidRepository, match="damaged"):
        GitStore(tmp_path)


def test_a_ref_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    last = game(tmp_path)
    for name in ("heads/main", "remotes/bob/main"):
        path = tmp_path / ".git" / "refs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)
    with GitStore(tmp_path) as store:
        assert store.head("alice") == last
    assert git(tmp_path, "rev-parse", "main").strip() == last


def test_a_journal_and_a_branch_that_are_both_damaged_are_not_guessed_at(tmp_path: Path) -> None:
    """Somewhere behind them may be a move that was acknowledged."""
    store = GitStore.create(tmp_path, "alice")
    mine = replica(store)
    for number in range(3):
        write(mine, "alice", f"move-{number}")
    store.release()
    journal, branch = tmp_path / ".git/gitopoly/journal", tmp_path / ".git/refs/heads/main"
    journal.write_bytes(journal.read_bytes()[:-1] + b"?")
    branch.write_bytes(b"g" + branch.read_bytes()[1:])
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(InvalidRepository, match="neither its journal nor its branch"):
        GitStore(tmp_path)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("end", ["pack", "idx"])
def test_a_pack_that_is_a_pipe_is_not_waited_for(tmp_path: Path, end: str) -> None:
    game(tmp_path)
    (path,) = (tmp_path / ".git" / "objects" / "pack").glob(f"*.{end}")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(InvalidRepository, match="is damaged"):
        GitStore(tmp_path)


def test_an_index_that_is_too_short_for_what_it_says_is_damaged(tmp_path: Path) -> None:
    game(tmp_path)
    (path,) = (tmp_path / ".git" / "objects" / "pack").glob("*.idx")
    data = path.read_bytes()[:1100]
    path.chmod(0o644)
    path.write_bytes(data + hashlib.sha1(data).digest())
    with pytest.raises(InvalidRepository, match="is damaged"):
        GitStore(tmp_path)


def test_a_pack_whose_checksum_alone_is_damaged_is_read_by_nobody(tmp_path: Path) -> None:
    game(tmp_path)
    (pack,) = (tmp_path / ".git" / "objects" / "pack").glob("*.pack")
    data = pack.read_bytes()
    pack.chmod(0o644)
    pack.write_bytes(data[:-1] + bytes((data[-1] ^ 0xFF,)))
    with pytest.raises(InvalidRepository, match="is damaged"):
        GitStore(tmp_path)
