"""``gitopoly games`` and ``gitopoly play`` on a page: begun, listed, resumed, stopped in order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.play_web import NOBODY_IN_PARTICULAR, usual_name
from gitopoly.web.serving import open_browser


def run(folder: Path, *arguments: str) -> str:
    """Run a command whose games lie in a folder; what it prints."""
    result = CliRunner().invoke(main, arguments, env={"GITOPOLY_HOME": str(folder)})
    assert result.exit_code == 0, result.output
    return result.output


def start(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Run a command that serves a page; the program, and the address that it prints."""
    program = subprocess.Popen(
        [sys.executable, "-m", "gitopoly", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "GITOPOLY_HOME": str(folder), "GITOPOLY_BROWSER": "none"},
    )
    assert program.stdout
    line = program.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32,}/#\S+", line)
    assert found, line
    return program, found[0]


def stop(program: subprocess.Popen[str]) -> str:
    """End it as a person does."""
    program.send_signal(signal.SIGINT)
    told, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (0, "")
    return told


def test_without_games_the_list_says_how_to_begin_one(tmp_path: Path) -> None:
    assert "begin one with gitopoly play" in run(tmp_path, "games")
    assert json.loads(run(tmp_path, "games", "--json")) == []


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_a_game_is_begun_listed_and_resumed(tmp_path: Path) -> None:
    program, url = start(tmp_path, "play", "--bots", "1", "--name", "Ann")
    assert "The game is kept." in stop(program)
    game = url.partition("#")[2]
    assert re.match(rf"{game}  \d{{4}}-.*  Ann, Birch$", run(tmp_path, "games").strip())
    assert json.loads(run(tmp_path, "games", "--json"))[0]["bots"] == {"Birch": "sensible"}
    again, other = start(tmp_path, "games", "latest")
    stop(again)
    assert other.partition("#")[2] == game
    assert other.split("/")[3] != url.split("/")[3]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "--bots", "9"), "a game has 1 to 7 bots, not 9"),
        (("play", "--name", "<b>"), "cannot be a nickname"),
        (("play", "--policy", "genius"), "there is no bot 'genius'"),
        (("play", "--edition", "arena"), "for bots in the arena only"),
        (("play", "--seed", "3"), "--seed goes with --ui terminal"),
        (("play", "--ui", "terminal", "--port", "80"), "--port goes with --ui web"),
        (("games", "20200101-000000-0000"), "there is no game 20200101-000000-0000"),
        (("games", "../x"), "is no game"),
        (("games", "latest"), "begin one with gitopoly play"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    result = CliRunner().invoke(main, arguments, env={"GITOPOLY_HOME": str(tmp_path)})
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr.splitlines()[-1]


def test_a_name_that_no_seat_can_have_becomes_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    assert usual_name() == "Ann"
    monkeypatch.setenv("LOGNAME", "ann@work place")
    assert usual_name() == NOBODY_IN_PARTICULAR


def test_a_browser_is_opened_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def opener(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setenv("GITOPOLY_BROWSER", "none")
    assert not open_browser("http://x", opener)
    monkeypatch.delenv("GITOPOLY_BROWSER")
    monkeypatch.setenv("DISPLAY", ":0")
    assert open_browser("http://x", opener)
    assert opened == ["http://x"]
