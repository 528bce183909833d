"""Games without people on real repositories: they repeat, and every seat accepts every entry."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.editions import options_of
from gitopoly.errors import FolderTaken
from gitopoly.table.driver import Chooser
from gitopoly.table.local_game import SimulatedGame, SimulationOutcome, SimulationPlan
from gitopoly.table.seat import Seat


def chooser(seat: int) -> Chooser:
    policy = TablePolicy("random", seat, seat)

    def choose(owner: Seat) -> int:
        return policy.choose(owner.position.state, owner.choices())

    return choose


def simulated(folder: Path, plan: SimulationPlan) -> SimulationOutcome:
    """Play a game of a plan, and pack its repositories."""
    game = SimulatedGame(folder, plan, 2)
    outcome = game.play([chooser(seat) for seat in range(plan.players)])
    game.close()
    return outcome


def head(repository: Path) -> str:
    command = ["git", "-C", str(repository), "rev-parse", "main"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("dice", ["seeded", "joint"])
def test_the_same_plan_gives_the_same_commits(tmp_path: Path, dice: str) -> None:
    plan = SimulationPlan("classic", 3, seed=5, dice=dice, max_turns=4)
    outcomes = [simulated(tmp_path / side, plan) for side in ("left", "right")]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].refusals == []
    assert outcomes[0].entries > 30
    heads = [head(tmp_path / side / "monopoly_2" / "m2_p1") for side in ("left", "right")]
    assert heads[0] == heads[1]


def test_another_seed_gives_other_commits(tmp_path: Path) -> None:
    for seed in (1, 2):
        simulated(tmp_path / str(seed), SimulationPlan("formal", 2, seed, max_turns=2))
    heads = {head(tmp_path / seed / "monopoly_2" / "m2_p0") for seed in ("1", "2")}
    assert len(heads) == 2


def test_a_game_with_a_turn_limit_ends_and_all_have_seen_it(tmp_path: Path) -> None:
    plan = SimulationPlan("formal-small", 3, 0, (("turn_limit", 6),), "joint")
    game = SimulatedGame(tmp_path, plan, 0)
    outcome = game.play([chooser(seat) for seat in range(3)])
    assert outcome.ended
    assert all(all(seat.position.finished) for seat in game.seats)
    game.close()


def test_house_rules_are_played_at_a_table_and_deeds_are_dealt_by_its_dice(tmp_path: Path) -> None:
    options = tuple(
        sorted((options_of("family") | options_of("quick") | {"turn_limit": 3}).items())
    )
    game = SimulatedGame(tmp_path, SimulationPlan("classic", 3, 1, options, "joint"), 0)
    assert game.play([chooser(seat) for seat in range(3)]).ended
    s = game.seats[0].position.state
    assert sum(held.bit_count() for held in s.holdings) >= 6
    assert s.pot >= 500
    game.close()


def test_stock_git_sees_remotes_by_relative_paths_and_a_sound_repository(tmp_path: Path) -> None:
    simulated(tmp_path, SimulationPlan("formal", 3, 0, max_turns=3))
    seat = tmp_path / "monopoly_2" / "m2_p0"
    command = ["git", "-C", str(seat), "remote", "-v"]
    remotes = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert "p1\t../m2_p1 (fetch)" in remotes
    subprocess.run(["git", "-C", str(seat), "fetch", "-q", "p1"], check=True)
    subprocess.run(["git", "-C", str(seat), "fsck", "--strict"], check=True)


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "monopoly_0").mkdir()
    with pytest.raises(FolderTaken, match="already exists"):
        SimulatedGame(tmp_path, SimulationPlan("formal", 2, 0), 0)
    assert list((tmp_path / "monopoly_0").iterdir()) == []
