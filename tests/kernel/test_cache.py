"""Where compiled code is kept, and what becomes of it when that place is no good."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitopoly.errors import NoRoom
from gitopoly.kernel.cache import cache_folder, version_folder


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is chosen by the environment."""
    for name in ("GITOPOLY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_what_is_chosen_comes_before_the_users_cache_and_that_before_the_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / ".cache" / "gitopoly"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine" / "gitopoly"
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(NoRoom, match="GITOPOLY_CACHE"):
        cache_folder()


def test_a_file_in_the_way_leaves_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "chosen").write_text("a file in the way")
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "chosen"))
    assert version_folder("0" * 64) is None


def test_only_the_newest_versions_stay_and_nothing_else_is_touched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path))
    (tmp_path / "mine").mkdir()
    for number in range(10):
        (tmp_path / f"{number:016}").mkdir()
        os.utime(tmp_path / f"{number:016}", (number, number))
    newest = version_folder("f" * 64)
    kept = {f"{number:016}" for number in range(2, 10)}
    assert newest == tmp_path / ("f" * 16)
    assert {folder.name for folder in tmp_path.iterdir()} == {"mine", "f" * 16, *kept}
