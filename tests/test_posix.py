"""Locks exclude, modes are seen, and syncing works on files and folders."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitopoly import posix
from gitopoly.errors import NoRoom

ASK = (
    "import os, sys\nfrom gitopoly import posix\n"
    "print(posix.try_lock(os.open(sys.argv[1], os.O_RDWR)))"
)


def ask_another_process(path: Path) -> str:
    """Try the lock from another process."""
    command = [sys.executable, "-c", ASK, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_lock_keeps_others_out_until_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    file = os.open(path, os.O_RDWR)
    assert posix.try_lock(file)
    assert ask_another_process(path) == "False"
    os.close(file)
    assert ask_another_process(path) == "True"


def test_files_and_folders_can_be_synced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("text")
    file = os.open(path, os.O_RDWR)
    posix.sync_data(file)
    os.close(file)
    posix.sync_file(path)
    posix.sync_folder(tmp_path)
    with pytest.raises(OSError, match="No such file"):
        posix.sync_file(tmp_path / "gone")


@pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing here")
@pytest.mark.parametrize(
    ("mode", "open_to_others"), [(0o600, False), (0o400, False), (0o604, True)]
)
def test_modes_tell_who_can_read(tmp_path: Path, mode: int, open_to_others: bool) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    assert posix.readable_by_others(path) == open_to_others


HOLD = (
    "from gitopoly.posix import memory_in_use\n"
    "before = memory_in_use(); held = bytearray(b'x' * 80_000_000); print(memory_in_use() - before)"
)


def test_memory_in_use_grows_with_what_is_held() -> None:
    """In a process of its own: in one that runs tests, threads give memory back meanwhile."""
    command = [sys.executable, "-c", HOLD]
    grown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert int(grown) > 40_000_000


@pytest.mark.parametrize("home", ["", "relative", "missing", "file", "/proc/self/environ"])
def test_a_home_that_cannot_be_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "relative").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    below = home in ("missing", "file")
    monkeypatch.setenv("HOME", str(tmp_path / home) if below else home)
    with pytest.raises(NoRoom, match=r"no home folder .* with GITOPOLY_HOME"):
        posix.home_folder()


def test_a_home_that_is_there_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert posix.home_folder() == tmp_path
