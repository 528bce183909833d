"""The rules compiled: one call into them, whether they run in Python, WebAssembly or C++.

An engine runs functions that are written like the rules: `engine.call(function, *objects)` gives
them plain objects, which come back changed. What can be called in the shipped WebAssembly is
marked with `@entry`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from gitopoly.engine.memory import Engine, Rows
from gitopoly.errors import InvalidEngine, MissingExtra, MissingTool
from gitopoly.rules.record import Record
from gitopoly.rules.rules import Rules

__all__ = [
    "ENGINES",
    "ENTRIES",
    "Engine",
    "Interpreted",
    "Rows",
    "can_compile",
    "engine_for",
    "entry",
    "new_engine",
]

Called = TypeVar("Called", bound=Callable[..., Any])
ENGINES = ("interpreted", "compiled", "native")
ENTRIES: list[Callable[..., Any]] = []
"""What can be called in the shipped WebAssembly."""
_OF_THREAD = threading.local()


def entry(function: Called) -> Called:
    """Let a function be called from outside compiled code."""
    ENTRIES.append(function)
    return function


class Interpreted:
    """The functions as they are, on the objects themselves."""

    name = "interpreted"

    def call(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Call a function."""
        return int(function(*arguments) or 0)

    def rows(self, source: Record) -> Any:
        """A record that stays between calls: the object itself."""
        return source


@cache
def can_compile() -> bool:
    """Whether WebAssembly can be run here."""
    from gitopoly.engine.wasm import runtime

    try:
        return runtime() is not None
    except (MissingExtra, MissingTool):
        return False


def engine_for(name: str, rules: Rules, patience: int = 1) -> Engine | Interpreted:
    """The engine of this thread with a name; rules of others run in one that stops them in time.

    `patience`: how many times as long as usual a call may then take.
    """
    if name == "interpreted":
        return Interpreted()
    if name not in ENGINES:
        raise InvalidEngine(f"there is no engine {name!r}; choose one of {', '.join(ENGINES)}")
    key = f"{name} {rules.is_shipped}"
    known: Engine | None = getattr(_OF_THREAD, key, None)
    if known is None or known.is_broken:
        known = new_engine(name, rules)
        setattr(_OF_THREAD, key, known)
    known.patience = patience
    return known


def new_engine(name: str, rules: Rules) -> Engine:
    """An engine with a memory of its own, for one thread at a time."""
    if name == "compiled":
        from gitopoly.engine.wasm import WasmEngine

        return WasmEngine(bounded=not rules.is_shipped)
    from gitopoly.engine.native import NativeEngine

    return NativeEngine()
