"""The native checker: breadth-first exploration of the compiled kernel, on all cores.

A level is split into shares. Every worker takes a share, expands its positions by every step and
puts the successors into the one table that all workers fill; new ones are its part of the next
level. Counts do not depend on who takes what: a position is new to exactly one worker.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import Event
from typing import Any

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, State, compiled, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import NAMES as ACTION_NAMES
from gitopoly.verify.kernel_search import Bounds
from gitopoly.verify.native import (
    bidding,
    branches,
    exploration,
    fingerprints,
    full_promises,
    packing,
    promises,
    steps,
    symmetry,
    tried,
)
from gitopoly.verify.native.layout import Layout, lay_out, layout_of
from gitopoly.verify.native.promise_table import name_of_promise
from gitopoly.verify.native.seen_set import SMALLEST, USUAL, SeenSet

np: Any = vars(compiled)["numpy"]
BLOCK = 1 << 16
"""How many new positions are stored in one block."""
SMALLEST_SHARE = 512
"""The smallest number of positions in a share."""
ALONE = 2048
"""One worker expands fewer positions than this before another one is awake."""
SHARES = 8
"""Shares of a level per worker, so that all workers finish at about the same time."""
PLENTY = 1 << 28
"""With this many bytes the table need not start small."""
MARGIN = tried.MOST_SUCCESSORS + exploration.QUEUE
"""Room that a worker needs to expand one position."""
BUFFER_TYPE = compiled.type_of(ActionBuffer.FIELDS)
LAYOUT_TYPE = compiled.type_of(Layout.FIELDS)
TRIED_TYPE = compiled.type_of(tried.Tried.FIELDS)
TALLY_TYPE = compiled.type_of(exploration.ExpansionTally.FIELDS)
PROGRESS = "Progress"
MEMORY = "memory"
BAD_STEP = "step"


@dataclass(frozen=True)
class Level:
    """One depth of the exploration."""

    depth: int
    generated: int
    """States found so far, including the initial one, after expanding every state of this depth."""
    distinct: int
    """Distinct states up to this depth."""
    waiting: int
    """States of the next depth."""


@dataclass(frozen=True)
class StopReason:
    """Why an exploration cannot continue."""

    name: str
    state: State | None = None
    depth: int = 0


@dataclass
class Share:
    """Positions to expand: a part of a level, from `first` to `last`."""

    block: Any
    first: int
    last: int


class Explorer:
    """An exploration that runs level by level."""

    def __init__(
        self,
        rules: Rules,
        workers: int | None = None,
        memory: int = 16 << 30,
        symmetric: bool = False,
        exact: bool = False,
        keep: bool = False,
        pause: Event | None = None,
        asked: int = promises.OF_THE_KERNEL,
        bound: int | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        """`memory` is in bytes; `keep` retains every level, so that a path can be found.

        Positions beyond the depth `bound` are counted and checked, but not kept; `bounds` are
        those of a model of the full game.
        """
        self.pause = pause or Event()
        self.rules = rules
        self.symmetric = symmetric
        self.asked = asked
        self.bound = bound
        self.memory = memory
        record = compiled.record(initial(rules)).tobytes()
        self.bounds = bounds
        self.layout = lay_out(layout_of(rules, bounds), compiled.STATE_TYPE, record)
        self.width = self.layout.width
        self.seen = SeenSet(self.width if exact else 0, USUAL if memory >= PLENTY else SMALLEST)
        self.full = False
        self.workers = [ExplorationWorker(self) for _ in range(workers or os.cpu_count() or 1)]
        self._pool = ThreadPoolExecutor(len(self.workers))
        self.trouble: StopReason | None = None
        self.depth = 0
        self.distinct = 0
        self.shares: list[Share] = []
        """Positions of the current depth that are still to be expanded."""
        self.next_blocks: list[Any] = [self.workers[0].pack(initial(rules))]
        """Positions of the next depth found so far."""
        if self.workers[0].unpack(self.next_blocks[0], 0) != initial(rules):
            raise InvalidModel("its first position does not fit into the ranges of its rules")
        self.kept: list[list[Any]] | None = [] if keep else None
        self.seen.add(self.workers[0].fingerprint(self.next_blocks[0]), self.next_blocks[0])

    @property
    def generated(self) -> int:
        """States found so far, including the initial one."""
        return 1 + int(self.total("generated"))

    @property
    def waiting(self) -> int:
        """States of the next depth found so far."""
        return sum(len(block) for block in self.next_blocks) // self.width

    def held(self) -> int:
        """Bytes used by the table and by waiting positions."""
        now = {id(share.block): share.block.nbytes for share in self.shares}
        waiting = sum(block.nbytes for block in self.next_blocks)
        return int(self.seen.nbytes + sum(now.values()) + waiting)

    def receive(self, found: Any) -> None:
        """Take new positions from a worker; nothing else uses up memory while workers run."""
        self.next_blocks.append(found)
        self.full = self.held() > self.memory

    def may_go_on(self) -> bool:
        """Whether nobody has asked for a pause, and there is memory left."""
        return not self.full and not self.pause.is_set()

    def next_level(self) -> Level | None:
        """Expand every state of the current depth; None on trouble or a pause.

        After a pause, or with more memory, the next call continues where this one stopped.
        """
        self.trouble = None
        if not self.shares:
            self._begin_level()
        while self.shares and not self.trouble and not self.pause.is_set():
            self._run_workers()
        for worker in self.workers:
            worker.hand_over()
        if self.shares:
            return None
        found = [worker.trouble for worker in self.workers if worker.trouble]
        if found:
            self.trouble = min(found, key=lambda trouble: trouble[:2])[-1]
            return None
        return Level(self.depth, self.generated, self.distinct, self.waiting)

    def _begin_level(self) -> None:
        blocks, self.next_blocks = self.next_blocks, []
        if self.kept is not None:
            self.kept.append(blocks)
        waiting = sum(len(block) for block in blocks) // self.width
        self.depth += 1
        self.distinct += waiting
        size = BLOCK
        if waiting >= ALONE:
            size = min(BLOCK, max(SMALLEST_SHARE, waiting // (SHARES * len(self.workers))))
        for block in blocks:
            length = len(block) // self.width
            cuts = range(0, length, size)
            self.shares += [Share(block, cut, min(cut + size, length)) for cut in cuts]

    def _run_workers(self) -> None:
        """Let the workers take shares until none is left, or the table may be full."""
        needed = 2 * MARGIN * len(self.workers)
        spare = self.memory - self.held()
        self.full = False
        if spare < 0 or not self.seen.make_room(needed, spare):
            self.trouble = StopReason(MEMORY)
        elif sum(share.last - share.first for share in self.shares) < ALONE:
            self.seen.used += self.workers[0].work(self.seen.room())
        else:
            room = self.seen.room() // len(self.workers)
            others = [self._pool.submit(worker.work, room) for worker in self.workers[1:]]
            self.seen.used += self.workers[0].work(room)
            self.seen.used += sum(other.result() for other in others)

    def total(self, name: str) -> Any:
        """A count, or an array of counts, summed over all workers."""
        return sum(worker.tally[name] for worker in self.workers)

    def coverage(self) -> Iterator[tuple[str, str, int, int]]:
        """Action, branch, states found by it, and those that were new to it.

        The last number depends on the order of exploration.
        """
        generated, distinct = self.total("generated_by"), self.total("distinct_by")
        for number in np.flatnonzero(generated):
            kind, branch = divmod(int(number), branches.MOST_BRANCHES)
            name = "" if self.bounds else branches.name_of_branch(kind, branch)
            yield ACTION_NAMES[kind], name, int(generated[number]), int(distinct[number])


class ExplorationWorker:
    """One thread's records and buffers."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.states = rows_of(compiled.record(initial(explorer.rules)), compiled.STATE_TYPE, 3)
        self.chunks = self.states.view(np.uint64)
        self.rules = rows_of(compiled.rules_record(explorer.rules), compiled.RULES_TYPE)
        self.buffer = rows_of(compiled.record(ActionBuffer()), BUFFER_TYPE)
        self.layouts = rows_of(compiled.record(explorer.layout), LAYOUT_TYPE)
        self.tried = rows_of(compiled.record(tried.Tried(explorer.bounds)), TRIED_TYPE)
        self.tallies = rows_of(compiled.record(exploration.ExpansionTally()), TALLY_TYPE)
        self.tally = self.tallies[0]
        self.steps = np.zeros(2 * tried.MOST_SUCCESSORS, np.int64)
        self.spare_steps = np.zeros_like(self.steps)
        self.queue = np.zeros(exploration.QUEUE * exploration.ENTRY, np.uint64)
        self.reached = np.empty(BLOCK * explorer.width, np.uint64)
        self.filled = 0
        self.trouble: tuple[tuple[int, ...], int, StopReason] | None = None

    def work(self, room: int) -> int:
        """Expand shares while there are any and room is left; returns how many new positions."""
        explorer, new = self.explorer, 0
        while room - new >= MARGIN and explorer.may_go_on():
            try:
                share = explorer.shares.pop()
            except IndexError:  # another worker was faster
                break
            new += self._leave(share, room - new)
            if share.first < share.last:
                explorer.shares.append(share)
        return new

    def _leave(self, share: Share, room: int) -> int:
        """Expand as many positions of a share as there is room for; returns how many were new."""
        if BLOCK - self.filled < MARGIN:
            self.hand_over()
        seen, width = self.explorer.seen, self.explorer.width
        self.expand(
            share,
            seen,
            self.reached[self.filled * width :],
            min(room, BLOCK - self.filled),
        )
        new = int(self.tally["new"])
        self.filled += new
        share.first += int(self.tally["expanded"])
        if self.tally["trouble"]:
            self._note_trouble(share)
            share.first += 1
        return new

    def expand(self, share: Share, seen: SeenSet, reached: Any, room: int) -> None:
        """Expand the positions of a share, as far as there is room."""
        compiled_kernel().expand(
            self.states,
            self.chunks,
            self.rules,
            self.buffer,
            self.layouts,
            self.tried,
            self.explorer.symmetric,
            self.explorer.asked,
            self.explorer.depth == self.explorer.bound,
            self.steps,
            self.spare_steps,
            share.block,
            share.first,
            share.last,
            seen.table,
            seen.bodies,
            self.queue,
            reached,
            room,
            self.tallies,
        )

    def hand_over(self) -> None:
        """Hand the new positions to the next level."""
        if self.filled:
            found = self.reached[: self.filled * self.explorer.width].copy()
            self.explorer.receive(found)
            self.filled = 0

    def pack(self, state: State) -> Any:
        """A state as packed words, which mean another one where a value has no room."""
        words = np.zeros(self.explorer.width, np.uint64)
        record = compiled.records(state, 1).view(np.uint64).reshape(-1)
        # As if everything had changed, so that everything is packed.
        compiled_kernel().pack_changes(
            np.concatenate([~record, record, record]), self.layouts[0], words, 0
        )
        return words

    def fingerprint(self, words: Any) -> Any:
        """The fingerprint of a packed position."""
        return np.array([compiled_kernel().fingerprint(words, 0, self.explorer.width)], np.uint64)

    def unpack(self, block: Any, position: int) -> State:
        """A packed position as a state."""
        first = position * self.explorer.width
        compiled_kernel().unpack(self.chunks, self.layouts[0], block, first, first)
        compiled_kernel().restore_the_rest(self.states[0], self.states[1], self.rules[0])
        return compiled.from_record(self.explorer.rules, self.states[0])

    def _note_trouble(self, share: Share) -> None:
        """Keep the failure whose position comes first, whichever thread finds it."""
        width = self.explorer.width
        words = share.block[share.first * width : (share.first + 1) * width]
        key = tuple(int(word) for word in words), int(self.tally["trouble"])
        if self.trouble and self.trouble[:2] <= key:
            return
        state = self.unpack(share.block, share.first)
        depth, code = self.explorer.depth, int(self.tally["trouble"])
        if code == exploration.BAD_STEP:
            trouble = StopReason(BAD_STEP, state, depth)
        elif code == exploration.DEADLOCK:
            trouble = StopReason(PROGRESS, state, depth)
        else:
            trouble = StopReason(name_of_promise(code - exploration.INVARIANT), state, depth)
        self.trouble = (*key, trouble)


def rows_of(record: Any, kind: Any, count: int = 1) -> Any:
    """Copies of a record, all with one type object, which makes dispatch fast."""
    return np.full(count, record, kind)


def functions() -> compiled.CompiledKernel:
    """The compiled functions of the exploration."""
    return compiled.compiled_kernel(
        *(packing, fingerprints, symmetry, branches, promises, bidding, full_promises),
        *(tried, steps, exploration),
    )


@cache
def compiled_kernel() -> Any:
    """The same, all compiled before threads share them."""
    found = functions()
    for name in ("pack_changes", "unpack", "restore_the_rest", "expand", "fingerprint"):
        getattr(found, name)
    return found
