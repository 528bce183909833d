"""Kept files: where they are, found again, forgotten when too many, a full disk in one line."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from gitopoly.engine import builds
from gitopoly.errors import NoRoom


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize(
    ("chosen", "of_user", "place"),
    [
        ("", "", "home/.cache/gitopoly"),
        ("", "{here}/mine", "mine/gitopoly"),
        ("", "beside-me", "home/.cache/gitopoly"),
        ("{here}/chosen", "{here}/mine", "chosen"),
        ("kept", "", "kept"),
    ],
)
def test_what_is_chosen_comes_before_the_users_cache_and_that_before_the_home(
    chosen: str, of_user: str, place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path)
    for name, value in (("GITOPOLY_CACHE", chosen), ("XDG_CACHE_HOME", of_user)):
        monkeypatch.setenv(name, value.format(here=tmp_path))
    assert builds.cache_folder() == tmp_path / place


@pytest.mark.parametrize("home", ["", "/nowhere", "beside-me"])
def test_a_user_without_a_home_is_told_what_to_set(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITOPOLY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(NoRoom, match="name one for compiled code with GITOPOLY_CACHE"):
        builds.cache_folder()


def write(target: Path) -> None:
    target.write_text(target.name)


def test_those_used_last_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "MOST_CACHED", 3)
    files = [builds.cached_file((str(i),), ".so", write) for i in range(3)]
    for age, file in enumerate(files):
        os.utime(file, (1000 - age, 1000 - age))
    builds.cached_file(("0",), ".so", write)
    new = builds.cached_file(("new",), ".so", write)
    assert sorted(new.parent.iterdir()) == sorted([files[0], files[1], new])


def test_a_folder_that_cannot_be_written_is_told(own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be")
    with pytest.raises(NoRoom, match="cannot keep translated code in"):
        builds.cached_file(("any",), ".so", write)


def test_nobody_else_can_plant_code(own_cache: Path) -> None:
    """A planted file bears the digest of its own content, so only its folder tells."""
    folder = builds.cached_file(("any",), ".so", write).parent
    assert folder.stat().st_mode & 0o777 == 0o700
    for mode in (0o777, 0o770):
        folder.chmod(mode)
        for ask in (builds.find_cached, partial(builds.cached_file, make=write)):
            with pytest.raises(NoRoom, match="others than you may write into"):
                ask(("any",), ".so")


def test_a_folder_of_somebody_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    builds.cached_file(("any",), ".so", write)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(NoRoom, match="others than you may write into"):
        builds.find_cached(("any",), ".so")


def test_what_another_process_removes_meanwhile_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = builds.cached_file(("any",), ".so", write)
    read = Path.read_bytes

    def gone(file: Path) -> bytes:
        if file == kept:
            kept.unlink(missing_ok=True)
        return read(file)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", gone)
        assert builds.find_cached(("any",), ".so") is None
    assert builds.cached_file(("any",), ".so", write) == kept


def test_what_cannot_be_read_counts_as_missing(own_cache: Path) -> None:
    kept = builds.cached_file(("any",), ".so", write)
    kept.unlink()
    kept.mkdir()
    assert builds.find_cached(("any",), ".so") is None


def test_the_cache_is_private_whatever_the_user_lets_others_do(own_cache: Path) -> None:
    before = os.umask(0o002)
    try:
        builds.cached_file(("any",), ".so", write)
    finally:
        os.umask(before)
    assert [each.stat().st_mode & 0o777 for each in (own_cache, *own_cache.iterdir())] == [
        0o700
    ] * 2


def test_what_fails_to_be_made_leaves_nothing(own_cache: Path) -> None:
    def fail(target: Path) -> None:
        write(target)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        builds.cached_file(("any",), ".so", fail)
    assert list((own_cache / "translated").iterdir()) == []
