"""The model of win chances: its file, its arithmetic, and what it says of positions."""

from __future__ import annotations

import json
import math
from importlib import resources

import pytest

from gitopoly.bots.analysis.curve import model_chances, result_of
from gitopoly.bots.desk import ROW, STAGES, WinModel
from gitopoly.bots.fixed_point import ONE, exponential, log_of, root_of
from gitopoly.bots.win_model import (
    FEATURES,
    FILE,
    NAMES_OF_STAGES,
    chance_by_model,
    set_weights,
    shipped_weights,
    stage_at,
)
from gitopoly.bots.worth import CERTAIN
from gitopoly.rules import Rules, actions as a, apply, initial, is_over
from gitopoly.rules.board import renew_sets
from tests.analysis.games import played
from tests.bots.positions import positions, seats_to_act

NUMBERS = [*range(1, 300), 999, 1500, 32767, 32768, 65537, 10**6, 10**9 + 7, 10**13]
BROWNS = (1, 3)
MODEL = set_weights(WinModel())


def test_logarithms_and_roots_are_those_of_python() -> None:
    for number in NUMBERS:
        assert log_of(number) / ONE == pytest.approx(math.log(number), abs=3 / ONE)
        assert root_of(number) == math.isqrt(number)


def test_powers_are_those_of_python_within_their_bounds() -> None:
    for exponent in range(-13 * ONE, 13 * ONE, 1777):
        true = ONE * math.exp(exponent / ONE)
        assert exponential(exponent) == pytest.approx(true, rel=4e-4, abs=2)
    assert exponential(0) == ONE
    assert exponential(-15 * ONE) == 0
    assert exponential(99 * ONE) == exponential(14 * ONE)
    assert root_of(0) == root_of(-4) == 0


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
    found = [chance_by_model(s, s.rules, seat, MODEL) for seat in range(3)]
    assert found[0] == 0
    assert found[1] + found[2] == pytest.approx(CERTAIN, abs=2)
    s.is_bankrupt[2] = 1
    assert model_chances(s) == (0, 1, 0)
    tied = initial(Rules.of("classic", 2, turn_limit=1))
    tied.turns = 1
    assert result_of(tied) == (0.5, 0.5)


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
    assert max(changes) < 0.001
    assert sum(change > 0 for change in changes) < len(changes) // 50
    assert sum(changes) / len(changes) < -0.002
