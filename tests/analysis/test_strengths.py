"""Which policies a seat's decisions fit, and how sure that is."""

from __future__ import annotations

from collections import Counter

import pytest

from gitopoly.bots import POLICIES
from gitopoly.bots.analysis.review import listed
from gitopoly.bots.analysis.strengths import (
    CANDIDATES,
    EAGER,
    QUIET,
    Doubt,
    evidence,
    likeliest,
    mixture_of,
    policy_weights,
)
from gitopoly.bots.heuristics import makes_offers_now
from gitopoly.rules import Rules, initial
from gitopoly.rules.randomness import seeded
from tests.analysis.games import played


@pytest.mark.parametrize("policy", ["random", "sensible", "cautious", "builder", "trader"])
def test_a_policy_is_recognised_by_its_decisions(policy: str) -> None:
    steps = played(2, 60, policy, seed=9)
    assert likeliest(policy_weights(evidence(steps), 2)) == (policy, policy)


def test_without_decisions_a_seat_plays_like_trader() -> None:
    assert likeliest(policy_weights([], 3)) == ("trader",) * 3


def test_before_offers_are_possible_nothing_tells_a_builder_from_a_trader() -> None:
    for row in policy_weights(evidence(played(4, 4, "builder", seed=3)), 4):
        assert row["builder"] == pytest.approx(row["trader"])
        assert sum(row.values()) == pytest.approx(1)


def test_an_offer_that_is_not_made_speaks_against_trader() -> None:
    early, late = (policy_weights(evidence(played(2, n, "builder", seed=9)), 2) for n in (8, 60))
    for before, after in zip(early, late, strict=True):
        assert after["trader"] < before["trader"]


def test_evidence_adds_up_step_by_step() -> None:
    steps = played(3, 20, "trader", seed=2)
    assert policy_weights(evidence(steps)[:50], 3) == policy_weights(evidence(steps[:50]), 3)
    assert policy_weights([], 3)[0] == dict.fromkeys(CANDIDATES, 1 / len(CANDIDATES))


def test_every_decision_tells_something_and_a_forced_move_nothing() -> None:
    steps = played(3, 20, "trader", seed=2)
    options = [listed(done.before, done.seat) for done in steps]
    for (_, logs), given in zip(evidence(steps), options, strict=True):
        assert bool(logs) == (given.count > 1 or given.limits[0] > 0)
    assert {1, 2} < {given.count for given in options}


def test_less_doubt_makes_decisions_tell_more() -> None:
    steps = played(2, 30, "builder", seed=9)
    doubts = (Doubt(), Doubt(1e-4, 1e-4))
    usual, sure = (policy_weights(evidence(steps, doubt), 2) for doubt in doubts)
    for before, after in zip(usual, sure, strict=True):
        assert after["builder"] > before["builder"]


def test_seeds_decide_whether_a_trader_looks_for_an_offer() -> None:
    s = initial(Rules.of("classic", 2))
    assert makes_offers_now(s, seeded(EAGER))
    assert not makes_offers_now(s, seeded(QUIET))


def test_a_mixture_has_each_policy_as_often_as_it_is_likely() -> None:
    sure = dict.fromkeys(CANDIDATES, 0.0) | {"sensible": 1.0}
    torn = dict.fromkeys(CANDIDATES, 0.0) | {"trader": 0.75, "builder": 0.25}
    mixture = mixture_of([sure, torn], 20, seed=4)
    assert {row[0] for row in mixture} == {POLICIES["sensible"]}
    assert Counter(row[1] for row in mixture) == {POLICIES["trader"]: 15, POLICIES["builder"]: 5}
    assert mixture == mixture_of([sure, torn], 20, seed=4)
    assert mixture != mixture_of([sure, torn], 20, seed=5)
