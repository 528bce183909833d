"""A native run reports what TLC would, and tells the shortest way to what is wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from threading import Event

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules
from gitopoly.verify.counterexample import story_of
from gitopoly.verify.native.promise_table import promises_named
from gitopoly.verify.native.run import explore, odds_of_collision
from gitopoly.verify.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc.output import CheckResult, Progress

pytestmark = pytest.mark.xdist_group("compiled")

BLOCKED = Rules.of("formal-small", 3, defect_stale_debt=1, starting_money=1, jail_fine=1)
PENNILESS = {"total_money": 0, "starting_money": 0, "jail_fine": 1, "pass_go_reward": 1}
THREE = Search(Rules.of("formal-small", 3), 20)


def test_a_bounded_run_counts_and_shows_its_progress() -> None:
    seen: list[Progress] = []
    run = explore(Search(Rules.of("formal-small", 2), 8), on_progress=seen.append)
    assert (run.result, run.depth) == (CheckResult.HOLDS, 8)
    assert [now.depth for now in seen] == list(range(1, 9))
    assert run.levels == [(now.generated, now.distinct) for now in seen]
    assert sum(count.generated for count in run.actions.values()) == run.generated - 1
    assert sum(count.generated for count in run.branches.values()) == run.generated - 1
    assert run.queue == 0, "what lies beyond the bound is not kept"
    assert sum(count.distinct for count in run.actions.values()) == run.distinct - 1


def test_a_run_without_bound_ends_when_nothing_is_left() -> None:
    run = explore(Search(Rules.of("formal-small", 2, **PENNILESS), None))
    assert (run.result, run.queue) == (CheckResult.HOLDS, 0)


@pytest.mark.parametrize("symmetric", [False, True])
def test_a_violation_is_told_as_a_story(symmetric: bool) -> None:
    run = explore(Search(BLOCKED, 30, symmetric))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvProgress")
    story = story_of(run)
    assert story[0] == "1. The game begins."
    assert story[-1] == "Here InvProgress does not hold."
    assert len(story) == run.depth + 1
    assert any("goes bankrupt" in line for line in story)


def test_what_lies_beyond_the_bound_is_checked_too_as_by_tlc() -> None:
    """The deadlock is at depth 11; one step before it, only its successors tell of it."""
    assert explore(Search(BLOCKED, 9)).result is CheckResult.HOLDS
    run = explore(Search(BLOCKED, 10))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvProgress")
    assert len(run.trace) == 11


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize(
    "name", ["MCMonopolyDefectFineInAnyPhase", "MCMonopolyDefectRentOnMortgagedUtility"]
)
def test_a_step_that_a_property_forbids_is_found_as_by_tlc(name: str, symmetric: bool) -> None:
    """These models are TLC's, because they must fail; the shortest way has the same length."""
    suite = load_suite()
    model = suite[name]
    search = native_search(suite, dataclasses.replace(model, expect=CheckResult.HOLDS))
    run = explore(dataclasses.replace(search, symmetric=symmetric))
    assert (run.result, run.violated, len(run.trace)) == (
        CheckResult.STEP,
        model.violates,
        model.trace,
    )
    assert (run.invariants, run.properties) == (0, 1)
    assert story_of(run)[-1] == f"Here {model.violates} does not hold."


@pytest.mark.parametrize("name", ["MCMonopolyDefectStaleDebt", "MCMonopolyDefectGoToJailStuck"])
def test_a_game_that_is_stuck_is_found_as_by_tlc(name: str) -> None:
    """Both published deadlocks."""
    suite = load_suite()
    model = suite[name]
    run = explore(native_search(suite, dataclasses.replace(model, expect=CheckResult.HOLDS)))
    found = run.result, run.violated, len(run.trace)
    assert found == (CheckResult.INVARIANT, "InvProgress", model.trace)


def test_nothing_means_the_same_as_in_the_specification() -> None:
    """A salary and a fine of 0, with the numbers that TLC found."""
    suite = load_suite()
    model = suite["MCMonopolyNothing"]
    run = explore(native_search(suite, model))
    found = run.result, run.generated, run.distinct, run.depth
    assert found == (CheckResult.HOLDS, model.generated, model.distinct, model.depth)


def test_a_first_state_that_breaks_a_promise_is_the_whole_story() -> None:
    rules = Rules.of("formal-small", 2)
    rules.total_money = 59  # the players start with more
    run = explore(Search(rules, 3, asked=promises_named(["TypeOK"])))
    found = run.result, run.violated, len(run.trace)
    assert found == (CheckResult.INVARIANT, "TypeOK", 1)
    rules.total_money = 1
    with pytest.raises(InvalidModel, match="does not fit"):
        explore(Search(rules, 3))


def test_a_run_that_asks_nothing_does_not_hold() -> None:
    run = explore(Search(Rules.of("formal-small", 2), 4, asked=0))
    assert (run.result, run.invariants, run.properties) == (CheckResult.NOTHING, 0, 0)


def test_only_what_a_model_asks_for_is_checked() -> None:
    assert (
        explore(Search(BLOCKED, 12, asked=promises_named(["TypeOK"]))).result is CheckResult.HOLDS
    )
    run = explore(Search(BLOCKED, 12, asked=promises_named(["InvDebtOnlyWhileOwed"])))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvDebtOnlyWhileOwed")


def test_no_memory_is_no_result() -> None:
    run = explore(Search(Rules.of("formal-small", 3), 30), ExplorationSettings(memory=0))
    assert run.result is CheckResult.ERROR
    assert "--memory" in run.message


def test_a_run_says_how_likely_a_collision_is_and_an_exact_one_has_none() -> None:
    search = Search(Rules.of("formal-small", 2), 12)
    run, exact = explore(search), explore(search, ExplorationSettings(exact=True))
    assert run.odds == odds_of_collision(run.distinct)
    assert exact.odds == 0
    assert (run.generated, run.distinct) == (exact.generated, exact.distinct)


def test_the_odds_grow_with_the_square_of_the_states() -> None:
    assert odds_of_collision(0) == odds_of_collision(1) == 0
    assert odds_of_collision(2) == 1 / 2**64
    assert odds_of_collision(2_000_000) == pytest.approx(4 * odds_of_collision(1_000_000))
    assert odds_of_collision(1 << 40) == 1


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True])
def test_a_run_without_memory_goes_on_with_more(tmp_path: Path, exact: bool) -> None:
    saved = tmp_path / "new" / "three.checkpoint"
    small = explore(
        THREE, ExplorationSettings(memory=(24 if exact else 8) << 20, exact=exact, checkpoint=saved)
    )
    assert small.result is CheckResult.ERROR
    assert "--resume" in small.message
    assert small.depth < 20
    whole = explore(THREE, ExplorationSettings(exact=exact))
    rest = explore(
        THREE, ExplorationSettings(workers=1, exact=exact, checkpoint=saved, resume=True)
    )
    numbers = rest.result, rest.generated, rest.distinct, rest.depth, rest.queue
    assert numbers == (CheckResult.HOLDS, whole.generated, whole.distinct, whole.depth, whole.queue)
    taken = {branch: count.generated for branch, count in rest.branches.items()}
    assert taken == {branch: count.generated for branch, count in whole.branches.items()}
    assert not saved.exists()


def test_a_stopped_run_saves_what_it_has(tmp_path: Path) -> None:
    saved, pause = tmp_path / "three.checkpoint", Event()

    def stop(now: Progress) -> None:
        if now.depth == 15:
            pause.set()

    run = explore(THREE, ExplorationSettings(checkpoint=saved, pause=pause), stop)
    assert (run.result, run.message) == (
        CheckResult.ERROR,
        "it was stopped; continue with --resume",
    )
    rest = explore(THREE, ExplorationSettings(checkpoint=saved, resume=True))
    assert [len(run.levels), len(rest.levels)] == [15, 5]
    assert run.levels + rest.levels == explore(THREE).levels


def test_a_stopped_run_without_a_checkpoint_only_says_so() -> None:
    pause = Event()
    pause.set()
    assert explore(THREE, ExplorationSettings(pause=pause)).message == "it was stopped"
