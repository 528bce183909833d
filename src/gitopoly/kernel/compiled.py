"""The second carrier: the same functions, compiled by Numba for NumPy records.

Nothing is written twice. Each plain function of the rules gets a copy that differs only in what
its names refer to: other copies instead of plain functions. A copy is compiled on first use, as a
fragment of others or as an entry point (`linking`), and the result is kept on disk, in a folder
named after everything it was made from.
"""

from __future__ import annotations

import atexit
import contextlib
import dis
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

from gitopoly.errors import MissingExtra, NoRoom
from gitopoly.kernel.cache import cache_folder
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.rules import CONSTANTS, DERIVED, FLAGS, TABLES, Rules
from gitopoly.kernel.state import FIELDS, State

try:
    import llvmlite
    import numba
    import numpy
    from llvmlite.binding import get_host_cpu_name

    from gitopoly.kernel import bit_methods, linking
    from gitopoly.kernel.linking import as_entry_point, as_fragment, load, make
except ImportError as missing:
    raise MissingExtra("the compiled engine", missing.name or "numba", "fast") from None

MODULES = tuple(
    importlib.import_module(f"gitopoly.kernel.{name}")
    for name in (
        "action_buffer",
        "actions",
        "auction",
        "bankruptcy",
        "board",
        "building",
        "bulk",
        "buying",
        "card_kinds",
        "cards",
        "chance",
        "dealing",
        "decks",
        "generated.cards",
        "generated.dispatch",
        "generated.draws",
        "generated.listing",
        "idle",
        "invariants",
        "landing",
        "legal",
        "legal_property",
        "management",
        "money",
        "moving",
        "order",
        "outcomes",
        "randomness",
        "sets",
        "trade",
        "transition",
        "turn",
    )
)
"""The modules that hold the rules; all their functions are compiled."""

COMPILER: dict[str, Any] = {
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "nogil": True,
    "_nrt": False,
}
"""No exceptions inside (a division by zero cannot happen), no unused C wrapper.

Nothing is allocated inside either, so arrays need no reference counts: these are atomic, and
those of two threads may share a cache line.
"""

MARKED = {
    "Word": numba.uint64,
    "WordArray": numba.uint64[::1],
    "Octets": numba.int8[::1],
    "Quads": numba.int32[::1],
}
"""Types outside the rules, by the name of the class that marks them."""


def type_of(fields: dict[str, Field]) -> Any:
    """The record type with these fields."""
    return numpy.dtype(
        [
            (name, f.width, (f.length,)) if f.length else (name, f.width)
            for name, f in fields.items()
        ]
    )


STATE_TYPE = type_of(FIELDS)
RULES_TYPE = numpy.dtype(
    [(name, "i4", (length,)) for name, length in TABLES.items()]
    + [(name, "i4") for name in (*CONSTANTS, *DERIVED)]
    + [(name, "i1") for name in FLAGS]
)


def record(source: Any) -> Any:
    """A NumPy record with the same fields as a state, a tally, a generator …"""
    return _filled(_record_type(source), source)


def rules_record(rules: Rules) -> Any:
    """The rules as a NumPy record."""
    return _filled(RULES_TYPE, rules)


def from_record(rules: Rules, source: Any) -> State:
    """The position in a record, as a plain state."""
    s = State(rules)
    for name, field in FIELDS.items():
        value = source[name]
        setattr(s, name, value.tolist() if field.length else int(value))
    return s


def records(source: Any, count: int) -> Any:
    """An array of identical records of a state, generator …"""
    return numpy.full(count, record(source), _record_type(source)).view(numpy.recarray)


def numbers(values: list[int]) -> Any:
    """Integers for compiled code, in place of a list."""
    return numpy.array(values, numpy.int64)


@cache
def compiled_kernel(*further: types.ModuleType) -> CompiledKernel:
    """The compiled functions of the kernel, and of `further` modules written like it."""
    return CompiledKernel((*MODULES, *further))


_COMPILING = threading.RLock()
"""Bots think in their own threads; one of them compiles a function."""


class CompiledKernel:
    """Compiled functions by name: `compiled_kernel().step` is the compiled `step`.

    A function is compiled for one signature, given by its annotations. Numba on its own would
    compile it again for every mixture of integer widths in calls.
    """

    def __init__(self, modules: tuple[types.ModuleType, ...]) -> None:
        # Vectorising loops over the two to four squares of a group only makes them slower.
        # Explicit requests for compiled functions are met even where NUMBA_DISABLE_JIT is set.
        vars(numba.config).update(LOOP_VECTORIZE=0, SLP_VECTORIZE=0, DISABLE_JIT=0)
        bit_methods.teach()
        self._folders: dict[str, Path] = {}
        self._plain: dict[str, types.FunctionType] = {}
        self._fragments: dict[str, Any] = {}
        self._entry_points: dict[str, Any] = {}
        self._ready: set[str] = set()
        worlds = []
        own, all_of_them = _cache_folder_for(MODULES), _cache_folder_for(modules)
        for module in modules:
            world = dict(vars(module))
            worlds.append(world)
            for function in _functions_of(module):
                if function.__name__ in self._plain:
                    raise TypeError(f"two kernel functions are called {function.__name__}")
                self._folders[function.__name__] = own if module in MODULES else all_of_them
                self._plain[function.__name__] = function
                self._add_fragment(function, world)
        for world in worlds:
            for name, value in world.items():
                original = getattr(value, "__name__", "")
                if original and self._plain.get(original) is value:
                    world[name] = self._fragments[original]

    def _add_fragment(self, function: types.FunctionType, world: dict[str, Any]) -> None:
        name = function.__name__
        copy = types.FunctionType(function.__code__, world, name, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        with _COMPILING:  # all threads share the folder that is set
            vars(numba.config)["CACHE_DIR"] = str(self._folders[name])
            self._fragments[name] = as_fragment(copy, COMPILER)

    def __getattr__(self, name: str) -> Any:
        if name not in self._plain:
            raise AttributeError(name)
        with _COMPILING:
            for step in self.steps(name):
                step()
        return self._entry_points[name]

    def steps(self, *names: str) -> list[Callable[[], None]]:
        """The remaining steps for functions: compile or load fragments, then link entry points."""
        fragments: list[str] = []
        entry_points = [name for name in names if not self._is_there(name)]
        for name in entry_points:
            self._collect(name, fragments)
        return [
            *(partial(self._prepare, name) for name in fragments),
            *(partial(self._complete, name) for name in entry_points),
        ]

    def _is_there(self, name: str) -> bool:
        """Whether an entry point is built already, here or in the cache."""
        with _COMPILING:
            if name not in self._entry_points:
                entry = self._entry_point(name)
                if load(entry, _signature(self._plain[name])):
                    self._entry_points[name] = vars(self)[name] = entry
            return name in self._entry_points

    def _prepare(self, name: str) -> None:
        """Compile a fragment, or load it, once those that it calls are there."""
        with _COMPILING:
            if name not in self._ready:
                self._make(self._fragments[name], name)
                self._ready.add(name)

    def _complete(self, name: str) -> None:
        """Compile an entry point, once its fragments are there."""
        with _COMPILING:
            if name not in self._entry_points:
                entry = self._entry_point(name)
                self._make(entry, name)
                self._entry_points[name] = vars(self)[name] = entry

    def _entry_point(self, name: str) -> Any:
        vars(numba.config)["CACHE_DIR"] = str(self._folders[name])
        return as_entry_point(self._fragments[name].py_func, COMPILER)

    def _make(self, compiled: Any, name: str) -> None:
        try:
            make(compiled, _signature(self._plain[name]))
        except OSError as error:
            raise NoRoom(
                f"cannot keep compiled code in {self._folders[name]}: {error.strerror}; free some "
                "space, set GITOPOLY_CACHE to another folder, or use the interpreted engine"
            ) from None

    def _collect(self, name: str, order: list[str]) -> None:
        """Add the missing fragments that a function needs, callees first."""
        for callee in self._called_by(name):
            if callee not in self._ready and callee not in order:
                if not self._plain[callee].__defaults__:
                    self._collect(callee, order)
                    order.append(callee)

    def _called_by(self, name: str) -> list[str]:
        code = dis.get_instructions(self._plain[name])
        used = [step.argval for step in code if step.opname == "LOAD_GLOBAL"]
        world = self._plain[name].__globals__
        return [u for u in used if u in self._plain and world.get(u) is self._plain[u]]


def _record_type(source: Any) -> Any:
    return STATE_TYPE if isinstance(source, State) else type_of(source.FIELDS)


def _filled(dtype: Any, source: object) -> Any:
    target = numpy.zeros(1, dtype).view(numpy.recarray)[0]
    for name in dtype.names:
        target[name] = getattr(source, name)
    return target


def _functions_of(module: types.ModuleType) -> Iterable[types.FunctionType]:
    for value in vars(module).values():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            yield value


@cache
def _cache_folder_for(modules: tuple[types.ModuleType, ...]) -> Path:
    """Numba's cache notices neither changed constants nor changed callees: hash them all."""
    tools = (numba.__version__, llvmlite.__version__, numpy.__version__, linking.NAME)
    digest = hashlib.sha256(repr((sys.version, *tools, get_host_cpu_name())).encode())
    for source in _sources_of(modules):
        digest.update(source.read_bytes())
    folder = cache_folder() / digest.hexdigest()[:16]
    try:
        if not folder.exists():
            _forget_old_caches(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            os.utime(folder)
            return folder
    except OSError:
        pass
    # Nowhere to cache it: compile for this process only.
    folder = Path(tempfile.mkdtemp(prefix="gitopoly-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sources_of(modules: tuple[types.ModuleType, ...]) -> list[Path]:
    """All sources of compiled code: modules also use constants of their neighbours."""
    folders = {Path(__file__).parent, *(Path(m.__file__).parent for m in modules if m.__file__)}
    return sorted(source for folder in folders for source in folder.glob("*.py"))


def _forget_old_caches(base: Path, keep: int = 20) -> None:
    """Every version of the sources leaves folders behind; the most recently used stay.

    A version has one for the kernel and one for each set of further modules. Versions may be
    used side by side, so a few are kept.
    """
    used = {}
    for folder in base.glob("*"):
        if re.fullmatch("[0-9a-f]{16}", folder.name):
            with contextlib.suppress(FileNotFoundError):  # another process removes it too
                used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=used.__getitem__, reverse=True)[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def _signature(function: types.FunctionType) -> tuple[Any, ...]:
    """The compiled types of a function's arguments, by their annotations."""
    hints = function.__annotations__.items()
    return tuple(_type_for(hint) for name, hint in hints if name != "return")


@cache
def _type_for(hint: Any) -> Any:
    meaning = {
        State: numba.from_dtype(STATE_TYPE),
        Rules: numba.from_dtype(RULES_TYPE),
        int: numba.int64,
        Wide: numba.int64,
        bool: numba.boolean,
    }
    if hint in meaning:
        return meaning[hint]
    if hasattr(hint, "FIELDS"):
        return numba.from_dtype(type_of(hint.FIELDS))
    if members := get_args(hint):
        return _type_for(members[0])[::1]
    return MARKED[hint.__name__]
