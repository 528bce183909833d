"""``gitopoly analyse``: from a record, kept beside it, in words and as JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.game.record import lines_of
from tests.analysis.games import played

QUICK = ("--engine", "interpreted", "--effort", "0.02", "--jobs", "1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A recorded game."""
    path = tmp_path / "game.jsonl"
    steps = played(3, 3, "sensible", seed=5)
    entries = [step.step for step in steps]
    path.write_text("".join(lines_of(steps[0].before.rules, entries)), encoding="utf-8")
    return path


def analyse(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["analyse", *map(str, arguments)])


def test_a_game_in_words(record: Path) -> None:
    told = analyse(record, *QUICK)
    assert told.exit_code == 0, told.output
    assert "if all play like trader" in told.output
    assert "1 p1, 2 p2, 3 p3" in told.output
    assert "100.0 %" in told.output
    assert "luck" in told.output


def test_a_game_as_json_adds_up(record: Path) -> None:
    data = json.loads(analyse(record, *QUICK, "--json").stdout)
    assert data["players"] == ["p1", "p2", "p3"]
    assert data["relative_to"] == "all play like trader"
    assert all(sum(row) == pytest.approx(1, abs=1e-5) for row in data["chances"])
    for row in data["luck"]:
        total = row["start"] + row["luck"] + row["own"] + row["others"]
        assert total == pytest.approx(row["result"])


def test_the_same_seed_gives_the_same_output(record: Path) -> None:
    first = analyse(record, *QUICK, "--json", "--seed", 5).stdout
    kept = record.with_name("game.jsonl.analysis.json")
    assert kept.exists()
    assert analyse(record, *QUICK, "--json", "--seed", 5).stdout == first  # as kept
    assert analyse(record, *QUICK, "--json", "--seed", 5, "--again").stdout == first
    assert analyse(record, *QUICK, "--json", "--seed", 6).stdout != first


@pytest.mark.parametrize("damage", ["", "[", "[]", '{"game": 3}', "[" * 9999], ids=range(5))
def test_a_damaged_file_is_computed_again(record: Path, damage: str) -> None:
    first = analyse(record, *QUICK, "--json", "--no-decisions").stdout
    kept = record.with_name("game.jsonl.analysis.json")
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(damage, encoding="utf-8")
    assert analyse(record, *QUICK, "--json", "--no-decisions").stdout == first
    assert kept.read_text(encoding="utf-8") == whole


WRONG = {
    "version": 1,
    "moments": [{"step": 0, "seat": 0, "change": 0.5}],
    "decisions": [
        {"step": 3, "seat": 0, "action": 5, "better": 6, "loss": 1, "error": 0, "completed": None}
    ],
    "trades": [{"step": 3, "proposer": 0, "addressee": 1, "gains": [1, 0], "errors": [0, 0]}],
}


@pytest.mark.parametrize("field", WRONG)
def test_what_does_not_fit_the_game_is_computed_again(record: Path, field: str) -> None:
    first = analyse(record, *QUICK, "--json").stdout
    kept = record.with_name("game.jsonl.analysis.json")
    data = json.loads(kept.read_text(encoding="utf-8"))
    data["analysis"][field] = WRONG[field]
    kept.write_text(json.dumps(data), encoding="utf-8")
    assert analyse(record, *QUICK, "--json").stdout == first


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gitopoly.cli.analyse.analysis_file.tempfile.mkstemp", refuse)
    told = analyse(record, *QUICK, "--no-decisions")
    assert told.exit_code == 0, told.output
    assert [path.name for path in record.parent.iterdir()] == ["game.jsonl"]


def test_a_pipe_in_place_of_a_kept_analysis_is_not_waited_for(record: Path) -> None:
    os.mkfifo(record.with_name("game.jsonl.analysis.json"))
    assert analyse(record, *QUICK, "--no-decisions").exit_code == 0


def test_what_was_kept_of_another_game_is_not_shown(record: Path) -> None:
    analyse(record, *QUICK, "--json", "--no-decisions")
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    record.write_text("".join(lines[:-10]), encoding="utf-8")
    data = json.loads(analyse(record, *QUICK, "--json", "--no-decisions").stdout)
    assert len(data["chances"]) == len(lines) - 10


def test_time_that_is_up_is_told_and_nothing_is_kept(record: Path) -> None:
    told = analyse(record, "--engine", "interpreted", "--effort", "0.3", "--seconds", "0.1")
    assert told.exit_code == 0, told.output
    assert "Time ran out" in told.output
    assert [path.name for path in record.parent.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--policy", "strong"), "choose trader"),
        (("--policy", "nobody"), "choose one of"),
        (("--effort", "0"), "effort"),
        (("--seed", "-1"), "seed"),
    ],
)
def test_wrong_wishes_are_refused_in_a_line(
    record: Path, arguments: tuple[str, ...], said: str
) -> None:
    told = analyse(record, *arguments)
    assert told.exit_code == 2
    assert said in told.output or said in str(told.exception)


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    assert analyse("no-such-game").exit_code == 2
    (tmp_path / "odd.jsonl").write_text("{}", encoding="utf-8")
    assert analyse(tmp_path / "odd.jsonl").exit_code == 2


def test_fitted_policies_are_named(record: Path) -> None:
    told = analyse(record, *QUICK, "--policy", "fitted", "--no-decisions")
    assert told.exit_code == 0, told.output
    assert "play like" in told.output or "plays like" in told.output
