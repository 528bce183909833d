"""Runs a model on the translated rules and reports it as TLC would."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import InvalidModel, MissingTool
from gitopoly.kernel import State, initial
from gitopoly.kernel.actions import NAMES as ACTION_NAMES
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.invariants import cards_ok
from gitopoly.translation.native import compiler
from gitopoly.verify.native.branches import MOST_BRANCHES, name_of_branch
from gitopoly.verify.native.promise_table import STEP_NAMES, count_asked, name_of_promise
from gitopoly.verify.native.promises import TYPE_OK, first_broken
from gitopoly.verify.native.stories import Way, bad_step, steps_from, told
from gitopoly.verify.native.symmetry import turn_the_table
from gitopoly.verify.specs.model_config import ExplorationSettings, Search
from gitopoly.verify.tlc.output import ActionCount, CheckResult, CheckRun, Progress
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.source import BAD_STEP, DEADLOCK, INVARIANT
from gitopoly.verify.translated.structures import PackedPosition
from gitopoly.verify.translated.threads import ThreadExplorer

MEMORY_FULL = "its memory is full; raise --memory or lower the depth"
MISFIT = "a value is outside of its declared range; this is a bug in Gitopoly"
STOPPED = "it was stopped"
TOO_FAR = "the path there does not fit into memory"

OnProgress = Callable[[Progress], None] | None


@dataclass(frozen=True)
class Failure:
    """What is wrong at a position of some depth."""

    kind: int
    state: State
    depth: int


def can_explore(search: Search, settings: ExplorationSettings) -> bool:
    """Whether the translated rules can run a model in this settings here."""
    if settings.checkpoint or search.bounds is not None:
        return False
    try:
        compiler()
        PositionCode(search.rules, search.asked)
    except (MissingTool, InvalidModel):
        return False
    return True


def explore(
    search: Search, settings: ExplorationSettings | None = None, on_progress: OnProgress = None
) -> CheckRun:
    """Explore to the search depth or to the end, on the processor."""
    settings = settings or ExplorationSettings()
    started = time.monotonic()
    run = CheckRun(CheckResult.HOLDS, odds=0.0)
    failure = at_the_start(search)
    explorer = opened(search, settings)
    while failure is None:
        for level in explorer.explore_on():
            note_level(run, level.generated, level.distinct, level.waiting, on_progress)
        found = explorer.report()
        if found.trouble.kind:
            state = explorer.unpack(found.trouble.position)
            failure = Failure(int(found.trouble.kind), state, int(found.depth))
        elif found.out_of_memory:
            run.result, run.message = CheckResult.ERROR, MEMORY_FULL
        elif not found.done and settings.pause and settings.pause.is_set():
            run.result, run.message = CheckResult.ERROR, STOPPED
        elif not found.done:
            continue
        break
    found = explorer.report()
    run.distinct, run.depth = int(found.distinct), max(1, int(found.depth))
    run.generated = 1 + sum(found.generated_by)
    run.ended, run.stuck = int(found.ended), int(found.stuck)
    run.bytes_per_state = found.held / max(1, found.used)
    cover(run, found.generated_by, found.distinct_by)
    if failure:
        report_failure(run, failure, search, settings)
    run.note_asked(*count_asked(search.asked))
    run.seconds = time.monotonic() - started
    return run


def opened(search: Search, settings: ExplorationSettings, keep: bool = False) -> ThreadExplorer:
    """The exploration of a model by threads."""
    return ThreadExplorer(
        search.rules,
        search.asked,
        settings.workers,
        settings.memory,
        search.symmetric,
        search.depth if not keep else None,
        keep,
    )


def at_the_start(search: Search) -> Failure | None:
    """What is wrong with the cards or the first state, where the induction begins."""
    start = initial(search.rules)
    if search.asked & TYPE_OK and not cards_ok(search.rules):
        return Failure(INVARIANT, start, 1)
    broken = first_broken(start, search.rules, search.asked)
    return None if broken == NOBODY else Failure(INVARIANT + broken, start, 1)


def note_level(
    run: CheckRun, generated: int, distinct: int, waiting: int, on_progress: OnProgress
) -> None:
    """Add a finished level to a run, and show it."""
    run.levels.append((generated, distinct))
    run.queue = waiting
    if on_progress:
        on_progress(Progress(len(run.levels), generated, distinct, waiting))


def cover(run: CheckRun, generated_by: Any, distinct_by: Any) -> None:
    """Count by action and by branch."""
    for number, generated in enumerate(generated_by):
        if generated:
            kind, branch = divmod(number, MOST_BRANCHES)
            count = ActionCount(int(generated), int(distinct_by[number]))
            name = ACTION_NAMES[kind]
            before = run.actions.get(name, ActionCount(0, 0))
            run.actions[name] = ActionCount(
                before.generated + count.generated, before.distinct + count.distinct
            )
            run.branches[name, name_of_branch(kind, branch)] = count


def report_failure(
    run: CheckRun, failure: Failure, search: Search, settings: ExplorationSettings
) -> None:
    """Report a violation, with the shortest path to it."""
    name, bad = "InvProgress", None
    if failure.kind == BAD_STEP:
        bad = bad_step(failure.state, search.asked)
        if bad is None:
            run.result, run.message = CheckResult.ERROR, MISFIT
            return
        name = bad[0]
    elif failure.kind != DEADLOCK:
        name = name_of_promise(failure.kind - INVARIANT)
    run.result = CheckResult.STEP if name in STEP_NAMES else CheckResult.INVARIANT
    run.violated = name
    try:
        way, reached = path_to(search, settings, failure)
    except LookupError as problem:
        run.message = str(problem)
        return
    if bad and (last := bad_step(reached, search.asked)):
        way.append((reached, *last[1:3]))
        reached = last[3]
    run.trace = told(way, reached)


def path_to(search: Search, settings: ExplorationSettings, failure: Failure) -> tuple[Way, State]:
    """A shortest path to a state: the levels are explored again, and walked back."""
    way: Way = []
    here = initial(search.rules)
    if failure.depth == 1:
        return way, here
    again = opened(search, settings, keep=True)
    left = failure.depth - 1
    while left:
        left -= len(again.explore_on(most=left))
        if again.report().out_of_memory:
            raise LookupError(TOO_FAR)
    targets = [again.pack(failure.state)]
    for level in range(failure.depth - 2, 0, -1):
        assert targets[-1] is not None
        targets.append(again.parent_of(targets[-1], level))
    for target in reversed(targets):
        step, there = _step_to(again, here, target, search.symmetric)
        way.append((here, *step))
        here = there
    return way, here


def _step_to(
    explorer: ThreadExplorer, state: State, target: PackedPosition | None, symmetric: bool
) -> tuple[tuple[int, int], State]:
    """The action and outcome that lead to a packed position, or to an equivalent one."""
    for action, outcome, after in steps_from(state):
        packed = after
        if symmetric:
            packed = after.copy()
            turn_the_table(packed, after, after.rules)
        if target and _same(explorer.pack(packed), target):
            return (action, outcome), after
    raise LookupError("no step leads there")


def _same(one: PackedPosition | None, other: PackedPosition) -> bool:
    return one is not None and (one.x, one.y) == (other.x, other.y)
