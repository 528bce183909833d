"""Many games at a time, compiled; `test_conformance` holds them against the plain rules."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from gitopoly.arena.environments.batch import BatchEnvironment
from gitopoly.arena.environments.batches import batch_environment
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun

pytestmark = pytest.mark.xdist_group("compiled")


def test_the_number_of_threads_changes_nothing() -> None:
    batches = [BatchEnvironment(7, "classic", players=3, threads=n) for n in (1, 2, 5)]
    for batch in batches:
        batch.reset(seed=3)
        for _ in range(300):
            batch.step(batch.sample())
    first, *others = ([batch.state(i) for i in range(7)] for batch in batches)
    assert all(other == first for other in others)


def test_wins_and_losses_are_told_when_a_game_ends() -> None:
    batch = BatchEnvironment(16, "classic", players=2, starting_money=200, max_cycles=0)
    batch.reset(seed=1)
    ends = 0
    for _ in range(1500):
        shown = batch.step(batch.sample())
        for i in numpy.flatnonzero(shown.terminated):
            winner = shown.winners[i]
            assert shown.rewards[i].tolist() == [1.0 if seat == winner else -1.0 for seat in (0, 1)]
            ends += 1
        assert (shown.winners[~shown.terminated] == -1).all()
    assert ends > 0


def test_sampled_actions_are_legal_and_repeat_with_the_seed() -> None:
    batch = BatchEnvironment(50, "classic", players=4)
    drawn = []
    for _ in range(2):
        shown = batch.reset(seed=8)
        drawn.append([])
        for _ in range(100):
            actions = batch.sample()
            assert shown.masks[numpy.arange(50), actions].all()
            drawn[-1].append(actions.tolist())
            shown = batch.step(actions)
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0][-1])) > 5


def test_unless_all_actions_are_legal_nothing_happens() -> None:
    batch = BatchEnvironment(3, "formal", players=2)
    batch.reset(seed=1)
    before = [batch.state(i) for i in range(3)]
    with pytest.raises(IllegalAction, match="RollAndMove in game 1 is refused"):
        batch.step([0, 4, 0])
    for nonsense in ([0, 0], [0.0, 0.0, 0.0], None):
        with pytest.raises(InvalidAction):
            batch.step(nonsense)
    assert [batch.state(i) for i in range(3)] == before
    batch.step([0, 0, 0])
    assert [batch.state(i) for i in range(3)] != before


@pytest.mark.slow  # the opponents are compiled
def test_opponents_act_between_two_steps_of_an_agent() -> None:
    batch = batch_environment(6, "harbour", 3, opponents={0: "builder", 2: "random"})
    shown = batch.reset(seed=2)
    turned = 0
    for _ in range(400):
        assert (shown.actors == 1).all()
        before = [batch.state(i) for i in range(6)]
        shown = batch.step(batch.sample())
        turned += sum(batch.state(i).money[0] != before[i].money[0] for i in range(6))
    assert turned > 100


@pytest.mark.slow
def test_a_game_without_agents_is_over() -> None:
    batch = BatchEnvironment(4, players=4, starting_money=60, opponents={0: "trader", 3: "trader"})
    batch.reset(seed=1)
    lost = 0
    for _ in range(3000):
        shown = batch.step(batch.sample())
        for i in numpy.flatnonzero(shown.terminated & (shown.winners == -1)):
            assert -1.0 in shown.rewards[i][1:3].tolist()
            assert 1.0 not in shown.rewards[i].tolist()
            lost += 1
    assert lost > 0


def test_agents_alone_need_no_opponents() -> None:
    """Policies that sit nowhere change nothing."""
    batches = [BatchEnvironment(3, players=3, opponents=given) for given in (None, {})]
    seen = []
    for batch in batches:
        batch.reset(seed=6)
        for _ in range(50):
            batch.step(batch.sample())
        seen.append([batch.state(i) for i in range(3)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("opponents", "reason"),
    [
        ({2: "random"}, "no seat 2 among 2 for 'random'"),
        ({"0": "random"}, "no seat '0'"),
        ({0: "strong"}, "no opponent plays 'strong'; choose random, sensible"),
        ({0: "random", 1: "random"}, "leave one to an agent"),
    ],
)
def test_opponents_that_cannot_be_seated_are_refused(opponents: Any, reason: str) -> None:
    with pytest.raises(InvalidRun, match=reason):
        BatchEnvironment(1, players=2, opponents=opponents)


def test_what_makes_no_batch_is_refused() -> None:
    with pytest.raises(InvalidRun, match="at least one game"):
        BatchEnvironment(0)
    with pytest.raises(InvalidRun, match="no device 'tpu'; choose cpu or cuda"):
        batch_environment(1, device="tpu")
    with pytest.raises(InvalidRun, match="arena or a file"):
        BatchEnvironment(1, "formal-small")
    with pytest.raises(InvalidRun, match="reset"):
        BatchEnvironment(1).step([0])
