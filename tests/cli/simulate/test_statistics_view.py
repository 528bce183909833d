"""The statistics that ``gitopoly simulate`` prints."""

from __future__ import annotations

from click.testing import CliRunner

from gitopoly.cli import main

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


def test_players_get_the_same_tables() -> None:
    seats = ("--player", "sensible", "--player", "random", "--edition", "formal-small")
    assert "landings, of all moves" in printed(*seats, "--games", "2", "--seed", "1")
