"""A whole analysis, and its data read back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gitopoly.bots.analysis.report import analysed, dumped, fingerprint, from_data, moments_of
from gitopoly.bots.analysis.trades import TradeVerdict
from tests.analysis.games import played
from tests.analysis.test_decisions import answer, offered

STEPS = played(3, 6, seed=5)
START = STEPS[0].before
FOUND = analysed(START, STEPS, engine="interpreted", effort=0.03, jobs=1)
ACCEPTED = [answer(offered(cash=1), "accept")]
TRADE = {"step": 1, "proposer": 0, "addressee": 1, "gains": [0, 0], "errors": [0, 0]}


def test_the_same_seed_gives_the_same_analysis() -> None:
    again = analysed(START, STEPS, engine="interpreted", effort=0.03, jobs=2)
    assert again == FOUND
    other = analysed(START, STEPS, seed=1, engine="interpreted", effort=0.03, jobs=1)
    assert other.chances != FOUND.chances


def test_data_is_read_back() -> None:
    data = json.loads(dumped(FOUND.data()))
    assert from_data(data, START.rules, STEPS) == FOUND


def test_trades_are_read_back() -> None:
    rules = ACCEPTED[0].before.rules
    data = analysed(ACCEPTED[0].before, ACCEPTED, engine="interpreted", effort=0.01).data()
    found = from_data(data | {"trades": [TRADE]}, rules, ACCEPTED)
    assert found.trades == (TradeVerdict(1, 0, 1, (0, 0), (0, 0)),)
    for change in ({"proposer": 1}, {"addressee": 9}, {"gains": [float("nan"), 0]}, {"step": 2}):
        with pytest.raises(ValueError, match=r"."):
            from_data(data | {"trades": [TRADE | change]}, rules, ACCEPTED)


def test_decisions_are_read_back() -> None:
    number = next(n for n, done in enumerate(STEPS, 1) if done.code and n > 20)
    done = STEPS[number - 1]
    told = {"step": number, "seat": done.seat, "action": done.code, "better": done.code}
    told |= {"loss": 0.1, "error": 0.01, "completed": [done.seat, 2]}
    found = from_data(FOUND.data() | {"decisions": [told]}, START.rules, STEPS)
    assert found.decisions is not None
    assert found.decisions[0].completed == (done.seat, 2)
    for change in (
        *({"step": number - 1}, {"seat": (done.seat + 1) % 3}, {"action": -1}, {"better": 0}),
        *({"completed": [3, 2]}, {"completed": [0, 99]}, {"loss": "much"}),
    ):
        with pytest.raises(ValueError, match=r"."):
            from_data(FOUND.data() | {"decisions": [told | change]}, START.rules, STEPS)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 0},
        {"chances": []},
        {"chances": [[2, -1, 0]] * (len(STEPS) + 1)},
        {"turns": [-1]},
        {"moments": [{}]},
        {"moments": [{"step": 1, "seat": 0, "change": float("inf")}]},
        {"decisions": [3]},
        {"trades": [{"step": 1}]},
        {"moments": [{"step": 0, "seat": 0, "change": 0.1}]},
        {"moments": [{"step": 1, "seat": 3, "change": 0.1}]},
        {"effort": float("nan")},
        {"luck": []},
        {"luck": [{"start": 1}]},
        {"policies": None},
        {"seed": "x"},
    ],
)
def test_damaged_data_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_data(FOUND.data() | change, START.rules, STEPS)
    with pytest.raises(ValueError, match=r"."):
        from_data(change, START.rules, STEPS)


def test_moments_are_the_largest_changes_in_order() -> None:
    chances = [(0.5, 0.5), (0.52, 0.48), (0.3, 0.7), (0.4, 0.6)]
    found = moments_of(chances)
    assert [(one.step, one.seat) for one in found] == [(2, 0), (3, 0)]
    assert found[0].change == pytest.approx(-0.22)


def test_a_fingerprint_changes_with_the_game() -> None:
    assert fingerprint(START.rules, STEPS) == fingerprint(START.rules, STEPS)
    assert fingerprint(START.rules, STEPS) != fingerprint(START.rules, STEPS[:-1])


def test_chances_alone_leave_decisions_out() -> None:
    found = analysed(START, STEPS, engine="interpreted", effort=0.03, jobs=1, decisions=False)
    assert found.decisions is None
    assert found.luck is None
    assert found.chances == FOUND.chances
