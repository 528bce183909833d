"""A trained policy as a player: in matches, in processes of its own, and at a table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

import gitopoly
from gitopoly.arena.environments.action_space import ADDRESSEES, CASHES, DROP
from gitopoly.arena.environments.policy_player import policy_player
from gitopoly.errors import InvalidBot
from gitopoly.game.table_player import TablePlayer, entrant
from gitopoly.rules import Rules, initial, legal_actions
from tests.arena.environments.test_networks import random_network


class Trading:
    """Wants to trade wherever that is possible, and asks for the least."""

    def scores(self, observations: Any, masks: Any) -> Any:
        liked = numpy.zeros(masks.shape)
        liked[:, ADDRESSEES:CASHES] = 2
        liked[:, CASHES:DROP] = 3
        return liked + numpy.random.default_rng(1).random(masks.shape)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena", "harbour"])
def test_it_plays_whole_games_without_a_fault(edition: str) -> None:
    mine = policy_player(random_network(1), "Mine")
    match = gitopoly.play_match([mine, "trader"], edition, seed=1, max_turns=60)
    assert match.faults == ()
    assert list(match.game.seats) == ["Mine", "trader"]


def test_it_makes_offers_step_by_step() -> None:
    match = gitopoly.play_match([policy_player(Trading()), "random"], seed=2, max_turns=30)
    assert match.faults == ()
    made = [step for step in match.game.history if step.action.cash is not None]
    assert [step for step in made if step.action.seat == "Trading"]


def test_two_lines_make_a_file_a_player_in_its_own_process(tmp_path: Path) -> None:
    random_network(3).save(tmp_path / "mine.npz")
    (tmp_path / "mine.py").write_text(
        "from gitopoly.envs import policy_player\n"
        f"Mine = policy_player({str(tmp_path / 'mine.npz')!r})\n"
    )
    match = gitopoly.play_match([f"{tmp_path}/mine.py:Mine", "random"], seed=1, max_turns=10)
    assert match.faults == ()


def test_a_player_needs_no_compiler() -> None:
    code = "import sys, gitopoly.envs; print('wasmtime' in sys.modules, 'gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_at_a_table_it_chooses_among_what_is_offered() -> None:
    player = TablePlayer(entrant(policy_player(random_network(4))), 0, seed=1)
    s = initial(Rules.of("classic", 2, opening_throw=0))
    offered = legal_actions(s, 0)
    assert player.choose(s, offered) in offered


def test_a_bad_file_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidBot, match="cannot be read"):
        policy_player(tmp_path / "gone.npz")
