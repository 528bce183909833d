"""An engine's memory: where objects of Python are copied to for a call, and what stays there."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import RLock
from typing import Any

from gitopoly.errors import EngineFault
from gitopoly.rules.record import Record
from gitopoly.rules.rules import Rules

MOST_RULES = 8
"""So many rules stay in memory between calls."""
ROOM = 1 << 16
"""Room for the objects of a call, to begin with."""
Called = Callable[..., Any] | str
"""A function of Python; or the name of one that is written in C++."""
COPIED = (Record, list)
"""What is copied for a call, but for rules."""


def too_large(size: int) -> EngineFault:
    """The error for more than an engine's memory takes."""
    return EngineFault(
        f"{size:,} more bytes do not fit into the memory of the engine; ask for less at a time"
    )


class Rows:
    """Records or numbers that stay in an engine's memory; a call gets their place."""

    def __init__(self, engine: Engine, place: int, size: int, count: int) -> None:
        self.engine, self.place, self.size, self.count = engine, place, size, count

    @property
    def memory(self) -> memoryview:
        """The bytes, as they are now; they are valid until more room is asked for."""
        return self.engine.bytes_at(self.place, self.size * self.count)

    def at(self, number: int) -> Rows:
        """One of them."""
        return Rows(self.engine, self.place + number * self.size, self.size, 1)

    def write(self, source: Record) -> None:
        """Make all of them equal to an object."""
        source.PACKING.write(source, self.memory, 0)
        first = bytes(self.memory[: self.size])
        self.memory[:] = first * self.count

    def read(self, target: Any, number: int = 0) -> Any:
        """Give an object the values of one of them."""
        target.PACKING.read(target, self.memory, number * self.size)
        return target

    def field(self, cls: type[Record], path: str) -> Any:
        """A field of all of them as a NumPy array that looks into the memory."""
        import numpy

        each, place = cls.NUMBERS[path]
        shape = (self.count, each.length) if each.length else (self.count,)
        strides = (self.size, each.size)[: len(shape)]
        kind = f"i{each.size}"
        return numpy.ndarray(shape, kind, self.memory, place, strides)

    def array(self, kind: str, *shape: int) -> Any:
        """The numbers as a NumPy array that looks into the memory."""
        import numpy

        return numpy.frombuffer(self.memory, kind).reshape(shape or (-1,))


class Engine(ABC):
    """What runs functions of the rules: plain objects go in, and come out changed.

    Calls of several threads wait for each other; whoever wants them side by side gives each
    thread an engine of its own.
    """

    name: str
    is_broken = False
    """Whether a call stopped in the middle, so that nobody can know what memory holds."""
    patience = 1
    """How many times as long as usual a call may take under rules of others."""

    def __init__(self) -> None:
        self._rules: dict[int, tuple[Rules, Rows]] = {}
        self._room = (0, 0)
        self._one_at_a_time = RLock()

    def call(self, function: Called, *arguments: Any) -> int:
        """Call a function with records, lists and numbers, some of which may be rows in memory."""
        # Who is given twice is copied once.
        copied = {
            id(each): each
            for each in arguments
            if isinstance(each, COPIED) and not isinstance(each, Rules)
        }
        with self._one_at_a_time:
            places = self._copy_in(copied)
            result = self._invoke(function, [self._number(each, places) for each in arguments])
            for number, each in copied.items():
                if isinstance(each, Record):
                    each.PACKING.read(each, self.bytes_at(places[number], each.SIZE), 0)
                else:
                    each[:] = self.take_numbers(places[number], len(each))
        return result

    def bound(self, function: Called, *arguments: Rows | int) -> Callable[[], int]:
        """The same call again and again, with rows in memory and numbers."""
        frame = [each.place if isinstance(each, Rows) else int(each) for each in arguments]

        def call_again() -> int:
            with self._one_at_a_time:
                return self._invoke(function, frame)

        return call_again

    def _number(self, given: Any, places: dict[int, int]) -> int:
        """What stands for an argument in the frame of a call."""
        if isinstance(given, Rows):
            return given.place
        if isinstance(given, Rules):
            return self._place_of(given)
        return places[id(given)] if id(given) in places else int(given)

    def _copy_in(self, objects: dict[int, Any]) -> dict[int, int]:
        """Write objects into memory, one after the other; their places."""
        places, needed = {}, 0
        for number, each in objects.items():
            places[number] = needed
            size = each.SIZE if isinstance(each, Record) else 8 * len(each)
            needed += -(-size // 16) * 16
        if needed > self._room[1]:
            self._room = self._reserve(max(needed, ROOM)), max(needed, ROOM)
        for number, each in objects.items():
            places[number] += self._room[0]
            if isinstance(each, Record):
                each.PACKING.write(each, self.bytes_at(places[number], each.SIZE), 0)
            else:
                self.put_numbers(places[number], each)
        return places

    def _place_of(self, rules: Rules) -> int:
        """Rules never change, so they are copied once."""
        if id(rules) not in self._rules:
            if len(self._rules) < MOST_RULES:
                held = self.rows(rules)
            else:
                _, held = self._rules.pop(next(iter(self._rules)))
                held.write(rules)
            self._rules[id(rules)] = rules, held
        return self._rules[id(rules)][1].place

    def rows(self, source: Record, count: int = 1) -> Rows:
        """Records in memory, all equal to an object."""
        found = self.numbers(source.SIZE, count)
        found.write(source)
        return found

    def numbers(self, octets: int, count: int) -> Rows:
        """Numbers of so many bytes in memory, all 0; those that nobody touches cost nothing."""
        with self._one_at_a_time:
            return Rows(self, self._reserve(octets * count), octets, count)

    def put_numbers(self, place: int, numbers: list[int]) -> None:
        """Write numbers of 64 bits."""
        struct.pack_into(f"<{len(numbers)}q", self.bytes_at(place, 8 * len(numbers)), 0, *numbers)

    def take_numbers(self, place: int, count: int) -> list[int]:
        """Read numbers of 64 bits."""
        return self.bytes_at(place, 8 * count).cast("q").tolist()

    @abstractmethod
    def bytes_at(self, place: int, size: int) -> memoryview:
        """Some bytes of the memory."""

    @abstractmethod
    def _reserve(self, size: int) -> int:
        """The place of so many bytes that nothing else uses, all 0, at a multiple of 16."""

    @abstractmethod
    def _invoke(self, function: Called, frame: list[int]) -> int:
        """Call a function whose arguments are in memory."""
