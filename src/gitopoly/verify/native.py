"""The native checker: breadth-first exploration of the compiled kernel, on all cores.

Each level is expanded in batches. A batch is cut into one part per worker; every worker leaves
its positions by every step and sorts the successors by owner, then every owner puts those that
are its own into its half of the set. So no two threads ever write to the same place.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from gitopoly.kernel import Rules, State, apply, chance_outcomes, compiled, initial, legal_actions
from gitopoly.kernel.actions import NAMES as ACTION_NAMES
from gitopoly.kernel.checks import NAMES as INVARIANT_NAMES
from gitopoly.kernel.choices import Choices
from gitopoly.verify import exploration as x
from gitopoly.verify.layout import Slot, layout_of, words_of

np: Any = vars(compiled)["numpy"]
OWNERS = 2
BATCH = 1 << 16
"""Positions that a worker expands at most before the set is brought up to date."""
ROOM = 1 << 19
"""Successors that a worker can hold for one owner."""
FULL = 0.8
"""Share of a table that is filled before it grows."""
SMALLEST_TABLE = 1 << 16
PROGRESS = "Progress"
MEMORY = "memory"
DOES_NOT_FIT = "layout"


@dataclass(frozen=True)
class Level:
    """One depth of the exploration."""

    depth: int
    generated: int
    """States found so far, the initial one included, after leaving every state of this depth."""
    distinct: int
    """Different states up to this depth."""
    waiting: int
    """States of the next depth."""


class Explorer:
    """An exploration that can be run level by level."""

    def __init__(
        self,
        rules: Rules,
        workers: int | None = None,
        memory: int = 16 << 30,
        symmetric: bool = False,
        exact: bool = False,
        keep: bool = False,
    ) -> None:
        """`keep` holds on to every level, so that a path to a state can be found."""
        self.rules = rules
        self.symmetric = symmetric
        self.exact = exact
        self.memory = memory
        slots = layout_of(rules)
        self.width = words_of(slots)
        self.slots = slot_table(slots)
        self.slot_count = len(slots)
        self._workers = [_Worker(self) for _ in range(workers or os.cpu_count() or 1)]
        self._tables = [self._empty_table(SMALLEST_TABLE) for _ in range(OWNERS)]
        self._used = [0] * OWNERS
        self.distinct_kinds = np.zeros((OWNERS, 64), np.int64)
        self.trouble: Trouble | None = None
        self.generated = 1
        self.distinct = 0
        self.depth = 0
        self.frontier = self._first()
        self.kept: list[Any] | None = [] if keep else None

    def _empty_table(self, capacity: int) -> Any:
        return np.zeros(capacity * (self.width if self.exact else 1), np.uint64)

    def _first(self) -> Any:
        worker = self._workers[0]
        worker.states[1] = compiled.record(initial(self.rules))
        entries = worker.entry_of_reached()
        return self._insert(int(entries[0]) >> 63, entries, 1)

    def held(self) -> int:
        """Bytes of the tables and of the positions that wait."""
        return int(sum(table.nbytes for table in self._tables) + self.frontier.nbytes)

    def next_level(self, tick: Callable[[int], None] = lambda done: None) -> Level | None:
        """Leave every state of the present depth; None if there was trouble on the way."""
        frontier = self.frontier
        if self.kept is not None:
            self.kept.append(frontier)
        waiting = len(frontier) // self.width
        self.distinct += waiting
        self.depth += 1
        blocks: list[Any] = []
        for number, worker in enumerate(self._workers):
            worker.cursor = waiting * number // len(self._workers)
            worker.end = waiting * (number + 1) // len(self._workers)
        with ThreadPoolExecutor(len(self._workers)) as pool:
            while busy := [worker for worker in self._workers if worker.cursor < worker.end]:
                list(pool.map(lambda worker: worker.expand(frontier), busy))
                self.generated += sum(int(worker.report[x.GENERATED]) for worker in busy)
                for worker in busy:
                    if worker.report[x.TROUBLE]:
                        self.trouble = worker.trouble(frontier)
                        return None
                for found in pool.map(lambda owner: self._collect(owner, busy), range(OWNERS)):
                    blocks += found
                tick(sum(worker.done for worker in busy))
                if self.held() + sum(block.nbytes for block in blocks) > self.memory:
                    self.trouble = Trouble(MEMORY)
                    return None
        self.frontier = np.concatenate(blocks) if blocks else np.zeros(0, np.uint64)
        return Level(self.depth, self.generated, self.distinct, len(self.frontier) // self.width)

    def generated_by(self) -> dict[str, int]:
        """States found by each action; exact, whatever the order of exploration."""
        total = sum(worker.kinds for worker in self._workers)
        return {name: int(total[kind]) for kind, name in enumerate(ACTION_NAMES) if total[kind]}

    def distinct_by(self) -> dict[str, int]:
        """New states by the action that found them first; depends on the order."""
        total = self.distinct_kinds.sum(axis=0)
        return {name: int(total[kind]) for kind, name in enumerate(ACTION_NAMES) if total[kind]}

    def parent_of(self, state: State, depth: int) -> State:
        """Some state of level `depth` from which one step leads to a state; needs `keep`."""
        worker = self._workers[0]
        mark = worker.mark_of(state)
        assert self.kept is not None, "explore with keep=True to find a path"
        frontier = self.kept[depth - 1]
        first, last = 0, len(frontier) // self.width
        while not worker.reaches(mark, frontier, first, last):
            first = worker.cursor
            if not worker.done:
                raise LookupError("no state of that level leads there")
        last = worker.cursor
        while last - first > 1:
            middle = (first + last) // 2
            if worker.reaches(mark, frontier, first, middle):
                last = middle
            else:
                first = middle
        return worker.unpacked(frontier, first)

    def _collect(self, owner: int, workers: list[_Worker]) -> list[Any]:
        """Put what the workers found for one owner into its table; the new positions."""
        found = []
        for worker in workers:
            count = int(worker.report[x.FILLED + owner])
            if count:
                found.append(self._insert(owner, worker.entries[owner], count))
        return [block for block in found if len(block)]

    def _insert(self, owner: int, entries: Any, count: int) -> Any:
        self._make_room(owner, count)
        table = self._tables[owner]
        mask = len(table) // (self.width if self.exact else 1) - 1
        reached = np.empty(count * self.width, np.uint64)
        insert = twins().insert_exactly if self.exact else twins().insert
        kinds = self.distinct_kinds[owner]
        new = insert(table, mask, entries, count, self.width, reached, kinds)
        self._used[owner] += new
        return reached[: new * self.width].copy()

    def _make_room(self, owner: int, count: int) -> None:
        table = self._tables[owner]
        places = len(table) // (self.width if self.exact else 1)
        grown = places
        while self._used[owner] + count > grown * FULL:
            grown *= 2
        if grown == places:
            return
        larger = self._empty_table(grown)
        if self.exact:
            twins().move_over_exactly(table, larger, grown - 1, self.width)
        else:
            twins().move_over(table, larger, grown - 1)
        self._tables[owner] = larger


@dataclass(frozen=True)
class Trouble:
    """Why an exploration cannot go on."""

    name: str
    state: State | None = None


class _Worker:
    """One thread's records and buffers."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.states = compiled.records(initial(explorer.rules), 3)
        self.record_length = compiled.STATE_TYPE.itemsize
        self.octets = self.states.view(np.int8).reshape(-1)
        self.quads = self.states.view(np.int32).reshape(-1)
        self.rules = compiled.rules_record(explorer.rules)
        self.choices = compiled.record(Choices())
        self.entries = [np.zeros(ROOM * (explorer.width + 2), np.uint64) for _ in range(OWNERS)]
        self.report = np.zeros(x.REPORT_LENGTH, np.int64)
        self.kinds = np.zeros(64, np.int64)
        self.cursor = self.end = self.done = 0

    def expand(self, frontier: Any) -> None:
        """Go on with this worker's share, as far as there is room for the successors."""
        e = self.explorer
        twins().expand(
            self.states,
            self.octets,
            self.quads,
            self.record_length,
            self.rules,
            self.choices,
            e.slots,
            e.slot_count,
            e.width,
            e.symmetric,
            frontier,
            self.cursor,
            min(self.end, self.cursor + BATCH),
            *self.entries,
            ROOM,
            self.kinds,
            self.report,
        )
        self.done = int(self.report[x.EXPANDED])
        self.cursor += self.done

    def entry_of_reached(self) -> Any:
        """The record of the position reached, as an entry."""
        e = self.explorer
        entry = np.zeros(e.width + 2, np.uint64)
        memory = self.octets, self.quads
        where = 1, self.record_length
        twins().pack(*memory, *where, e.slots, e.slot_count, e.width, entry, 1)
        entry[0] = twins().fingerprint(entry, 1, e.width)
        return entry

    def mark_of(self, state: State) -> int:
        """The fingerprint of a state."""
        self.states[1] = compiled.record(state)
        return int(self.entry_of_reached()[0])

    def reaches(self, mark: int, frontier: Any, first: int, last: int) -> bool:
        """Whether one of some positions leads to the state with this fingerprint."""
        self.cursor, self.end = first, last
        self.expand(frontier)
        owner, entry = mark >> 63, self.explorer.width + 2
        marks = self.entries[owner][: int(self.report[x.FILLED + owner]) * entry : entry]
        return bool((marks == np.uint64(mark)).any())

    def unpacked(self, frontier: Any, position: int) -> State:
        """A position of the frontier as a state."""
        e = self.explorer
        memory = self.octets, self.quads
        where = 0, self.record_length
        twins().unpack(*memory, *where, e.slots, e.slot_count, frontier, position * e.width)
        twins().restore_bank(self.states[0], self.rules)
        return compiled.from_record(e.rules, self.states[0])

    def trouble(self, frontier: Any) -> Trouble:
        """Say what is wrong with the position at which the expansion stopped."""
        code, position = int(self.report[x.TROUBLE]), int(self.report[x.TROUBLE_AT])
        state = self.unpacked(frontier, position)
        if code == x.DEADLOCK:
            return Trouble(PROGRESS, state)
        if code == x.DOES_NOT_FIT:
            return Trouble(DOES_NOT_FIT, state)
        return Trouble(INVARIANT_NAMES[code - x.INVARIANT], state)


def path_to(rules: Rules, state: State, depth: int) -> list[tuple[State, int, int]]:
    """A shortest way to a state of level `depth`: each state with the step that leaves it."""
    explorer = Explorer(rules, keep=True)
    while explorer.depth < depth - 1:
        explorer.next_level()
    path: list[tuple[State, int, int]] = []
    for level in range(depth - 1, 0, -1):
        parent = explorer.parent_of(state, level)
        path.append((parent, *step_between(parent, state)))
        state = parent
    return path[::-1]


def step_between(before: State, after: State) -> tuple[int, int]:
    """The action and outcome that lead from one state to another."""
    for action in legal_actions(before):
        if isinstance(action, int):
            for outcome, _ in chance_outcomes(before, action):
                trial = before.copy()
                apply(trial, action, outcome)
                if trial == after:
                    return action, outcome
    raise LookupError("no step leads there")


def slot_table(slots: tuple[Slot, ...]) -> Any:
    """The layout as compiled code reads it: a row for each slot."""
    rows: list[int] = []
    word, shift = -1, 64
    for slot in slots:
        if shift + slot.bits > 64:
            word, shift = word + 1, 0
        kind, offset = compiled.STATE_TYPE.fields[slot.field][:2]
        size = kind.base.itemsize
        place = offset // size + slot.index
        rows += [int(size == 4), place, slot.least, (1 << slot.bits) - 1, word, shift]
        shift += slot.bits
    return np.array(rows, np.int64)


@cache
def twins() -> Any:
    """The compiled functions of the exploration, all of them ready before threads share them."""
    found = compiled.twins(x)
    names = ("pack", "unpack", "fingerprint", "restore_bank", "expand", "insert", "insert_exactly")
    for name in (*names, "move_over", "move_over_exactly"):
        getattr(found, name)
    return found
