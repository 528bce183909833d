"""The model of win chances as `strong` uses it: the same as in analyses."""

from __future__ import annotations

import pytest

from gitopoly.bots.analysis.curve import model_chances
from gitopoly.bots.desk import ROW, STAGES, WinModel
from gitopoly.bots.win_model import FEATURES, NAMES_OF_STAGES, chance_by_model, set_weights
from gitopoly.bots.worth import CERTAIN
from gitopoly.rules import actions as a, apply, is_over
from tests.bots.positions import positions, seats_to_act
from tests.rules.scenario import Scenario

MODEL = set_weights(WinModel())


def test_places_are_those_of_the_names() -> None:
    assert len(FEATURES) == ROW
    assert len(NAMES_OF_STAGES) == STAGES


def test_chances_are_those_of_analyses() -> None:
    """That every engine has the same ones is in what `strong` chooses by them."""
    seen = 0
    for s in positions("classic", 4, 37, 30):
        if is_over(s):
            continue
        for seat, chance in enumerate(model_chances(s)):
            found = chance_by_model(s, s.rules, seat, MODEL)
            assert found / CERTAIN == pytest.approx(chance, abs=0.002)
            seen += 0.05 < chance < 0.95
    assert seen > 20


def test_who_is_out_has_no_chance() -> None:
    game = Scenario(players=3)
    game.s.is_bankrupt[1] = 1
    found = [chance_by_model(game.s, game.rules, seat, MODEL) for seat in range(3)]
    assert found[1] == 0
    assert found[0] + found[2] == pytest.approx(CERTAIN, abs=2)


def test_to_mortgage_raises_no_chance() -> None:
    """Cash for a mortgaged deed is owed: a position is not better because somebody mortgages."""
    changes = []
    for seed in range(4):
        for s in positions("classic", seed, 23, 80):
            for seat, buffer in seats_to_act(s):
                for code in buffer.actions[: buffer.count]:
                    if a.operation_of(code) == a.MORTGAGE:
                        after = s.copy()
                        apply(after, code)
                        changes.append(model_chances(after)[seat] - model_chances(s)[seat])
    assert len(changes) > 100
    assert max(changes) < 0.005
    assert sum(change > 0 for change in changes) < len(changes) // 50
    assert sum(changes) / len(changes) < -0.002
