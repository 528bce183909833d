"""Runs a model on the compiled kernel and reports it as TLC would."""

from __future__ import annotations

import time
from collections.abc import Callable

from gitopoly.kernel import compiled
from gitopoly.kernel.story import tell
from gitopoly.verify import exploration
from gitopoly.verify.model_config import Search
from gitopoly.verify.native import DOES_NOT_FIT, MEMORY, PROGRESS, Explorer, Trouble, path_to
from gitopoly.verify.tlc_output import ActionCount, Progress, Result, Run, Step

REASONS = {
    MEMORY: "the memory that it may use is full; raise --memory or lower the depth",
    DOES_NOT_FIT: "a value does not fit the layout of a position, which is a defect of ours",
}


def left_to_compile() -> int:
    """How many functions have to be compiled before the first exploration."""
    return len(compiled.twins(exploration).missing("expand"))


def explore(
    search: Search,
    *,
    workers: int | None = None,
    memory: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Explore to the depth of the search or to the end, with so many gigabytes of memory."""
    started = time.monotonic()
    explorer = Explorer(search.rules, workers, memory << 30)
    run = Run(Result.HOLDS)
    while search.depth is None or explorer.depth < search.depth:
        level = explorer.next_level()
        if level is None:
            break
        run.depth, run.queue = level.depth, level.waiting
        if on_progress:
            on_progress(Progress(level.depth, level.generated, level.distinct, level.waiting))
        if not level.waiting:
            break
    run.generated, run.distinct = explorer.generated, explorer.distinct
    distinct = explorer.distinct_by()
    run.actions = {
        name: ActionCount(count, distinct.get(name, 0))
        for name, count in explorer.generated_by().items()
    }
    if explorer.trouble:
        _report(run, explorer, explorer.trouble)
    run.seconds = time.monotonic() - started
    return run


def _report(run: Run, explorer: Explorer, trouble: Trouble) -> None:
    run.depth = explorer.depth
    if trouble.name in REASONS or trouble.state is None:
        run.result, run.message = Result.ERROR, REASONS.get(trouble.name, trouble.name)
        return
    run.result = Result.INVARIANT
    run.violated = "InvProgress" if trouble.name == PROGRESS else trouble.name
    path = path_to(explorer.rules, trouble.state, explorer.depth)
    after = [before for before, _, _ in path[1:]] + [trouble.state]
    run.trace = (
        Step(1, "Init", {}),
        *(
            Step(number, tell(before, action, outcome, reached), {})
            for number, ((before, action, outcome), reached) in enumerate(
                zip(path, after, strict=True), 2
            )
        ),
    )
