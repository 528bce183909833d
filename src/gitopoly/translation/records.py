"""Records in memory with the layout of C++, for translated functions."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.translation.types import Array, Number, RecordType, Type, fields_of

NUMBERS = {"i1": ctypes.c_int8, "i4": ctypes.c_int32, "i8": ctypes.c_int64}


@cache
def structure_of(python: type) -> type[ctypes.Structure]:
    """The structure with the declared fields of a class."""
    members = [
        (name, NUMBERS[field.width] * field.length if field.length else NUMBERS[field.width])
        for name, field in fields_of(python).items()
    ]
    return type(python.__name__, (ctypes.Structure,), {"_fields_": members})


def record(source: Any) -> Any:
    """A structure with the fields of a state, rules, a tally …"""
    python: Any = type(source)
    target = structure_of(python)()
    for name, field in fields_of(python).items():
        value = getattr(source, name)
        if field.length:
            getattr(target, name)[:] = value
        else:
            setattr(target, name, value)
    return target


def records(source: Any, count: int) -> Any:
    """An array of identical structures."""
    one = record(source)
    return (type(one) * count)(*[one] * count)


def from_record(rules: Rules, source: Any) -> State:
    """The position in a structure, as a plain state."""
    s = State(rules)
    for name, field in fields_of(State).items():
        value = getattr(source, name)
        setattr(s, name, list(value) if field.length else value)
    return s


def numbers(values: list[int]) -> Any:
    """An array of integers, in place of a list."""
    return (ctypes.c_int64 * len(values))(*values)


def argument_type(meant: Type) -> Any:
    """How an argument of a type is passed: records and arrays by address."""
    if isinstance(meant, RecordType):
        return ctypes.POINTER(structure_of(meant.python))
    if isinstance(meant, Array):
        if isinstance(meant.element, RecordType):
            return ctypes.POINTER(structure_of(meant.element.python))
        return ctypes.POINTER(ctypes.c_int64)
    return result_type(meant)


def result_type(meant: Number) -> Any:
    """The return type of a function."""
    return {"Int": ctypes.c_int64, "int64_t": ctypes.c_int64, "bool": ctypes.c_bool, "void": None}[
        meant.text
    ]
