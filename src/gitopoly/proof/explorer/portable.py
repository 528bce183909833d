"""The exploration without a C++ compiler: one thread of the rules that are shipped as WebAssembly.

The positions stand one after the other, in the order in which they are found, so those that wait
are the last ones. An index finds them by their bits; its entries are numbers of positions, with
some bits of what was looked for. What varies is told by a layout instead of constants.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gitopoly.engine import entry, new_engine
from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.branches import MOST_BRANCHES, branch_of
from gitopoly.proof.explorer.packing import TOO_LARGE, UNFIT
from gitopoly.proof.explorer.program import BAD_STEP, DEADLOCK, INVARIANT, Report
from gitopoly.proof.explorer.promises import (
    PROGRESS,
    STEPS,
    TYPE_OK,
    first_broken,
    first_broken_of_step,
)
from gitopoly.proof.explorer.slots import DERIVED, slots_of
from gitopoly.proof.explorer.steps import (
    MOST_OFFERS,
    Tried,
    action_of_trial,
    is_beyond,
    keeps_moving,
    outcome_of_trial,
    restore_sets_and_bank,
    trials,
    tried_by,
    turn_the_table,
    type_ok_of_packed,
)
from gitopoly.proof.explorer.threads import LevelCounts, ThreadExplorer
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import kind_of
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.invariants import inv_conservation_of_money
from gitopoly.rules.record import Record, Wide, inside, packed, quad, quads, wide, wides
from gitopoly.rules.step import attempt, list_while_playing

OCTETS, WORD_BITS = 8, 62
"""A record is read in chunks of eight bytes; a word of a position has fewer bits, so that none of
its numbers is negative."""
MOST_CHUNKS, MOST_SLOTS, MOST_WORDS = 64, 400, 16
LOW_HALF = (1 << 31) - 1
FACTOR = 0x1E3779B97F4A7C15
NUMBER_BITS = 32
"""Of an entry of the index; those above are from what was looked for."""
SPACE = (4 << 30) - (64 << 20)
"""The bytes of memory that WebAssembly offers, less what the rules need."""
FULLEST = 0.9
"""How full the index may become."""
FIRST_INDEX = 1 << 16
MOST_SUCCESSORS = 2 * MOST_OFFERS
"""Room that is needed to expand one more position."""
AT_ONCE = 2048
"""Positions that are expanded in one call."""


class Layout(Record):
    """Which bits of a record go where: by chunk, what never changes, and its slots."""

    chunks: int = quad()
    words: int = quad()
    idle: list[int] = wides(MOST_CHUNKS)
    """What a chunk holds besides its slots."""
    fixed: list[int] = wides(MOST_CHUNKS)
    """The bits that never change."""
    first: list[int] = quads(MOST_CHUNKS + 1)
    """The first slot of each chunk."""
    at: list[int] = quads(MOST_SLOTS)
    """Where a number begins in its chunk, in bits."""
    size: list[int] = quads(MOST_SLOTS)
    """Its bits there."""
    least: list[int] = quads(MOST_SLOTS)
    range: list[int] = wides(MOST_SLOTS)
    """The largest value, counted from the least one."""
    mask: list[int] = wides(MOST_SLOTS)
    word: list[int] = quads(MOST_SLOTS)
    shift: list[int] = quads(MOST_SLOTS)
    """The word of a packed position, and the place in it."""


class Explored(Record):
    """Where an exploration stands, and what it is asked."""

    report: Report = inside(Report)
    asked: int = wide()
    """The promises that are checked."""
    symmetric: int = quad()
    at_bound: int = quad()
    index_mask: int = wide()
    count: int = wide()
    """Positions found."""
    next: int = wide()
    """The first one that is not expanded."""
    level_end: int = wide()
    """How many positions the levels have that were begun."""
    sought: int = wide(NOBODY)
    """The number of a position to which a step is sought, and of one where it starts."""
    origin: int = wide(NOBODY)
    trouble_at: int = wide()
    """The position where something is wrong."""


def pack_changes(
    layout: Layout, old: list[int], new: list[int], words: list[int], at: Wide
) -> bool:
    """Replace in a packed position what a step has changed, and undo it for the next step.

    False if something does not fit, or should never change.
    """
    fits = True
    for i in range(layout.chunks):
        chunk = new[i]
        if chunk != old[i]:
            new[i] = old[i]
            if (chunk ^ layout.idle[i]) & layout.fixed[i] != 0:
                fits = False
            for n in range(layout.first[i], layout.first[i + 1]):
                value = chunk >> layout.at[n] & (1 << layout.size[n]) - 1
                if value >> layout.size[n] - 1:
                    value -= 1 << layout.size[n]
                value -= layout.least[n]
                if value < 0 or value > layout.range[n]:
                    fits = False
                here = at + layout.word[n]
                others = words[here] & ~(layout.mask[n] << layout.shift[n])
                words[here] = others | (value & layout.mask[n]) << layout.shift[n]
    return fits


def unpack_position(layout: Layout, words: list[int], at: Wide, chunks: list[int]) -> None:
    """Write a packed position into a record, without what follows from the rest."""
    for i in range(layout.chunks):
        chunk = layout.idle[i]
        for n in range(layout.first[i], layout.first[i + 1]):
            value = words[at + layout.word[n]] >> layout.shift[n] & layout.mask[n]
            value += layout.least[n]
            chunk |= (value & (1 << layout.size[n]) - 1) << layout.at[n]
        chunks[i] = chunk


def stirred(hashed: Wide, piece: Wide) -> Wide:
    """A hash of what was hashed before and of 31 more bits."""
    product = (hashed ^ piece) * FACTOR & (1 << WORD_BITS) - 1
    return product ^ product >> 29


def hash_of(layout: Layout, words: list[int], at: Wide) -> Wide:
    """A hash of a packed position."""
    hashed = stirred(0, 0)
    for i in range(layout.words):
        hashed = stirred(hashed, words[at + i] & LOW_HALF)
        hashed = stirred(hashed, words[at + i] >> 31)
    return hashed


def number_in_order(
    layout: Layout, explored: Explored, words: list[int], index: list[int], number: Wide
) -> Wide:
    """The number of the known position that equals one; its own if it is new, and then known."""
    here = number * layout.words
    hashed = hash_of(layout, words, here)
    place = hashed & explored.index_mask
    tag = hashed >> 31 << NUMBER_BITS
    while index[place] != 0:
        found = index[place]
        if found >> NUMBER_BITS << NUMBER_BITS == tag:
            known = (found & (1 << NUMBER_BITS) - 1) - 1
            there = known * layout.words
            if all(words[there + i] == words[here + i] for i in range(layout.words)):
                return known
        place = place + 1 & explored.index_mask
    index[place] = tag | number + 1
    return number


@entry
def index_anew(
    layout: Layout, explored: Explored, words: list[int], index: list[int], mask: Wide
) -> None:
    """Make the index larger, which stands alone in its memory."""
    for place in range(mask + 1):
        index[place] = 0
    explored.index_mask = mask
    for number in range(explored.count):
        number_in_order(layout, explored, words, index, number)


@entry
def add_position(layout: Layout, explored: Explored, words: list[int], index: list[int]) -> Wide:
    """The number of the position that stands behind the last one; a new one is added."""
    number = number_in_order(layout, explored, words, index, explored.count)
    if number == explored.count:
        explored.count += 1
    return number


def note_trouble(explored: Explored, kind: Wide) -> None:
    """Keep the first thing that is wrong."""
    if explored.report.trouble == 0:
        explored.report.trouble = kind
        explored.trouble_at = explored.next


@entry
def expand_some(
    before: State,
    after: State,
    spare: State,
    old: list[int],
    new: list[int],
    copy: list[int],
    rules: Rules,
    tried: Tried,
    layout: Layout,
    buffer: ActionBuffer,
    other: ActionBuffer,
    explored: Explored,
    words: list[int],
    index: list[int],
    last: Wide,
    room: Wide,
) -> None:
    """Expand positions up to a number, as long as fewer than `room` are known.

    `old`, `new` and `copy` are the memory of the three states.
    """
    while explored.next < last and explored.count < room:
        unpack_position(layout, words, explored.next * layout.words, old)
        restore_sets_and_bank(before, rules)
        for i in range(layout.chunks):
            new[i] = old[i]
        broken = first_broken_if_packed(before, rules, explored.asked)
        if broken >= 0:
            note_trouble(explored, INVARIANT + broken)
        elif terminated(before, rules):
            explored.report.ended += 1
        elif not take_all_steps(
            before,
            after,
            spare,
            old,
            new,
            copy,
            rules,
            tried,
            layout,
            buffer,
            other,
            explored,
            words,
            index,
        ):
            explored.report.stuck += 1
            if explored.asked & PROGRESS:
                note_trouble(explored, DEADLOCK)
        explored.next += 1


@entry
def first_broken_if_packed(s: State, rules: Rules, asked: Wide) -> int:
    """The first promise that a position breaks whose values fit their ranges."""
    if asked & TYPE_OK and not type_ok_of_packed(s, rules):
        return 0
    return first_broken(s, rules, asked & ~TYPE_OK)


def take_all_steps(
    before: State,
    after: State,
    spare: State,
    old: list[int],
    new: list[int],
    copy: list[int],
    rules: Rules,
    tried: Tried,
    layout: Layout,
    buffer: ActionBuffer,
    other: ActionBuffer,
    explored: Explored,
    words: list[int],
    index: list[int],
) -> bool:
    """Take every step from a position; whether there is one."""
    moves = False
    for player in range(rules.num_players):
        list_while_playing(before, rules, player, buffer)
        for i in range(buffer.count):
            listed = buffer.actions[i]
            limit = buffer.limits[i]
            for trial in range(trials(before, rules, tried, listed, limit)):
                code = action_of_trial(before, rules, tried, listed, limit, trial)
                outcome = outcome_of_trial(before, rules, listed, limit, trial)
                if code != NOBODY and outcome != NOBODY:
                    moves = True
                    attempt(after, rules, code, outcome, True)
                    branch = kind_of(code) * MOST_BRANCHES
                    branch += branch_of(before, after, rules, code, outcome)
                    explored.report.generated_by[branch] += 1
                    settle_step(
                        before,
                        after,
                        spare,
                        old,
                        new,
                        copy,
                        rules,
                        tried,
                        layout,
                        other,
                        explored,
                        words,
                        index,
                        branch,
                    )
    return moves


def settle_step(
    before: State,
    after: State,
    spare: State,
    old: list[int],
    new: list[int],
    copy: list[int],
    rules: Rules,
    tried: Tried,
    layout: Layout,
    other: ActionBuffer,
    explored: Explored,
    words: list[int],
    index: list[int],
    branch: int,
) -> None:
    """Check where a step leads, and keep it if it is new; the step is undone."""
    sound = inv_conservation_of_money(after, rules)
    if explored.asked & STEPS:
        sound = sound and first_broken_of_step(before, after, rules, explored.asked) < 0
    beyond = is_beyond(after, tried)
    kept = not (beyond or explored.at_bound)
    if not kept:
        sound = sound and first_broken_if_packed(after, rules, explored.asked) < 0
        if explored.asked & PROGRESS:
            sound = sound and keeps_moving(after, rules, tried, other)
    elif explored.symmetric:
        for i in range(layout.chunks):
            copy[i] = new[i]
        turn_the_table(after, spare, rules)
    here = explored.count * layout.words
    for i in range(layout.words):
        words[here + i] = words[explored.next * layout.words + i]
    fits = pack_changes(layout, old, new, words, here)
    if not sound or not (fits or beyond):
        note_trouble(explored, BAD_STEP)
    elif kept:
        known = explored.count
        number = add_position(layout, explored, words, index)
        explored.report.distinct_by[branch] += explored.count - known
        if number == explored.sought and explored.origin == NOBODY:
            explored.origin = explored.next


def layout_of(search: Search) -> Layout:
    """The layout of a model's positions."""
    layout, fields = Layout(), State.FIELDS
    idle = packed(initial(search.rules))
    layout.chunks = -(-len(idle) // OCTETS)
    idle += bytes(layout.chunks * OCTETS - len(idle))
    fixed = bytearray(b"\xff" * len(idle))
    slots = {
        fields[slot.field].place + slot.index * fields[slot.field].size: slot
        for slot in slots_of(search.rules, search.bounds)
    }
    varying = [(place, fields[slot.field].size) for place, slot in slots.items()]
    for place, size in (*varying, *((fields[name].place, fields[name].bytes) for name in DERIVED)):
        idle[place : place + size] = fixed[place : place + size] = bytes(size)
    used = [0]
    for n, (place, size) in enumerate(sorted(varying)):
        slot = slots[place]
        bits = (slot.most - slot.least).bit_length()
        if used[-1] + bits > WORD_BITS:
            used.append(0)
        if n == MOST_SLOTS or len(used) > MOST_WORDS:
            raise InvalidModel(TOO_LARGE)
        layout.at[n], layout.size[n] = place % OCTETS * 8, size * 8
        layout.least[n], layout.range[n] = slot.least, slot.most - slot.least
        layout.mask[n] = (1 << bits) - 1
        layout.word[n], layout.shift[n] = len(used) - 1, used[-1]
        used[-1] += bits
        for chunk in range(place // OCTETS, layout.chunks):
            layout.first[chunk + 1] = n + 1
    layout.words = len(used)
    layout.idle[: layout.chunks] = _chunks(idle)
    layout.fixed[: layout.chunks] = _chunks(fixed)
    return layout


def _chunks(record: bytes | bytearray) -> list[int]:
    return memoryview(bytes(record)).cast("q").tolist()


def _octets(numbers: list[int]) -> bytes:
    return b"".join((number % (1 << 64)).to_bytes(OCTETS, "little") for number in numbers)


def room_for(words: int, memory: int = SPACE) -> tuple[int, int]:
    """How many positions of so many words, and entries of an index, fit into so many bytes."""
    memory = min(memory, SPACE)
    return max(
        (min(int(FULLEST * entries), (memory - OCTETS * entries) // (OCTETS * words)), entries)
        for entries in (1 << bits for bits in range(FIRST_INDEX.bit_length() - 1, 30))
    )


class PortableExplorer:
    """An exploration that runs level by level, as `ThreadExplorer` does."""

    def __init__(self, search: Search, settings: ExplorationSettings, keep: bool = False) -> None:
        """`keep`: go on beyond the bound, so that a path can be found."""
        self.search = search
        self.bound = None if keep else search.depth
        self.layout = layout_of(search)
        self.explored = Explored()
        self.explored.asked = search.asked
        self.explored.symmetric = int(search.symmetric)
        self.ends = [0]
        """How many positions there are before each level."""
        most, self.entries = room_for(self.layout.words, settings.memory)
        self.room = most - MOST_SUCCESSORS
        self.engine = engine = new_engine("compiled", search.rules)
        states = [engine.rows(initial(search.rules)) for _ in range(3)]
        self.row = engine.rows(self.explored)
        self.words = engine.numbers(OCTETS * self.layout.words, max(most, 1))
        index = engine.numbers(OCTETS, self.entries)
        layout, *known = self.known = [engine.rows(self.layout), self.row, self.words, index]
        tried = engine.rows(tried_by(search.rules, search.bounds))
        buffers = [engine.rows(ActionBuffer()) for _ in range(2)]
        self.given = [*states, *states, search.rules, tried, layout, *buffers, *known]
        self._call(index_anew, *self.known, FIRST_INDEX - 1)
        start = self.pack(initial(search.rules))
        if start is None:
            raise InvalidModel(UNFIT)
        self.number_of(start)

    def explore_on(self, most: int = 1) -> list[LevelCounts]:
        """Expand some positions of a level, and tell it if it is finished; never more than one."""
        explored, report = self.explored, self.explored.report
        if explored.next == explored.level_end:
            explored.level_end = report.distinct = explored.count
            report.depth += 1
            explored.at_bound = int(self.bound == report.depth)
            self.ends.append(explored.count)
            self.row.write(explored)
        self._expand(explored.level_end)
        if explored.next < explored.level_end:
            return []
        waiting = explored.count - explored.level_end
        return [LevelCounts(1 + sum(report.generated_by), explored.level_end, waiting)]

    def _expand(self, end: int) -> None:
        """Expand some positions before a number, in an index that is large enough."""
        explored, size = self.explored, self.explored.index_mask + 1
        if explored.count > FULLEST * size / 2 and size < self.entries:
            size *= 2
            self._call(index_anew, *self.known, size - 1)
        room = min(self.room, int(FULLEST * size) - MOST_SUCCESSORS)
        self._call(expand_some, *self.given, min(end, explored.next + AT_ONCE), room)

    def _call(self, function: Callable[..., Any], *arguments: Any) -> int:
        found = self.engine.call(function, *arguments)
        self.row.read(self.explored)
        return found

    def report(self) -> Report:
        """Where it stands."""
        explored, found = self.explored, self.explored.report
        found.used = explored.count
        found.held = OCTETS * (explored.index_mask + 1 + explored.count * self.layout.words)
        ends = explored.count == explored.level_end or bool(explored.at_bound or found.trouble)
        found.done = int(explored.next == explored.level_end and ends)
        found.out_of_memory = int(not found.done and explored.count >= self.room)
        return found

    def place_of_trouble(self) -> State:
        """Where something was found."""
        return self.unpack(bytes(self._words_at(self.explored.trouble_at)))

    def pack(self, state: State) -> bytes | None:
        """A state as a packed position, if it has one."""
        record = packed(state)
        chunks = _chunks(record + bytes(self.layout.chunks * OCTETS - len(record)))
        words = [0] * self.layout.words
        # As if everything had changed, so that everything is packed.
        if not pack_changes(self.layout, [~chunk for chunk in chunks], chunks, words, 0):
            return None
        return _octets(words)

    def unpack(self, position: bytes) -> State:
        """A packed position as a state."""
        chunks = [0] * self.layout.chunks
        unpack_position(self.layout, _chunks(position), 0, chunks)
        state = initial(self.search.rules)
        state.PACKING.read(state, _octets(chunks), 0)
        restore_sets_and_bank(state, state.rules)
        return state

    def parent_of(self, position: bytes, level: int) -> bytes | None:
        """A position of a level that is one step away from another one."""
        explored, end = self.explored, self.ends[level + 1]
        explored.sought, explored.origin = self.number_of(position), NOBODY
        explored.next, explored.at_bound = self.ends[level], 0
        self.row.write(explored)
        while explored.next < end and explored.origin == NOBODY:
            self._expand(end)
        return None if explored.origin == NOBODY else bytes(self._words_at(explored.origin))

    def save(self, path: Path, offset: int) -> bool:
        """Write everything into a file, behind its first bytes."""
        with path.open("r+b") as file:
            file.seek(offset)
            file.write(packed(self.explored))
            file.write(self._words_at(0, self.explored.count))
        return True

    def load(self, path: Path, offset: int) -> bool:
        """Continue with what was written so; False if it does not fit."""
        with path.open("rb") as file:
            file.seek(offset)
            self.explored.PACKING.read(self.explored, file.read(Explored.SIZE), 0)
            if self.explored.count > self.room:
                return False
            file.readinto(self._words_at(0, self.explored.count))
        size = min(self.explored.index_mask + 1, self.entries)
        self.row.write(self.explored)
        self._call(index_anew, *self.known, size - 1)
        return True

    def number_of(self, position: bytes) -> int:
        """The number of a packed position, which is added if it is new."""
        self._words_at(self.explored.count)[:] = position
        return self._call(add_position, *self.known)

    def _words_at(self, number: int, count: int = 1) -> memoryview:
        size = OCTETS * self.layout.words
        return self.engine.bytes_at(self.words.place + number * size, count * size)


Explorer = ThreadExplorer | PortableExplorer
"""What explores on a processor, by one carrier or the other."""
