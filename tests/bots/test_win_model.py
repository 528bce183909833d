"""The model of win chances as `strong` uses it: the same as in analyses, on both carriers."""

from __future__ import annotations

import pytest

from gitopoly.analysis.model import model_chances
from gitopoly.bots.model_features import FEATURES, OF_STAGES, ROW, STAGES
from gitopoly.bots.model_weights import shipped_model
from gitopoly.bots.static_evaluation import CERTAIN
from gitopoly.bots.strong import compiled_kernel
from gitopoly.bots.win_model import chance_by_model
from gitopoly.kernel import is_over
from tests.bots.positions import positions
from tests.kernel.scenario import Scenario

pytestmark = pytest.mark.xdist_group("compiled")


def test_places_are_those_of_the_names() -> None:
    assert len(FEATURES) == ROW
    assert len(STAGES) == OF_STAGES


def test_chances_are_those_of_analyses_on_both_carriers() -> None:
    from gitopoly.kernel import compiled

    plain, fast = shipped_model(), compiled.record(shipped_model())
    call = compiled_kernel().chance_by_model
    seen = 0
    for s in positions("classic", 4, 37, 30):
        if is_over(s):
            continue
        record, rules = compiled.record(s), compiled.rules_record(s.rules)
        for seat, chance in enumerate(model_chances(s)):
            found = chance_by_model(s, s.rules, seat, plain)
            assert found == call(record, rules, seat, fast)
            assert found / CERTAIN == pytest.approx(chance, abs=0.002)
            seen += 0.05 < chance < 0.95
    assert seen > 20


def test_who_is_out_has_no_chance() -> None:
    game = Scenario(players=3)
    game.s.is_bankrupt[1] = 1
    found = [chance_by_model(game.s, game.rules, seat, shipped_model()) for seat in range(3)]
    assert found[1] == 0
    assert found[0] + found[2] == pytest.approx(CERTAIN, abs=2)
