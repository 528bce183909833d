"""``gitopoly arena``: what its commands print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from tests.arena.bots import write_bot


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["arena", *arguments])


def refused(result: Result) -> str:
    """The one line of a refusal."""
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    (line,) = result.stderr.splitlines()[-1:]
    return line


def test_a_new_bot_passes_its_test_and_plays(folder: Path) -> None:
    made = arena("new-bot", "mine")
    assert made.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["mine.py", "test_mine.py"]
    tested = arena("test", "test_mine.py")
    assert (tested.exit_code, tested.output.splitlines()[-1]) == (0, "4 passed, 0 failed")
    played = arena("play", "mine.py", "random", "--games", "2", "--seed", "1")
    assert played.exit_code == 0
    assert "mine against random" in played.output


@pytest.mark.parametrize("name", ["", "a b", "../x", "1x", "test_x"])
def test_a_name_that_is_none_is_refused(folder: Path, name: str) -> None:
    assert "name" in refused(arena("new-bot", name))
    assert list(folder.iterdir()) == []


def test_a_bot_is_never_overwritten(folder: Path) -> None:
    (folder / "test_mine.py").write_text("precious", encoding="utf-8")
    assert "exists" in refused(arena("new-bot", "mine"))
    assert [path.name for path in folder.iterdir()] == ["test_mine.py"]


def test_play_tells_a_script_everything(folder: Path) -> None:
    result = arena("play", "sensible", "random", "--games", "3", "--seed", "5", "--json")
    told = json.loads(result.stdout)
    assert told["bots"] == ["sensible", "random"]
    assert sum(told["wins"]) + told["ties"] == told["games"] == len(told["results"]) == 3
    again = arena("play", "sensible", "random", "--games", "3", "--seed", "5", "--json")
    assert json.loads(again.stdout) == told


@pytest.mark.parametrize(
    "text",
    ["1 2\n# a comment\n\n1, 2\n", "[[1, 2], [1, 2]]", '{"dice": [[1, 2], [1, 2]], "chance": []}'],
)
def test_play_takes_dice_from_a_file(folder: Path, text: str) -> None:
    write_bot(folder, "quiet")
    (folder / "dice").write_text(text, encoding="utf-8")
    result = arena("play", "quiet.py", "quiet.py", "--dice", "dice", "--json")
    (game,) = json.loads(result.stdout)["results"]
    assert (game["cash"], game["ending"], game["bots"]) == (
        [1444, 1496],
        "dice",
        ["quiet", "quiet (2)"],
    )


@pytest.mark.parametrize("text", ["1 7", "x", '{"x": 1}', "5", "[[1, 9]]", "[5]"])
def test_dice_that_cannot_be_read_are_refused(folder: Path, text: str) -> None:
    (folder / "dice").write_text(text, encoding="utf-8")
    refused(arena("play", "random", "random", "--dice", "dice"))
    refused(arena("play", "random", "random", "--dice", "gone"))


def test_a_record_replays_and_a_changed_one_is_noticed(folder: Path) -> None:
    arena("play", "random", "sensible", "--games", "2", "--seed", "2", "--record", "game.jsonl")
    result = arena("replay", "game.jsonl")
    assert (result.exit_code, len(result.output.splitlines())) == (0, 2)
    path = folder / "game.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    end = {**json.loads(lines[-1]), "winner": 7}
    path.write_text("\n".join([*lines[:-1], json.dumps(end)]), encoding="utf-8")
    changed = arena("replay", "game.jsonl", "--json")
    assert changed.exit_code == 1
    assert json.loads(changed.stdout)["games"][1]["difference"]


@pytest.mark.parametrize("content", [b"", b"junk", b"\xff\xfe"])
def test_what_is_no_record_is_refused(folder: Path, content: bytes) -> None:
    (folder / "x").write_bytes(content)
    refused(arena("replay", "x"))
    refused(arena("replay", "gone"))


def test_a_failing_case_makes_exit_code_1(folder: Path) -> None:
    (folder / "cases.py").write_text("def test_x(a): print('noise'); return 0", encoding="utf-8")
    result = arena("test", "cases.py", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "cases": [{"name": "test_x", "passes": False, "ran": True, "complaint": "returned 0"}],
        "failed": 1,
        "not_run": 0,
    }
    assert "FAIL test_x" in arena("test", "cases.py").output


def test_faults_are_shown(folder: Path) -> None:
    write_bot(folder, "clumsy", "buyProperty", "return 'yes'")
    result = arena("play", "clumsy.py", "random", "--seed", "1")
    assert "junk" in result.output
    assert "clumsy, buyProperty: junk: 'yes'" in result.output


def test_a_bot_in_this_process_may_print_without_harm(folder: Path) -> None:
    write_bot(folder, "loud", "receiveState", "print('noise')")
    result = arena("play", "loud.py", "random", "--no-isolate", "--seed", "1", "--json")
    assert json.loads(result.stdout)["games"] == 1


@pytest.mark.parametrize("bot", ["nobody", "gone.py", "no_module_here:Agent", "broken.py"])
def test_a_bot_that_cannot_play_is_refused(folder: Path, bot: str) -> None:
    (folder / "broken.py").write_text("x =", encoding="utf-8")
    refused(arena("play", bot, "random"))
    refused(arena("tournament", bot, "random"))


@pytest.mark.slow
def test_a_tournament_is_saved_and_reported(folder: Path) -> None:
    played = arena(
        *("tournament", "random", "sensible", "--games", "4", "--seed", "3"),
        *("--jobs", "1", "--save", "cup.json"),
    )
    assert played.exit_code == 0
    assert "4 games, round-robin, seed 3" in played.output
    assert "95 % interval" in played.output
    told = arena("tournament", "random", "sensible", "--games", "4", "--seed", "3", "--json")
    assert json.loads(told.stdout) == json.loads((folder / "cup.json").read_text("utf-8"))
    report = arena("report", "cup.json", "--into", "page")
    assert report.exit_code == 0
    assert (folder / "page" / "report.html").exists()
    files = json.loads(arena("report", "cup.json", "--json").stdout)["files"]
    assert len(files) == 4


def test_results_that_cannot_be_read_or_written_are_refused(folder: Path) -> None:
    refused(arena("report", "gone.json"))
    refused(arena("tournament", "random", "sensible", "--games", "2", "--save", "no/such/x"))
    refused(arena("tournament", "random"))


def test_a_league_is_begun_and_played_on(folder: Path) -> None:
    begun = arena("league", "cup", "random", "sensible", "--games", "2", "--seed", "1")
    assert begun.exit_code == 0
    assert "2 games: Not decided: " in begun.output
    assert "the page is cup/index.html" in begun.output
    again = arena("league", "cup", "--games", "0", "--retire", "random", "--json")
    told = json.loads(again.stdout)
    assert told["games"] == 2
    assert [each["plays"] for each in told["standings"]].count(False) == 1
    assert (folder / "cup" / "index.html").exists()
    assert "not in this league; it has random, sensible" in refused(
        arena("league", "cup", "--retire", "castle")
    )
    assert "at least two bots" in refused(arena("league", "cup", "--games", "2"))
    assert "began with seed 1" in refused(arena("league", "cup", "--seed", "2"))
    (folder / "cup" / "league.json").write_text("{}", encoding="utf-8")
    assert "league.json" in refused(arena("league", "cup"))
    (folder / "taken").write_text("", encoding="utf-8")
    assert refused(arena("league", "taken", "random", "sensible"))


def test_a_league_says_who_fails_and_keeps_no_version_that_cannot_play(folder: Path) -> None:
    bot = folder / "mine.py"
    bot.write_text("class Agent:\n    def buyProperty(self, state): return 7\n", encoding="utf-8")
    line = ("league", "cup", "mine.py", "random", "--no-isolate", "--games", "2", "--seed", "1")
    played = arena(*line, "--jobs", "1")
    assert "mine v1 made " in played.output
    bot.write_text("class Agent(:\n", encoding="utf-8")
    assert "cannot be run" in refused(arena("league", "cup", "--games", "2"))
    bot.write_text("class Agent:\n    def buyProperty(self, state): return 1\n", encoding="utf-8")
    told = json.loads(arena("league", "cup", "--games", "0", "--json").stdout)
    assert sorted(each["name"] for each in told["standings"]) == ["mine v1", "mine v2", "random v1"]
    assert told["faults"] == {}
