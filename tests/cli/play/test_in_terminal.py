"""A game against bots in a real terminal: played to its end, left, gone on with elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.name != "posix":  # pragma: no cover
    pytest.skip("there are no such terminals here", allow_module_level=True)

from tests.cli.terminals import Played, choice
from tests.game.players import written

BEGIN = ("play", "--ui", "terminal", "--name", "Ann", "--bots", "2", "--delay", "0")
BEGIN += ("--option", "opening_throw=off")
SHORT = ("--option", "turn_limit=6")
"""So short a game may end before Ann is asked for anything."""


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[list[Played]]:
    """Whoever sits at a terminal; nobody is left behind."""
    found: list[Played] = []
    yield found
    for played in found:
        played.kill()


def sit(seats: list[Played], folder: Path, *arguments: str) -> Played:
    """Start a program in a terminal."""
    seats.append(Played(folder, *arguments, GITOPOLY_HOME=str(folder)))
    return seats[-1]


def listed(folder: Path) -> list[dict[str, object]]:
    """The games that the command lists."""
    told = subprocess.run(
        [sys.executable, "-m", "gitopoly", "games", "--json"],
        env={**os.environ, "GITOPOLY_HOME": str(folder)},
        capture_output=True,
        check=True,
    )
    return list(json.loads(told.stdout))


def play_to_the_end(person: Played) -> None:
    """Choose what moves the game along until it is over."""
    deadline = time.monotonic() + 300
    shown = ""
    while "Enter leaves" not in (screen := person.screen) and person.process.poll() is None:
        assert time.monotonic() < deadline, screen
        answer = choice(screen)
        if answer and screen != shown and screen.endswith("> "):
            shown = screen
            person.type(answer)
        time.sleep(0.05)


def test_a_person_plays_against_bots_to_the_end(seats: list[Played], tmp_path: Path) -> None:
    person = sit(seats, tmp_path, *BEGIN, *SHORT)
    person.wait_for("Ann", "Birch", "Cedar")
    play_to_the_end(person)
    person.type("")
    assert person.end() == 0
    assert "won" in person.last_words or "tie" in person.last_words
    [game] = listed(tmp_path)
    assert game["over"]
    assert game["bots"] == {"Birch": "trader", "Cedar": "trader"}


def test_ctrl_c_leaves_a_game_that_goes_on_in_the_terminal(
    seats: list[Played], tmp_path: Path
) -> None:
    person = sit(seats, tmp_path, *BEGIN)
    person.wait_for(" 1. ")
    person.interrupt()
    assert person.end() == 0
    again = re.search(r"gitopoly (games \S+ --ui terminal)", person.last_words)
    assert again, person.last_words
    assert not listed(tmp_path)[0]["over"]
    back = sit(seats, tmp_path, *again[1].split())
    back.wait_for(" 1. ")
    back.interrupt()
    assert back.end() == 0


@pytest.mark.slow
def test_without_a_terminal_the_game_is_told_in_lines(tmp_path: Path) -> None:
    told = play_by_script(tmp_path, "1\n" * 3)
    assert "  1. " in told
    assert "You cannot act now." not in told
    assert "You have left the table" in told


def test_a_script_may_leave_at_once(tmp_path: Path) -> None:
    assert play_by_script(tmp_path, "quit\n1\n").endswith("--ui terminal\n")


def play_by_script(folder: Path, lines: str) -> str:
    """What is told to somebody whose answers come from a pipe."""
    told = subprocess.run(
        [sys.executable, "-m", "gitopoly", *BEGIN],
        input=lines,
        env={**os.environ, "GITOPOLY_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return told.stdout


@pytest.mark.slow
def test_a_player_in_a_file_is_an_opponent(tmp_path: Path, seats: list[Played]) -> None:
    who = f"{written(tmp_path)}:Saver,sensible"
    begin = [who if word == "2" else word for word in BEGIN]
    person = sit(seats, tmp_path, *begin, *SHORT)
    play_to_the_end(person)
    person.type("")
    assert person.end() == 0
    (game,) = listed(tmp_path)
    assert game["over"]
    assert game["bots"] == {"Birch": who.partition(",")[0], "Cedar": "sensible"}
