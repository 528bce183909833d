"""What compiled code may consist of: no recursion, no exceptions, no allocation.

So the same source can be translated for a GPU, too.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterable

import pytest

from gitopoly.arena.environments import action_space, episode, observation
from gitopoly.bots import choice, playout
from gitopoly.kernel import compiled

FORBIDDEN = (
    ast.Raise,
    ast.Try,
    ast.Assert,
    ast.With,
    ast.Lambda,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.JoinedStr,
    ast.Global,
    ast.Nonlocal,
    ast.Starred,
)
MODULES = (*compiled.MODULES, choice, playout, action_space, episode, observation)
PLAIN_ONLY = {"seeded"}
"""Functions that only plain Python calls: they make what compiled code is given."""


def functions(module: types.ModuleType) -> dict[str, ast.FunctionDef]:
    """The top-level functions of a module that are compiled."""
    tree = ast.parse(inspect.getsource(module))
    return {
        node.name: node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name not in PLAIN_ONLY
    }


def forbidden_in(function: ast.FunctionDef) -> list[str]:
    """What a function contains that compiled code must not."""
    return [
        f"{type(node).__name__} in line {node.lineno}"
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, FORBIDDEN)
    ]


def cycles(functions_by_name: dict[str, ast.FunctionDef]) -> set[str]:
    """The functions that reach themselves by calls."""
    calls = {
        name: {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        for name, function in functions_by_name.items()
    }
    return {name for name in calls if name in _reached(calls, calls[name])}


def _reached(calls: dict[str, set[str]], first: Iterable[str]) -> set[str]:
    reached: set[str] = set()
    open_names = set(first)
    while open_names:
        name = open_names.pop()
        if name not in reached:
            reached.add(name)
            open_names |= calls.get(name, set())
    return reached


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_compiled_functions_neither_raise_nor_allocate(module: types.ModuleType) -> None:
    found = {name: forbidden_in(function) for name, function in functions(module).items()}
    assert not {name: what for name, what in found.items() if what}


def test_compiled_functions_do_not_recurse() -> None:
    everything: dict[str, ast.FunctionDef] = {}
    for module in MODULES:
        everything |= functions(module)
    assert len(everything) > 200
    assert not cycles(everything)


def test_the_check_notices_exceptions_allocation_and_recursion() -> None:
    source = "def f(n):\n    if n: raise ValueError\n    return g([n])\ndef g(n):\n    return f(n)"
    bad = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    assert forbidden_in(bad["f"]) == ["Raise in line 2", "List in line 3"]
    assert cycles(bad) == {"f", "g"}
