"""Commands that people copy work where they paste them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.cli.friends.seating import resume_command
from gitopoly.cli.invocation import program


@pytest.fixture
def hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the program that no shell finds."""
    folder = tmp_path / "a folder" / "bin"
    folder.mkdir(parents=True)
    (folder / "gitopoly").write_text("#!/bin/sh\n")
    (folder / "gitopoly").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [str(folder / "gitopoly"), "play"])
    return folder


def test_a_program_that_no_shell_finds_is_named_by_its_path(hidden: Path) -> None:
    assert program() == f"'{hidden}/gitopoly'"
    assert resume_command(Path("m"), None) == f"'{hidden}/gitopoly' resume m"


def test_a_program_on_the_path_is_named_by_its_name(
    hidden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(hidden))
    assert program() == "gitopoly"


@pytest.mark.parametrize("started", ["-m", "/nowhere/gitopoly", "pytest"])
def test_however_else_it_was_started_the_usual_name_is_told(
    hidden: Path, monkeypatch: pytest.MonkeyPatch, started: str
) -> None:
    monkeypatch.setattr("sys.argv", [started])
    assert program() == "gitopoly"
