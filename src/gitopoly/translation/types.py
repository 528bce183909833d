"""The types of values in translated code, from the functions' annotations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args, get_origin

from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.rules import CONSTANTS, DERIVED, FLAGS, TABLES, Rules
from gitopoly.kernel.state import FIELDS, State

WIDTHS = {"i1": "int8_t", "i4": "int32_t", "i8": "int64_t"}
"""The C++ types of fields, by their declared widths."""

VIEWS = {"Octets": "int8_t", "Quads": "int32_t"}
"""The C++ types of the members of views, by the name of the class that marks them."""

RULES_FIELDS = {
    **{name: Field("i4", length, 0) for name, length in TABLES.items()},
    **{name: Field("i4", 0, 0) for name in (*CONSTANTS, *DERIVED)},
    **{name: Field("i1", 0, 0) for name in FLAGS},
}
"""Constants, tables and flags of an edition, as stored."""


@dataclass(frozen=True)
class Number:
    """A whole number, or a truth value."""

    text: str


INT = Number("Int")
"""A number that fits into 32 bits; a program may give it 64 (see `preamble.hpp`)."""
WIDE = Number("int64_t")
"""A number that is declared `Wide`, or stored in 64 bits."""
BOOL = Number("bool")
NOTHING = Number("void")


@dataclass(frozen=True)
class RecordType:
    """A state, the rules, a tally …: any class that declares its fields."""

    python: type

    @property
    def text(self) -> str:
        """Its name in C++."""
        return self.python.__name__

    @property
    def fields(self) -> dict[str, Field]:
        """Its fields in storage order."""
        return fields_of(self.python)

    @property
    def is_shared(self) -> bool:
        """Whether threads add to the same sums in it."""
        return bool(getattr(self.python, "SHARED", False))


@dataclass(frozen=True)
class Array:
    """An array: a field, or an argument of unknown length (0)."""

    element: Number | RecordType
    width: str
    length: int
    view: str = ""
    """The class that marks it, if its members need not lie side by side."""

    @property
    def text(self) -> str:
        """The C++ type of a pointer to it, or of the view."""
        return self.view or f"{self.width}*"


Type = Number | RecordType | Array


def fields_of(python: type) -> dict[str, Field]:
    """The declared fields of a class whose objects become records."""
    if python is State:
        return FIELDS
    if python is Rules:
        return RULES_FIELDS
    declared: dict[str, Field] = python.FIELDS  # type: ignore[attr-defined]
    return declared


def is_record(hint: Any) -> bool:
    """Whether an annotation names a class with declared fields."""
    return hint in (State, Rules) or (isinstance(hint, type) and hasattr(hint, "FIELDS"))


def type_of(hint: Any) -> Type | None:
    """The type for an annotation, or None if it has none here."""
    if hint is None or hint is type(None):
        return NOTHING
    if hint is bool:
        return BOOL
    if hint is int:
        return INT
    if hint == Wide:
        return WIDE
    if is_record(hint):
        return RecordType(hint)
    if (name := getattr(hint, "__name__", "")) in VIEWS:
        return Array(INT, VIEWS[name], 0, name)
    if get_origin(hint) is list:
        element = type_of(get_args(hint)[0])
        if isinstance(element, RecordType):
            return Array(element, element.text, 0)
        if element in (INT, WIDE):
            return Array(element, WIDE.text, 0)
    return None


def type_of_field(field: Field) -> Type:
    """The type of a field."""
    number = WIDE if field.width == "i8" else INT
    return Array(number, WIDTHS[field.width], field.length) if field.length else number
