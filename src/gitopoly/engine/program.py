"""A whole program in C++: preamble, records, tables, functions, what can be called from outside."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from gitopoly.engine.statements import Statements
from gitopoly.engine.types import (
    BOOL,
    NOTHING,
    WIDE,
    WIDTHS,
    Array,
    Function,
    NotedField,
    RecordType,
    Type,
    cpp_name,
    described,
    refusal,
)
from gitopoly.rules.record import Record
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

MOST_COMPARED = 63
"""As many fields as a number has bits for a set of them."""
Switch = tuple[types.FunctionType | None, ...]
"""Functions that are called by their place."""


@dataclass
class Program:
    """What is translated together: functions, and all that they call."""

    rules: Rules | None = None
    """The rules it is built for, whose numbers become constants; None for all rules."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Fields that are only read and have a known number, such as `Run.checks`; lists have it in
    all their places."""
    without: tuple[str, ...] = ()
    """Functions that are left out where a table of functions names them; nobody calls them."""
    fixed_tables: bool = False
    """Whether the tables of these rules are constants as well, which a compiler can fold."""
    idle: Mapping[str, int] = field(default_factory=dict)
    """Fields of a state that never change under these rules, and their value.

    They are constants where they are read; writing another value is noted in `misfit`, a field
    that a state has instead of them.
    """
    noted: Mapping[str, NotedField] = field(default_factory=dict)
    """Other fields of a state where every write is noted."""

    def __post_init__(self) -> None:
        self.functions: dict[str, Function] = {}
        self.translated: list[str] = []
        self.tables: dict[tuple[int, ...], str] = {}
        """Numbers that are taken by their place, and the name of each table."""
        self.switches: dict[Switch, str] = {}
        single = [name for name, each in Rules.FIELDS.items() if self.rules and not each.length]
        self.constants = {
            **{f"State.{name}": number for name, number in self.idle.items()},
            **{f"Rules.{name}": getattr(self.rules, name) for name in single},
            **self.fixed,
        }
        """Fields that are known when it is written."""

    def function(self, python: types.FunctionType) -> Function:
        """A function, which is translated when it is first asked for, with all that it calls."""
        name = python.__name__
        known = self.functions.get(name)
        if known is None:
            known = self.functions[name] = described(python)
            statements = Statements(known, self)
            self.translated.append(statements.definition())
            known.is_pure = statements.is_pure
        if known.python is not python:
            line = python.__code__.co_firstlineno
            raise refusal(python, line, "another function has its name")
        return known

    def called(self, members: tuple[Any, ...]) -> Switch:
        """The functions among some things of Python, but for those that are left out."""
        return tuple(
            each
            if isinstance(each, types.FunctionType) and each.__name__ not in self.without
            else None
            for each in members
        )

    def switch(self, members: tuple[Any, ...]) -> str:
        """The name of a function that calls the one at a place."""
        return self.switches.setdefault(self.called(members), f"call_{len(self.switches)}")

    def text(self) -> str:
        """All of it in C++."""
        parts = [
            preamble(),
            *(structure(record.python, self.idle) for record in _records(self.functions)),
            *(
                f"TABLE int32_t {name}[] = {{{', '.join(map(str, map(int, members)))}}};"
                for members, name in self.tables.items()
            ),
            *(_tables(self.rules) if self.rules and self.fixed_tables else ()),
            "\n".join(f"{function.signature};" for function in self.functions.values()),
            *(self._switch(*switch) for switch in self.switches.items()),
            *self.translated,
            "",
        ]
        return "\n\n".join(parts)

    def _switch(self, members: Switch, name: str) -> str:
        """A table of functions as one function that calls the one at a place."""
        places: dict[str, str] = {}
        for place, member in enumerate(members):
            if member:
                places[member.__name__] = f"{places.get(member.__name__, '')}case {place}: "
        first = self.functions[next(iter(places))]
        names = ", ".join(map(cpp_name, first.parameters))
        lines = [f"{cases}return {called}({names});" for called, cases in places.items()]
        rest = [] if first.returns is NOTHING else [f"    return {first.returns.text}(0);"]
        head = f"FUNCTION {first.returns.text} {name}(Int place_in_table, {first.parameter_list})"
        return "\n".join(
            [f"{head} {{", "    switch (place_in_table) {", *lines, "    }", *rest, "}"]
        )


def program_of(*entries: Callable[..., Any], exported: bool = False, **constants: Any) -> str:
    """The entry points and everything they call, as one C++ file.

    `exported`: they can be called from outside; `constants`: as `Program` has them.
    """
    program = Program(**constants)
    found = [program.function(entry) for entry in entries]  # type: ignore[arg-type]
    return "\n".join([program.text(), *(_exported(each) for each in found if exported)])


def preamble() -> str:
    """What every program begins with."""
    return resources.files(__package__).joinpath("preamble.hpp").read_text(encoding="utf-8")


def defined(constants: Mapping[str, object]) -> str:
    """Names that stand for numbers in what is written in C++ itself."""
    return "\n".join(f"#define {name} {value}" for name, value in constants.items())


def source_in_parts(**parts: Sequence[Callable[..., Any]]) -> str:
    """A program of parts that share nothing, so that a compiler fits all they call to each."""
    spaces = [
        f"namespace {name} {{\n{program_of(*part, exported=True).removeprefix(preamble())}\n}}"
        for name, part in parts.items()
    ]
    return "\n\n".join([preamble(), *spaces, ""])


def _exported(function: Function) -> str:
    """A function callable from outside, with its arguments in a frame of numbers.

    Records and arrays are given by their places in memory; the result is the first number.
    In WebAssembly the frame is in a fixed place, because each instance has one caller.
    """
    given = [_argument(meant, place) for place, meant in enumerate(function.parameters.values())]
    call = f"{function.name}({', '.join(given)})"
    if function.returns is not NOTHING:
        call = f"frame[0] = int64_t({call})"
    return f"ENTRY(call_{function.name}) {{ {call}; }}"


def _argument(meant: Type, place: int) -> str:
    value = f"frame[{place}]"
    if isinstance(meant, RecordType):
        return f"*reinterpret_cast<{meant.text}*>({value})"
    if isinstance(meant, Array):
        return f"reinterpret_cast<{meant.width}*>({value})"
    return f"{value} != 0" if meant is BOOL else value if meant is WIDE else f"Int({value})"


def _records(functions: dict[str, Function]) -> list[RecordType]:
    """All records in use, each after those inside it."""
    found: dict[RecordType, None] = {}

    def add(record: RecordType) -> None:
        for each in record.python.FIELDS.values():
            if each.inner:
                add(RecordType(each.inner))
        found[record] = None

    for function in functions.values():
        for meant in function.parameters.values():
            inner: Type = meant.element if isinstance(meant, Array) else meant
            if isinstance(inner, RecordType):
                add(inner)
    return list(found)


def structure(record: type[Record], idle: Mapping[str, int] = types.MappingProxyType({})) -> str:
    """A record in C++; a state without the fields that are idle."""
    left_out = idle if record is State else {}
    fields = [
        f"    {each.inner.__name__ if each.inner else WIDTHS[each.size]} "
        f"{cpp_name(name)}{f'[{each.length}]' if each.length else ''};"
        for name, each in record.FIELDS.items()
        if name not in left_out
    ]
    if left_out:
        end = "    int32_t misfit, written;\n};"
    else:
        end = f'}};\nstatic_assert(sizeof({record.__name__}) == {record.SIZE}, "layout");'
    return "\n".join([f"struct {record.__name__} {{", *fields, end, _comparison(record, left_out)])


def _comparison(record: type[Record], left_out: Mapping[str, int]) -> str:
    """`differing` of two such records, if their fields are numbers and make a set.

    Few fields change at a time, so words of eight bytes are compared first.
    """
    name, fields = record.__name__, record.FIELDS
    if len(fields) > MOST_COMPARED or any(each.inner for each in fields.values()):
        return ""
    words: dict[int, list[str]] = {}
    place = 0
    for number, (key, each) in enumerate(fields.items()):
        if key not in left_out:
            cpp = cpp_name(key)
            end = place + each.bytes
            for word in range(place // 8, -(-end // 8)):
                alone = place <= 8 * word and 8 * word + 8 <= end
                differs = "1" if alone else f"differ(one.{cpp}, other.{cpp})"
                words.setdefault(word, []).append(f"int64_t({differs}) << {number}")
            place += each.bytes
    return "\n".join(
        [
            f"FUNCTION int64_t differing(const {name}& one, const {name}& other) {{",
            "    int64_t found = 0;",
            *(
                f"    if (differ_in<{word}>(one, other)) found |= {' | '.join(those)};"
                for word, those in words.items()
            ),
            "    return found;\n}",
        ]
    )


def _tables(rules: Rules) -> list[str]:
    return [
        f"TABLE {WIDTHS[each.size]} RULES_{name}[] = "
        f"{{{', '.join(map(str, getattr(rules, name)))}}};"
        for name, each in Rules.FIELDS.items()
        if each.length
    ]
