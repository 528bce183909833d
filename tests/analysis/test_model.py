"""The model of win chances, and the features that it weighs."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from gitopoly.bots.analysis.curve import model_chances, result_of
from gitopoly.bots.desk import ROW, STAGES
from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.win_model import FEATURES, FILE, NAMES_OF_STAGES, shipped_weights, stage_at
from gitopoly.rules import Rules, initial
from gitopoly.rules.board import renew_sets
from tests.analysis.games import played

BROWNS = (1, 3)


def test_the_file_has_a_weight_for_every_feature_and_stage() -> None:
    data = json.loads((resources.files("gitopoly.bots") / FILE).read_text("utf-8"))
    assert list(data["weights"]) == list(FEATURES)
    assert all(list(row) == list(NAMES_OF_STAGES) for row in data["weights"].values())
    assert (len(FEATURES), len(NAMES_OF_STAGES)) == (ROW, STAGES)
    assert len(shipped_weights()) == ROW * STAGES


def test_every_position_gets_chances() -> None:
    for players in (2, 3, 6):
        for step in played(players, 12)[::7]:
            s = step.before
            chances = model_chances(s)
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0
            assert all(0 <= stage_at(s, s.rules, place) <= ONE for place in range(STAGES))


@pytest.mark.parametrize("edition", ["formal", "formal-small", "london"])
def test_every_edition_gets_chances(edition: str) -> None:
    chances = model_chances(initial(Rules.of(edition, 3)))
    assert sum(chances) == pytest.approx(1)
    assert max(chances) < 0.5


def test_money_and_groups_raise_a_chance() -> None:
    s = initial(Rules.of("classic", 4))
    even = model_chances(s)
    assert even == (0.25,) * 4
    s.money[2] += 500
    richer = model_chances(s)
    assert richer[2] > even[2]
    for square in BROWNS:
        s.owner[square] = 1
    renew_sets(s, s.rules)
    assert model_chances(s)[1] > richer[1]


def test_who_is_out_has_no_chance_and_who_has_won_all_of_it() -> None:
    s = initial(Rules.of("classic", 3))
    s.is_bankrupt[0] = 1
    assert model_chances(s)[0] == 0
    s.is_bankrupt[2] = 1
    assert model_chances(s) == (0, 1, 0)
    tied = initial(Rules.of("classic", 2, turn_limit=1))
    tied.turns = 1
    assert result_of(tied) == (0.5, 0.5)
