"""A player in a process of its own sees the rules of its table."""

from __future__ import annotations

from typing import Any

import pytest

import gitopoly
from gitopoly.editions import load
from gitopoly.game.action import Notation
from gitopoly.game.entrants import Entrant
from gitopoly.game.player_session import IsolatedPlayer
from gitopoly.game.worker import PlayerWorker
from gitopoly.rules import Rules


class Here:
    """What stands for the process: the worker answers at once."""

    lives = True
    spent = 0.0

    def __init__(self, worker: PlayerWorker) -> None:
        self.worker = worker

    def request(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Hand a question over."""
        return self.worker.handle(question)


@pytest.mark.parametrize("features", [(), ("auction-leader",), ("auction-leader", "held-seats")])
def test_a_game_keeps_the_rulings_that_it_names_in_another_process(
    features: tuple[str, ...],
) -> None:
    worker = PlayerWorker()
    player = IsolatedPlayer(Here(worker))  # type: ignore[arg-type]
    rules = Rules.of("classic", 2, features, turn_limit=9)
    entrant = Entrant("it", "instance", gitopoly.Player())
    player.begin(entrant, load("classic"), Notation(rules, ("Ann", "Ben")), 0, 1)
    found = worker.notation.rules
    assert (found.features, found.options) == (rules.features, {"turn_limit": 9})
    assert found.ties_have_a_leader == len(rules.features)
