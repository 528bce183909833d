"""The environment in which agents act in turn, under PettingZoo's own tests and ours."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, seed_test

from gitopoly.arena.environments import action_space as space
from gitopoly.arena.environments.aec import env, raw_env
from gitopoly.errors import (
    GitopolyError,
    IllegalAction,
    InvalidRules,
    InvalidRun,
)

TABLES = [("classic", 2), ("classic", 5), ("classic", 8), ("formal", 2), ("formal", 6)]
# PettingZoo knows by name which environments show dictionaries, and wonders about all others.
pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def play(game: Any, seed: int = 1, steps: int = 100_000) -> dict[str, float]:
    """Play on at random; what each agent got in all."""
    chance = random.Random(seed)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter(steps):
        observation, reward, termination, truncation, _ = game.last()
        totals[agent] += reward
        legal = numpy.flatnonzero(observation["action_mask"]).tolist()
        game.step(None if termination or truncation else chance.choice(legal))
    return totals


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoos_test_of_the_interface_passes(edition: str, players: int) -> None:
    api_test(env(edition, players=players), num_cycles=150)
    api_test(raw_env(edition, players=players, shaping=1.0, max_cycles=60), num_cycles=150)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoos_test_of_seeds_passes(edition: str, players: int) -> None:
    seed_test(lambda: env(edition, players=players), num_cycles=60)


def test_pettingzoos_test_of_seeds_notices_a_game_of_its_own() -> None:
    class Forgetful(raw_env):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            super().reset(None, options)

    with pytest.raises(AssertionError, match="Incorrect"):
        seed_test(lambda: Forgetful("classic", players=4), num_cycles=60)


@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("classic", 4), ("formal", 3)])
def test_in_a_whole_game_one_wins_and_all_others_lose(edition: str, players: int) -> None:
    game = raw_env(edition, players=players, starting_money=400, max_cycles=0)
    game.reset(seed=5)
    assert sorted(play(game).values()) == [-1.0] * (players - 1) + [1.0]
    assert game.agents == []


def test_a_bankrupt_agent_is_out_and_the_others_play_on() -> None:
    game = raw_env("classic", players=4, starting_money=200)
    game.reset(seed=2)
    chance = random.Random(2)
    while len(game.agents) == 4:
        observation, _, termination, truncation, _ = game.last()
        legal = numpy.flatnonzero(observation["action_mask"]).tolist()
        game.step(None if termination or truncation else chance.choice(legal))
    assert len(game.agents) == 3
    assert not any(game.terminations.values())


def test_max_cycles_cuts_a_game_off_for_everybody_without_reward() -> None:
    game = env("classic", players=3, max_cycles=25)
    game.reset(seed=1)
    steps = 0
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        if truncation:
            assert (reward, termination) == (0, False)
            game.step(None)
            continue
        steps += 1
        game.step(game.action_space(agent).sample(observation["action_mask"]))
    assert steps == 25


def test_a_seed_begins_a_series_and_each_reset_the_next_game_of_it() -> None:
    first, second = raw_env("classic"), raw_env("classic")
    first.reset(seed=9)
    first.reset()
    second.reset(seed=9, options={"game": 1})
    assert play(first, steps=300) == play(second, steps=300)
    assert first.game.state == second.game.state
    second.reset(seed=9, options={"game": 2})
    play(second, steps=300)
    assert first.game.state != second.game.state


def test_only_the_one_who_acts_has_a_mask() -> None:
    game = raw_env("formal", players=3)
    game.reset(seed=1)
    sums = [int(game.observe(agent)["action_mask"].sum()) for agent in game.agents]
    assert sums == [1, 0, 0]


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    game = raw_env("formal", players=2)
    game.reset(seed=1)
    before = game.game.state.copy()
    with pytest.raises(IllegalAction, match=r"RollAndMove is refused: .*\(TIME-"):
        game.step(4)
    with pytest.raises(IllegalAction, match="see the action mask"):
        game.step(space.DROP)
    assert game.game.state == before


@pytest.mark.filterwarnings("ignore")
def test_behind_the_guards_an_illegal_action_ends_the_game_with_minus_one() -> None:
    game = env("formal", players=2)
    game.reset(seed=1)
    game.step(4)
    assert all(game.terminations.values())
    assert game.rewards["player_0"] == -1


def test_shaping_is_off_by_default_and_adds_the_change_of_ones_share() -> None:
    plain, shaped = raw_env("formal", players=2), raw_env("formal", players=2, shaping=2.0)
    for game in (plain, shaped):
        game.reset(seed=1)
        play(game, steps=300)
    assert plain.game.state == shaped.game.state
    assert set(plain.rewards.values()) == {0.0}
    shaped.game.state.money[0] -= 750
    shaped.game.state.bank_money += 750
    shaped.game._shape()
    assert shaped.game.rewards[0] < 0 < shaped.game.rewards[1]


@pytest.mark.parametrize(
    ("settings", "error", "why"),
    [
        (
            {"edition": "formal-small"},
            InvalidRun,
            "formal, arena or a file",
        ),
        ({"edition": "formal", "players": 7}, InvalidRules, "2 to 6 players"),
        ({"defect_stale_debt": 1}, InvalidRun, "without defects"),
        ({"max_cycles": -1}, InvalidRun, "max_cycles must be a number of steps"),
        ({"render_mode": "rgb_array"}, InvalidRun, "choose one of human, ansi"),
        ({"colour": 1}, InvalidRules, "no option"),
    ],
)
def test_settings_that_make_no_game_are_refused(
    settings: dict[str, Any], error: type[GitopolyError], why: str
) -> None:
    with pytest.raises(error, match=why):
        raw_env(**settings)
