"""Random behaviours: bounded, repeatable, the same on both carriers, and told when they fail."""

from __future__ import annotations

import pytest

from gitopoly.bots.behaviours import Behaviours, run_behaviours, tell_behaviour
from gitopoly.kernel import Rules

SMALL = Rules.of("formal-small")
BLOCKED = Rules.of("formal-small", 3, defect_stale_debt=1, starting_money=1, jail_fine=1)


def run(rules: Rules, depth: int, count: int, engine: str = "interpreted") -> Behaviours:
    """So many behaviours, or fewer if one fails."""
    return run_behaviours(rules, depth, 7, lambda found: found.count < count, engine)


def test_behaviours_are_bounded_and_repeat() -> None:
    first, second = run(SMALL, 30, 5), run(SMALL, 30, 5)
    assert first == second
    assert first.count == 5
    assert 0 < first.actions.total() <= 150
    assert first.violation == ""


@pytest.mark.xdist_group("compiled")
def test_both_engines_count_the_same() -> None:
    interpreted, compiled = (run(SMALL, 60, 8, engine) for engine in ("interpreted", "compiled"))
    assert interpreted.actions == compiled.actions
    assert interpreted.terminated == compiled.terminated


def test_a_behaviour_that_fails_is_the_last_and_is_told() -> None:
    found = run(BLOCKED, 400, 500)
    assert found.violation == "Progress"
    story = tell_behaviour(BLOCKED, 400, 7, found.count - 1)
    assert 10 < len(story) <= 400
    assert any("goes bankrupt" in line for line in story)
