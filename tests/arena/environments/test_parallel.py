"""The environment in which all agents act in each cycle, under PettingZoo's own tests and ours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from gitopoly.arena.environments import parallel
from gitopoly.arena.environments.action_space import FIRST, WAIT
from gitopoly.arena.environments.parallel import env, parallel_env
from gitopoly.rules.actions import BID
from gitopoly.rules.codes import AUCTION

TABLES = [("classic", 2), ("classic", 8), ("formal", 3), ("formal", 6)]
pytestmark = pytest.mark.filterwarnings("ignore:Observation")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoos_tests_of_the_interface_pass(edition: str, players: int) -> None:
    parallel_api_test(parallel_env(edition, players=players), num_cycles=60)
    api_test(env(edition, players=players), num_cycles=60)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoos_tests_of_seeds_pass(edition: str, players: int) -> None:
    parallel_seed_test(lambda: parallel_env(edition, players=players), num_cycles=30)
    seed_test(lambda: env(edition, players=players), num_cycles=60)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoos_test_of_max_cycles_passes(edition: str, players: int) -> None:
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: env(edition, players=players, max_cycles=max_cycles),
            parallel_env=lambda max_cycles: parallel_env(
                edition, players=players, max_cycles=max_cycles
            ),
        )
    )


def test_pettingzoos_test_of_max_cycles_passes_on_the_module() -> None:
    max_cycles_test(parallel)


def test_pettingzoos_test_of_max_cycles_notices_one_cycle_too_many() -> None:
    late = SimpleNamespace(
        env=env, parallel_env=lambda max_cycles: parallel_env(max_cycles=max_cycles + 1)
    )
    with pytest.raises(AssertionError):
        max_cycles_test(late)


def play(game: Any, cycles: int, wanted: Any = None) -> dict[str, float]:
    """Play on at random until a position is as wanted; what each agent got."""
    totals = dict.fromkeys(game.possible_agents, 0.0)
    observations, _ = game.reset(seed=4)
    for seat, agent in enumerate(game.possible_agents):
        game.action_space(agent).seed(seat)
    for _ in range(cycles):
        if not game.agents or (wanted and wanted(game)):
            break
        actions = {
            a: game.action_space(a).sample(observations[a]["action_mask"]) for a in game.agents
        }
        observations, rewards, _, _, infos = game.step(actions)
        for agent, reward in rewards.items():
            totals[agent] += reward
        assert not any(info.get("illegal") for info in infos.values())
    return totals


@pytest.mark.parametrize(("edition", "players"), [("classic", 3), ("formal", 2)])
def test_a_whole_game_of_legal_actions_has_one_winner(edition: str, players: int) -> None:
    game = parallel_env(edition, players=players, starting_money=300, max_cycles=0)
    totals = play(game, 30_000)
    assert sorted(totals.values()) == [-1.0] * (players - 1) + [1.0]


def test_bids_of_one_round_are_made_in_one_cycle() -> None:
    game = parallel_env("classic", players=3)
    play(game, 5000, lambda game: game.game.state.phase == AUCTION)
    _, _, _, _, infos = game.step(dict.fromkeys(game.agents, FIRST[BID]))
    assert infos == {"player_0": {}, "player_1": {}, "player_2": {}}
    assert game.game.state.bid[:3] == [1, 1, 1]


def test_what_is_not_legal_does_nothing_and_is_said() -> None:
    game = parallel_env("formal", players=2)
    game.reset(seed=1)
    before = game.game.state.copy()
    _, _, _, _, infos = game.step({"player_0": WAIT, "player_1": 0})
    assert infos == {"player_0": {"illegal": True}, "player_1": {"illegal": True}}
    assert game.game.state == before
    game.step({"player_0": 0})
    assert game.game.state != before
