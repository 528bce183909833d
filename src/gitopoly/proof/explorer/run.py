"""Runs a model and reports it as TLC would, with the way to what it found as a story."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gitopoly.engine import can_compile
from gitopoly.engine.native import compiler
from gitopoly.errors import MissingTool
from gitopoly.proof.explorer import checkpoint
from gitopoly.proof.explorer.branches import MOST_BRANCHES, name_of_branch
from gitopoly.proof.explorer.explorer import Explorer, in_wasm, on_threads, room_for, width_of
from gitopoly.proof.explorer.packing import layout_of
from gitopoly.proof.explorer.program import BAD_STEP, INVARIANT, Report
from gitopoly.proof.explorer.promises import (
    MONEY,
    PROGRESS,
    PROMISES,
    count_asked,
    first_broken,
)
from gitopoly.proof.explorer.steps import Tried, keeps_moving, steps_from, tried_by, turn_the_table
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.proof.tlc.output import (
    NEVER_TAKEN,
    ActionCount,
    CheckResult,
    CheckRun,
    CounterexampleState,
    Progress,
)
from gitopoly.rules import State, initial
from gitopoly.rules.actions import NAMES as ACTION_NAMES
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.story import tell

MEMORY_FULL = "its memory is full; raise --memory or lower the depth"
MISFIT = "a value is outside of its declared range; this is a bug in Gitopoly"
STOPPED = "it was stopped"
SHORTEST_INTERVAL = 60.0
"""Seconds between two checkpoints."""
SHARE_OF_SAVING = 0.05
"""The share of the time that saving may take."""
TOO_FAR = "the path there does not fit into memory"
NO_WAY = "no step leads there"

OnProgress = Callable[[Progress], None] | None
Step = tuple[int, int]
"""Action and outcome."""
Way = list[tuple[State, int, int]]
"""States on a path, each with the step that leaves it: action and outcome."""


@dataclass(frozen=True)
class Failure:
    """What is wrong at a position of some depth."""

    kind: int
    state: State
    depth: int


def has_compiler() -> bool:
    """Whether programs can be built here."""
    try:
        compiler()
    except MissingTool:
        return False
    return True


def demand_carrier(search: Search) -> str:
    """What is to be said about how a model runs here; a refusal if it cannot run at all."""
    if has_compiler():
        return ""
    if not can_compile():
        compiler()
    most = room_for(width_of(layout_of(search.rules, search.bounds)))
    return (
        "no C++ compiler is installed, so WebAssembly explores on one thread; "
        f"at most {most // 1_000_000} million states fit into its 4 GiB"
    )


def opened(search: Search, settings: ExplorationSettings, keep: bool = False) -> Explorer:
    """An exploration on the fastest carrier here."""
    return Explorer(search, settings, keep, on_threads if has_compiler() else in_wasm)


def explore(
    search: Search,
    settings: ExplorationSettings | None = None,
    on_progress: OnProgress = None,
    explorer: Any = None,
) -> CheckRun:
    """Explore to the search depth or to the end, on the processor or by another explorer."""
    settings = settings or ExplorationSettings()
    started = time.monotonic()
    run = CheckRun(CheckResult.HOLDS, odds=0.0)
    start, failure = initial(search.rules), None
    if (broken := first_broken(search.asked, start)) != NOBODY:
        failure = Failure(INVARIANT + broken, start, 1)
    explorer = explorer or opened(search, settings)
    if settings.checkpoint and settings.resume:
        checkpoint.load(explorer, settings.checkpoint)
    saved, interval = time.monotonic(), SHORTEST_INTERVAL
    found = explorer.report()
    while not (failure or run.message):
        for level in explorer.explore_on():
            run.levels.append((level.generated, level.distinct))
            run.queue = level.waiting
            if on_progress:
                on_progress(Progress(len(run.levels), *run.levels[-1], run.queue))
        found = explorer.report()
        if found.trouble and (found.done or found.out_of_memory):
            failure = Failure(found.trouble, explorer.place_of_trouble(), found.depth)
        elif found.out_of_memory:
            run.result, run.message = CheckResult.ERROR, MEMORY_FULL
        elif found.done:
            break
        elif settings.pause and settings.pause.is_set():
            run.result, run.message = CheckResult.ERROR, STOPPED
        elif settings.checkpoint and time.monotonic() - saved > interval:
            before = time.monotonic()
            checkpoint.save(explorer, settings.checkpoint)
            saved = time.monotonic()
            interval = max(SHORTEST_INTERVAL, (saved - before) / SHARE_OF_SAVING)
    if settings.checkpoint and run.message:
        checkpoint.save(explorer, settings.checkpoint)
        run.message += "; continue with --resume"
    elif settings.checkpoint:
        settings.checkpoint.unlink(missing_ok=True)  # a finished run no longer needs it
    run.distinct, run.depth = found.distinct, max(1, found.depth)
    run.generated = 1 + sum(found.generated_by)
    run.ended, run.stuck = found.ended, found.stuck
    run.bytes_per_state = found.held / max(1, found.used)
    cover(run, search, found)
    if failure:
        report_failure(run, failure, search, settings)
    run.note_asked(*count_asked(search.asked))
    run.seconds = time.monotonic() - started
    return run


def cover(run: CheckRun, search: Search, found: Report) -> None:
    """Count by action and, under the published rules, by branch."""
    for number, generated in enumerate(found.generated_by):
        if generated:
            kind, branch = divmod(number, MOST_BRANCHES)
            count = ActionCount(generated, found.distinct_by[number])
            name = ACTION_NAMES[kind]
            named = name, "" if search.bounds else name_of_branch(kind, branch)
            run.actions[name] = run.actions.get(name, NEVER_TAKEN) + count
            run.branches[named] = run.branches.get(named, NEVER_TAKEN) + count


def report_failure(
    run: CheckRun, failure: Failure, search: Search, settings: ExplorationSettings
) -> None:
    """Report a broken promise, with the shortest path to it."""
    try:
        way, reached = path_to(search, settings, failure)
    except LookupError as problem:
        way, reached, run.message = [], failure.state, str(problem)
    number = failure.kind - INVARIANT
    if failure.kind == BAD_STEP:
        bad = bad_step(reached, search.asked, tried_by(search.rules, search.bounds))
        if bad is None:
            run.result, run.message = CheckResult.ERROR, MISFIT
            return
        number, step, after = bad
        way.append((reached, *step))
        reached = after
    run.violated = PROMISES[number].name
    run.result = CheckResult.STEP if PROMISES[number].of_step else CheckResult.INVARIANT
    if not run.message:
        run.trace = told(way, reached)


def bad_step(state: State, asked: int, tried: Tried) -> tuple[int, Step, State] | None:
    """The first step from here that breaks a promise: its number, the step, and its end."""
    for action, outcome, after in steps_from(state, tried):
        # Money is always checked, because a packed position leaves out the bank's.
        broken = first_broken(asked | MONEY, after)
        if broken == NOBODY:
            broken = first_broken(asked, state, after)
        moves = not asked & PROGRESS or keeps_moving(after, after.rules, tried, ActionBuffer())
        if broken == NOBODY and not moves:
            broken = PROGRESS.bit_length() - 1
        if broken != NOBODY:
            return broken, (action, outcome), after
    return None


def path_to(search: Search, settings: ExplorationSettings, failure: Failure) -> tuple[Way, State]:
    """A shortest path to a state: the levels are explored again, and walked back.

    With symmetry it may end in another state that the given one represents.
    """
    way: Way = []
    here, tried = initial(search.rules), tried_by(search.rules, search.bounds)
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
        for action, outcome, after in steps_from(here, tried):
            if target is not None and again.pack(represented(after, search)) == target:
                way.append((here, action, outcome))
                here = after
                break
        else:
            raise LookupError(NO_WAY)
    return way, here


def represented(state: State, search: Search) -> State:
    """The position that counts for a state: with symmetry its turn player is called 0."""
    found = state.copy()
    if search.symmetric:
        turn_the_table(found, state, state.rules)
    return found


def told(way: Way, reached: State) -> tuple[CounterexampleState, ...]:
    """A path and where it ends, as a counterexample."""
    states = [before for before, _, _ in way[1:]] + [reached] * bool(way)
    lines = (tell(*step, after) for step, after in zip(way, states, strict=True))
    return (
        CounterexampleState(1, "Init", {}),
        *(CounterexampleState(number, story, {}) for number, story in enumerate(lines, 2)),
    )
