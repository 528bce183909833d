"""An exploration by the threads of this machine's processor, with an exact set."""

from __future__ import annotations

import ctypes
import os
import platform
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.kernel import Rules, State, initial
from gitopoly.translation import native
from gitopoly.translation.records import record
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.records import is_storable, state_of, state_record
from gitopoly.verify.translated.source import source
from gitopoly.verify.translated.structures import (
    LevelCounts,
    PackedPosition,
    Report,
    Table,
    processor_table,
)

SLOTS = 1 << 20
FLAGS = ("-O3", "-march=native", "-fno-tree-slp-vectorize", "-pthread")
MOST_LEVELS = 4096
SLICE = 0.1
"""Seconds after which an exploration looks whether it is to stop."""


@cache
def processor() -> str:
    """What this machine's processor is; code for another one may not run here."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith(("flags", "Features"))), "")


@cache
def program(rules: Rules, asked: int, symmetric: bool) -> tuple[Any, PositionCode, Table]:
    """The compiled program of a model, how it packs positions, and its first set."""
    code = PositionCode(rules, asked)
    table, wide = processor_table(code, SLOTS)
    text = source(rules, asked, symmetric, wide, threads=True)
    library = ctypes.CDLL(str(native.build(f"// {processor()}\n{text}", FLAGS)))
    library.open_exploration.restype = ctypes.c_void_p
    library.explore_on.restype = ctypes.c_uint64
    library.find_parent.restype = ctypes.c_bool
    library.pack_position.restype = ctypes.c_bool
    return library, code, table


class ThreadExplorer:
    """An exploration that runs level by level."""

    def __init__(
        self,
        rules: Rules,
        asked: int,
        workers: int | None = None,
        memory: int = 16 << 30,
        symmetric: bool = False,
        bound: int | None = None,
        keep: bool = False,
    ) -> None:
        self.rules = rules
        self.library, self.code, table = program(rules, asked, symmetric)
        self.exploration = ctypes.c_void_p(
            self.library.open_exploration(
                ctypes.byref(state_record(initial(rules))),
                ctypes.byref(record(rules)),
                ctypes.byref(table),
                ctypes.c_uint(workers or os.cpu_count() or 1),
                ctypes.c_uint64(memory),
                ctypes.c_int64(bound or 0),
                ctypes.c_bool(keep),
            )
        )
        self.counts = (LevelCounts * MOST_LEVELS)()

    def __del__(self) -> None:
        if exploration := getattr(self, "exploration", None):
            self.library.close_exploration(exploration)

    def explore_on(self, seconds: float = SLICE, most: int = MOST_LEVELS) -> list[LevelCounts]:
        """The levels that could be finished in a moment."""
        found = self.library.explore_on(
            self.exploration, ctypes.c_double(seconds), self.counts, ctypes.c_uint64(most)
        )
        return [
            LevelCounts(level.generated, level.distinct, level.waiting)
            for level in self.counts[:found]
        ]

    def report(self) -> Report:
        """Where it stands."""
        found = Report()
        self.library.report(self.exploration, ctypes.byref(found))
        return found

    def pack(self, state: State) -> PackedPosition | None:
        """A state as a packed position, if it has one."""
        found = PackedPosition()
        given = ctypes.byref(state_record(state)), ctypes.byref(found)
        return found if is_storable(state) and self.library.pack_position(*given) else None

    def unpack(self, position: PackedPosition) -> State:
        """A packed position as a state."""
        target = state_record(initial(self.rules))
        self.library.unpack_position(self.exploration, ctypes.byref(position), ctypes.byref(target))
        return state_of(self.rules, target)

    def parent_of(self, position: PackedPosition, level: int) -> PackedPosition | None:
        """A position of a kept level that is one step away from another one."""
        found = PackedPosition()
        given = ctypes.byref(position), ctypes.byref(found)
        if self.library.find_parent(self.exploration, ctypes.c_uint64(level), *given):
            return found
        return None
