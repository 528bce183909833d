"""A repository that is taken away while it is read: its owner has offered nothing wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import Unreachable
from gitopoly.ledger.git.cat_file import CatFile, _Child
from gitopoly.ledger.git.untrusted import ReadBudget
from gitopoly.ledger.transports.remote import Remote
from tests.ledger.repositories import act, bare, fetch, game
from tests.ledger.servers import git


@pytest.fixture
def log(tmp_path: Path) -> list[str]:
    """The entries that Anna shows in anna.git."""
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    entries = [act(anna, f"move {number}") for number in range(3)]
    git("push", "--quiet", "../anna.git", "main", at=tmp_path / "anna")
    return entries


def away_when(
    asked: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, back: bool = False
) -> None:
    """Move a repository away as soon as an object is asked for, and back if that fails."""
    elsewhere = folder.with_name("away")
    find = CatFile._find

    def move(objects: CatFile, wanted: str, largest: int) -> None:
        if wanted == asked and folder.exists():
            folder.rename(elsewhere)
        try:
            find(objects, wanted, largest)
        finally:
            if back and elsewhere.exists():
                monkeypatch.undo()
                elsewhere.rename(folder)

    monkeypatch.setattr(CatFile, "_find", move)


def test_what_goes_between_two_questions_is_missing_at_once(
    tmp_path: Path, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = _Child.info

    def last(child: _Child, names: list[str], budget: ReadBudget) -> object:
        found = answer(child, names, budget)
        (tmp_path / "anna.git").rename(tmp_path / "away")
        return found

    reader = CatFile(tmp_path / "anna.git" / "objects", ReadBudget())
    monkeypatch.setattr(_Child, "info", last)
    with pytest.raises(KeyError):
        reader.read(log[0], 1000)
    monkeypatch.undo()
    (tmp_path / "away").rename(tmp_path / "anna.git")
    assert reader.read(log[0], 1000)[0] == "commit"  # the same child goes on


@pytest.mark.parametrize("place", [1, 2])
def test_a_repository_that_goes_while_it_is_read_is_out_of_reach(
    tmp_path: Path, log: list[str], place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    away_when(log[place], tmp_path / "anna.git", monkeypatch)
    with pytest.raises(Unreachable):
        fetch(None, Remote("anna", str(tmp_path / "anna.git")))


def test_a_repository_that_is_back_at_once_is_read_as_if_nothing_had_been(
    tmp_path: Path, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    away_when(log[1], tmp_path / "anna.git", monkeypatch, back=True)
    found = fetch(None, Remote("anna", str(tmp_path / "anna.git")))
    assert found.head == log[-1]
    assert all(found.objects.holds(entry) for entry in log)
