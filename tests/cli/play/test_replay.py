"""``gitopoly replay``: from every kind of game, as page, file, picture and numbers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.game.record import lines_of
from gitopoly.table.local_game import SimulationPlan
from tests.cli.play.test_games import run, start, stop
from tests.proof.test_hostile import ACTS, Scene
from tests.table.test_simulation import simulated
from tests.web.replays import recorded


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of a seat after a short game."""
    folder = tmp_path_factory.mktemp("played")
    assert simulated(folder, SimulationPlan("formal", 3, 3, (("turn_limit", 5),), "joint")).ended
    return folder / "monopoly_2" / "m2_p1"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A recorded game."""
    path = tmp_path / "game.jsonl"
    found = recorded(game=0, players=3, turns=12)
    path.write_text("".join(lines_of(found.rules, found.steps)), encoding="utf-8")
    return path


def replay(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def refused(*arguments: object) -> str:
    """The one line of a refusal."""
    result = replay(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.output
    return result.stderr.strip().splitlines()[-1]


def test_the_numbers_of_a_repository(repository: Path) -> None:
    result = replay(repository, "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["edition"] == "formal"
    assert facts["over"]
    assert len(facts["turns"]) == 5
    assert len(facts["story"]) == facts["frames"]
    assert all(len(line["id"]) == 40 for line in facts["story"])
    assert sum(facts["landings"].values()) > 0


def test_offences_that_were_found_are_said_before_the_game_is_shown(tmp_path: Path) -> None:
    there = Scene(tmp_path, "its floor")
    sealed, more = ACTS["a skipped turn"].make(there.opponent)
    there.write(*sealed.objects, *more)
    there.show(sealed.entry.id)
    result = replay(tmp_path / "cleo.git", "--json")
    assert result.exit_code == 0
    (line,) = result.stderr.splitlines()
    assert f"this game breaks the rules: commit {sealed.entry.id[:12]} on the log of cleo" in line
    assert f"gitopoly verify {tmp_path / 'cleo.git'} lists everything" in line
    (warning,) = json.loads(result.stdout)["warnings"]
    assert (warning["seat"], warning["commits"]) == ("cleo", [sealed.entry.id])
    there.show(there.before)
    assert replay(tmp_path / "cleo.git", "--json").stderr == ""


def test_an_address_is_replayed_too(repository: Path) -> None:
    result = replay(f"file://{repository}", "--json")
    there, here = json.loads(result.stdout), json.loads(replay(repository, "--json").stdout)
    assert there["landings"] == here["landings"]
    assert there["moments"] == here["moments"]


def test_page_and_picture_are_written(record: Path, tmp_path: Path) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "GAME.PNG"
    result = replay(record, "--export", page, "--export", picture)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [f"wrote {page}", f"wrote {picture}"]
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_numbers_and_a_page_at_once_keep_the_numbers_readable(record: Path, tmp_path: Path) -> None:
    result = replay(record, "--json", "--export", tmp_path / "game.html")
    assert json.loads(result.stdout)["players"] == ["p1", "p2", "p3"]
    assert "wrote" in result.stderr


def test_without_the_library_a_picture_is_refused_in_one_line(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install 'gitopoly[arena]'" in refused(record, "--export", tmp_path / "game.png")
    assert not (tmp_path / "game.png").exists()


def test_bad_input_is_one_line_and_exit_code_2(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITOPOLY_HOME", str(tmp_path / "home"))
    assert "there is no game nowhere" in refused("nowhere")
    assert "there is no game latest" in refused("latest")
    assert "must end with .html, .svg or .png" in refused(record, "--export", "game.gif")
    assert "cannot write" in refused(record, "--export", tmp_path / "no" / "game.html")
    (tmp_path / "empty").mkdir()
    assert refused(tmp_path / "empty").startswith("gitopoly: ")
    (tmp_path / "text").write_text("hello")
    assert "not a JSON object" in refused(tmp_path / "text")
    lines = record.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "wrong.jsonl").write_text("".join(lines[:4] + lines[6:]))
    assert "wrong.jsonl breaks the rules: action 4" in refused(tmp_path / "wrong.jsonl")
    assert "cannot" in refused(f"file://{tmp_path}/nothing.git")


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_an_own_game_is_served_by_its_name_and_the_list_says_how(tmp_path: Path) -> None:
    program, _ = start(tmp_path, "play", "--bots", "1", "--name", "Ann")
    stop(program)
    assert "gitopoly replay GAME" in run(tmp_path, "games")
    (saved,) = json.loads(run(tmp_path, "games", "--json"))
    folder = tmp_path / "games" / saved["id"]
    for name in ("latest", saved["id"], str(folder)):
        result = CliRunner().invoke(
            main, ["replay", name, "--json"], env={"GITOPOLY_HOME": str(tmp_path)}
        )
        # Only the bots' rolls for the start can have happened, or nothing at all.
        assert result.exit_code == 0 or "nothing to replay" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_a_game_is_served_until_ctrl_c(record: Path, tmp_path: Path) -> None:
    program, url = start(tmp_path, "replay", str(record), "--no-browser")
    place, _, game = url.partition("#replay/")
    with urlopen(f"{place}api/games/{game}/replay") as answer:
        replay = json.load(answer)
    assert replay["printed"]["names"] == ["p1", "p2", "p3"]
    stop(program)
