"""Runs a model on a GPU; the first levels of every run are compared with the processor's."""

from __future__ import annotations

import time

from gitopoly.errors import MissingTool
from gitopoly.translation.device import device
from gitopoly.verify.native.promise_table import count_asked
from gitopoly.verify.specs.model_config import ExplorationSettings, Search
from gitopoly.verify.tlc.output import CheckResult, CheckRun
from gitopoly.verify.translated.carriers import Carrier, Gpu
from gitopoly.verify.translated.gpu_explorer import SHARE_OF_LISTS, GpuExplorer, slots_for
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.run import (
    MEMORY_FULL,
    STOPPED,
    Failure,
    OnProgress,
    at_the_start,
    cover,
    note_level,
    opened,
    report_failure,
)
from gitopoly.verify.translated.source import MOST_TRIES, source
from gitopoly.verify.translated.structures import MOST_FOUND, PackedPosition, Table, gpu_table
from gitopoly.verify.translated.threads import ThreadExplorer

COMPARED = 200_000
"""As many states are also counted by the processor in every run, depth by depth."""
KEPT_FREE = 2 << 30
"""Bytes of the GPU that are left to lists, programs and the driver."""
SLOT = 8.25 * (1 + SHARE_OF_LISTS)
"""Bytes of a slot, with its bits in two levels and its share of the lists."""
LOAD_OF_FEW_TRIES = 0.935
"""How full a set may become whose positions may stand in few buckets."""
DEFAULT_STATES = 1 << 24


def table_for(search: Search, states: int, memory: int) -> tuple[Table, bool]:
    """A set for so many states within so many bytes, and whether its slots are wide."""
    code = PositionCode(search.rules, search.asked)
    slots = min(slots_for(states), int(memory / SLOT))
    table, wide = gpu_table(code, slots)
    if table.most_tries < MOST_TRIES:
        slots = min(slots_for(states, LOAD_OF_FEW_TRIES), int(memory / SLOT))
        table, wide = gpu_table(code, slots)
    if wide and 2 * slots * SLOT > memory:
        table, wide = gpu_table(code, slots // 2)
    return table, wide


def explore_on_gpu(
    search: Search,
    states: int = 0,
    memory: int | None = None,
    settings: ExplorationSettings | None = None,
    on_progress: OnProgress = None,
) -> CheckRun:
    """Explore to the search depth or to the end.

    `states`: how many are expected, 0 if that is not known; a set that is too small is replaced
    by one that fills the memory.
    """
    settings = settings or ExplorationSettings()
    free = device().free_memory() - KEPT_FREE
    room = min(free, memory or free)
    states = min(states or DEFAULT_STATES, int(room / SLOT))
    run = _explore(search, table_for(search, states, room), settings, on_progress)
    if run.message == MEMORY_FULL and slots_for(states) * SLOT < room:
        run = _explore(search, table_for(search, room, room), settings, on_progress)
    return run


def _explore(
    search: Search, made: tuple[Table, bool], settings: ExplorationSettings, on_progress: OnProgress
) -> CheckRun:
    table, wide = made
    carrier = Gpu(source(search.rules, search.asked, search.symmetric, wide))
    return run_on(carrier, search, table, wide, settings, on_progress)


def run_on(
    carrier: Carrier,
    search: Search,
    table: Table,
    wide: bool,
    settings: ExplorationSettings,
    on_progress: OnProgress = None,
) -> CheckRun:
    """Explore by the kernels of a carrier."""
    started = time.monotonic()
    run = CheckRun(CheckResult.HOLDS, odds=0.0)
    failure = at_the_start(search)
    explorer = GpuExplorer(search.rules, carrier, table, 16 if wide else 8)
    reference = opened(search, settings)
    goes_on = failure is None
    while goes_on and explorer.waiting:
        at_bound = search.depth == explorer.depth + 1
        goes_on = explorer.next_level(at_bound)
        if goes_on:
            counts = explorer.generated, explorer.distinct
            note_level(run, *counts, explorer.waiting, on_progress)
        if at_bound:
            break
        if settings.pause and settings.pause.is_set():
            run.result, run.message = CheckResult.ERROR, STOPPED
            break
    if explorer.counts.full:
        run.result, run.message = CheckResult.ERROR, MEMORY_FULL
    elif explorer.found.count:
        failure = first_failure(explorer, reference)
    run.generated, run.depth = explorer.generated, max(1, explorer.depth)
    run.distinct = explorer.distinct
    run.ended, run.stuck = int(explorer.counts.ended), int(explorer.counts.stuck)
    run.bytes_per_state = explorer.nbytes / max(1, explorer.distinct + explorer.waiting)
    cover(run, explorer.counts.generated_by, explorer.counts.distinct_by)
    if failure:
        report_failure(run, failure, search, settings)
    compare_levels(run, reference)
    run.note_asked(*count_asked(search.asked))
    run.seconds = time.monotonic() - started
    return run


def first_failure(explorer: GpuExplorer, reference: ThreadExplorer) -> Failure:
    """The failure whose position comes first among those that were noted."""
    found = explorer.found
    noted = range(min(MOST_FOUND, int(found.count)))
    y, x, trouble = min((found.y[i], found.x[i], found.trouble[i]) for i in noted)
    return Failure(int(trouble), reference.unpack(PackedPosition(x, y)), explorer.depth)


def compare_levels(run: CheckRun, reference: ThreadExplorer, most: int = COMPARED) -> None:
    """Count the first levels again on the processor; a difference is no result."""
    counted: list[tuple[int, int]] = []
    while len(counted) < len(run.levels):
        levels = reference.explore_on(most=1)
        counted += [(int(level.generated), int(level.distinct)) for level in levels]
        now = reference.report()
        if now.done or now.out_of_memory or now.distinct > most:
            break
    for depth, (ours, theirs) in enumerate(zip(run.levels, counted, strict=False), 1):
        if ours != theirs:
            run.result = CheckResult.ERROR
            run.message = (
                f"at depth {depth} the GPU counts {ours[1]:,} states of {ours[0]:,}, the "
                f"processor {theirs[1]:,} of {theirs[0]:,}; this is a bug in Gitopoly"
            )
            return


def has_gpu() -> bool:
    """Whether a GPU can be used here."""
    try:
        device()
    except MissingTool:
        return False
    return True
