"""An exploration level by level, on a GPU or with the same kernels on the processor."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from gitopoly.kernel import Rules
from gitopoly.kernel.codes import LAST_PHASE, MOST_KINDS
from gitopoly.translation.records import record
from gitopoly.verify.translated.carriers import Carrier, CarrierRoom
from gitopoly.verify.translated.source import GPU_BUCKET
from gitopoly.verify.translated.structures import (
    SMALL,
    WORD,
    Counts,
    Found,
    Lists,
    Steps,
    Table,
)

MOST_REGION_BITS, FEWEST_REGION_BITS = 21, 13
"""Positions are expanded by regions of a set, of at least one chunk of `gather`."""
SHARE_OF_LISTS = 1 / 30
"""How much memory the lists of positions and steps may take, compared with the set."""
POSITION_SIZE, STEP_SIZE = 12, 16
LOAD = 0.95
"""How full the set may become."""


def slots_for(states: int, load: float = LOAD) -> int:
    """The slots of a set for so many positions."""
    return int(states / load) + 1


@dataclass
class SlotLevel:
    """The slots of a level, one bit each, and how many there are in each region."""

    bits: CarrierRoom
    regions: CarrierRoom


class GpuExplorer:
    """An exploration that runs level by level."""

    def __init__(self, rules: Rules, carrier: Carrier, table: Table, slot_size: int = 8) -> None:
        self.rules = rules
        self.carrier = carrier
        self.table = table
        self.slots = table.buckets * GPU_BUCKET
        self.slot_size = slot_size
        self.groups = LAST_PHASE + 1 + rules.board_length
        self.steps_each = 6 + rules.dice_max * rules.dice_max // 4
        table.region_bits = self._region_bits()
        self.region = 1 << table.region_bits
        self.regions = -(-self.slots // self.region)
        self.slot_room = carrier.room(self.slots * slot_size)
        self.table.slots = self.slot_room.place
        self.now, self.next = (
            SlotLevel(carrier.room(self.regions * self.region // 8), carrier.room(self.regions * 4))
            for _ in range(2)
        )
        self.room = room = min(self.region, 1 << (self.slots - 1).bit_length())
        self.list_rooms = (
            carrier.room(self.groups * room * 8),
            carrier.room(self.groups * room * 4),
            carrier.room(self.groups * 8),
        )
        self.lists = Lists(room, *(r.place for r in self.list_rooms))
        self.step_rooms = (
            carrier.room(self.steps_each * room * STEP_SIZE),
            carrier.room(self.steps_each * room * STEP_SIZE),
            carrier.room((1 + 2 * MOST_KINDS) * 8),
        )
        self.steps = Steps(self.steps_each * room, *(r.place for r in self.step_rooms))
        self.given = carrier.copy(record(rules))
        self.counts_room = carrier.room(ctypes.sizeof(Counts))
        self.found_room = carrier.room(ctypes.sizeof(Found))
        self.depth = 0
        self.distinct = 0
        self.waiting = self.waiting_before = 1
        self.counts = Counts()
        self.found = Found()
        carrier.launch("begin", self.table, *_places(self.next.bits, self.next.regions))

    @property
    def nbytes(self) -> int:
        """Bytes used by set, levels and lists."""
        level = self.regions * (self.region // 8 + 4)
        return int(self.slots * self.slot_size + 2 * level + self.room * self._listed_size)

    @property
    def _listed_size(self) -> int:
        """Bytes that the lists take for each position that is expanded at a time."""
        return self.groups * POSITION_SIZE + 2 * self.steps_each * STEP_SIZE

    def _region_bits(self) -> int:
        """Regions as large as their lists may be."""
        room = int(self.slots * self.slot_size * SHARE_OF_LISTS / self._listed_size)
        return max(FEWEST_REGION_BITS, min(MOST_REGION_BITS, room.bit_length() - 1))

    @property
    def generated(self) -> int:
        """States found so far, including the initial one."""
        return 1 + int(self.counts.generated)

    def next_level(self, at_bound: bool = False) -> bool:
        """Expand every position of the next depth; False if something was found, or it is full."""
        self.now, self.next = self.next, self.now
        self.depth += 1
        self.distinct += self.waiting
        self.waiting_before = self.waiting
        for first, last in self._segments():
            self._expand(first, last, "last_step" if at_bound else "step")
        self.now.regions.clear()
        self.counts = self.counts_room.read(Counts())
        self.found = self.found_room.read(Found())
        self.waiting = 1 + int(self.counts.distinct) - self.distinct
        return not (self.found.count or self.counts.full)

    def _expand(self, first: int, last: int, kernel: str) -> None:
        """Expand the positions of some regions."""
        launch, words = self.carrier.launch, self.region // 32
        self.list_rooms[-1].clear()
        self.step_rooms[-1].clear()
        part = WORD(first * words), WORD(last * words)
        noted = _places(self.counts_room, self.found_room)
        given = _places(self.given)
        launch("gather", self.table, *_places(self.now.bits), *part, self.lists)
        launch("list_all", self.lists, *given, self.steps, *noted)
        launch("sort", self.steps)
        reached = _places(self.next.bits, self.next.regions)
        launch(kernel, self.table, self.lists, *given, self.steps, *reached, *noted)

    def _segments(self) -> list[tuple[int, int]]:
        """Ranges of regions with as many positions as the lists have room for."""
        if self.waiting_before <= self.room:
            return [(0, self.regions)]
        weights = memoryview(self.now.regions.read((SMALL * self.regions)())).cast("B").cast("I")
        found, first, held = [], 0, 0
        for region, weight in enumerate(weights):
            if held + weight > self.room:
                found.append((first, region))
                first, held = region, 0
            held += weight
        found.append((first, self.regions))
        return found


def _places(*rooms: CarrierRoom) -> list[Any]:
    return [WORD(room.place) for room in rooms]
