"""Which functions a program needs: those that its entry points call, directly or indirectly."""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.errors import Untranslatable
from gitopoly.kernel.rules import Rules
from gitopoly.translation.types import Type, type_of

BUILT_IN = ("abs", "bool", "int", "max", "min", "range")
"""Functions that are called without being translated."""


@dataclass
class Function:
    """A plain function, and what its translation has to know about it."""

    python: types.FunctionType
    node: ast.FunctionDef
    parameters: dict[str, Type]
    returns: Type
    callees: list[str] = field(default_factory=list)
    is_pure: bool = True
    """Whether it has no side effects, so that the order of calls does not matter."""

    @property
    def name(self) -> str:
        """Its name, in Python and in C++."""
        return self.python.__name__

    def refusal(self, node: ast.AST, reason: str) -> Untranslatable:
        """The error for a part of it that has no translation."""
        return refusal(self.python, getattr(node, "lineno", self.node.lineno), reason)


@dataclass(frozen=True)
class NotedField:
    """How writing into a field of a state is noted."""

    bits: int
    """What is added to `written`, a field that a state has for this."""
    free: int
    """The places that may change, one bit each."""
    idle: int | None
    """The value of the others, if they all have the same; another one is noted in `misfit`."""


@dataclass(frozen=True)
class Program:
    """What is translated together."""

    functions: dict[str, Function]
    """All functions by name, callees first."""
    rules: Rules | None = None
    """The rules it is built for, whose numbers become constants; None for all rules."""
    members: dict[str, int] = field(default_factory=dict)
    """Lists by their names as parameters whose members are all the same known number."""
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Tuples of modules from which numbers are taken by their place, by name."""
    fixed_tables: bool = False
    """Whether the tables of these rules are constants, too."""
    idle: Mapping[str, int] = field(default_factory=dict)
    """Fields of a state that never change under these rules, and their value.

    They are constants where they are read; writing another value is noted in `misfit`, a field
    that a state has instead of them.
    """
    noted: Mapping[str, NotedField] = field(default_factory=dict)
    """Other fields of a state where every write is noted."""


def refusal(python: types.FunctionType, line: int, reason: str) -> Untranslatable:
    """The error for a line of a function."""
    file = Path(python.__code__.co_filename)
    return Untranslatable(f"{file.name}:{line}: {python.__name__} cannot be translated: {reason}")


def reachable(*entries: Callable[..., Any]) -> dict[str, Function]:
    """All functions that the entry points need, callees first."""
    found: dict[str, Function] = {}
    for entry in entries:
        assert isinstance(entry, types.FunctionType)
        _add(entry, found, ())
    return found


def _add(
    python: types.FunctionType, found: dict[str, Function], callers: tuple[str, ...]
) -> Function:
    name = python.__name__
    if name in callers:
        raise refusal(python, python.__code__.co_firstlineno, "it calls itself")
    if name in found:
        if found[name].python is not python:
            raise refusal(python, python.__code__.co_firstlineno, "another function has its name")
        return found[name]
    function = _described(python)
    for node in ast.walk(ast.Module(function.node.body, [])):  # and not what declares it
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = python.__globals__.get(node.func.id)
            if isinstance(called, types.FunctionType):
                callee = _add(called, found, (*callers, name))
                function.callees.append(callee.name)
                function.is_pure &= callee.is_pure
        elif isinstance(node, ast.Attribute | ast.Subscript):
            function.is_pure &= isinstance(node.ctx, ast.Load)
    found[name] = function
    return function


def _described(python: types.FunctionType) -> Function:
    node = _definitions(python.__code__.co_filename).get(python.__name__)
    first = python.__code__.co_firstlineno
    if node is None or python.__qualname__ != python.__name__:
        raise refusal(python, first, "it is not defined at the top of a module")
    hints = typing.get_type_hints(python, include_extras=True)
    types_of = {}
    for name in (*inspect.signature(python).parameters, "return"):
        meant = type_of(hints[name]) if name in hints else None
        if meant is None:
            raise refusal(python, node.lineno, f"the type of {name} is not one of the rules")
        types_of[name] = meant
    return Function(python, node, types_of, types_of.pop("return"))


@cache
def _definitions(file: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
