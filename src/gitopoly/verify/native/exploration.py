"""Breadth-first exploration, compiled: expanding positions by every step, noting which are new.

This code only runs compiled. Everything about the rules is the kernel's own compiled code,
so what is explored is the implementation itself.

`states` holds the old position, the new one, and a spare one; `chunks` is the same memory. A step
changes little, so the new record is compared with the old one: the differences are packed, then
reverted for the next step. The next position is compared with this one in the same way.
"""

from typing import ClassVar

import numpy as np

from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import kind_of
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import MOST_KINDS, NOBODY
from gitopoly.kernel.fields import Field
from gitopoly.kernel.invariants import cards_ok, inv_conservation_of_money
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.transition import attempt
from gitopoly.verify.native.atomic import fetch_early
from gitopoly.verify.native.branches import MOST_BRANCHES, branch_of
from gitopoly.verify.native.fingerprints import fingerprint, insert, insert_exactly
from gitopoly.verify.native.full_promises import (
    OF_FULL_GAME,
    STEPS_IN_FULL,
    first_broken_in_full,
    first_broken_of_step_in_full,
)
from gitopoly.verify.native.layout import MOST_WORDS, Layout
from gitopoly.verify.native.packing import (
    WordArray,
    copy_to_spare,
    pack_changes,
    restore_the_rest,
    unpack,
)
from gitopoly.verify.native.promises import (
    PROGRESS,
    STEPS,
    TYPE_OK,
    first_broken,
    first_broken_of_step,
)
from gitopoly.verify.native.steps import first_broken_by_step, keeps_promises, list_steps
from gitopoly.verify.native.symmetry import turn_the_table
from gitopoly.verify.native.tried import ANY, MOST_SUCCESSORS, Tried

BRANCHES_IN_ALL = MOST_KINDS * MOST_BRANCHES
QUEUE = 64
"""Successors that wait for the prefetched part of the table."""
ENTRY = 2 + MOST_WORDS
FINGERPRINT = 0
BODY = 1
BRANCH = ENTRY - 1

# Kinds of trouble; from INVARIANT on, the number of the invariant is added.
NO_TROUBLE = 0
DEADLOCK = 1
BAD_STEP = 2
INVARIANT = 16


class ExpansionTally:
    """What an expansion has found."""

    FIELDS: ClassVar = {
        "generated_by": Field("i8", BRANCHES_IN_ALL, 0),
        "distinct_by": Field("i8", BRANCHES_IN_ALL, 0),
        "generated": Field("i8", 0, 0),
        "expanded": Field("i8", 0, 0),
        "new": Field("i8", 0, 0),
        "trouble": Field("i8", 0, 0),
    }
    __slots__ = tuple(FIELDS)

    generated_by: list[int]
    distinct_by: list[int]
    """By branch: the kind of the action times MOST_BRANCHES, plus the branch."""
    generated: int
    expanded: int
    """Positions expanded by the last call; the next one is where trouble occurred."""
    new: int
    """New positions found by the last call."""
    trouble: int

    def __init__(self) -> None:
        self.generated_by = [0] * BRANCHES_IN_ALL
        self.distinct_by = [0] * BRANCHES_IN_ALL
        self.generated = self.expanded = self.new = self.trouble = 0


def look_up(
    queue: WordArray,
    waiting: int,
    width: int,
    table: WordArray,
    bodies: WordArray,
    reached: WordArray,
    tally: ExpansionTally,
) -> None:
    """Look up every waiting successor in the table; new ones go to `reached`."""
    exact = len(bodies) > 0
    mask = len(table) - 1
    for i in range(waiting):
        at = i * ENTRY
        if exact:
            new = insert_exactly(table, bodies, mask, queue, at, width)
        else:
            new = insert(table, mask, queue, at)
        if new:
            for w in range(width):
                reached[tally.new * width + w] = queue[at + BODY + w]
            tally.distinct_by[np.int64(queue[at + BRANCH])] += 1
            tally.new += 1


def expand(
    states: list[State],
    chunks: WordArray,
    rows_of_rules: list[Rules],
    rows_of_buffers: list[ActionBuffer],
    layouts: list[Layout],
    rows_of_tried: list[Tried],
    symmetric: bool,
    asked: int,
    at_bound: bool,
    steps: list[int],
    spare_steps: list[int],
    frontier: WordArray,
    first: int,
    last: int,
    table: WordArray,
    bodies: WordArray,
    queue: WordArray,
    reached: WordArray,
    room: int,
    tallies: list[ExpansionTally],
) -> None:
    """Expand the positions `first` to `last` by every step; all must keep the properties `asked`.

    Positions beyond a bound are counted and checked, but not kept, as in TLC. The expansion
    stops early when `room` might not suffice for the successors of one more position, or at the
    first trouble. Records are arrays of one, which are much faster to pass than single records.
    """
    rules, buffer, layout, tally = rows_of_rules[0], rows_of_buffers[0], layouts[0], tallies[0]
    tried = rows_of_tried[0]
    tally.new = 0
    tally.expanded = 0
    tally.trouble = NO_TROUBLE
    waiting = 0
    width = np.int64(layout.width)
    mask = np.uint64(len(table) - 1)
    before = first
    if asked & TYPE_OK and not cards_ok(rules):
        tally.trouble = INVARIANT
        return
    for position in range(first, last):
        if tally.new + waiting + MOST_SUCCESSORS > room:
            break
        unpack(chunks, layout, frontier, np.uint64(position * width), np.uint64(before * width))
        before = position
        restore_the_rest(states[0], states[1], rules)
        if position == first:
            broken = first_broken(states[0], rules, asked)
        else:
            broken = first_broken_by_step(states[0], rules, asked)
        if broken == NOBODY and asked & OF_FULL_GAME:
            broken = first_broken_in_full(states[0], rules, asked)
        if broken != NOBODY:
            tally.trouble = INVARIANT + broken
            break
        if terminated(states[0], rules):
            tally.expanded += 1
            continue
        count = list_steps(states[0], rules, buffer, tried, steps)
        sound = True
        for i in range(count):
            code, outcome = steps[2 * i], steps[2 * i + 1]
            attempt(states[1], rules, code, outcome, True)
            branch = branch_of(states[0], states[1], rules, code, outcome)
            branch += kind_of(code) * MOST_BRANCHES
            tally.generated_by[branch] += 1
            sound &= inv_conservation_of_money(states[1], rules)
            if asked & STEPS:
                sound &= first_broken_of_step(states[0], states[1], rules, asked) == NOBODY
            if asked & STEPS_IN_FULL:
                broken = first_broken_of_step_in_full(states[0], states[1], rules, asked)
                sound &= broken == NOBODY
            beyond = tried.most_issued != ANY and states[1].issued > tried.most_issued
            if at_bound or beyond:
                sound &= keeps_promises(states[1], rules, asked, buffer, tried, spare_steps)
            elif symmetric:
                copy_to_spare(chunks, layout)
                turn_the_table(states[1], states[2], rules)
            at = waiting * ENTRY
            for w in range(width):
                queue[at + BODY + w] = frontier[position * width + w]
            fits = pack_changes(chunks, layout, queue, np.uint64(at + BODY))
            sound &= fits or beyond
            if at_bound or beyond:
                continue
            found = fingerprint(queue, at + BODY, width)
            fetch_early(table, np.int64(found & mask))
            queue[at + FINGERPRINT] = found
            queue[at + BRANCH] = branch
            waiting += 1
            if waiting == QUEUE:
                look_up(queue, waiting, width, table, bodies, reached, tally)
                waiting = 0
        if count == 0 and asked & PROGRESS:
            tally.trouble = DEADLOCK
        if not sound:
            tally.trouble = BAD_STEP
        if tally.trouble != NO_TROUBLE:
            break
        tally.generated += count
        tally.expanded += 1
    look_up(queue, waiting, width, table, bodies, reached, tally)
