"""Records: objects made of whole numbers, laid out alike in Python, C++, CUDA and WebAssembly.

>>> class Purse(Record):
...     coins: int = quad()
...     notes: list[int] = octets(2, idle=-1)
>>> Purse().notes, Purse.SIZE, Purse.FIELDS["notes"].place
([-1, -1], 8, 4)
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Annotated, Any, ClassVar

Wide = Annotated[int, "64 bits"]
"""A number that may need more than 32 bits, such as the code of an action.

All other numbers of the rules fit into 32 bits, which suffice on a GPU.
"""

FORMATS = {1: "b", 4: "i", 8: "q"}


@dataclass(frozen=True)
class Field:
    """One declared field of a record."""

    size: int
    """Bytes of each number; of a record inside, the bytes that it must be aligned to."""
    length: int = 0
    """How many numbers it holds; 0 for a single one that is not in a list."""
    idle: int = 0
    """What each of them is while the field is not in use."""
    inner: type[Record] | None = None
    """The record inside, if it is one."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What else is declared about it."""
    place: int = 0
    """Where it begins, in bytes."""

    @property
    def bytes(self) -> int:
        """How many bytes it takes."""
        return self.inner.SIZE if self.inner else self.size * max(self.length, 1)

    def blank(self) -> Any:
        """Its value while it is not in use."""
        if self.inner:
            inner = self.inner.__new__(self.inner)
            clear(inner)
            return inner
        return [self.idle] * self.length if self.length else self.idle


def octet(idle: int = 0, **facts: Any) -> Any:
    """Declare a number from -128 to 127."""
    return Field(1, 0, idle, facts=facts)


def octets(length: int, idle: int = 0, **facts: Any) -> Any:
    """Declare a list of such numbers."""
    return Field(1, length, idle, facts=facts)


def quad(idle: int = 0, **facts: Any) -> Any:
    """Declare a number of 32 bits."""
    return Field(4, 0, idle, facts=facts)


def quads(length: int, idle: int = 0, **facts: Any) -> Any:
    """Declare a list of such numbers."""
    return Field(4, length, idle, facts=facts)


def wide(idle: int = 0) -> Any:
    """Declare a number of 64 bits."""
    return Field(8, 0, idle)


def wides(length: int, idle: int = 0) -> Any:
    """Declare a list of such numbers."""
    return Field(8, length, idle)


def inside(inner: type[Record]) -> Any:
    """Declare a record within the record."""
    return Field(max(each.size for each in inner.FIELDS.values()), inner=inner)


class Packing:
    """How the records of a class are written to memory, and read from it."""

    def __init__(self, cls: Any) -> None:
        self.fields: dict[str, Field] = cls.FIELDS
        codes, place = ["<"], 0
        for each, at in cls.NUMBERS.values():
            codes.append(f"{at - place}x{each.length or 1}{FORMATS[each.size]}")
            place = at + each.bytes
        self.struct = struct.Struct("".join([*codes, f"{cls.SIZE - place}x"]))
        getter = attrgetter(*cls.NUMBERS)
        self.values = getter if len(cls.NUMBERS) > 1 else lambda source: (getter(source),)

    def write(self, source: Any, memory: Any, place: int) -> None:
        """Write a record to memory."""
        numbers: list[int] = []
        for value in self.values(source):
            if value.__class__ is list:
                numbers += value
            else:
                numbers.append(value)
        self.struct.pack_into(memory, place, *numbers)

    def read(self, target: Any, memory: Any, place: int) -> None:
        """Read a record from memory into an object."""
        self._put(target, self.struct.unpack_from(memory, place), 0)

    def _put(self, target: Any, numbers: tuple[int, ...], first: int) -> int:
        for name, each in self.fields.items():
            if each.inner:
                first = each.inner.PACKING._put(getattr(target, name), numbers, first)
            elif each.length:
                setattr(target, name, list(numbers[first : first + each.length]))
                first += each.length
            else:
                setattr(target, name, numbers[first])
                first += 1
        return first


def _order_in_memory(each: Field) -> tuple[int, bool]:
    """Wide before narrow, then several numbers before single ones."""
    return -each.size, not (each.length or each.inner)


class Recorded(type):
    """Makes a record of a class: its fields get slots, places in memory and idle values.

    In memory the widest come first, so that all are aligned, and of these the lists, so that they
    are read and copied in few words. What is annotated without being declared is an attribute that
    stays in Python.
    """

    def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Recorded:
        """A class with `FIELDS` in the order of memory."""
        declared = {key: value for key, value in body.items() if isinstance(value, Field)}
        fields: dict[str, Field] = {}
        numbers: dict[str, tuple[Field, int]] = {}
        place = 0
        for key, each in sorted(declared.items(), key=lambda item: _order_in_memory(item[1])):
            fields[key] = replace(each, place=place)
            within = each.inner.NUMBERS if each.inner else {"": (fields[key], 0)}
            for path, (number, at) in within.items():
                numbers[f"{key}.{path}".rstrip(".")] = number, place + at
            place += each.bytes
        aligned = max((each.size for each in fields.values()), default=1)
        body = {key: value for key, value in body.items() if key not in declared}
        hints = body.get("__annotations__", {}).items()
        body["__slots__"] = tuple(key for key, hint in hints if "ClassVar" not in str(hint))
        body |= {"FIELDS": fields, "NUMBERS": numbers, "SIZE": -(-place // aligned) * aligned}
        made: Any = super().__new__(meta, name, bases, body)
        if fields:
            made.PACKING = Packing(made)
        return made  # type: ignore[no-any-return]


class Record(metaclass=Recorded):
    """An object of whole numbers; at first all its fields are idle."""

    FIELDS: ClassVar[dict[str, Field]]
    """Its fields in the order of memory."""
    NUMBERS: ClassVar[dict[str, tuple[Field, int]]]
    """The same with those of records inside, such as `episode.actor`, and where each begins."""
    SIZE: ClassVar[int]
    """How many bytes it takes."""
    PACKING: ClassVar[Packing]

    def __init__(self) -> None:
        clear(self)


def packed(source: Record) -> bytearray:
    """A record as it is in memory."""
    memory = bytearray(source.SIZE)
    source.PACKING.write(source, memory, 0)
    return memory


def differing(one: Record, other: Record) -> Wide:
    """The set of fields in which two records of a kind differ, by their place in `FIELDS`."""
    found = 0
    for place, name in enumerate(one.FIELDS):
        if getattr(one, name) != getattr(other, name):
            found |= 1 << place
    return found


def clear(target: Record) -> None:
    """Give every field of a record its idle value."""
    for name, each in target.FIELDS.items():
        setattr(target, name, [each.idle] * each.length if each.length else each.blank())


def become(target: Record, source: Record) -> None:
    """Give a record the values of another one."""
    for name, each in target.FIELDS.items():
        if each.inner:
            become(getattr(target, name), getattr(source, name))
        else:
            value = getattr(source, name)
            setattr(target, name, value[:] if each.length else value)
