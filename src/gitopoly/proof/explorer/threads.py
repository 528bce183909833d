"""An exploration by the threads of this machine's processor."""

from __future__ import annotations

import ctypes
import os
from dataclasses import replace
from pathlib import Path

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer import program
from gitopoly.proof.explorer.packing import UNFIT
from gitopoly.proof.explorer.program import WORD, Report
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


class ThreadExplorer:
    """An exploration that runs level by level."""

    def __init__(self, search: Search, settings: ExplorationSettings, keep: bool = False) -> None:
        """`keep` retains every level, so that a path can be found."""
        self.search = search
        # The bound is no part of the program.
        self.library, self.code, table = program.library_of(replace(search, depth=None))
        self.exploration = ctypes.c_void_p(
            self.library.open_exploration(
                bytes(packed(search.rules)),
                bytes(packed(tried_by(search.rules, search.bounds))),
                ctypes.byref(table),
                ctypes.c_uint(settings.workers or os.cpu_count() or 1),
                WORD(settings.memory),
                ctypes.c_int64(0 if keep else search.depth or 0),
                ctypes.c_bool(keep),
            )
        )
        if not self.exploration:
            raise InvalidModel(UNFIT)
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
        found, room = Report(), ctypes.create_string_buffer(Report.SIZE)
        self.library.report(self.exploration, room)
        Report.PACKING.read(found, room, 0)
        return found

    def place_of_trouble(self) -> State:
        """Where something was found."""
        position = self._room()
        self.library.place_of_trouble(self.exploration, position)
        return self.unpack(bytes(position))

    def pack(self, state: State) -> bytes | None:
        """A state as a packed position, if it has one."""
        position = self._room()
        if not self.library.pack_position(bytes(packed(state)), position):
            return None
        found = self.unpack(bytes(position))
        found.turns = state.turns  # they count for nothing, or have a slot
        return bytes(position) if found == state else None

    def unpack(self, position: bytes) -> State:
        """A packed position as a state."""
        found = initial(self.search.rules)
        record = ctypes.create_string_buffer(bytes(packed(found)), found.SIZE)
        self.library.unpack_position(self.exploration, position, record)
        State.PACKING.read(found, record, 0)
        return found

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
