"""The figures about win chances: scores, calibration and bias, from rows that are known."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tools.chances.calibration import write_page
from tools.chances.fitting import fit
from tools.chances.positions import played_positions
from tools.chances.scores import bias, brier, calibration_error, gain, reliability, tables_of


def row(chance: float, won: bool, **more: Any) -> dict[str, Any]:
    """A position of two seats that one forecast was made for."""
    forecast = [chance, 1 - chance]
    names = ("net worth", "static", "model", "playouts", "fitted", "whole", "ideal")
    return {
        "table": "mixed",
        "players": 2,
        "turn": 6,
        "policies": ["trader", "builder"],
        "out": [0, 0],
        "result": [float(won), float(not won)],
        **dict.fromkeys(names, forecast),
        **more,
    }


HONEST = [row(0.8, number < 80, game=number) for number in range(100)]
BOASTING = [row(0.8, number < 40, game=number) for number in range(100)]


def test_all_policies_of_a_mixed_table_meet_and_kept_steps_change_nothing() -> None:
    policies = ("trader", "builder", "sensible")
    quick = list(played_positions(2, policies, 5, range(6), 2))
    kept = list(played_positions(2, policies, 5, range(6), 2, keep_steps=True))
    assert {frozenset(one.policies) for one in quick} == {
        frozenset(pair) for pair in combinations(policies, 2)
    }
    assert [(one.game, one.done, one.result) for one in kept] == [
        (one.game, one.done, one.result) for one in quick
    ]
    assert all(one.state == again.state for one, again in zip(quick, kept, strict=True))
    assert all(one.steps[one.done].before == one.state for one in kept)


def test_a_score_is_the_squared_distance() -> None:
    assert brier([row(1, True)], "model") == 0
    assert brier([row(0, True)], "model") == 2
    assert brier([row(0.5, True)], "model") == 0.5


def test_honest_chances_are_calibrated_and_boasting_is_found() -> None:
    assert calibration_error(HONEST, "model") == pytest.approx(0, abs=1e-9)
    assert calibration_error(BOASTING, "model") > 0.3
    assert [(count, round(c, 2), round(r, 2)) for count, c, r in reliability(HONEST, "model")] == [
        (100, 0.2, 0.2),
        (100, 0.8, 0.8),
    ]


def test_a_gain_is_relative_to_net_worth_and_has_the_error_of_games() -> None:
    even = {"net worth": [0.5, 0.5]}
    rows = [row(0.8, number < 8, game=number, **even) for number in range(10)]
    share, error = gain(rows, "model")
    assert share == pytest.approx(1 - 0.32 / 0.5)
    assert error > 0
    twice = gain(rows + rows, "model")
    assert twice == pytest.approx((share, error))  # the same games again tell nothing new


def test_bias_is_told_by_policy() -> None:
    found = bias(BOASTING, "fitted", "trader")
    assert (round(found.chance, 2), found.won, found.count) == (0.8, 0.4, 100)
    assert bias(HONEST, "fitted", "builder").won == 0.2


def test_the_same_games_again_make_no_bias_surer() -> None:
    rows = [row(0.8, number < 4, game=number) for number in range(10)]
    once, twice = bias(rows, "fitted", "trader"), bias(rows + rows, "fitted", "trader")
    assert twice.error == pytest.approx(once.error)
    assert once.error == pytest.approx((0.24 / 10) ** 0.5)


def test_the_page_gets_its_tables(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("above\n<!-- calibration -->\nold\n<!-- end of calibration -->\nbelow\n")
    write_page(HONEST, page)
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.startswith("above\n")
    assert text.endswith("below\n")
    assert "| mixed | 2 | 100 |" in text
    write_page(HONEST, page)
    assert page.read_text(encoding="utf-8") == text
    assert any("o" in line for line in tables_of(BOASTING))


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    dice = np.random.default_rng(1)
    rows = np.zeros((4000, 8, 2))
    rows[:, :3] = dice.normal(size=(4000, 3, 2))
    plays = np.zeros((4000, 8), bool)
    plays[:, :3] = True
    scores = rows[:, :3] @ np.array([1.5, -0.5]) + dice.gumbel(size=(4000, 3))
    results = np.zeros((4000, 8))
    results[np.arange(4000), scores.argmax(axis=1)] = 1
    weights, loss = fit(rows, plays, results)
    assert weights == pytest.approx([1.5, -0.5], abs=0.15)
    assert loss < 1.0
