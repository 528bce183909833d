"""Runs on translated rules: the native engine's counts at every depth, and the same stories."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from threading import Event

import pytest

from gitopoly.kernel import Rules
from gitopoly.kernel.codes import NOBODY
from gitopoly.translation.calls import NotedField
from gitopoly.verify.counterexample import story_of
from gitopoly.verify.native import run as compiled
from gitopoly.verify.native.promise_table import promises_named
from gitopoly.verify.native.promises import OF_THE_KERNEL
from gitopoly.verify.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc.output import CheckResult, CheckRun, Progress
from gitopoly.verify.translated import threads
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.run import MISFIT, can_explore, explore

pytestmark = pytest.mark.xdist_group("compiled")

BLOCKED = Rules.of(
    "formal-small", 3, defect_stale_debt=1, starting_money=1, total_money=40, jail_fine=1
)
SUITE = load_suite()


def numbers(run: CheckRun) -> tuple[object, ...]:
    """What does not depend on the order of exploration."""
    taken = {branch: count.generated for branch, count in run.branches.items()}
    return run.result, run.generated, run.distinct, run.depth, run.queue, run.levels, taken


@pytest.mark.parametrize(
    ("name", "symmetric"),
    [
        ("MCMonopolyPenniless", False),
        ("MCMonopolyThree", True),
        pytest.param("MCMonopolyPenniless", True, marks=pytest.mark.slow),
        pytest.param("MCMonopolyThree", False, marks=pytest.mark.slow),
        pytest.param("MCMonopolyPublished", False, marks=pytest.mark.slow),
        pytest.param("MCMonopolyPublished", True, marks=pytest.mark.slow),
    ],
)
def test_every_depth_counts_as_in_the_native_engine(name: str, symmetric: bool) -> None:
    """A complete space; one whose positions need wide slots; one with all published defects."""
    search = dataclasses.replace(native_search(SUITE, SUITE[name]), symmetric=symmetric)
    run = explore(search)
    assert numbers(run) == numbers(compiled.explore(search))
    assert run.odds == 0
    assert sum(count.distinct for count in run.actions.values()) == run.distinct - 1


def test_a_set_that_grows_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    model = SUITE["MCMonopolyPenniless"]
    monkeypatch.setattr(threads, "SLOTS", 256)
    threads.program.cache_clear()
    run = explore(native_search(SUITE, model), ExplorationSettings(workers=3))
    threads.program.cache_clear()
    found = run.generated, run.distinct, run.depth
    assert found == (model.generated, model.distinct, model.depth)


def noting(**changes: NotedField) -> Callable[[PositionCode], dict[str, NotedField]]:
    """How writes are noted, with some fields noted wrongly."""
    true = PositionCode.noted
    return lambda code: {**true(code), **changes}


@pytest.mark.slow
def test_a_write_outside_the_declared_places_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """If owners were declared to stay the same, the first purchase ends the run."""
    wrong = noting(owner=NotedField(0, 0, NOBODY))
    monkeypatch.setattr(PositionCode, "noted", wrong)
    threads.program.cache_clear()
    run = explore(native_search(SUITE, SUITE["MCMonopolyThree"]))
    threads.program.cache_clear()
    assert (run.result, run.message) == (CheckResult.ERROR, MISFIT)


@pytest.mark.slow
def test_a_write_that_is_not_noted_shows_in_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the comparison with the native engine covers what is packed anew after a step."""
    search = dataclasses.replace(native_search(SUITE, SUITE["MCMonopolyThree"]), depth=6)
    true = explore(search)
    monkeypatch.setattr(PositionCode, "noted", noting(money=NotedField(0, 255, None)))
    threads.program.cache_clear()
    wrong = explore(search)
    threads.program.cache_clear()
    assert wrong.distinct < true.distinct


@pytest.mark.parametrize("symmetric", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_violation_is_told_as_a_story(symmetric: bool) -> None:
    run = explore(Search(BLOCKED, 30, symmetric))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvProgress")
    story = story_of(run)
    assert story[0] == "1. The game begins."
    assert story[-1] == "Here InvProgress does not hold."
    assert len(story) == run.depth + 1
    assert any("goes bankrupt" in line for line in story)


def test_what_lies_beyond_the_bound_is_checked_too() -> None:
    """The deadlock is at depth 11; one step before it, only its successors tell of it."""
    assert explore(Search(BLOCKED, 9)).result is CheckResult.HOLDS
    run = explore(Search(BLOCKED, 10))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvProgress")
    assert len(run.trace) == 11


@pytest.mark.slow
def test_a_step_that_a_property_forbids_is_found() -> None:
    model = SUITE["MCMonopolyDefectFineInAnyPhase"]
    search = native_search(SUITE, dataclasses.replace(model, expect=CheckResult.HOLDS))
    run = explore(search)
    found = run.result, run.violated, len(run.trace)
    assert found == (CheckResult.STEP, model.violates, model.trace)


@pytest.mark.slow
def test_only_what_a_model_asks_for_is_checked() -> None:
    run = explore(Search(BLOCKED, 12, asked=promises_named(["InvDebtOnlyWhileOwed"])))
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvDebtOnlyWhileOwed")


def test_no_memory_is_no_result() -> None:
    run = explore(Search(BLOCKED, 9), ExplorationSettings(memory=0))
    assert run.result is CheckResult.ERROR
    assert "--memory" in run.message


def test_a_run_can_be_stopped() -> None:
    pause = Event()
    seen: list[Progress] = []

    def stop(now: Progress) -> None:
        seen.append(now)
        pause.set()

    search = Search(Rules.of("formal-small", 2), None)
    run = explore(search, ExplorationSettings(pause=pause), stop)
    assert (run.result, run.message) == (CheckResult.ERROR, "it was stopped")
    assert [now.depth for now in seen] == list(range(1, len(seen) + 1))


def test_four_players_have_positions_that_are_too_large() -> None:
    assert not can_explore(Search(Rules.of("formal-small", 4), 5), ExplorationSettings())
    assert can_explore(Search(BLOCKED, 5, asked=OF_THE_KERNEL), ExplorationSettings())
