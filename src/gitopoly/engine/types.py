"""Types of values and functions in translated code, from annotations, and their names in C++."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_origin, get_type_hints

from gitopoly.errors import Untranslatable
from gitopoly.rules.record import Field, Record, Wide
from gitopoly.rules.rules import Rules

WIDTHS = {1: "int8_t", 4: "int32_t", 8: "int64_t"}
"""The C++ types of fields, by their bytes."""
VIEWS = {"Octets": "int8_t", "Quads": "int32_t"}
"""The C++ types of the members of views, by the name of the class that marks them."""
KEYWORDS = {
    *("alignas", "alignof", "asm", "auto", "bool", "case", "catch", "char", "const", "default"),
    *("delete", "do", "double", "enum", "explicit", "export", "extern", "false", "float"),
    *("friend", "goto", "inline", "int", "long", "mutable", "namespace", "new", "nullptr"),
    *("operator", "private", "protected", "public", "register", "short", "signed", "sizeof"),
    *("static", "struct", "switch", "template", "this", "throw", "true", "typedef", "typeid"),
    *("typename", "union", "unsigned", "using", "virtual", "void", "volatile"),
}
"""Names reserved in C++ but not in Python."""


def cpp_name(name: str) -> str:
    """A Python name in C++; a trailing underscore distinguishes it from a keyword."""
    return f"{name}_" if name in KEYWORDS else name


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
STATIC = Number("")
"""Something of Python that is there when the program is written: a table, a function."""


@dataclass(frozen=True)
class RecordType:
    """A state, the rules, a tally …: any record."""

    python: type[Record]

    @property
    def text(self) -> str:
        """Its name in C++."""
        return self.python.__name__

    @property
    def parameter(self) -> str:
        """How it is handed over; translated code only reads the rules."""
        return f"const {self.text}&" if self.python is Rules else f"{self.text}&"


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
PLAIN: dict[Any, Number] = {None: NOTHING, type(None): NOTHING, bool: BOOL, int: INT, Wide: WIDE}


def type_of(hint: Any) -> Type | None:
    """The type for an annotation, or None if it has none here."""
    if get_origin(hint) is list:
        element = type_of(get_args(hint)[0])
        if isinstance(element, RecordType):
            return Array(element, element.text, 0)
        return Array(element, WIDE.text, 0) if isinstance(element, Number) else None
    if isinstance(hint, type) and issubclass(hint, Record):
        return RecordType(hint)
    if (name := getattr(hint, "__name__", "")) in VIEWS:
        return Array(INT, VIEWS[name], 0, name)
    return PLAIN.get(hint)


def type_of_field(field: Field) -> Type:
    """The type of a field."""
    if field.inner:
        return RecordType(field.inner)
    number = WIDE if field.size == 8 else INT
    return Array(number, WIDTHS[field.size], field.length) if field.length else number


@dataclass
class Function:
    """A plain function, and what its translation has to know about it."""

    python: FunctionType
    node: ast.FunctionDef
    parameters: dict[str, Type]
    returns: Number
    is_pure: bool = False
    """Whether it is known to have no side effects, so that the order of calls does not matter."""

    @property
    def name(self) -> str:
        """Its name, in Python and in C++."""
        return self.python.__name__

    @property
    def parameter_list(self) -> str:
        """Its parameters in C++."""
        return ", ".join(
            f"{meant.parameter if isinstance(meant, RecordType) else meant.text} {cpp_name(name)}"
            for name, meant in self.parameters.items()
        )

    @property
    def signature(self) -> str:
        """Its head in C++."""
        return f"FUNCTION {self.returns.text} {self.name}({self.parameter_list})"


@dataclass(frozen=True)
class NotedField:
    """How writing into a field of a state is noted."""

    bits: int
    """What is added to `written`, a field that a state has for this."""
    free: int
    """The places that may change, one bit each."""
    idle: int | None
    """The value of the others, if they all have the same; another one is noted in `misfit`."""


def refusal(python: FunctionType, line: int, reason: str) -> Untranslatable:
    """The error for a line of a function."""
    file = Path(python.__code__.co_filename)
    return Untranslatable(f"{file.name}:{line}: {python.__name__} cannot be translated: {reason}")


def described(python: FunctionType) -> Function:
    """A function with the types of its annotations."""
    code, hints = python.__code__, get_type_hints(python, include_extras=True)
    found: dict[str, Any] = {}
    for name in (*code.co_varnames[: code.co_argcount], "return"):
        found[name] = type_of(hints.get(name, ""))
        if found[name] is None or (name == "return" and not isinstance(found[name], Number)):
            line = code.co_firstlineno
            raise refusal(python, line, f"the type of {name} is not one of the rules")
    returns = found.pop("return")
    return Function(python, definition_of(python), found, returns)


def definition_of(python: FunctionType) -> ast.FunctionDef:
    """The syntax of a function."""
    node = _definitions(python.__code__.co_filename).get(python.__name__)
    if node is None or python.__qualname__ != python.__name__:
        line = python.__code__.co_firstlineno
        raise refusal(python, line, "it is not defined at the top of a module")
    return node


@cache
def _definitions(file: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
