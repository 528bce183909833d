"""An exploration level by level by the kernels of a GPU.

The first levels of every run are compared with those that the threads of the processor count.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gitopoly.engine import cuda
from gitopoly.errors import MissingTool
from gitopoly.proof.explorer.explorer import Explorer, LevelCounts
from gitopoly.proof.explorer.packing import PositionCode
from gitopoly.proof.explorer.program import (
    GPU_BUCKET,
    MOST_TRIES,
    WORD,
    Report,
    Table,
    packed_for,
    source,
)
from gitopoly.proof.explorer.run import MEMORY_FULL, OnProgress, explore
from gitopoly.proof.explorer.steps import tried_by
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from gitopoly.rules import State, initial
from gitopoly.rules.actions import KINDS
from gitopoly.rules.codes import LAST_PHASE

THREADS = {
    "begin": 1,
    "show": 1,
    "gather": 256,
    "sort": 256,
    "list_all": 128,
    "step": 128,
    "last_step": 128,
}
"""Threads of a block of each kernel."""
STEP_BLOCKS = 4
"""Blocks of `step` on a multiprocessor at a time: the more there are, the less of the fast memory
is left to the states of each. An H200 generates the most states with 4, a seventh fewer with 8."""
MOST_FOUND = 256
MOST_REGION_BITS, FEWEST_REGION_BITS = 21, 13
"""Positions are expanded by regions of a set, of at least one chunk of `gather`."""
SHARE_OF_LISTS = 1 / 30
"""How much memory the lists of positions and steps may take, compared with the set."""
STEP_SIZE = 16
LOAD, LOAD_OF_FEW_TRIES = 0.95, 0.935
"""How full a set may become; less where positions may stand in few buckets."""
SLOT = 8.25 * (1 + SHARE_OF_LISTS)
"""Bytes of a narrow slot, with its bits in two levels and its share of the lists."""
COMPARED = 200_000
"""As many states are also counted by the processor in every run, depth by depth."""
KEPT_FREE = 2 << 30
"""Bytes of the GPU that are left to lists, programs and the driver."""
DEFAULT_STATES = 1 << 24


class Lists(ctypes.Structure):
    """Positions to expand, by phase."""

    _fields_ = (("room", WORD), ("positions", WORD), ("length", WORD))


class Steps(ctypes.Structure):
    """Steps to take, as listed and sorted by kind."""

    _fields_ = (("room", WORD), ("listed", WORD), ("sorted", WORD), ("count", WORD))


class GpuExplorer:
    """An exploration that runs level by level, as `Explorer` does."""

    def __init__(
        self, search: Search, device: Any, program: Any, code: PositionCode, table: Table
    ) -> None:
        """`program`: where the device finds the kernels."""
        self.search, self.device, self.table = search, device, table
        self.kernels = {name: device.function(program, name) for name in THREADS}
        self.blocks = {
            name: kernel.blocks_at_once(THREADS[name], STEP_BLOCKS if "step" in name else None)
            for name, kernel in self.kernels.items()
        }
        self.position_size = 8 * len(code.words)
        self.groups = LAST_PHASE + 1 + search.rules.board_length
        steps_each = 6 + search.rules.dice_max * search.rules.dice_max // 4
        listed_size = self.groups * self.position_size + 2 * steps_each * STEP_SIZE
        slots = (table.shares << table.low_bits) * GPU_BUCKET
        set_size = slots * (self.position_size if code.is_whole else 8)
        # Regions are as large as their lists may be.
        listed = int(set_size * SHARE_OF_LISTS / listed_size).bit_length() - 1
        table.region_bits = max(FEWEST_REGION_BITS, min(MOST_REGION_BITS, listed))
        region = 1 << table.region_bits
        self.region_words, self.regions = region // 32, -(-slots // region)
        self.room = min(region, 1 << (slots - 1).bit_length())
        level_size = self.regions * (region // 8)
        self.nbytes = set_size + 2 * (level_size + 4 * self.regions) + self.room * listed_size
        """Bytes used by set, levels and lists."""
        self.slot_room = self._cleared(set_size)
        table.slots = self.slot_room.address
        self.now, self.next = (
            (self._cleared(level_size), self._cleared(4 * self.regions)) for _ in range(2)
        )
        """Two levels: their slots, one bit each, and how many there are in each region."""
        self.list_rooms = (
            self._cleared(self.room * self.groups * self.position_size),
            self._cleared(self.groups * 8),
        )
        self.lists = Lists(self.room, *(each.address for each in self.list_rooms))
        steps = self.room * steps_each
        sizes = steps * STEP_SIZE, steps * STEP_SIZE, (1 + 2 * KINDS) * 8
        self.step_rooms = [self._cleared(size) for size in sizes]
        self.steps = Steps(steps, *(each.address for each in self.step_rooms))
        tried = tried_by(search.rules, search.bounds)
        self.given = device.memory(search.rules), device.memory(tried)
        found_size = 8 + MOST_FOUND * (self.position_size + 8)
        self.noted = self._cleared(Report.SIZE), self._cleared(found_size)
        self.depth, self.distinct, self.waiting = 0, 0, 1
        self.reported = Report()
        self._launch("begin", table, *self.next)

    def _cleared(self, size: int) -> cuda.Memory:
        """Memory of the device that is 0."""
        found: cuda.Memory = self.device.room(size)
        found.clear(size)
        return found

    def _launch(self, kernel: str, *arguments: Any) -> None:
        self.kernels[kernel].enqueue(self.blocks[kernel], THREADS[kernel], None, *arguments)

    def explore_on(self) -> list[LevelCounts]:
        """Expand every position of the next depth; none if something was found, or it is full."""
        self.now, self.next = self.next, self.now
        self.depth += 1
        self.distinct += self.waiting
        for first, last in self._segments():
            self._expand(first, last)
        self.now[1].clear(4 * self.regions)
        self.reported = found = self._read_report()
        self.waiting = found.used - self.distinct
        if found.trouble or found.out_of_memory:
            return []
        return [LevelCounts(1 + sum(found.generated_by), self.distinct, self.waiting)]

    def report(self) -> Report:
        """Where it stands."""
        return self.reported

    def _read_report(self) -> Report:
        found = Report()
        Report.PACKING.read(found, self.noted[0].read(Report.SIZE), 0)
        found.held, found.depth, found.distinct = self.nbytes, self.depth, self.distinct
        found.used = 1 + sum(found.distinct_by)
        if not found.out_of_memory:
            found.trouble = min(self._found(), default=(b"", 0))[1]
        ends = self.depth == self.search.depth or found.used == self.distinct
        found.done = int(bool(found.trouble) or ends)
        return found

    def _found(self) -> list[tuple[bytes, int]]:
        """Positions where something was found, and what."""
        size = self.position_size
        read = self.noted[1].read(8 + MOST_FOUND * (size + 8))
        kinds = memoryview(read)[8 + MOST_FOUND * size :].cast("Q")
        count = min(MOST_FOUND, int.from_bytes(read[:8], "little"))
        return [(read[8 + i * size : 8 + (i + 1) * size], kinds[i]) for i in range(count)]

    def place_of_trouble(self) -> State:
        """The position that comes first among those where something was found."""
        found = initial(self.search.rules)
        record = self.device.memory(found)
        self._launch("show", self.device.memory(min(self._found())[0]), self.given[0], record)
        State.PACKING.read(found, record.read(found.SIZE), 0)
        return found

    def _expand(self, first: int, last: int) -> None:
        """Expand the positions of some regions."""
        self.list_rooms[-1].clear(self.groups * 8)
        self.step_rooms[-1].clear((1 + 2 * KINDS) * 8)
        part = WORD(first * self.region_words), WORD(last * self.region_words)
        self._launch("gather", self.table, self.now[0], *part, self.lists)
        self._launch("list_all", self.lists, *self.given, self.steps, *self.noted)
        self._launch("sort", self.steps)
        kernel = "last_step" if self.depth == self.search.depth else "step"
        given = self.lists, *self.given, self.steps
        self._launch(kernel, self.table, *given, *self.next, *self.noted)

    def _segments(self) -> Iterator[tuple[int, int]]:
        """Ranges of regions with as many positions as the lists have room for."""
        first, held = 0, 0
        if self.waiting > self.room:
            weights = memoryview(self.now[1].read(4 * self.regions)).cast("I")
            for region, weight in enumerate(weights):
                if held + weight > self.room:
                    yield first, region
                    first, held = region, 0
                held += weight
        yield first, self.regions


def table_for(search: Search, states: int, memory: int) -> tuple[PositionCode, Table]:
    """How positions are packed, and a set for so many of them within so many bytes."""
    for load in (LOAD, LOAD_OF_FEW_TRIES):
        slots = min(int(states / load) + 1, int(memory / SLOT))
        code, table = packed_for(search, -(-slots // GPU_BUCKET))
        if table.most_tries >= MOST_TRIES:
            break
    if code.is_whole and len(code.words) * slots * SLOT > memory:
        code, table = packed_for(search, -(-slots // len(code.words) // GPU_BUCKET))
    return code, table


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
    device = cuda.device()
    free = device.free_memory() - KEPT_FREE
    room = min(free, memory or free)
    states = min(states or DEFAULT_STATES, int(room / SLOT))

    def explored(states: int) -> CheckRun:
        code, table = table_for(search, states, room)
        program = cuda.build(source(search, code), device.architecture)
        explorer = GpuExplorer(search, device, program, code, table)
        return explore_and_compare(explorer, settings or ExplorationSettings(), on_progress)

    run = explored(states)
    if run.message == MEMORY_FULL and states / LOAD * SLOT < room:
        run = explored(room)
    return run


def explore_and_compare(
    explorer: GpuExplorer, settings: ExplorationSettings, on_progress: OnProgress = None
) -> CheckRun:
    """Explore, and count the first levels again on the processor."""
    started = time.monotonic()
    reference = Explorer(explorer.search, settings)
    without = replace(settings, checkpoint=None)
    run = explore(explorer.search, without, on_progress, explorer)
    compare_levels(run, reference)
    run.seconds = time.monotonic() - started
    return run


def compare_levels(run: CheckRun, reference: Explorer, most: int = COMPARED) -> None:
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
        cuda.device()
    except MissingTool:
        return False
    return True
