"""``gitopoly watch`` and ``gitopoly log``: a game for those who do not play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.seated import at_home, begun, refused, run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game").mkdir()
    return at_home(tmp_path, monkeypatch)


def test_the_story_is_the_same_from_a_folder_and_a_repository(home: Path) -> None:
    folder = begun(home)
    story = run("log", str(folder))
    assert story.exit_code == 0
    lines = story.output.splitlines()
    assert lines[0].endswith("  ann invites to a game.")
    assert all(len(line.split()[0]) == 8 for line in lines)
    assert run("log", str(home / "game" / "ann.git")).output == story.output


def test_every_step_is_told_on_demand(home: Path) -> None:
    folder = str(begun(home))
    short, everything = run("log", folder).output, run("log", folder, "--all").output
    assert "takes the dice" not in short
    assert "takes the dice" in everything
    assert set(short.splitlines()) < set(everything.splitlines())


def test_a_script_reads_lines_of_json(home: Path) -> None:
    folder = str(begun(home))
    lines = [json.loads(line) for line in run("log", folder, "--json").output.splitlines()]
    assert set(lines[0]) == {"commit", "seat", "time", "sentence", "quiet"}
    assert len(lines) == len(run("log", folder, "--all").output.splitlines())


def finished(home: Path) -> Path:
    """A game that ann has given up."""
    from gitopoly.ledger.identity import from_seed
    from gitopoly.table.connection import Connection
    from tests.table.repositories import wait_for

    folder = begun(home)
    seats = [
        Connection.resume(folder, from_seed(b"ann")),
        Connection.resume(folder.with_name("m1"), from_seed(b"ben")),
    ]
    wait_for(lambda: all(seat.may_write for seat in seats), seats)
    for seat in seats:
        if not seat.game.over:
            seat.resign()
            break
    wait_for(lambda: all(seat.game.over for seat in seats), seats)
    for seat in seats:
        assert seat.close()
    return folder


def test_a_game_that_is_over_is_told_to_its_end(home: Path) -> None:
    folder = str(finished(home).with_name("ann.git"))
    told = run("watch", folder)
    assert told.exit_code == 0
    assert told.output.count("ann leaves the game.") == 1
    assert told.output.count("  1. ben is worth") == 1
    assert "The game is over: ben has won." in told.output
    lines = run("watch", folder, "--json").output.splitlines()
    assert json.loads(lines[0])["sentence"] == "ann invites to a game."
    assert any(json.loads(line)["sentence"] == "ann leaves the game." for line in lines)


@pytest.mark.parametrize("command", ["watch", "log"])
def test_what_is_no_game_is_refused_in_one_line(home: Path, command: str) -> None:
    refused(run(command, "nowhere"), "cannot reach", "no such folder")
    refused(run(command, "cleo.git"), "no game at")
    refused(run(command, "ext::sh"), "is refused")
