"""``gitopoly simulate --record``: the games as they were played, ready to be verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.game.record import read_record
from gitopoly.proof.games.replay import replay
from tests.proof.recorded import played

SERIES = ("--edition", "formal-small", "--players", "3", "--engine", "interpreted")


def simulate(*arguments: str) -> Result:
    """Run the command in this process."""
    games = () if "--game" in arguments else ("--games", "2")
    return CliRunner().invoke(main, ["simulate", *SERIES, *games, *arguments])


def test_every_game_is_kept_and_passes(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "games"
    result = simulate("--record", str(folder))
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in folder.iterdir()) == ["game-0.jsonl", "game-1.jsonl"]
    for game in (0, 1):
        record = read_record(folder / f"game-{game}.jsonl")
        assert record.steps == played("formal-small", game).steps
        assert replay(record).fault is None


def test_options_and_the_number_of_the_game_are_kept(tmp_path: Path) -> None:
    simulate("--game", "7", "--option", "starting_money=20", "--record", str(tmp_path))
    record = read_record(tmp_path / "game-7.jsonl")
    assert record.rules.starting_money == 20
    assert replay(record).fault is None


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    result = simulate("--record", str(tmp_path / name))
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
