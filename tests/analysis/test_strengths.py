"""Which policy a seat's decisions fit best."""

from __future__ import annotations

import pytest

from gitopoly.analysis.strengths import fitted_policies
from tests.analysis.games import played


@pytest.mark.parametrize("policy", ["random", "sensible", "cautious", "trader"])
def test_a_policy_is_recognised_by_its_decisions(policy: str) -> None:
    steps = played(2, 60, policy, seed=9)
    assert fitted_policies(steps, 2) == (policy, policy)


def test_without_decisions_a_seat_plays_like_trader() -> None:
    assert fitted_policies([], 3) == ("trader",) * 3
