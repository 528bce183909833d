"""``gitopoly arena play`` and ``tournament`` with ``--edition``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from tests.game.players import written


def arena(*arguments: str) -> Result:
    """Run a command of the arena in this process."""
    return CliRunner().invoke(main, ["arena", *arguments])


def test_three_players_sit_at_one_table(tmp_path: Path) -> None:
    bots = (f"{written(tmp_path)}:Saver", "sensible", "random")
    setting = ("--edition", "formal-small", "--games", "2", "--seed", "4")
    shown = arena("play", *bots, *setting)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0] == "2 games of formal-small, seed 4"
    found = json.loads(arena("play", *bots, *setting, "--json").stdout)
    assert found["players"] == ["Saver", "sensible", "random"]
    assert found["games"] == 2


def test_players_of_one_class_from_two_files_are_told_apart(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    bots = (f"{written(tmp_path)}:Saver", f"{written(other)}:Saver", "random", "random")
    setting = ("--edition", "formal", "--games", "1", "--seed", "4", "--option", "turn_limit=5")
    found = json.loads(arena("play", *bots, *setting, "--json").stdout)
    assert found["players"] == ["Saver", "Saver 2", "random", "random 2"]


def test_a_tournament_of_players_is_rated(tmp_path: Path) -> None:
    bots = (f"{written(tmp_path)}:Saver", "random")
    setting = ("--edition", "formal-small", "--games", "2", "--seed", "4", "--jobs", "1")
    found = json.loads(arena("tournament", *bots, *setting, "--json").stdout)
    assert found["edition"] == "formal-small"
    assert len(found["standings"]) == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "random", "sensible", "trader"), "give exactly two bots; more need --edition"),
        (("play", "random"), "give exactly two bots"),
        (("play", "random", "random", "--option", "board=uk"), "--option needs --edition"),
        (("play", "random", "--edition", "classic"), "at least 2 players"),
        (
            ("play", "random", "random", "--edition", "classic", "--dice", "x"),
            "--dice cannot be combined with --edition",
        ),
        (("tournament", "random", "x.py", "--edition", "classic"), "there is no file 'x.py'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    arguments: tuple[str, ...], reason: str
) -> None:
    result = arena(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr.splitlines()[-1]
