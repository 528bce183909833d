"""Random behaviours: bounded, repeatable, and told when they fail."""

from __future__ import annotations

from gitopoly.bots.desk import ENDLESS
from gitopoly.bots.series import Behaviours, Series, run_behaviours, tell_behaviour

BLOCKED = (("defect_stale_debt", 1), ("starting_money", 1), ("jail_fine", 1))


def of_depth(depth: int, players: int = 2, options: tuple[tuple[str, int], ...] = ()) -> Series:
    """Behaviours of so many actions at most."""
    return Series(
        "formal-small", players, ("random",), 7, ENDLESS, options=options, max_actions=depth
    )


def run(series: Series, count: int) -> Behaviours:
    """So many behaviours, or fewer if one fails."""
    return run_behaviours(series, "interpreted", lambda found: found.count < count)


def test_behaviours_are_bounded_and_repeat() -> None:
    first, second = run(of_depth(30), 5), run(of_depth(30), 5)
    assert first == second
    assert first.count == 5
    assert 0 < first.actions.total() <= 150
    assert first.violation == ""


def test_a_behaviour_that_fails_is_the_last_and_is_told() -> None:
    found = run(of_depth(400, 3, BLOCKED), 500)
    assert found.violation == "Progress"
    story = tell_behaviour(of_depth(400, 3, BLOCKED), found.violated_by)
    assert 10 < len(story) <= 400
    assert any("goes bankrupt" in line for line in story)
