"""An exploration by the threads of this machine's processor."""

from __future__ import annotations

import ctypes
import os
from dataclasses import replace
from pathlib import Path

from gitopoly.proof.explorer import program
from gitopoly.proof.explorer.program import BRANCHES_IN_ALL, WORD
from gitopoly.proof.explorer.slots import is_storable
from gitopoly.proof.explorer.steps import tried_by
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.rules import State, initial
from gitopoly.rules.record import packed

MOST_LEVELS = 4096
SLICE = 0.1
"""Seconds after which an exploration looks whether it is to stop."""


class LevelCounts(ctypes.Structure):
    """What was counted up to the end of a level."""

    _fields_ = (("generated", WORD), ("distinct", WORD), ("waiting", WORD))


class Report(ctypes.Structure):
    """Where an exploration stands."""

    _fields_ = (
        *((name, WORD) for name in ("done", "out_of_memory", "used", "held", "depth")),
        *((name, WORD) for name in ("distinct", "ended", "stuck")),
        ("trouble", ctypes.c_int64),
        ("generated_by", WORD * BRANCHES_IN_ALL),
        ("distinct_by", WORD * BRANCHES_IN_ALL),
    )


class ThreadExplorer:
    """An exploration that runs level by level."""

    def __init__(self, search: Search, settings: ExplorationSettings, keep: bool = False) -> None:
        """`keep` retains every level, so that a path can be found."""
        self.search = search
        # The bound is no part of the program.
        self.library, self.code, table = program.library_of(replace(search, depth=None))
        rules = (ctypes.c_char * search.rules.SIZE).from_buffer(packed(search.rules))
        tried = tried_by(search.rules, search.bounds)
        self.exploration = ctypes.c_void_p(
            self.library.open_exploration(
                ctypes.byref(self.code.stored(initial(search.rules))),
                rules,
                (ctypes.c_char * tried.SIZE).from_buffer(packed(tried)),
                ctypes.byref(table),
                ctypes.c_uint(settings.workers or os.cpu_count() or 1),
                WORD(settings.memory),
                ctypes.c_int64(0 if keep else search.depth or 0),
                ctypes.c_bool(keep),
            )
        )
        self.counts = (LevelCounts * MOST_LEVELS)()

    def __del__(self) -> None:
        if exploration := getattr(self, "exploration", None):
            self.library.close_exploration(exploration)

    def explore_on(self, most: int = MOST_LEVELS) -> list[LevelCounts]:
        """The levels that could be finished in a moment."""
        found = self.library.explore_on(
            self.exploration, ctypes.c_double(SLICE), self.counts, WORD(most)
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

    def place_of_trouble(self) -> State:
        """Where something was found."""
        position = self._room()
        self.library.place_of_trouble(self.exploration, position)
        return self.unpack(bytes(position))

    def pack(self, state: State) -> bytes | None:
        """A state as a packed position, if it has one."""
        if not is_storable(state, self.search.bounds):
            return None
        position = self._room()
        fits = self.library.pack_position(ctypes.byref(self.code.stored(state)), position)
        return bytes(position) if fits else None

    def unpack(self, position: bytes) -> State:
        """A packed position as a state."""
        target = self.code.stored(initial(self.search.rules))
        self.library.unpack_position(self.exploration, position, ctypes.byref(target))
        return self.code.state_of(target)

    def parent_of(self, position: bytes, level: int) -> bytes | None:
        """A position of a kept level that is one step away from another one."""
        found = self._room()
        if self.library.find_parent(self.exploration, WORD(level), position, found):
            return bytes(found)
        return None

    def save(self, path: Path, offset: int) -> bool:
        """Write everything into a file, behind its first bytes; False if that is impossible."""
        return bool(self.library.save_exploration(self.exploration, bytes(path), WORD(offset)))

    def load(self, path: Path, offset: int) -> bool:
        """Continue with what was written so."""
        return bool(self.library.load_exploration(self.exploration, bytes(path), WORD(offset)))

    def _room(self) -> ctypes.Array[ctypes.c_char]:
        return (ctypes.c_char * (8 * len(self.code.words)))()
