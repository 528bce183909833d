"""Real terminals and real repositories: as people play."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.cli.screen.display import run_session
from gitopoly.cli.terminal import Terminal
from gitopoly.ledger.identity import from_seed
from gitopoly.table.remote_game import resume_game
from tests.table.repositories import bare, invitation, open_all

if os.name != "posix":  # pragma: no cover
    pytest.skip("there are no such terminals here", allow_module_level=True)

from tests.cli.terminals import Played, choice, published

NAMES = ("ann", "ben", "cleo")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[list[Played]]:
    """A list for everybody who plays; nobody is left behind."""
    for name in NAMES:
        bare(tmp_path, name)
    players: list[Played] = []
    yield players
    for player in players:
        player.kill()


def sit(room: list[Played], folder: Path, *arguments: str, **more: object) -> Played:
    """Start a program in a terminal."""
    home = {"GITOPOLY_HOME": str(folder / "home")}
    played = Played(folder, *arguments, **{**home, **more})  # type: ignore[arg-type]
    room.append(played)
    return played


def begin(room: list[Played], folder: Path, players: int = 3, **more: object) -> list[Played]:
    """Let friends begin a game, as the README says; it has to go on for a while.

    Of a few turns all could be over before anybody is asked for anything.
    """
    others = [word for name in NAMES[1:players] for word in ("--player", f"{name}={name}.git")]
    options = ("--option", "turn_limit=20", "--option", "opening_throw=off")
    ann = sit(room, folder, "new", "--me", "ann=ann.git", *others, *options, **more)
    ann.wait_for("ben  has not joined yet" if players == 2 else "ben   has not joined yet")
    wait_until_published(ann, folder)
    for name in NAMES[1:players]:
        sit(room, folder, "join", "--me", f"{name}={name}.git", "--from", "ann.git", **more)
    for player in room:
        player.wait_for("turn: ")
    return room


def wait_until_published(ann: Played, folder: Path) -> None:
    """Wait until others can find the invitation of ann."""
    ann.wait_until(lambda: published(folder, "ann"), "the invitation")


def play(room: list[Played], seconds: float = 400) -> None:
    """Let everybody choose something until the game is over."""
    deadline = time.monotonic() + seconds
    answered = dict.fromkeys(room, "")
    while not all("The game is over" in player.screen for player in room):
        assert time.monotonic() < deadline, "\n".join(player.screen for player in room)
        for player in room:
            screen = player.screen
            answer = choice(screen)
            if answer and screen != answered[player] and screen.endswith("> "):
                answered[player] = screen
                player.type(answer)
        time.sleep(0.02)


@pytest.mark.long
def test_three_terminals_play_a_game_one_leaves_and_comes_back_and_a_fourth_watches(
    room: list[Played], tmp_path: Path
) -> None:
    cleo = begin(room, tmp_path)[2]
    environment = {**os.environ, "GITOPOLY_HOME": str(tmp_path / "home")}
    with subprocess.Popen(
        [sys.executable, "-m", "gitopoly", "watch", "ben.git", "--json"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as watcher:
        cleo.interrupt()
        assert cleo.end() == 0
        assert "resume with: gitopoly resume monopoly_cleo" in cleo.last_words
        cleo.kill()
        room[2] = sit([], tmp_path, "resume", "monopoly_cleo")
        room[2].wait_for("turn: ")
        play(room)
        told, _ = watcher.communicate(timeout=300)
    for player in room:
        player.type("")
        assert player.end() == 0
        assert "The game is over" in player.last_words
        assert re.search(r"1\. (ann|ben|cleo) is worth", player.last_words)
    seen = [json.loads(line) for line in told.splitlines()]
    assert seen[0]["sentence"] == "ann invites to a game of classic."
    log = _run(tmp_path, "log", "ann.git", "--json")
    story = [json.loads(line)["commit"] for line in log.stdout.splitlines()]
    assert {event["commit"] for event in seen} <= set(story)


def test_two_play_on_a_wide_screen_without_colours(room: list[Played], tmp_path: Path) -> None:
    ann, ben = begin(room, tmp_path, 2, columns=100, rows=30, NO_COLOR="1")
    assert ann.screen.startswith("┌────────┬")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-8][;m]", ann.output)
    ann.type("help")
    ann.wait_for("Enter to go back", "Type the number of a choice")
    ann.type("")
    ann.wait_for("┌────────┬")
    ann.type("resign")
    ann.wait_for("Resign, and be out")
    ann.type("yes")
    play([ben])  # the dice may have passed the turn to ben; ann is out when it comes back
    ben.wait_for("The game is over: ben has won")
    for player in (ann, ben):
        player.wait_for("The game is over")
        player.type("")
        assert player.end() == 0


def _run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gitopoly", *arguments],
        cwd=folder,
        env={**os.environ, "GITOPOLY_HOME": str(folder / "home")},
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_half_typed_line_survives_a_new_drawing(room: list[Played], tmp_path: Path) -> None:
    ann = sit(room, tmp_path, "new", "--me", "ann=ann.git", "--player", "ben=ben.git")
    ann.wait_for("ben  has not joined yet")
    os.write(ann._own, b"hel")
    ann.wait_for("> hel")
    wait_until_published(ann, tmp_path)
    sit(room, tmp_path, "join", "--me", "ben=ben.git", "--from", "ann.git")
    ann.wait_for("► ", "> hel")  # whoever has thrown highest
    os.write(ann._own, b"p\r")
    ann.wait_for("Type the number of a choice")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_ended_from_outside_gives_the_terminal_back(
    room: list[Played], tmp_path: Path, end: signal.Signals
) -> None:
    ann = sit(room, tmp_path, "new", "--me", "ann=ann.git", "--player", "ben=ben.git")
    ann.wait_for("ben  has not joined yet")
    assert not termios.tcgetattr(ann._own)[3] & termios.ECHO
    ann.process.send_signal(end)
    assert ann.end() == 128 + end
    assert termios.tcgetattr(ann._own)[3] & termios.ECHO
    assert "resume with: gitopoly resume monopoly_ann" in ann.last_words


def test_what_is_missing_is_asked_for(room: list[Played], tmp_path: Path) -> None:
    ann = sit(room, tmp_path, "new")
    for asked, answer in (
        ("Your nickname: ", "a b"),
        ("cannot be a nickname", "ann"),
        ("Repository of ann (an empty one: a folder, ssh or https): ", "ann.git"),
        ("The other player's nickname: ", "ben"),
        ("Repository of ben", "ben.git"),
        ("Nickname of one more player", ""),
    ):
        ann.wait_until(lambda asked=asked: asked in ann.output, asked)  # type: ignore[misc]
        ann.type(answer)
    quote = "" if shlex.quote(str(tmp_path)) == str(tmp_path) else "'"
    ann.wait_for(f"ben joins with: gitopoly join --me {quote}ben=")
    wait_until_published(ann, tmp_path)
    ben = sit(room, tmp_path, "join")
    for asked, answer in (
        ("Your friend's link, or their repository: ", "ann.git"),
        ("Your nickname: ", "ben"),
        ("Repository of ben", "ben.git"),
    ):
        ben.wait_until(lambda asked=asked: asked in ben.output, asked)  # type: ignore[misc]
        ben.type(answer)
    ben.wait_for("► ")


# Without a terminal.


def test_lines_are_told_where_there_is_no_terminal(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2, "classic"))
    output = io.StringIO()
    console = Terminal()
    console.file = output
    session = run_session(seats[0], console, io.StringIO("board\nnonsense\nquit\n"))
    for seat in seats:
        seat.close()
    assert session.left
    told = output.getvalue()
    assert "ann starts the game of ann, ben." in told
    assert "B Baltic" in told
    assert "unknown action 'nonsense'" in told
    assert "\x1b" not in told


def test_the_end_of_the_input_leaves_the_game(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2, "classic"))
    session = run_session(seats[0], Terminal(), io.StringIO(""))
    assert session.left
    for seat in seats:
        seat.close()
    again = resume_game(tmp_path / "m0", from_seed(b"ann"))
    again.close()
