"""``gitopoly watch`` and ``gitopoly log``: a game for spectators."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gitopoly.web.http_server import HttpServer
from tests.cli.seated import at_home, begun, refused, run
from tests.table.repositories import invitation, open_all, play, wait_for
from tests.web.hosts import Host


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game").mkdir()
    return at_home(tmp_path, monkeypatch)


def told(output: str) -> list[str]:
    """The steps that a log tells, without who could still take them back."""
    steps = [line for line in output.splitlines() if re.match(r"[0-9a-f]{8}  ", line)]
    return [re.sub(r" \([^()]*\)$", "", line) for line in steps]


def test_the_story_is_the_same_from_a_folder_and_a_repository(home: Path) -> None:
    folder = begun(home)
    story = run("log", str(folder))
    assert story.exit_code == 0
    lines = told(story.output)
    assert lines[0].endswith("  ann invites to a game of classic.")
    # What is published is what ann had seen when she wrote her newest entry.
    published = told(run("log", str(home / "game" / "ann.git")).output)
    assert published == lines[: len(published)]
    assert len(published) > 10


def test_every_step_is_told_on_demand(home: Path) -> None:
    folder = str(begun(home))
    short, everything = run("log", folder).output, run("log", folder, "--all").output
    assert "takes the dice" not in short
    assert "takes the dice" in everything
    assert set(told(short)) < set(told(everything))


def test_a_script_reads_lines_of_json(home: Path) -> None:
    folder = str(begun(home))
    lines = [json.loads(line) for line in run("log", folder, "--json").output.splitlines()]
    assert set(lines[0]) == {"commit", "seat", "time", "sentence", "quiet", "level", "final"}
    assert len(lines) == len(told(run("log", folder, "--all").output))


def test_a_log_says_what_can_still_be_taken_back(home: Path) -> None:
    folder = str(begun(home))
    first, *_, newest, summary = run("log", folder, "--all").output.splitlines()
    assert first.endswith("ann invites to a game of classic.")
    assert newest.endswith(" (not everybody has built on it yet)")
    lines = [json.loads(line) for line in run("log", folder, "--json").output.splitlines()]
    firm = [line for line in lines if line["final"] == "can no longer be taken back"]
    assert summary == f"{len(firm)} of {len(lines)} entries can no longer be taken back."
    assert 0 < len(firm) < len(lines)
    assert {line["level"] for line in firm} == {2}
    assert lines[-1]["level"] == 0


def test_the_story_from_a_folder_holds_what_others_did_after_the_own_newest_move(
    home: Path,
) -> None:
    folder = home / "game"
    seats = open_all(folder, invitation(folder, 2, "classic", options=(("opening_throw", 0),)))
    play(seats, Random(1), 30)
    wait_for(lambda: seats[0].game.heads() == seats[1].game.heads(), seats)
    newest = {seat.game.heads()[seat.game.names[n]] for n, seat in enumerate(seats)}
    for number in range(2):
        told = run("log", str(folder / f"m{number}"), "--json").output.splitlines()
        assert newest <= {json.loads(line)["commit"] for line in told}
    for seat in seats:
        seat.close()


def finished(home: Path) -> Path:
    """The repository of a game that was played to its end."""
    folder = home / "game"
    limit = (("turn_limit", 2),)
    seats = open_all(folder, invitation(folder, 2, "formal-small", options=limit))
    play(seats, Random(1), 10_000)
    wait_for(lambda: all(all(seat.game.position.finished) for seat in seats), seats)
    published = [seat.close() for seat in seats]
    assert all(published)
    return folder / "ann.git"


def test_a_game_that_is_over_is_told_to_its_end(home: Path) -> None:
    place = str(finished(home))
    told = run("watch", place)
    assert told.exit_code == 0
    assert told.output.startswith("ann invites to a game of formal-small.\n")
    assert told.output.count("The game is over: ") == 1
    assert " is worth $" in told.output  # of whoever is not bankrupt: dice are real here
    logged = run("log", place).output
    assert logged.endswith(told.output[told.output.index("The game is over: ") :])
    lines = [json.loads(line) for line in run("watch", place, "--json").output.splitlines()]
    told_later = [json.loads(line) for line in run("log", place, "--json").output.splitlines()]
    # Whoever watches is told of a step before anybody can have built on it.
    for line in (*lines, *told_later):
        line.pop("level", None)
        line.pop("final", None)
    assert lines == told_later
    assert lines[-1]["sentence"].endswith("confirms the end of the game.")


def test_a_game_is_watched_on_a_page_of_another_address(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr(HttpServer, "wait", lambda server: served.append(server.url()))
    place = str(finished(home))
    page = ("--ui", "web", "--no-browser", "--host", "127.0.0.2")
    told = run("watch", place, *page)
    assert told.exit_code == 0, told.output
    assert served[0].startswith("http://127.0.0.2:")
    assert served[0] in told.output


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_is_ended_while_watching_leaves_no_folder_behind(
    home: Path, end: signal.Signals
) -> None:
    begun(home)
    scratch = home / "scratch"
    scratch.mkdir()
    program = subprocess.Popen(
        [sys.executable, "-m", "gitopoly", "watch", "game/ann.git", "--json"],
        env={**os.environ, "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    assert "invites to a game" in program.stdout.readline()
    assert list(scratch.iterdir())
    program.send_signal(end)
    _, errors = program.communicate(timeout=300)
    assert (program.returncode, errors) == (128 + end, f"gitopoly: stopped by {end.name}\n")
    assert not list(scratch.iterdir())


def test_a_page_and_json_at_once_are_refused(home: Path) -> None:
    told = run("watch", "ann.git", "--json", "--ui", "web")
    assert (told.exit_code, told.stdout) == (2, "")
    assert "--ui cannot be combined with --json" in told.stderr


@pytest.mark.parametrize("command", ["watch", "log"])
def test_what_is_no_game_is_refused_in_one_line(home: Path, command: str) -> None:
    refused(run(command, "nowhere"), "cannot reach", "no such folder")
    refused(run(command, "cleo.git"), "no game at")
    refused(run(command, "ext::sh"), "is refused")


def test_a_link_is_read_and_its_secret_is_repeated_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr(HttpServer, "wait", lambda server: served.append(server.url()))
    host = Host(tmp_path / "host", ("ann", "ben")).open()
    host.sit("ben")
    host.wait_for_start()
    page = ("--ui", "web", "--no-browser")
    for link in (host.link().text, host.link("ben").text):
        for command in (("log", link), ("verify", link), ("watch", link, *page)):
            result = run(*command)
            assert result.exit_code == 0, result.output
            for secret in (host.hosting.game, *host.hosting.seats.values()):
                assert secret not in result.output
    host.close()
    assert len(served) == 2
    for command in ("log", "verify", "watch", "replay"):
        refused(run(command, link), "the host is not running now")
        refused(run(command, link[:-3]), "copy it whole")
