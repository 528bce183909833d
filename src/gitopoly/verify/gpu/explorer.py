"""An exploration level by level, on a GPU or with the same kernels on the processor."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, initial
from gitopoly.translation.records import record
from gitopoly.verify.gpu.carriers import Carrier, Room
from gitopoly.verify.gpu.digits import PositionCode
from gitopoly.verify.gpu.source import BRANCHES_IN_ALL

BUCKET = 16
REGION_BITS = 22
REGION = 1 << REGION_BITS
MOST_FOUND = 256
PHASES = 11
LOAD = 0.92
"""How full the set may become."""
FEWEST_TRIES = 8
MOST_TRIES = 64
WORD = ctypes.c_uint64
SMALL = ctypes.c_uint32


class Table(ctypes.Structure):
    """The set of positions, as the kernels know it; see `exact_set.hpp`."""

    _fields_ = (
        ("slots", WORD),
        ("low_bits", ctypes.c_int32),
        ("shares", SMALL),
        ("share", WORD),
        ("quotients", WORD),
        ("most_tries", ctypes.c_int32),
    )


class Lists(ctypes.Structure):
    """Positions to expand, by phase."""

    _fields_ = (("room", WORD), ("y", WORD), ("x", WORD), ("length", WORD))


class Position(ctypes.Structure):
    """A packed position."""

    _fields_ = (("x", SMALL), ("y", WORD))


class Found(ctypes.Structure):
    """Positions where something was found."""

    _fields_ = (
        ("count", WORD),
        ("x", WORD * MOST_FOUND),
        ("y", WORD * MOST_FOUND),
        ("trouble", WORD * MOST_FOUND),
    )


class Counts(ctypes.Structure):
    """What was counted."""

    _fields_ = (
        *((name, WORD) for name in ("generated", "distinct", "ended", "stuck", "full")),
        ("generated_by", WORD * BRANCHES_IN_ALL),
        ("distinct_by", WORD * BRANCHES_IN_ALL),
    )


def table_for(code: PositionCode, states: int) -> Table:
    """The smallest set for so many positions."""
    buckets = max(16, -(-int(states / LOAD) // BUCKET))
    low_bits = max(0, buckets.bit_length() - 5)
    while True:
        shares = -(-buckets >> low_bits) if low_bits else buckets
        shares = -(-buckets // (1 << low_bits))
        share = -(-(1 << code.x_bits) // shares)
        quotients = share << (code.y_bits - low_bits) if code.y_bits >= low_bits else 0
        tries = min(MOST_TRIES, ((1 << 64) - 1) // quotients) if quotients else 0
        if tries >= FEWEST_TRIES:
            return Table(0, low_bits, shares, share, quotients, tries)
        if quotients == 0:
            raise InvalidModel("a position has too few bits for so large a set; lower the memory")
        low_bits += 1
        buckets = 16 << low_bits


@dataclass
class Level:
    """The slots of a level, one bit each, and how many there are in each region."""

    bits: Room
    regions: Room


class GpuExplorer:
    """An exploration that runs level by level."""

    def __init__(self, rules: Rules, asked: int, carrier: Carrier, states: int) -> None:
        self.rules = rules
        self.carrier = carrier
        self.code = PositionCode(rules, asked)
        self.table = table_for(self.code, states)
        self.slots = (self.table.shares << self.table.low_bits) * BUCKET
        self.regions = -(-self.slots // REGION)
        self.slot_room = carrier.room(self.slots * 8)
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
            self.slots * 8 + 2 * self.regions * (REGION // 8 + 4) + PHASES * self.room * 12
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
