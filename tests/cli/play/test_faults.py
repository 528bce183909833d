"""Mistakes of players at real tables are told to whoever runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.play.faults import MOST_TOLD, FaultReporter
from gitopoly.game.player import Fault
from tests.game.players import written


def faults(seat: str, count: int) -> list[Fault]:
    """Some mistakes of a seat."""
    return [Fault(seat, step, "junk", "castle") for step in range(count)]


def test_the_first_faults_are_told_at_once_and_the_others_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = FaultReporter(at_once=True)
    for fault in (*faults("Birch", MOST_TOLD + 2), *faults("Cedar", 1)):
        report(fault)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == MOST_TOLD + 1
    assert lines[0] == ("gitopoly: Birch, after step 0: junk: castle; the default action was taken")
    report.close()
    assert capsys.readouterr().err == f"gitopoly: Birch made {MOST_TOLD + 2} such mistakes in all\n"


def test_faults_can_wait_until_the_screen_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    report = FaultReporter(at_once=False)
    report(faults("Birch", 1)[0])
    assert capsys.readouterr().err == ""
    report.close()
    assert "Birch, after step 0" in capsys.readouterr().err
    report.close()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_game_in_the_terminal_tells_the_faults_of_ones_player_at_its_end(
    tmp_path: Path,
) -> None:
    player = f"{written(tmp_path)}:Raising"
    words = ["play", "--ui", "terminal", "--name", "Ann", "--bots", player, "--delay", "0"]
    typed = "1\n" * 60 + "quit\n1\n"
    result = CliRunner().invoke(
        main, words, input=typed, env={"GITOPOLY_HOME": str(tmp_path / "home")}
    )
    assert result.exit_code == 0, result.output
    assert "raised: ValueError: no idea" in result.stderr
    assert "the default action was taken" in result.stderr


@pytest.mark.slow
def test_games_on_git_tell_the_faults_of_players(tmp_path: Path) -> None:
    words = ["simulate", "--on", "git", "--games", "1", "--max-turns", "6", "--out"]
    players = ["--player", f"{written(tmp_path)}:Raising", "--player", "random"]
    told = CliRunner().invoke(main, [*words, str(tmp_path / "one"), *players])
    assert told.exit_code == 0, told.output
    assert "game 0: p0, after step" in told.stdout
    assert "raised: ValueError: no idea" in told.stdout
    found = CliRunner().invoke(main, [*words, str(tmp_path / "two"), *players, "--json"])
    assert "raised: ValueError" in json.loads(found.stdout)["faults"][0]["fault"]
    good = CliRunner().invoke(
        main,
        [*words, str(tmp_path / "three"), "--player", "random", "--player", "random", "--json"],
    )
    assert json.loads(good.stdout)["faults"] == []
