"""Kept files: found again, forgotten when too many, and a full disk told in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitopoly.errors import NoRoom
from gitopoly.translation import build_cache


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def write(target: Path) -> None:
    target.write_text(target.name)


def test_those_used_last_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_cache, "MOST_CACHED", 3)
    files = [build_cache.cached_file((str(i),), ".so", write) for i in range(3)]
    for age, file in enumerate(files):
        os.utime(file, (1000 - age, 1000 - age))
    build_cache.cached_file(("0",), ".so", write)
    new = build_cache.cached_file(("new",), ".so", write)
    assert sorted(new.parent.iterdir()) == sorted([files[0], files[1], new])


def test_a_folder_that_cannot_be_written_is_told(own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be")
    with pytest.raises(NoRoom, match="cannot keep translated code in"):
        build_cache.cached_file(("any",), ".so", write)


def test_what_fails_to_be_made_leaves_nothing(own_cache: Path) -> None:
    def fail(target: Path) -> None:
        write(target)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_cache.cached_file(("any",), ".so", fail)
    assert list((own_cache / "translated").iterdir()) == []
