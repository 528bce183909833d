"""What a programmer meets first, run as it is printed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli import main

FIRST_CONTACT = """import gitopoly

game = gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7)
for action in game.legal_actions:           # immutable; str(action) is what a person types
    print(action)
game.push("roll")                           # a text or an Action; or with a given outcome: push("roll", dice=(3, 4))
game.undo()
ann = game.seats["Ann"]
print(ann.cash, ann.deeds, ann.square, game.board["Boardwalk"].rent)
print(game)                                 # a board one can read
game.result                                 # None, or who won, why, and the ranking
game.history, game.to_yaml(), gitopoly.load("game.jsonl")

class Saver(gitopoly.Player):
    def decide(self, game, actions):        # every edition, 2 to 8 seats
        return actions[0]

result = gitopoly.simulate([Saver, "trader", "random"], games=200, seed=1)
print(result.win_rate("Saver"), result.table())
"""  # noqa: E501 - as printed


def shown(text: str, folder: Path) -> str:
    """What a program prints, beside a record of a game."""
    recorded = ["simulate", "--edition", "formal-small", "--games", "1", "--record", str(folder)]
    assert CliRunner().invoke(main, recorded).exit_code == 0
    os.replace(folder / "game-0.jsonl", folder / "game.jsonl")
    run = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    return run.stdout


def check(printed: str, games: int) -> None:
    lines = printed.splitlines()
    assert lines[0] == "roll for start"
    assert lines[1] == "1500 () GO 50"
    assert " 1 Mediterranean Avenue  $60              | 21 Kentucky Avenue       $220" in lines
    assert f" {games} games of classic, seed 1" in printed
    assert lines[-3].startswith("Saver ")


def test_the_first_lines_run_with_a_few_games(tmp_path: Path) -> None:
    check(shown(FIRST_CONTACT.replace("games=200", "games=3"), tmp_path), 3)


@pytest.mark.long
def test_the_first_lines_run_as_printed(tmp_path: Path) -> None:
    check(shown(FIRST_CONTACT, tmp_path), 200)
