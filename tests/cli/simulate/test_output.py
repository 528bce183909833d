"""``gitopoly simulate --csv`` and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main

SMALL = ("--edition", "formal-small", "--games", "3", "--engine", "interpreted", "--jobs", "1")


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *SMALL, *arguments])


def test_csv_and_json_hold_the_same_tables(tmp_path: Path) -> None:
    folder = tmp_path / "told"
    result = simulate("--csv", str(folder), "--json")
    assert result.exit_code == 0, result.output
    tables = json.loads(result.stdout)["statistics"]
    assert {path.stem for path in folder.iterdir()} == set(tables)
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            written = list(csv.DictReader(file))
        as_text = [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows]
        assert written == as_text


def test_without_statistics_json_says_so() -> None:
    assert json.loads(simulate("--no-statistics", "--json").stdout)["statistics"] is None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--csv", "told", "--no-statistics"), "--csv needs statistics"),
        (("--plot", "told.txt"), "--plot writes .pdf, .png, .svg, not .txt"),
        (("--on", "git", "--csv", "told"), "--csv cannot be combined with --on git"),
        (("--game", "1", "--show", "--plot", "told.png"), "cannot be combined with --show"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    given = [word for word in SMALL if word not in ("--games", "3")]
    if "--on" in arguments:
        given = ["--edition", "formal-small"]
    result = CliRunner().invoke(main, ["simulate", *given, *arguments])
    assert result.exit_code == 2, result.output
    assert reason in result.stderr.splitlines()[-1]
    assert result.stdout == ""


def test_a_place_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    result = simulate("--csv", str(taken / "inside"))
    assert result.exit_code == 2
    assert "cannot write" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_plot_in_a_folder_that_is_not_there_is_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    result = simulate("--plot", str(tmp_path / "missing" / "told.png"))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "there is no folder" in result.stderr
    assert list(tmp_path.iterdir()) == []
