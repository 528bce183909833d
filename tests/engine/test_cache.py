"""Where compiled code is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.engine.builds import cache_folder
from gitopoly.errors import NoRoom


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
    monkeypatch.setenv("XDG_CACHE_HOME", "beside-me")
    assert cache_folder() == Path.home() / ".cache" / "gitopoly"
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"


@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_is_told_what_to_set() -> None:
    with pytest.raises(NoRoom, match="GITOPOLY_CACHE"):
        cache_folder()


def test_a_folder_that_is_named_from_here_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITOPOLY_CACHE", "kept")
    assert cache_folder() == tmp_path / "kept"
