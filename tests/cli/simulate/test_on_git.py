"""``gitopoly simulate --on git``: folders, repetition, and what a broken rule leaves behind."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.cli import main
from gitopoly.rules import Choice, State, money
from tests.cli.simulate.test_command import lose
from tests.ledger.servers import git

SMALL = ("--edition", "formal-small", "--players", "3", "--seed", "7", "--option")


def simulate(folder: Path, *arguments: str, turns: int = 6) -> Result:
    """Run the command in this process."""
    words = ["simulate", "--on", "git", "--out", str(folder), "--jobs", "1", *SMALL]
    return CliRunner().invoke(main, [*words, f"turn_limit={turns}", *arguments])


def facts(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def heads(folder: Path) -> list[str]:
    """Where the logs of all seats of all games end."""
    return [git("rev-parse", "main", at=seat).strip() for seat in sorted(folder.glob("*/m*_p*"))]


@pytest.mark.slow
def test_every_seat_of_every_game_has_a_repository_and_the_seed_repeats_them(
    tmp_path: Path,
) -> None:
    results = [simulate(tmp_path / side, "--games", "2", "--json") for side in ("left", "right")]
    assert [result.exit_code for result in results] == [0, 0]
    assert (facts(results[0])["games"], facts(results[0])["refusals"]) == (2, [])
    for game in (0, 1):
        for player in (0, 1, 2):
            assert (tmp_path / "left" / f"monopoly_{game}" / f"m{game}_p{player}").is_dir()
    assert heads(tmp_path / "left") == heads(tmp_path / "right")
    assert len(set(heads(tmp_path / "left"))) == 6


def test_it_says_that_no_statistics_are_collected(tmp_path: Path) -> None:
    told = simulate(tmp_path / "told", "--games", "1", turns=1)
    assert told.exit_code == 0
    assert "statistics     none: only games in memory collect them" in told.stdout


def test_dice_are_seeded_unless_they_are_to_be_thrown_together(tmp_path: Path) -> None:
    for dice, said in (("seeded", "reproducible, not fair"), ("joint", "fair as long as")):
        assert simulate(tmp_path / dice, "--games", "1", "--dice", dice).exit_code == 0
        place = str(tmp_path / dice / "monopoly_0" / "m0_p2")
        told = CliRunner().invoke(main, ["verify", place])
        assert told.exit_code == 0
        assert said in told.stdout


def test_a_game_that_is_stopped_keeps_all_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose, chosen = TablePolicy.choose, []

    def stopped(self: TablePolicy, s: State, offered: list[Choice]) -> int:
        chosen.append(1)
        if len(chosen) == 30:
            raise KeyboardInterrupt
        return choose(self, s, offered)

    monkeypatch.setattr(TablePolicy, "choose", stopped)
    simulate(tmp_path, "--games", "1")
    places = sorted(tmp_path.glob("*/m*_p*"))
    entries = [int(git("rev-list", "--count", "main", "--", at=place)) for place in places]
    assert len(entries) == 3
    assert max(entries) >= 29
    monkeypatch.undo()
    told = CliRunner().invoke(main, ["verify", str(places[0])])
    assert (told.exit_code, told.stderr) == (0, "")


@pytest.mark.long
def test_seats_can_be_processes_of_their_own(tmp_path: Path) -> None:
    result = simulate(tmp_path, "--games", "1", "--concurrent", "--json")
    assert result.exit_code == 0, result.output
    assert facts(result)["terminated"] == 1
    for seat in (0, 1, 2):
        told = CliRunner().invoke(main, ["verify", str(tmp_path / "monopoly_0" / f"m0_p{seat}")])
        assert told.exit_code == 0, told.output


def test_a_game_that_breaks_an_invariant_can_be_replayed_up_to_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(money, "pay", lose)
        # Rents, too: long enough for somebody to pay, whatever the dice are.
        sides = (tmp_path / side for side in ("left", "right"))
        results = [simulate(side, "--games", "1", turns=100) for side in sides]
    assert [result.exit_code for result in results] == [1, 1]
    (line,) = [line for line in results[0].output.splitlines() if line.startswith("game 0: ")]
    assert "it would break an invariant (InvConservationOfMoney)" in line
    assert heads(tmp_path / "left") == heads(tmp_path / "right")

    # Without the defect in the program, everything up to there is found good, by all seats.
    for seat in (0, 1, 2):
        place = str(tmp_path / "left" / "monopoly_0" / f"m0_p{seat}")
        told = CliRunner().invoke(main, ["verify", place, "--json"])
        assert told.exit_code == 0, told.output
        (report,) = json.loads(told.stdout)["games"]
        assert report["started"]
        assert not report["over"]
    (again,) = [line for line in results[0].output.splitlines() if line.startswith("up to there: ")]
    words = shlex.split(again.removeprefix("up to there: gitopoly "))
    story = CliRunner().invoke(main, words)
    assert story.exit_code == 0
    *steps, end = story.output.splitlines()
    assert len(steps) == report["entries"]
    assert end.endswith(" entries can no longer be taken back.")
