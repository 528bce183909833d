"""A native run reports what TLC would, and tells the shortest way to what is wrong."""

from __future__ import annotations

import pytest

from gitopoly.kernel import Rules
from gitopoly.verify.counterexample import story_of
from gitopoly.verify.model_config import Search
from gitopoly.verify.native_run import explore
from gitopoly.verify.tlc_output import Progress, Result

pytestmark = pytest.mark.xdist_group("compiled")

BLOCKED = Rules.of("formal-small", 3, defect_stale_debt=1, starting_money=1, jail_fine=1)
TINY = {"total_money": 2, "starting_money": 1, "dice_max": 1, "jail_fine": 1, "pass_go_reward": 1}


def test_a_bounded_run_counts_and_shows_its_progress() -> None:
    seen: list[Progress] = []
    run = explore(Search(Rules.of("formal-small", 2), 8), on_progress=seen.append)
    assert (run.result, run.depth) == (Result.HOLDS, 8)
    assert [now.depth for now in seen] == list(range(1, 9))
    assert sum(count.generated for count in run.actions.values()) == run.generated - 1
    assert run.queue > 0


def test_a_run_without_bound_ends_when_nothing_is_left() -> None:
    run = explore(Search(Rules.of("formal-small", 2, **TINY), None))
    assert (run.result, run.queue) == (Result.HOLDS, 0)


def test_a_violation_is_told_as_a_story() -> None:
    run = explore(Search(BLOCKED, 30))
    assert (run.result, run.violated) == (Result.INVARIANT, "InvProgress")
    story = story_of(run)
    assert story[0] == "1. The game begins."
    assert story[-1] == "There InvProgress does not hold."
    assert len(story) == run.depth + 1
    assert any("goes bankrupt" in line for line in story)


def test_no_memory_is_no_result() -> None:
    run = explore(Search(Rules.of("formal-small", 3), 30), memory=0)
    assert run.result is Result.ERROR
    assert "--memory" in run.message
