"""The rules as WebAssembly: the file that is shipped, and instances of it in this process."""

from __future__ import annotations

import atexit
from contextlib import suppress
from functools import cache
from importlib import resources
from threading import Lock
from typing import Any
from weakref import WeakSet

from gitopoly.engine.memory import Called, Engine, too_large
from gitopoly.errors import EngineFault, MissingExtra, MissingTool

FILE = "engine/rules.wasm"
NEEDED = ("memory", "frame", "__heap_base")
"""What it must export besides functions."""
PAGE = 1 << 16
FUEL = 50_000_000_000
"""What one call may use up under rules of others: some ten seconds, where most take moments."""


def shipped(file: str = FILE) -> bytes:
    """A file that is shipped."""
    return resources.files("gitopoly").joinpath(file).read_bytes()


_HELD: WeakSet[Any] = WeakSet()
"""All that wasmtime has to free."""
_COMPILING = Lock()


@atexit.register
def _leave() -> None:
    """Leave it to the end of the process: a thread may run in it, an array look into it."""
    for held in list(_HELD):
        held.close = lambda: None


def runtime() -> Any:
    """What runs WebAssembly."""
    try:
        import wasmtime
    except ImportError:
        raise MissingExtra("the compiled engine", "wasmtime", "fast") from None
    except (OSError, RuntimeError) as error:
        raise MissingTool(f"wasmtime does not run here: {error}; choose another engine") from None
    return wasmtime


@cache
def _module(file: str, bounded: bool) -> Any:
    """A file, compiled once for all threads of this process."""
    wasmtime = runtime()
    config = wasmtime.Config()
    config.consume_fuel = bounded
    engine = wasmtime.Engine(config)
    module, exported = None, set()
    with suppress(OSError, wasmtime.WasmtimeError):
        module = wasmtime.Module(engine, shipped(file))
        exported = {each.name for each in module.exports}
    if module is None or module.imports or not exported.issuperset(NEEDED):
        raise EngineFault(
            f"{file} is missing or damaged; install gitopoly again, or choose another engine"
        )
    _HELD.update((engine, module))
    return engine, module


class WasmEngine(Engine):
    """One instance of the rules with a memory of its own."""

    name = "compiled"
    file = FILE

    def __init__(self, bounded: bool = False) -> None:
        """`bounded`: for rules of others, which might go on forever."""
        super().__init__()
        self.bounded = bounded
        with _COMPILING:
            engine, module = _module(self.file, bounded)
        wasmtime = runtime()
        self._store = wasmtime.Store(engine)
        _HELD.add(self._store)
        self._faults = (wasmtime.Trap, wasmtime.WasmtimeError)
        try:
            self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        except self._faults:
            raise EngineFault(
                "this process may not use enough memory for the compiled engine; allow it more, "
                "or choose another engine"
            ) from None
        self._memory, frame, end = (self._exports[name] for name in NEEDED)
        self._frame, self._end = frame.value(self._store), end.value(self._store)
        self._look()

    def bytes_at(self, place: int, size: int) -> memoryview:
        """Some bytes of the memory."""
        return self.memory[place : place + size]

    def _look(self) -> None:
        """Make the memory visible to Python."""
        block = self._memory.get_buffer_ptr(self._store)
        block.store = self._store  # whoever looks into it keeps it alive
        self.memory = memoryview(block).cast("B")

    def _reserve(self, size: int) -> int:
        place = -(-self._end // 16) * 16
        if place + size > len(self.memory):
            more = -(-(place + size - len(self.memory)) // PAGE)
            try:
                self._memory.grow(self._store, max(more, 16))
            except self._faults:
                raise too_large(size) from None
            self._look()
        self._end = place + size
        return int(place)

    def _invoke(self, function: Called, frame: list[int]) -> int:
        if self.is_broken:
            raise EngineFault("the compiled rules stopped in an earlier call; make a new one")
        name = getattr(function, "__name__", function)
        entry = self._exports.get(f"call_{name}")
        if entry is None:
            raise EngineFault(f"{self.file} has no {name}; write it anew with make generate")
        self.put_numbers(self._frame, frame)
        if self.bounded:
            self._store.set_fuel(FUEL * self.patience)
        try:
            entry(self._store)
        except self._faults as fault:
            self.is_broken = True
            reason = str(fault).strip().splitlines()[-1].strip()
            raise EngineFault(
                f"the compiled rules stopped in {name}: {reason}; nothing else was touched"
            ) from None
        return self.take_numbers(self._frame, 1)[0]
