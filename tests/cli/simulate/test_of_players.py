"""``gitopoly simulate --player``: players of one's own, mixed with policies."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import gitopoly
from gitopoly.cli import main
from gitopoly.rules import State, money
from tests.game.players import written

SMALL = ("--edition", "formal-small", "--seed", "3", "--games", "3")


def simulate(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["simulate", *arguments])


def facts(*arguments: str) -> dict[str, Any]:
    """The JSON object that a run prints."""
    result = simulate(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_players_and_policies_share_a_table(tmp_path: Path) -> None:
    path = written(tmp_path)
    seats = ("--player", f"{path}:Saver", "--player", "sensible", "--player", "random")
    found = facts(*seats, *SMALL)
    assert found["players"] == ["Saver", "sensible", "random"]
    assert found["games"] == 3
    assert sum(seat["wins"] for seat in found["seats"]) + found["ties"] + found["capped"] == 3
    assert facts(*seats, *SMALL, "--jobs", "2") == found
    expected = gitopoly.simulate(
        [f"{path}:Saver", "sensible", "random"], "formal-small", games=3, seed=3
    )
    assert found["turns"] == [game.turns for game in expected.games]


def test_the_table_tells_faults_in_words(tmp_path: Path) -> None:
    result = simulate("--player", f"{written(tmp_path)}:Raising", "--player", "random", *SMALL)
    assert result.exit_code == 0, result.output
    assert "raised: ValueError: no idea (players.py, line" in result.stdout
    assert "invariants: all hold after every choice" in result.stdout


def test_one_game_of_the_series_is_recorded(tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "games"
    seats = ("--player", f"{path}:Saver", "--player", "random", "--edition", "formal-small")
    all_of_them = facts(*seats, "--seed", "3", "--games", "3")
    one = facts(*seats, "--seed", "3", "--game", "2", "--record", str(folder))
    assert one["turns"] == all_of_them["turns"][2:]
    game = gitopoly.load(folder / "game-2.jsonl")
    assert list(game.seats) == ["Saver", "random"]
    assert game.result is not None
    verdict = CliRunner().invoke(main, ["verify", str(folder / "game-2.jsonl")])
    assert verdict.exit_code == 0, verdict.output


def test_a_violation_is_found_and_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def lose(s: State, payer: int, amount: int) -> None:
        s.money[payer] -= amount

    monkeypatch.setattr(money, "pay_bank", lose)
    result = simulate("--player", f"{written(tmp_path)}:Saver", "--player", "random", *SMALL)
    assert result.exit_code == 1
    assert "does not hold in game" in result.stdout
    unchecked = simulate(
        "--player", f"{written(tmp_path)}:Saver", "--player", "random", *SMALL, "--no-check"
    )
    assert unchecked.exit_code == 0
    assert "not checked" in unchecked.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--player", "castle", "--player", "random"), "'castle' is not a player"),
        (("--player", "random"), "at least 2 players"),
        (
            ("--player", "random", "--player", "random", "--policy", "trader"),
            "--policy cannot be combined",
        ),
        (
            ("--player", "random", "--player", "random", "--players", "2"),
            "--players cannot be combined",
        ),
        (
            ("--player", "random", "--player", "random", "--dice", "joint"),
            "--dice cannot be combined",
        ),
        (("--on", "git", "--player", "castle", "--player", "random"), "'castle' is not a player"),
        (
            ("--on", "git", "--player", "random", "--player", "random", "--players", "2"),
            "--players",
        ),
        (("--player", "gone.py:Saver", "--player", "random"), "there is no file 'gone.py'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    arguments: tuple[str, ...], reason: str
) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_a_player_sits_at_a_real_table(tmp_path: Path) -> None:
    seats = ("--player", f"{written(tmp_path)}:Saver", "--player", "sensible")
    setting = ("--edition", "formal-small", "--games", "1", "--seed", "3", "--max-turns", "6")
    out = str(tmp_path / "out")
    result = simulate("--on", "git", *seats, *setting, "--jobs", "1", "--out", out, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["refusals"] == []
    assert found["entries"]["total"] > 20
    verdict = CliRunner().invoke(main, ["verify", f"{out}/monopoly_0/m0_p0"])
    assert verdict.exit_code == 0, verdict.output
