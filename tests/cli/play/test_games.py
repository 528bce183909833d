"""``gitopoly games`` and ``gitopoly play`` on a page: begun, listed, resumed, stopped in order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.friends.seating import NOBODY_IN_PARTICULAR, usual_name
from gitopoly.cli.play import in_browser
from gitopoly.cli.play.page_options import PageOptions
from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import open_browser
from gitopoly.web.page_address import AddressFile


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
    told, errors = program.communicate(timeout=300)
    assert (program.returncode, errors) == (0, "")
    return told


def test_a_game_that_is_damaged_is_named_in_one_line(tmp_path: Path) -> None:
    name = "20260101-120000-00ff"
    (tmp_path / "games" / name).mkdir(parents=True)
    (tmp_path / "games" / name / "game.json").write_text("{")
    for options in ((), ("--json",)):
        settings = {"GITOPOLY_HOME": str(tmp_path)}
        result = CliRunner().invoke(main, ["games", *options], env=settings)
        assert result.exit_code == 0
        (line,) = result.stderr.splitlines()
        assert line.startswith("gitopoly: not listed, ")
        assert name in line
        assert name not in result.stdout


def test_without_games_the_list_says_how_to_begin_one(tmp_path: Path) -> None:
    assert "start one with gitopoly play" in run(tmp_path, "games")
    assert json.loads(run(tmp_path, "games", "--json")) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_a_game_is_begun_listed_and_resumed(tmp_path: Path) -> None:
    program, url = start(tmp_path, "play", "--bots", "1", "--name", "Ann")
    assert "The game is saved." in stop(program)
    game = url.partition("#")[2]
    listed = run(tmp_path, "games").splitlines()
    assert re.match(rf"{game}  \d{{4}}-.*  Ann, Birch$", listed[0])
    assert "gitopoly replay GAME" in listed[1]
    assert json.loads(run(tmp_path, "games", "--json"))[0]["bots"] == {"Birch": "trader"}
    again, other = start(tmp_path, "games", "latest")
    stop(again)
    assert other.partition("#")[2] == game
    assert other.split("/")[3] != url.split("/")[3]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_a_game_whose_server_was_killed_goes_on(tmp_path: Path) -> None:
    program, url = start(tmp_path, "play", "--bots", "2", "--name", "Ann")
    game = url.partition("#")[2]
    with urlopen(f"{url.partition('#')[0]}api/games/{game}") as answer:
        before = json.load(answer)["view"]["trust"]
    program.send_signal(signal.SIGKILL)
    program.communicate(timeout=300)
    again, other = start(tmp_path, "games", "latest")
    with urlopen(f"{other.partition('#')[0]}api/games/{game}") as answer:
        after = json.load(answer)["view"]["trust"]
    assert all(now["entries"] >= was["entries"] for was, now in zip(before, after, strict=True))
    assert "The game is saved." in stop(again)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "--bots", "9"), "a game has 1 to 7 bots, not 9"),
        (("play", "--name", "<b>"), "cannot be a nickname"),
        (("play", "--policy", "genius"), "there is no bot 'genius'"),
        (("play", "--edition", "arena"), "for bots in the arena only"),
        (("play", "--seed", "3"), "--seed needs --watch"),
        (("play", "--ui", "terminal", "--all"), "--all needs --watch"),
        (("play", "--delay", "1"), "--delay needs --ui terminal or --watch"),
        (("play", "--watch", "--bots", "2"), "--bots cannot be combined with --watch"),
        (("games", "latest", "--ui", "terminal"), "start one with gitopoly play"),
        (("play", "--ui", "terminal", "--port", "80"), "--port needs --ui web"),
        (("play", "--ui", "terminal", "--host", "x"), "--host needs --ui web"),
        (("play", "--host", "0.0.0.0"), "give the one that others will open"),
        (("games", "latest", "--ui", "terminal", "--no-browser"), "--no-browser needs --ui"),
        (("games", "20200101-000000-0000"), "there is no game 20200101-000000-0000"),
        (("games", "../x"), "is not a game"),
        (("games", "latest"), "start one with gitopoly play"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    result = CliRunner().invoke(main, arguments, env={"GITOPOLY_HOME": str(tmp_path)})
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr.splitlines()[-1]
    assert not list(tmp_path.glob("games/*"))


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


def test_a_page_that_others_can_reach_comes_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Exposed:
        """A server that other machines can reach, and that ends at once."""

        def __init__(
            self, game_server: GameServer, port: int, host: str, address_file: AddressFile | None
        ) -> None:
            self.exposed = host != ""
            self._address_file = address_file

        def url(self, place: str) -> str:
            return f"http://example/{place}"

        def wait(self) -> None:
            return

        def close(self) -> None:
            if self._address_file is not None:
                self._address_file.release()

    monkeypatch.setattr(in_browser, "HttpServer", Exposed)
    game_server = GameServer(tmp_path / "games")
    for host, warned in (("192.0.2.7", True), ("", False)):
        runner = CliRunner()
        with runner.isolation() as (_, errors, _):
            in_browser.serve(game_server, "game", PageOptions(host=host, browser=False))
            assert (b"other machines can reach this page" in errors.getvalue()) is warned


HOMES = ("", "relative", "missing", "file", "/proc")
NEED_ONE = (
    "games latest",
    "play --ui terminal --bots 1 --name Ann",
    "new --me a=a.git --player b=b.git",
    "replay latest",
)
NEED_NONE = ("rules list", "simulate --games 1 --engine interpreted", "arena play random random")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="homes differ elsewhere")
@pytest.mark.parametrize("home", HOMES)
def test_an_impossible_home_is_one_line_for_whoever_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / home) if home in ("missing", "file") else home)
    for name in ("GITOPOLY_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for command in NEED_ONE:
        result = CliRunner().invoke(main, command.split())
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        (line,) = result.stderr.splitlines()
        assert line.startswith("gitopoly: ")
    for command in NEED_NONE:
        assert CliRunner().invoke(main, command.split()).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_for_games_that_cannot_be_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    for words in (["games"], ["games", "latest"], ["play", "--ui", "terminal", "--name", "Ann"]):
        result = CliRunner().invoke(main, words, env={"GITOPOLY_HOME": str(tmp_path / place)})
        assert (result.exit_code, result.stdout) == (2, "")
        (line,) = result.stderr.splitlines()
        assert line.endswith("Not a directory; name another folder with GITOPOLY_HOME")
