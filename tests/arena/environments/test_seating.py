"""Both kinds of environment name their agents and number their games alike."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.environments import aec, parallel

KINDS: Any = (aec.raw_env, parallel.parallel_env)


@pytest.mark.parametrize("kind", KINDS)
def test_agents_have_names_and_spaces(kind: Any) -> None:
    game = kind("classic", players=3)
    assert game.possible_agents == ["player_0", "player_1", "player_2"]
    assert game.agents == []
    assert game.action_space("player_1").n == 342
    with pytest.raises(KeyError):
        game.observation_space("player_3")


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_begins_a_series_and_a_number_chooses_from_it(kind: Any) -> None:
    game, other = kind("classic", players=2), kind("classic", players=2)
    game.reset(seed=7)
    game.reset()
    assert (game._seed, game._next_game) == (7, 2)
    other.reset(seed=7, options={"game": 1})
    assert (other._seed, other._next_game) == (7, 2)
    assert other.agents == other.possible_agents
    other.reset(seed=8)
    assert (other._seed, other._next_game) == (8, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_seed_every_environment_has_another_one(kind: Any) -> None:
    games = [kind("classic", players=2) for _ in range(2)]
    for game in games:
        game.reset()
    assert games[0]._seed != games[1]._seed
