"""One seat as a Gymnasium environment, against opponents of every kind."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import gitopoly
from gitopoly.arena.environments.action_space import ACTIONS, WAIT
from gitopoly.arena.environments.networks import FEATURES, LayeredNetwork
from gitopoly.arena.environments.one_seat import OneSeat
from gitopoly.arena.environments.opposition import BuiltInOpponent
from gitopoly.envs import IDS
from gitopoly.errors import GitopolyError, InvalidBot, InvalidRun


class First(gitopoly.Player):
    """Takes what is listed first."""

    def decide(self, game: Any, actions: Any) -> Any:
        return actions[0]


def play(table: OneSeat, seed: int | None, steps: int = 3000, **options: Any) -> dict[str, Any]:
    """Random legal actions to the end of a game; its last info and the sum of its rewards."""
    chance = random.Random(seed)
    _, info = table.reset(seed=seed, options=options or None)
    total = 0.0
    for _ in range(steps):
        legal = numpy.flatnonzero(info["action_mask"]).tolist()
        _, reward, terminated, truncated, info = table.step(chance.choice(legal))
        total += reward
        if terminated or truncated:
            break
    return info | {"total": total}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("edition", IDS)
def test_gymnasium_finds_nothing_wrong(edition: str) -> None:
    game = gymnasium.make(f"gitopoly.envs:{IDS[edition]}", opponents=["trader"])
    check_env(game.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("edition", "opponents"), [("classic", 1), ("classic", 7), ("arena", 1)])
def test_a_game_ends_with_one_result(edition: str, opponents: int) -> None:
    game = OneSeat(edition, ["builder"] * opponents, starting_money=200)
    for number in range(3):
        told = play(game, seed=2, game=number)
        assert game.game.agent == number % (opponents + 1)
        assert told["result"] == told["total"]
        assert (told["winner"] == game.game.agent) == (told["result"] == 1)
        assert not told["action_mask"].any()
        with pytest.raises(InvalidRun, match="reset"):
            game.step(0)


def test_the_agent_is_asked_only_where_it_has_a_choice() -> None:
    game = OneSeat("classic", ["sensible", "random"], seat=1)
    _, info = game.reset(seed=4)
    for _ in range(60):
        assert info["action_mask"].sum() > 1
        assert game.game.actor == 1
        *_, over, _, info = game.step(int(info["action_mask"].argmax()))
        if over:
            break


def test_an_illegal_action_does_nothing_and_is_told() -> None:
    game = OneSeat(opponents=["random"], max_cycles=2)
    seen, _ = game.reset(seed=1)
    again, reward, terminated, truncated, info = game.step(WAIT)
    assert (again == seen).all()
    assert (reward, terminated, truncated, info["illegal"]) == (0.0, False, False, "wait")
    *_, truncated, info = game.step(WAIT)
    assert truncated
    assert info["result"] == 0


def test_shaped_rewards_add_up_to_the_change_of_ones_share() -> None:
    plain, shaped = OneSeat(max_cycles=40), OneSeat(max_cycles=40, shaping=1.0)
    sums = [play(game, seed=5)["total"] for game in (plain, shaped)]
    assert sums[0] == 0
    assert sums[1] == pytest.approx(shaped.game._shares[shaped.game.agent] / 1e6 - 0.5)


def test_opponents_may_be_players_files_and_trained_policies(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(
        "import gitopoly\n\n\nclass Last(gitopoly.Player):\n"
        "    def decide(self, game, actions):\n        return actions[-1]\n"
    )
    LayeredNetwork([(numpy.zeros((ACTIONS, FEATURES)), numpy.zeros(ACTIONS))]).save(
        tmp_path / "flat.npz"
    )
    opponents = [First, First(), f"{tmp_path}/last.py:Last", tmp_path / "flat.npz", "sensible"]
    game = OneSeat("classic", opponents, max_cycles=60)
    try:
        told = play(game, seed=3)
    finally:
        game.close()
    assert told["result"] in (-1, 0, 1)
    assert game.game.taken > 60


def test_a_seed_repeats_the_game_and_a_game_has_a_number() -> None:
    game = OneSeat(opponents=["trader"], max_cycles=80)
    for seed in (1, 2):
        first = [play(game, seed)["total"], game.game.state]
        second = [play(game, None)["total"], game.game.state]
        assert [play(game, seed)["total"], game.game.state] == first
        assert first[1] != second[1]


def test_strong_looks_ahead_with_dice_of_its_own() -> None:
    asked = []

    class Strong:
        searches = True

        def choose(self, s: Any, seat: int, buffer: Any, generator: Any) -> int:
            asked.append(generator)
            return int(buffer.actions[0])

    strong = BuiltInOpponent("strong")
    strong._chooser = Strong()  # type: ignore[assignment]
    game = OneSeat(opponents=["random"])
    game.game._opponents = [strong]
    play(game, seed=1, steps=30)
    assert asked
    assert all(generator is not game.game.generator for generator in asked)


@pytest.mark.parametrize(
    ("settings", "error", "why"),
    [
        ({"opponents": "trader"}, InvalidRun, "must be a list"),
        ({"opponents": []}, InvalidRun, "1 to 7 opponents"),
        ({"opponents": ["random"] * 8}, InvalidRun, "1 to 7 opponents"),
        ({"opponents": ["castle"]}, InvalidBot, "'castle' is not a player"),
        ({"opponents": ["gone.npz"]}, InvalidBot, "gone.npz cannot be read"),
        ({"seat": 2}, InvalidRun, "no seat 2; give 0 to 1"),
        ({"edition": "arena", "opponents": ["random"] * 2}, GitopolyError, "2 players"),
        ({"render_mode": "rgb_array"}, InvalidRun, "choose one of human, ansi"),
    ],
)
def test_what_cannot_be_played_is_refused(
    settings: dict[str, Any], error: type[GitopolyError], why: str
) -> None:
    with pytest.raises(error, match=why):
        OneSeat(**settings)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(InvalidRun, match="reset"):
        OneSeat().step(0)


def test_a_game_is_drawn_as_text() -> None:
    game = OneSeat(render_mode="ansi")
    game.reset(seed=1)
    assert "p1" in game.render()
    assert OneSeat().render() is None
