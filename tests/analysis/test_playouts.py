"""Playouts of positions: reproducible, on any number of threads, with errors."""

from __future__ import annotations

import math
import shutil
from typing import Any

import pytest

from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.analysis import playouts
from gitopoly.bots.analysis.playouts import (
    PlayoutRequest,
    Playouts,
    checked_policy,
    chosen_engine,
    differences,
    estimate,
)
from gitopoly.bots.desk import policy_numbers
from gitopoly.bots.play import WHOLE
from gitopoly.errors import InvalidBot, InvalidEngine, MissingExtra, MissingTool
from tests.analysis.games import plain, played


def test_results_depend_on_the_seed_and_not_on_the_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = played()
    questions = [PlayoutRequest(step.before, 6) for step in steps[20:60:10]]
    rules = steps[0].before.rules
    once = list(plain(rules, 3).shares(questions))
    monkeypatch.setattr(playouts, "IN_ONE_CALL", 2)
    assert list(plain(rules, 3, jobs=3).shares(questions)) == once
    assert list(plain(rules, 4).shares(questions)) != once


def test_numbers_of_playouts_choose_the_dice() -> None:
    s = played()[30].before
    (both,) = plain(s.rules).shares([PlayoutRequest(s, 6)])
    first, then = plain(s.rules).shares([PlayoutRequest(s, 4), PlayoutRequest(s, 2, first=4)])
    assert both == first + then


def test_a_mixture_gives_every_ten_playouts_other_policies() -> None:
    s = played()[30].before
    ways = (policy_numbers(("random",), 3), policy_numbers(("builder",), 3))
    (mixed,) = plain(s.rules).shares([PlayoutRequest(s, 25, first=3, mixture=ways)])
    parts = [
        PlayoutRequest(s, 7, first=3, policies=ways[0]),
        PlayoutRequest(s, 10, first=10, policies=ways[1]),
        PlayoutRequest(s, 8, first=20, policies=ways[0]),
    ]
    one, two, three = plain(s.rules).shares(parts)
    assert mixed == one + two + three
    (alike,) = plain(s.rules).shares([PlayoutRequest(s, 25, first=3, policies=ways[0])])
    assert mixed != alike


def test_an_estimate_has_its_error_even_without_a_win() -> None:
    found = estimate([(WHOLE, 0)] * 100)
    assert found.chances == (1.0, 0.0)
    assert found.errors[0] == pytest.approx(found.errors[1]) == pytest.approx(0.0098, abs=0.0003)
    assert estimate([(WHOLE, 0), (0, WHOLE)] * 200).errors[0] == pytest.approx(0.025, abs=0.001)


def test_a_difference_is_taken_in_pairs() -> None:
    won, lost = (WHOLE, 0), (0, WHOLE)
    better = [won, won, lost, lost] * 10
    worse = [won, lost, lost, lost] * 10
    (gain, error), (loss, same) = differences(better, worse)
    assert (gain, loss) == (0.25, -0.25)
    assert error == same == pytest.approx(math.sqrt((0.1875 + 1 / 40) / 40))
    assert differences(worse, worse) == [(0, 1 / 40)] * 2


def test_policies_by_name() -> None:
    assert policy_numbers(("builder",), 3)[:3] == (BUILDER,) * 3
    assert policy_numbers(("builder", "trader"), 2)[:2] == (BUILDER, TRADER)
    assert checked_policy("fitted") == "fitted"
    with pytest.raises(InvalidBot, match="choose trader"):
        checked_policy("strong")
    with pytest.raises(InvalidBot, match="choose one of"):
        checked_policy("smart")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: Any) -> Any:
        raise MissingTool("no compiler")

    monkeypatch.setattr("gitopoly.bots.analysis.playouts.can_compile", lambda: False)
    assert chosen_engine("native") == "native"
    monkeypatch.setattr("gitopoly.engine.native.compiler", lambda: ["c++"])
    assert chosen_engine() == "native"
    monkeypatch.setattr("gitopoly.engine.native.compiler", nothing)
    with pytest.raises(MissingExtra, match="fast"):
        chosen_engine()
    with pytest.raises(InvalidEngine):
        chosen_engine("steam")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["compiled", "native"])
def test_engines_agree(engine: str) -> None:
    if engine == "native" and not (shutil.which("c++") or shutil.which("g++")):
        pytest.skip("no C++ compiler")
    steps = played(players=4, turns=30, policy="trader")
    questions = [
        PlayoutRequest(steps[80].before, 8),
        PlayoutRequest(steps[80].before, 8, steps[80].code),
    ]
    rules = steps[0].before.rules
    assert list(Playouts(rules, 9, engine).shares(questions)) == list(
        plain(rules, 9).shares(questions)
    )
    asked = PlayoutRequest(steps[80].before, 8)
    assert Playouts(rules, 9, engine).rounds(asked, 1) == plain(rules, 9).rounds(asked, 1)
