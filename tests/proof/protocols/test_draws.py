"""Which games have draws that `TraceDice2` can follow."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.proof.protocols.draws import draws_of
from tests.proof.protocols.played import RecordedTable


@pytest.mark.parametrize("dice", ["joint", "seeded"])
def test_dice_that_follow_from_a_seed_are_no_draws(dice: str) -> None:
    table = RecordedTable(2, dice=dice)
    table.play(Random(1), 30)
    assert any("throw" in entry.action.lower() for entry in table.run.entries.values())
    assert (draws_of(table.run) is None) == (dice == "seeded")
