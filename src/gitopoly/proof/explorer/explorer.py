"""An exploration of a model on a processor, level by level.

Where there is a C++ compiler, a program is built for the model and runs on all threads. Otherwise
the same text runs on one thread: as the WebAssembly that is shipped, for all models.
"""

from __future__ import annotations

import ctypes
import os
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from gitopoly.engine.memory import Engine
from gitopoly.engine.native import NativeEngine
from gitopoly.engine.wasm import WasmEngine
from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer import program
from gitopoly.proof.explorer.packing import TOO_LARGE, UNFIT, Layout, layout_of
from gitopoly.proof.explorer.program import Report, Table
from gitopoly.proof.explorer.steps import tried_by
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.rules import State, initial

MOST_LEVELS = 256
"""That are told of at a time."""
SLICE = 100_000
"""Microseconds after which an exploration looks whether it is to stop."""
SPACE = (4 << 30) - (64 << 20)
"""The bytes of memory that WebAssembly offers, less what the rules need."""
WORD = 8
MOST_PARTS = 256
"""Of an exploration in a file."""


class LevelCounts(NamedTuple):
    """What was counted up to the end of a level."""

    generated: int
    distinct: int
    waiting: int


class Carrier(NamedTuple):
    """What runs the program of a model, and what that has to be told."""

    engine: Engine
    words: int
    """Of a position."""
    table: Table
    layout: Layout | int
    """0 if the program has it as constants."""
    threads: int
    memory: int


class ModelEngine(NativeEngine):
    """The functions of a program that was built for a model."""

    def __init__(self, library: ctypes.CDLL) -> None:
        super().__init__()
        self._library = library

    def bytes_at(self, place: int, size: int) -> memoryview:
        """Some bytes of this process."""
        return memoryview((ctypes.c_char * size).from_address(place)).cast("B")

    def _built(self, function: Any) -> Any:
        return getattr(self._library, f"call_{function}")


class ShippedEngine(WasmEngine):
    """The functions of the program that is shipped, which takes its memory as it needs it."""

    file = "proof/explorer/explorer.wasm"

    def bytes_at(self, place: int, size: int) -> memoryview:
        """Some bytes of the memory, which may have grown."""
        self._look()
        return super().bytes_at(place, size)

    def _reserve(self, size: int) -> int:
        return self._invoke(f"reserve_{program.WIDTHS[0]}", [size])


def on_threads(search: Search, settings: ExplorationSettings) -> Carrier:
    """The program of a model on the threads of this machine's processor."""
    library, code, table = program.library_of(replace(search, depth=None))
    threads = settings.workers or os.cpu_count() or 1
    words = len(code.words)
    return Carrier(ModelEngine(library), words, table, 0, threads, settings.memory)


def in_wasm(search: Search, settings: ExplorationSettings) -> Carrier:
    """The program that is shipped."""
    layout = layout_of(search.rules, search.bounds)
    layout.asked, layout.symmetric = search.asked, int(search.symmetric)
    words = width_of(layout)
    engine = ShippedEngine(bounded=not search.rules.is_shipped)
    memory = min(settings.memory, SPACE)
    return Carrier(engine, words, program.FIRST_TABLE, layout, 1, memory)


def width_of(layout: Layout) -> int:
    """The least width in the program that is shipped which a position fits into."""
    for words in program.WIDTHS:
        if words >= layout.words:
            return words
    raise InvalidModel(TOO_LARGE)


def room_for(words: int) -> int:
    """How many positions of so many words fit into the memory of WebAssembly at most."""
    slots = 1
    while 3 * slots * WORD * words < SPACE:  # while a set grows, there are two
        slots *= 2
    return int(program.FULLEST * slots)


class Explorer:
    """An exploration that runs level by level."""

    def __init__(
        self,
        search: Search,
        settings: ExplorationSettings,
        keep: bool = False,
        carrier: Callable[[Search, ExplorationSettings], Carrier] = on_threads,
        start: State | None = None,
    ) -> None:
        """`keep` retains every level, so that a path can be found."""
        self.search = search
        self.carrier = at = carrier(search, settings)
        self.place = self._call(
            "open_exploration",
            *(search.rules, tried_by(search.rules, search.bounds)),
            array("q", bytes(at.table)).tolist(),
            *(start or initial(search.rules), at.layout, at.threads, at.memory),
            *(0 if keep else search.depth or 0, keep),
        )
        if not self.place:
            raise InvalidModel(UNFIT)
        self.counts = [0] * (3 * MOST_LEVELS)
        self.reported = at.engine.rows(Report())

    def __del__(self) -> None:
        if getattr(self, "place", 0):
            self._call("close_exploration", self.place)

    def _call(self, name: str, *arguments: Any) -> int:
        return self.carrier.engine.call(f"{name}_{self.carrier.words}", *arguments)

    def explore_on(self, most: int = MOST_LEVELS) -> list[LevelCounts]:
        """The levels that could be finished in a moment."""
        most, row = min(most, MOST_LEVELS), self.counts
        found = self._call("explore_on", self.place, SLICE, row, most)
        return [LevelCounts(*row[3 * level : 3 * level + 3]) for level in range(found)]

    def report(self) -> Report:
        """Where it stands."""
        self._call("report", self.place, self.reported)
        found: Report = self.reported.read(Report())
        return found

    def place_of_trouble(self) -> State:
        """Where something was found."""
        position = [0] * self.carrier.words
        self._call("place_of_trouble", self.place, position)
        return self.unpack(position)

    def pack(self, state: State) -> list[int] | None:
        """A state as a packed position, if it has one."""
        position = [0] * self.carrier.words
        if not self._call("pack_position", state, position):
            return None
        found = self.unpack(position)
        found.turns = state.turns  # they count for nothing, or have a slot
        return position if found == state else None

    def unpack(self, position: list[int]) -> State:
        """A packed position as a state."""
        found = initial(self.search.rules)
        self._call("unpack_position", self.place, position, found)
        return found

    def parent_of(self, position: list[int], level: int) -> list[int] | None:
        """A position of a kept level that is one step away from another one."""
        found = position[:]
        return found if self._call("find_parent", self.place, level, found) else None

    def save(self, path: Path, offset: int) -> None:
        """Write everything into a file, behind its first bytes."""
        parts = [0] * (2 * MOST_PARTS)
        self._call("parts_to_save", self.place, parts)
        with path.open("r+b") as file:
            file.seek(offset)
            file.write(array("q", parts).tobytes())
            for place, size in _filled(parts):
                file.write(self.carrier.engine.bytes_at(place, size))

    def load(self, path: Path, offset: int) -> bool:
        """Continue with what was written so; False if it does not fit."""
        with path.open("rb") as file:
            file.seek(offset)
            parts = array("q", file.read(2 * MOST_PARTS * WORD)).tolist()
            standing = array("q", file.read(parts[1])).tolist()
            fits = bool(self._call("parts_to_load", self.place, standing, parts))
            for place, size in _filled(parts[2:] if fits else []):
                file.readinto(self.carrier.engine.bytes_at(place, size))
        return fits


def _filled(parts: list[int]) -> list[tuple[int, int]]:
    """The place and the size of each part that is not empty."""
    return [each for each in zip(parts[::2], parts[1::2], strict=True) if each[1]]
