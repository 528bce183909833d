"""What is measured of players who are away is a whole game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.scale import days_of_visits
from gitopoly.table.local_game import SimulatedGame, SimulationPlan
from tests.table.test_simulation import chooser


@pytest.mark.parametrize("dice", ["seeded", "joint"])
def test_seats_that_come_once_a_day_finish_a_game(tmp_path: Path, dice: str) -> None:
    plan = SimulationPlan("classic", 3, 1, (("turn_limit", 4),), dice)
    game = SimulatedGame(tmp_path, plan, 0)
    days = days_of_visits(game, [chooser(seat) for seat in range(3)])
    assert game.seats[2].game.over
    # Four turns of three seats that come in turn order cannot be done in one day.
    assert 1 < days < len(game.seats[2].game.log)
    game.close()
