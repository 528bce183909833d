"""The statistics that ``gitopoly simulate`` prints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner
from rich.text import Text

import gitopoly
from gitopoly.cli import main
from gitopoly.cli.simulate.statistics_view import policies
from gitopoly.game.result_rows import WinRow

QUICK = ("--engine", "interpreted", "--jobs", "1", "--no-check")


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_table_is_there_and_fits_a_terminal() -> None:
    text = printed("--games", "8", "--policy", "trader,trader,random", "--players", "3", *QUICK)
    for words in (
        *("going first", "length", "landings", "sent to jail", "mean rent", "light blue"),
        *("received", "salary", "price against list", "trader", "if all were equal"),
    ):
        assert words in text
    # The first line names the series, however long that is.
    assert max(map(len, text.splitlines()[1:])) <= 80
    assert "nan" not in text


def test_a_single_policy_has_no_line_of_its_own() -> None:
    assert "if all were equal" not in printed("--games", "2", *QUICK)


def test_without_statistics_there_are_none() -> None:
    text = printed("--games", "2", "--no-statistics", *QUICK)
    assert "landings" not in text
    assert "p1 won" in text


def test_games_that_hardly_began_are_told_too() -> None:
    text = printed("--games", "1", "--max-turns", "1", *QUICK)
    assert "nobody has won" in text
    assert "going first" not in text
    assert "nan" not in text


def test_an_edition_of_ones_own_keeps_its_names_and_its_money(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "formal-small"\ncurrency = "€"\n', encoding="utf-8")
    text = printed("--edition", str(path), "--games", "3", *QUICK)
    assert "€" in text
    assert "$" not in text


def test_names_are_no_markup() -> None:
    row = WinRow("policy", "[red]x", 1, 2, 0.5, 0.1, 0.9, 0.5)
    told = replace(
        gitopoly.simulate(["random"] * 2, "formal-small", games=1, seed=1).statistics,
        wins=(row, replace(row, name="[/]")),
    )
    lines = [Text.from_markup(line).plain for line in policies(told)]
    assert lines[0].startswith("[red]x")
    assert lines[1].startswith("[/]")


def test_players_get_the_same_tables() -> None:
    seats = ("--player", "sensible", "--player", "random", "--edition", "formal-small")
    assert "landings, of all moves" in printed(*seats, "--games", "2", "--seed", "1")
