"""The examples do what they say; those that learn take minutes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import gitopoly
from gitopoly.isolation.loading import run_file

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def shares(folder: Path, name: str, *arguments: str) -> dict[str, float]:
    """Run an example; the share of games that it says it won against each opponent."""
    line = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = re.findall(r"^against (\w+): ([\d.]+)%$", done.stdout, flags=re.MULTILINE)
    return {opponent: float(share) for opponent, share in found}


def test_ppo_has_fewer_than_60_lines() -> None:
    assert len((EXAMPLES / "ppo.py").read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.long
@pytest.mark.xdist_group("compiled")
def test_ppo_beats_random_and_sensible_after_ten_minutes(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    won = shares(tmp_path, "ppo.py", "10")
    assert won["random"] >= 95
    assert won["sensible"] >= 60


@pytest.mark.long
@pytest.mark.xdist_group("compiled")
def test_imitation_learns_from_recorded_games(tmp_path: Path) -> None:
    line = ["-m", "gitopoly", "simulate", "--players", "2", "--policy", "trader", "--games", "60"]
    subprocess.run([sys.executable, *line, "--record", "games.npz"], cwd=tmp_path, check=True)
    won = shares(tmp_path, "imitation.py", "games.npz", "6")
    assert won["random"] > 50
    assert won["sensible"] > 50


@pytest.mark.long
def test_the_search_agent_beats_sensible() -> None:
    searcher = run_file(EXAMPLES / "search.py").Searcher
    result = gitopoly.simulate([searcher, "sensible"], games=10, seed=1, max_turns=300)
    assert result.win_rate("Searcher") >= 0.7
    assert result.faults == ()


@pytest.mark.long
def test_the_agent_on_text_plays_whole_games_with_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = run_file(EXAMPLES / "text.py").Reader
    result = gitopoly.simulate([reader, "random"], games=4, seed=1, max_turns=300)
    assert result.faults == ()
    monkeypatch.setenv("TEXT_AGENT", f"{sys.executable} -c 'print(\"I choose 2\")'")
    assert gitopoly.play_match([reader, "random"], seed=1, max_turns=5).faults == ()


@pytest.mark.parametrize(("name", "agent"), [("search.py", "Searcher"), ("text.py", "Reader")])
def test_an_agent_of_the_examples_makes_no_mistakes(name: str, agent: str) -> None:
    player = getattr(run_file(EXAMPLES / name), agent)
    assert gitopoly.play_match([player, "sensible"], seed=2, max_turns=4).faults == ()


def test_the_agent_on_text_sees_the_board_and_its_actions() -> None:
    text = run_file(EXAMPLES / "text.py")
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    shown = text.prompt(game, game.legal_actions)
    assert "Baltic Avenue" in shown
    assert shown.endswith("You are Ann:\n1. buy\n2. auction")
    assert text.thrifty(shown) == "1"
