"""An exploration level by level, on a GPU or with the same kernels on the processor."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from gitopoly.kernel import Rules, initial
from gitopoly.translation.records import record
from gitopoly.verify.gpu.carriers import Carrier, Room
from gitopoly.verify.gpu.source import GPU_BUCKET
from gitopoly.verify.gpu.structures import SMALL, WORD, Counts, Found, Lists, Position, Table

REGION_BITS = 22
REGION = 1 << REGION_BITS
PHASES = 11
LOAD = 0.92
"""How full the set may become."""


def slots_for(states: int) -> int:
    """The slots of a set for so many positions."""
    return int(states / LOAD) + 1


@dataclass
class Level:
    """The slots of a level, one bit each, and how many there are in each region."""

    bits: Room
    regions: Room


class GpuExplorer:
    """An exploration that runs level by level."""

    def __init__(self, rules: Rules, carrier: Carrier, table: Table, slot_size: int = 8) -> None:
        self.rules = rules
        self.carrier = carrier
        self.table = table
        self.slots = table.buckets * GPU_BUCKET
        self.slot_size = slot_size
        self.regions = -(-self.slots // REGION)
        self.slot_room = carrier.room(self.slots * slot_size)
        self.table.slots = self.slot_room.place
        self.now, self.next = (
            Level(carrier.room(self.regions * REGION // 8), carrier.room(self.regions * 4))
            for _ in range(2)
        )
        room = min(REGION, 1 << (self.slots - 1).bit_length())
        self.room = room
        self.list_rooms = (
            carrier.room(PHASES * room * 8),
            carrier.room(PHASES * room * 4),
            carrier.room(PHASES * 8),
        )
        self.lists = Lists(room, *(r.place for r in self.list_rooms))
        self.start = carrier.copy(record(initial(rules)))
        self.given = carrier.copy(record(rules))
        self.counts_room = carrier.room(ctypes.sizeof(Counts))
        self.found_room = carrier.room(ctypes.sizeof(Found))
        self.depth = 0
        self.distinct = 0
        self.waiting = 1
        self.counts = Counts()
        self.found = Found()
        carrier.launch("begin", self.table, *_places(self.start, self.next.bits, self.next.regions))

    @property
    def nbytes(self) -> int:
        """Bytes used by set, levels and lists."""
        return int(
            self.slots * self.slot_size
            + 2 * self.regions * (REGION // 8 + 4)
            + PHASES * self.room * 12
        )

    @property
    def generated(self) -> int:
        """States found so far, including the initial one."""
        return 1 + int(self.counts.generated)

    def next_level(self, at_bound: bool = False) -> bool:
        """Expand every position of the next depth; False if something was found, or it is full."""
        self.now, self.next = self.next, self.now
        self.depth += 1
        self.distinct += self.waiting
        for first, last in self._segments():
            self.list_rooms[2].clear()
            words = REGION // 32
            self.carrier.launch(
                "gather",
                self.table,
                *_places(self.now.bits),
                WORD(first * words),
                WORD(last * words),
                self.lists,
            )
            self.carrier.launch(
                "expand",
                self.table,
                self.lists,
                *_places(self.start, self.given),
                ctypes.c_int(at_bound),
                *_places(self.next.bits, self.next.regions, self.counts_room, self.found_room),
                Position(0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF),
            )
        self.now.regions.clear()
        self.counts = self.counts_room.read(Counts())
        self.found = self.found_room.read(Found())
        self.waiting = 1 + int(self.counts.distinct) - self.distinct
        return not (self.found.count or self.counts.full)

    def _segments(self) -> list[tuple[int, int]]:
        """Ranges of regions with as many positions as the lists have room for."""
        weights = list(self.now.regions.read((SMALL * self.regions)()))
        found, first, held = [], 0, 0
        for region, weight in enumerate(weights):
            if held + weight > self.room:
                found.append((first, region))
                first, held = region, 0
            if not held:
                first = region
            held += weight
        if held:
            found.append((first, self.regions))
        return found


def _places(*rooms: Room) -> list[Any]:
    return [WORD(room.place) for room in rooms]
