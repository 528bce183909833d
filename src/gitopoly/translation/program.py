"""A whole program in C++: preamble, records, functions, entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.translation.calls import Function, NotedField, Program, reachable
from gitopoly.translation.cpp_names import cpp_name
from gitopoly.translation.statements import definition
from gitopoly.translation.types import (
    INT,
    WIDE,
    WIDTHS,
    Array,
    Number,
    RecordType,
    Type,
    fields_of,
)


def program_of(
    *entries: Callable[..., Any],
    rules: Rules | None = None,
    members: dict[str, int] | None = None,
    fixed_tables: bool = False,
    idle: Mapping[str, int] | None = None,
    noted: Mapping[str, NotedField] | None = None,
) -> str:
    """The entry points and everything they call, as one C++ file; for all rules, or for these.

    `members`: the number that all members of a list are, by the name of the parameter;
    `fixed_tables`: the tables of these rules are constants as well, which a compiler can fold;
    `idle`: so are fields of a state that never change; `noted`: those where writes are noted.
    """
    functions = reachable(*entries)
    program = Program(
        *(functions, rules, members or {}),
        fixed_tables=fixed_tables,
        idle=idle or {},
        noted=noted or {},
    )
    translated = [definition(function, program) for function in functions.values()]
    return "\n\n".join(
        [
            resources.files(__package__).joinpath("preamble.hpp").read_text(encoding="utf-8"),
            *(_structure(record, program) for record in _records(functions)),
            *(_table(*table) for table in program.tables.items()),
            *(_tables(rules) if rules and fixed_tables else ()),
            *translated,
            "",
        ]
    )


def exported(function: Function) -> str:
    """A function callable from outside, as `exported_…`, with records passed by address."""
    parameters, arguments = [], []
    for name, meant in function.parameters.items():
        is_record = isinstance(meant, RecordType)
        given = f"{meant.text}*" if is_record else outside(meant)
        parameters.append(f"{given} {cpp_name(name)}")
        arguments.append(f"{'*' if is_record else ''}{cpp_name(name)}")
    head = f"{outside(function.returns)} exported_{function.name}({', '.join(parameters)})"
    return f'extern "C" {head} {{\n    return {function.name}({", ".join(arguments)});\n}}\n'


def outside(meant: Type) -> str:
    """How a number is passed: in 64 bits, whatever its width inside."""
    return WIDE.text if meant is INT else meant.text


def _records(functions: dict[str, Function]) -> list[RecordType]:
    found: dict[RecordType, None] = {}
    for function in functions.values():
        for meant in function.parameters.values():
            inner: Type = meant.element if isinstance(meant, Array) else meant
            if not isinstance(inner, Number | Array):
                found[inner] = None
    return list(found)


def _table(name: str, members: tuple[int, ...]) -> str:
    return f"TABLE int32_t {name}[] = {{{', '.join(map(str, members))}}};"


def _structure(record: RecordType, program: Program) -> str:
    left_out = program.idle if record.python is State else {}
    fields = [
        f"    {WIDTHS[field.width]} {cpp_name(name)}{f'[{field.length}]' if field.length else ''};"
        for name, field in record.fields.items()
        if name not in left_out
    ]
    if left_out:
        # Of the same size in both cases.
        fields.append("    int32_t misfit, written;" if program.noted else "    int64_t misfit;")
    return "\n".join([f"struct {record.text} {{", *fields, "};"])


def _tables(rules: Rules) -> list[str]:
    return [
        f"TABLE {WIDTHS[field.width]} RULES_{name}[] = "
        f"{{{', '.join(map(str, getattr(rules, name)))}}};"
        for name, field in fields_of(Rules).items()
        if field.length
    ]
