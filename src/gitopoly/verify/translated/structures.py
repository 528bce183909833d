"""The structures that the programs of an exploration share with Python."""

from __future__ import annotations

import ctypes

from gitopoly.errors import InvalidModel
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.source import (
    BRANCHES_IN_ALL,
    GPU_BUCKET,
    MOST_TRIES,
    PROCESSOR_BUCKET,
)

WORD = ctypes.c_uint64
SMALL = ctypes.c_uint32
MOST_FOUND = 256
FEWEST_TRIES = 8
SHARE_BITS = 4
LEAST_LOW_BITS = 12


class Table(ctypes.Structure):
    """The set of positions, as the programs know it; see `exact_set.hpp`."""

    _fields_ = (
        ("slots", WORD),
        ("low_bits", ctypes.c_int32),
        ("shares", SMALL),
        ("share", WORD),
        ("quotients", WORD),
        ("most_tries", ctypes.c_int32),
        ("region_bits", ctypes.c_int32),
    )

    @property
    def buckets(self) -> int:
        """How many buckets it has."""
        return int(self.shares) << int(self.low_bits)


class PackedPosition(ctypes.Structure):
    """A packed position."""

    _fields_ = (("x", SMALL), ("y", WORD))


class Lists(ctypes.Structure):
    """Positions to expand, by phase."""

    _fields_ = (("room", WORD), ("y", WORD), ("x", WORD), ("length", WORD))


class Steps(ctypes.Structure):
    """Steps to take, as listed and sorted by kind."""

    _fields_ = (("room", WORD), ("listed", WORD), ("sorted", WORD), ("count", WORD))


class Found(ctypes.Structure):
    """Positions where something was found."""

    _fields_ = (
        ("count", WORD),
        ("x", WORD * MOST_FOUND),
        ("y", WORD * MOST_FOUND),
        ("trouble", WORD * MOST_FOUND),
    )


class Counts(ctypes.Structure):
    """What the kernels count."""

    _fields_ = (
        *((name, WORD) for name in ("generated", "distinct", "ended", "stuck", "full")),
        ("generated_by", WORD * BRANCHES_IN_ALL),
        ("distinct_by", WORD * BRANCHES_IN_ALL),
    )


class NotedFailure(ctypes.Structure):
    """A position, and what is wrong there; 0 is nothing."""

    _fields_ = (("position", PackedPosition), ("kind", ctypes.c_int64))


class LevelCounts(ctypes.Structure):
    """What was counted up to the end of a level."""

    _fields_ = (("generated", WORD), ("distinct", WORD), ("waiting", WORD))


class Report(ctypes.Structure):
    """Where an exploration on a processor stands."""

    _fields_ = (
        *((name, WORD) for name in ("done", "out_of_memory", "used", "held", "depth")),
        *((name, WORD) for name in ("distinct", "ended", "stuck")),
        ("trouble", NotedFailure),
        ("generated_by", WORD * BRANCHES_IN_ALL),
        ("distinct_by", WORD * BRANCHES_IN_ALL),
    )


def table_of(code: PositionCode, shares: int, low_bits: int) -> Table | None:
    """A set with so many buckets; None if a slot of eight bytes is too small for it."""
    if low_bits > code.y_bits or shares > 1 << code.x_bits:
        return None
    share = -(-(1 << code.x_bits) // shares)
    quotients = share << (code.y_bits - low_bits)
    tries = min(MOST_TRIES, ((1 << 64) - 1) // quotients)
    if tries < FEWEST_TRIES:
        return None
    return Table(0, low_bits, shares, share, quotients, tries)


def wide_table(code: PositionCode, shares: int, low_bits: int) -> Table:
    """A set whose slots hold whole positions."""
    return Table(0, min(low_bits, code.y_bits), min(shares, 1 << code.x_bits), 1, 1, 1 << 30)


def processor_table(code: PositionCode, slots: int) -> tuple[Table, bool]:
    """A set of about so many slots, a power of two, and whether its slots are wide."""
    share_bits = min(SHARE_BITS, code.x_bits)
    low_bits = (slots // PROCESSOR_BUCKET).bit_length() - 1 - share_bits
    low_bits = max(0, min(low_bits, code.y_bits))
    if found := table_of(code, 1 << share_bits, low_bits):
        return found, False
    return wide_table(code, 1 << share_bits, low_bits), True


def gpu_table(code: PositionCode, slots: int) -> tuple[Table, bool]:
    """A set of at least so many slots, and whether its slots are wide."""
    buckets = max(1, -(-slots // GPU_BUCKET))
    bits = buckets.bit_length()
    # A share must have many buckets, because a position stands in one of its own share.
    low_bits = max(0, min(bits - 1, max(bits - min(7, code.x_bits), LEAST_LOW_BITS)))
    shares = -(-buckets // (1 << low_bits))
    if low_bits > code.y_bits or shares > 1 << code.x_bits:
        raise InvalidModel("a position has too few bits for so large a set; lower the memory")
    if found := table_of(code, shares, low_bits):
        return found, False
    return wide_table(code, shares, low_bits), True
