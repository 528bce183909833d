"""Runs a model on the compiled kernel and reports it as TLC would."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from gitopoly.verify.native import checkpoint
from gitopoly.verify.native.checker import (
    BAD_STEP,
    MEMORY,
    PROGRESS,
    Explorer,
    StopReason,
    functions,
)
from gitopoly.verify.native.paths import path_to
from gitopoly.verify.native.promise_table import STEP_NAMES, count_asked
from gitopoly.verify.native.stories import bad_step, told
from gitopoly.verify.specs.model_config import ExplorationSettings, Search
from gitopoly.verify.tlc.output import (
    ActionCount,
    CheckResult,
    CheckRun,
    Progress,
)

REASONS = {
    MEMORY: "its memory is full; raise --memory or lower the depth",
    BAD_STEP: "a value does not fit the layout of a position; this is a bug in Gitopoly",
}
STOPPED = "it was stopped"
GO_ON = "continue with --resume"
SHORTEST_INTERVAL = 60.0
"""Seconds between two checkpoints."""
SHARE_OF_SAVING = 0.05
"""The share of the time that saving may take."""


def left_to_compile() -> int:
    """How many functions have to be compiled before the first exploration."""
    return len(functions().steps("expand"))


def explore(
    search: Search,
    settings: ExplorationSettings | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> CheckRun:
    """Explore to the search depth or to the end."""
    settings = settings or ExplorationSettings()
    started = time.monotonic()
    explorer = Explorer(
        search.rules,
        settings.workers,
        settings.memory,
        symmetric=search.symmetric,
        exact=settings.exact,
        pause=settings.pause,
        asked=search.asked,
        bound=search.depth,
        bounds=search.bounds,
    )
    if settings.checkpoint and settings.resume:
        checkpoint.load(explorer, settings.checkpoint)
    run = CheckRun(CheckResult.HOLDS)
    _go(explorer, search, settings, run, on_progress)
    run.generated, run.distinct, run.depth = explorer.generated, explorer.distinct, explorer.depth
    run.odds = 0.0 if settings.exact else odds_of_collision(explorer.seen.used)
    run.bytes_per_state = explorer.held() / max(1, explorer.seen.used)
    _cover(run, explorer)
    if explorer.trouble:
        _report(run, explorer, explorer.trouble)
    elif explorer.pause.is_set():
        run.result, run.message = CheckResult.ERROR, STOPPED
    run.note_asked(*count_asked(search.asked))
    if settings.checkpoint:
        _leave_behind(explorer, settings.checkpoint, run)
    run.seconds = time.monotonic() - started
    return run


def odds_of_collision(states: int) -> float:
    """The probability that two of this many states share a 64-bit fingerprint.

    >>> odds_of_collision(1_000_000)
    2.710502...e-08
    """
    return min(1.0, states * (states - 1) / 2**65)


def _go(
    explorer: Explorer,
    search: Search,
    settings: ExplorationSettings,
    run: CheckRun,
    on_progress: Callable[[Progress], None] | None,
) -> None:
    """Level by level, with a checkpoint from time to time."""
    saved, interval = time.monotonic(), SHORTEST_INTERVAL
    while search.depth is None or explorer.depth < search.depth or explorer.shares:
        level = explorer.next_level()
        if level is None:
            return
        run.levels.append((level.generated, level.distinct))
        run.queue = level.waiting
        if on_progress:
            on_progress(Progress(level.depth, level.generated, level.distinct, level.waiting))
        if not level.waiting:
            return
        if settings.checkpoint and time.monotonic() - saved > interval:
            before = time.monotonic()
            checkpoint.save(explorer, settings.checkpoint)
            saved = time.monotonic()
            interval = max(SHORTEST_INTERVAL, (saved - before) / SHARE_OF_SAVING)


def _cover(run: CheckRun, explorer: Explorer) -> None:
    """Count by action and by branch."""
    for action, branch, generated, distinct in explorer.coverage():
        before = run.actions.get(action, ActionCount(0, 0))
        run.actions[action] = ActionCount(before.generated + generated, before.distinct + distinct)
        before = run.branches.get((action, branch), ActionCount(0, 0))
        run.branches[action, branch] = ActionCount(
            before.generated + generated, before.distinct + distinct
        )


def _leave_behind(explorer: Explorer, path: Path, run: CheckRun) -> None:
    """Save a stopped run; a finished run no longer needs a checkpoint."""
    if run.result is not CheckResult.ERROR:
        path.unlink(missing_ok=True)
    elif explorer.trouble is None or explorer.trouble.name == MEMORY:
        checkpoint.save(explorer, path)
        run.message = f"{run.message}; {GO_ON}"


def _report(run: CheckRun, explorer: Explorer, trouble: StopReason) -> None:
    """Report a violation, with the shortest path to it."""
    name, bad = trouble.name, None
    if trouble.name == BAD_STEP:
        bad = bad_step(trouble.state, explorer.asked, explorer.bounds) if trouble.state else None
        name = bad[0] if bad else BAD_STEP
    if name in REASONS or trouble.state is None:
        run.result, run.message = CheckResult.ERROR, REASONS.get(name, name)
        return
    run.result = CheckResult.STEP if name in STEP_NAMES else CheckResult.INVARIANT
    run.violated = "InvProgress" if name == PROGRESS else name
    try:
        way, reached = path_to(explorer, trouble.state, trouble.depth)
    except LookupError as problem:
        run.message = str(problem)
        return
    if bad and (last := bad_step(reached, explorer.asked, explorer.bounds)):
        way.append((reached, *last[1:3]))
        reached = last[3]
    run.trace = told(way, reached)
