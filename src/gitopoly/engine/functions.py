"""Plain functions of Python, as their translation needs them."""

from __future__ import annotations

import ast
import types
import typing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gitopoly.engine.types import Number, RecordType, Type, cpp_name, type_of
from gitopoly.errors import Untranslatable


@dataclass
class Function:
    """A plain function, and what its translation has to know about it."""

    python: types.FunctionType
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


def refusal(python: types.FunctionType, line: int, reason: str) -> Untranslatable:
    """The error for a line of a function."""
    file = Path(python.__code__.co_filename)
    return Untranslatable(f"{file.name}:{line}: {python.__name__} cannot be translated: {reason}")


def described(python: types.FunctionType) -> Function:
    """A function with the types of its annotations."""
    parameters = types_of(python)
    returns = parameters.pop("return")
    assert isinstance(returns, Number)
    return Function(python, definition_of(python), parameters, returns)


def types_of(python: types.FunctionType) -> dict[str, Type]:
    """The types of a function's parameters, and at last of what it returns."""
    found: dict[str, Type] = {}
    for name, hint in typing.get_type_hints(python, include_extras=True).items():
        meant = type_of(hint)
        if meant is None:
            line = python.__code__.co_firstlineno
            raise refusal(python, line, f"the type of {name} is not one of the rules")
        found[name] = meant
    return found


def definition_of(python: types.FunctionType) -> ast.FunctionDef:
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
