"""An exploration level by level by the kernels of a GPU.

The first levels of every run are compared with those that the threads of the processor count.
"""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass, replace
from typing import Any

from gitopoly.engine import cuda
from gitopoly.errors import MissingTool
from gitopoly.proof.explorer.packing import PositionCode
from gitopoly.proof.explorer.program import (
    BRANCHES_IN_ALL,
    GPU_BUCKET,
    MOST_TRIES,
    WORD,
    Table,
    gpu_table,
    source,
)
from gitopoly.proof.explorer.run import MEMORY_FULL, OnProgress, explore
from gitopoly.proof.explorer.steps import tried_by
from gitopoly.proof.explorer.threads import LevelCounts, Report, ThreadExplorer
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from gitopoly.rules import State
from gitopoly.rules.actions import KINDS
from gitopoly.rules.codes import LAST_PHASE

THREADS = dict.fromkeys(("begin", "show"), 1)
THREADS |= dict.fromkeys(("gather", "sort"), 256)
THREADS |= dict.fromkeys(("list_all", "step", "last_step"), 128)
"""Threads of a block of each kernel."""
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


class Counts(ctypes.Structure):
    """What the kernels count."""

    _fields_ = (
        *((name, WORD) for name in ("generated", "distinct", "ended", "stuck", "full")),
        ("generated_by", WORD * BRANCHES_IN_ALL),
        ("distinct_by", WORD * BRANCHES_IN_ALL),
    )


@dataclass
class SlotLevel:
    """The slots of a level, one bit each, and how many there are in each region."""

    bits: cuda.Memory
    regions: cuda.Memory


class GpuExplorer:
    """An exploration that runs level by level, as `ThreadExplorer` does."""

    def __init__(
        self, search: Search, device: Any, program: Any, code: PositionCode, table: Table
    ) -> None:
        """`program`: where the device finds the kernels."""
        rules = search.rules
        self.search, self.device, self.code, self.table = search, device, code, table
        self.kernels = {name: device.function(program, name) for name in THREADS}
        self.blocks = {
            name: kernel.blocks_at_once(THREADS[name]) for name, kernel in self.kernels.items()
        }
        self.slots = table.buckets * GPU_BUCKET
        self.slot_size = 8 * len(code.words) if code.is_whole else 8
        self.groups = LAST_PHASE + 1 + rules.board_length
        self.steps_each = 6 + rules.dice_max * rules.dice_max // 4
        table.region_bits = self._region_bits()
        self.region = 1 << table.region_bits
        self.regions = -(-self.slots // self.region)
        self.slot_room = self._cleared(self.slots * self.slot_size)
        table.slots = self.slot_room.address
        self.now, self.next = (
            SlotLevel(
                self._cleared(self.regions * self.region // 8), self._cleared(self.regions * 4)
            )
            for _ in range(2)
        )
        self.room = room = min(self.region, 1 << (self.slots - 1).bit_length())
        self.list_rooms = (
            self._cleared(self.groups * room * 8 * len(code.words)),
            self._cleared(self.groups * 8),
        )
        self.lists = Lists(room, *(each.address for each in self.list_rooms))
        self.step_rooms = (
            self._cleared(self.steps_each * room * STEP_SIZE),
            self._cleared(self.steps_each * room * STEP_SIZE),
            self._cleared((1 + 2 * KINDS) * 8),
        )
        self.steps = Steps(self.steps_each * room, *(each.address for each in self.step_rooms))
        self.given = device.memory(rules), device.memory(tried_by(rules, search.bounds))
        self.noted = self._cleared(ctypes.sizeof(Counts)), self._cleared(self._found_size)
        self.depth = 0
        self.distinct = 0
        self.waiting = 1
        self.counts = Counts()
        self.found: list[tuple[bytes, int]] = []
        """Positions where something was found, and what."""
        self._launch("begin", table, self.next.bits, self.next.regions)

    def _cleared(self, size: int) -> cuda.Memory:
        """Memory of the device that is 0."""
        found: cuda.Memory = self.device.room(size)
        found.clear(size)
        return found

    def _launch(self, kernel: str, *arguments: Any) -> None:
        self.kernels[kernel].enqueue(self.blocks[kernel], THREADS[kernel], None, *arguments)

    @property
    def nbytes(self) -> int:
        """Bytes used by set, levels and lists."""
        level = self.regions * (self.region // 8 + 4)
        return int(self.slots * self.slot_size + 2 * level + self.room * self._listed_size)

    @property
    def _listed_size(self) -> int:
        """Bytes that the lists take for each position that is expanded at a time."""
        return self.groups * 8 * len(self.code.words) + 2 * self.steps_each * STEP_SIZE

    @property
    def _found_size(self) -> int:
        return 8 + MOST_FOUND * 8 * (len(self.code.words) + 1)

    def _region_bits(self) -> int:
        """Regions as large as their lists may be."""
        room = int(self.slots * self.slot_size * SHARE_OF_LISTS / self._listed_size)
        return max(FEWEST_REGION_BITS, min(MOST_REGION_BITS, room.bit_length() - 1))

    @property
    def at_bound(self) -> bool:
        """Whether the last level is one behind which nothing is kept."""
        return self.depth == self.search.depth

    def explore_on(self) -> list[LevelCounts]:
        """Expand every position of the next depth; none if something was found, or it is full."""
        self.now, self.next = self.next, self.now
        self.depth += 1
        self.distinct += self.waiting
        for first, last in self._segments():
            self._expand(first, last)
        self.now.regions.clear(4 * self.regions)
        self.counts = Counts.from_buffer_copy(self.noted[0].read(ctypes.sizeof(Counts)))
        self.found = self._read_found()
        self.waiting = 1 + int(self.counts.distinct) - self.distinct
        if self.found or self.counts.full:
            return []
        return [LevelCounts(1 + self.counts.generated, self.distinct, self.waiting)]

    def report(self) -> Report:
        """Where it stands."""
        counts = self.counts
        found = Report(out_of_memory=counts.full, used=self.distinct + self.waiting)
        if self.found and not counts.full:
            found.trouble = min(self.found)[1]
        found.done = bool(found.trouble or self.at_bound or not self.waiting)
        found.held, found.depth, found.distinct = self.nbytes, self.depth, self.distinct
        for name in ("ended", "stuck", "generated_by", "distinct_by"):
            setattr(found, name, getattr(counts, name))
        return found

    def place_of_trouble(self) -> State:
        """The position that comes first among those where something was found."""
        structure = self.code.structure
        position = self.device.memory(min(self.found)[0])
        room = self._cleared(ctypes.sizeof(structure))
        self._launch("show", position, self.given[0], room)
        return self.code.state_of(structure.from_buffer_copy(room.read(ctypes.sizeof(structure))))

    def _read_found(self) -> list[tuple[bytes, int]]:
        read = self.noted[1].read(self._found_size)
        size = 8 * len(self.code.words)
        kinds = memoryview(read).cast("Q")[1 + MOST_FOUND * len(self.code.words) :]
        count = min(MOST_FOUND, int.from_bytes(read[:8], "little"))
        return [(read[8 + i * size : 8 + (i + 1) * size], kinds[i]) for i in range(count)]

    def _expand(self, first: int, last: int) -> None:
        """Expand the positions of some regions."""
        self.list_rooms[-1].clear(self.groups * 8)
        self.step_rooms[-1].clear((1 + 2 * KINDS) * 8)
        words = self.region // 32
        part = WORD(first * words), WORD(last * words)
        self._launch("gather", self.table, self.now.bits, *part, self.lists)
        self._launch("list_all", self.lists, *self.given, self.steps, *self.noted)
        self._launch("sort", self.steps)
        reached = self.next.bits, self.next.regions
        kernel = "last_step" if self.at_bound else "step"
        given = self.lists, *self.given, self.steps
        self._launch(kernel, self.table, *given, *reached, *self.noted)

    def _segments(self) -> list[tuple[int, int]]:
        """Ranges of regions with as many positions as the lists have room for."""
        if self.waiting <= self.room:
            return [(0, self.regions)]
        weights = memoryview(self.now.regions.read(4 * self.regions)).cast("I")
        found, first, held = [], 0, 0
        for region, weight in enumerate(weights):
            if held + weight > self.room:
                found.append((first, region))
                first, held = region, 0
            held += weight
        found.append((first, self.regions))
        return found


def table_for(search: Search, states: int, memory: int) -> tuple[PositionCode, Table]:
    """How positions are packed, and a set for so many of them within so many bytes."""
    for load in (LOAD, LOAD_OF_FEW_TRIES):
        slots = min(int(states / load) + 1, int(memory / SLOT))
        code, table = gpu_table(search, slots)
        if table.most_tries >= MOST_TRIES:
            break
    more = len(code.words) if code.is_whole else 1
    if more * slots * SLOT > memory:
        code, table = gpu_table(search, slots // more)
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
    reference = ThreadExplorer(explorer.search, settings)
    without = replace(settings, checkpoint=None)
    run = explore(explorer.search, without, on_progress, explorer)
    compare_levels(run, reference)
    run.seconds = time.monotonic() - started
    return run


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
        cuda.device()
    except MissingTool:
        return False
    return True
