"""A game's folder is made, found, locked and configured, whatever happens meanwhile."""

import os
from pathlib import Path

import pytest

from gitopoly.errors import GameInUse, NoRoom
from gitopoly.ledger.git.folder import (
    configure,
    find_game,
    init_repository,
    make_repository,
    take_lock,
)
from gitopoly.ledger.git.store import GitStore
from tests.ledger.power import PowerLoss
from tests.ledger.servers import git


@pytest.mark.parametrize("bare", [False, True])
def test_a_game_is_found_with_its_seat(tmp_path: Path, bare: bool) -> None:
    make_repository(tmp_path / "game", "alice", bare=bare, durable=True)
    git_dir, seat = find_game(tmp_path / "game")
    assert seat == "alice"
    assert (git_dir / "HEAD").read_text() == "ref: refs/heads/main\n"
    assert (git_dir.name == ".git") == (not bare)


@pytest.mark.parametrize("bare", [False, True])
def test_git_takes_an_empty_repository_for_its_own(tmp_path: Path, bare: bool) -> None:
    git_dir = init_repository(tmp_path, bare=bare)
    assert git("rev-parse", "--is-bare-repository", at=tmp_path).strip() == str(bare).lower()
    assert Path(git("rev-parse", "--absolute-git-dir", at=tmp_path).strip()) == git_dir.resolve()
    assert git("symbolic-ref", "HEAD", at=tmp_path) == "refs/heads/main\n"
    assert git("fsck", "--strict", at=tmp_path) == ""


@pytest.mark.parametrize(
    "value", ["../alice.git", "a b", 'a "b"', "back\\slash", "two\nlines", " # none ; of it ", ""]
)
def test_git_reads_the_settings_that_were_added(tmp_path: Path, value: str) -> None:
    git_dir = init_repository(tmp_path, bare=True)
    settings = {"remote.Anna_1.url": value, "gitopoly.word": value, "core.bare": "true"}
    configure(git_dir, settings)
    before = (git_dir / "config").read_bytes()
    configure(git_dir, settings)
    assert (git_dir / "config").read_bytes() == before
    for name, expected in settings.items():
        assert git("config", "--get", name, at=tmp_path) == f"{expected}\n"


def test_a_lock_is_for_one(tmp_path: Path) -> None:
    lock = take_lock(tmp_path, tmp_path / "lock")
    with pytest.raises(GameInUse):
        take_lock(tmp_path, tmp_path / "lock")
    os.close(lock)
    os.close(take_lock(tmp_path, tmp_path / "lock"))
    with pytest.raises(NoRoom):
        take_lock(tmp_path, tmp_path / "gone" / "lock")


def test_power_that_fails_while_settings_change_leaves_a_game_that_can_be_opened(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "game"
    make_repository(folder, "alice", bare=False, durable=True)
    power, found = PowerLoss(), 0

    def fail() -> None:
        nonlocal found
        for seed in range(8):
            power.copy(tmp_path / f"found{found}", seed)
            found += 1

    power.start(folder)
    power.before_sync = fail
    try:
        configure(folder / ".git", {"remote.origin.url": "../alice.git"})
        fail()
    finally:
        power.stop()
    for number in range(found):
        assert find_game(tmp_path / f"found{number}")[1] == "alice"
    assert b"../alice.git" in (tmp_path / f"found{found - 1}" / ".git" / "config").read_bytes()


def test_settings_that_another_program_changes_are_left_alone(tmp_path: Path) -> None:
    make_repository(tmp_path, "alice", bare=False, durable=True)
    (tmp_path / ".git" / "config.lock").touch()
    before = (tmp_path / ".git" / "config").read_bytes()
    with pytest.raises(FileExistsError):
        configure(tmp_path / ".git", {"remote.origin.url": "../alice.git"})
    assert (tmp_path / ".git" / "config").read_bytes() == before
    assert (tmp_path / ".git" / "config.lock").exists()


def test_a_game_in_use_is_refused_as_such_also_while_its_files_come_and_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, passing = os.scandir, tmp_path / "game" / ".git" / "objects" / "tmp_obj"

    def then_removed(place: str) -> list[os.DirEntry[str]]:
        found = list(real(place))
        if place.endswith("objects"):
            passing.unlink()
        return found

    with GitStore.create(tmp_path / "game", "alice"):
        passing.touch()
        with monkeypatch.context() as patch:
            patch.setattr(os, "scandir", then_removed)
            with pytest.raises(GameInUse):
                GitStore(tmp_path / "game")
