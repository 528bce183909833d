"""What was last seen is kept, and a file that is broken is no trouble."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.proof import last_results

NUMBERS = last_results.LastResult("holds", 10, 5, 3, 0.5, True, "2026-01-01")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that does not exist yet."""
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_numbers_are_kept_for_each_model_and_engine(cache: Path) -> None:
    assert last_results.recall() == {}
    last_results.remember([("A", "tlc", NUMBERS), ("A", "native", NUMBERS)])
    last_results.remember([("B", "tlc", NUMBERS)])
    assert set(last_results.recall()) == {("A", "tlc"), ("A", "native"), ("B", "tlc")}
    assert last_results.recall()["A", "tlc"] == NUMBERS
    assert [path.name for path in cache.iterdir()] == [last_results.FILE]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"A": 3}', '{"A": {"tlc": {"result": 1}}}', "\x00", '{"A": {"tlc": null}}'],
)
def test_a_broken_file_knows_nothing(cache: Path, text: str) -> None:
    cache.mkdir()
    (cache / last_results.FILE).write_text(text)
    assert last_results.recall() == {}
    last_results.remember([("A", "tlc", NUMBERS)])
    assert last_results.recall() == {("A", "tlc"): NUMBERS}


def test_a_folder_that_cannot_be_made_is_no_trouble(cache: Path) -> None:
    cache.write_text("a file in the way")
    last_results.remember([("A", "tlc", NUMBERS)])
    assert last_results.recall() == {}


@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_remembers_nothing() -> None:
    last_results.remember([("A", "tlc", NUMBERS)])
    assert last_results.recall() == {}
