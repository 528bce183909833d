"""Translated functions on this machine's CPU: built by its C++ compiler, loaded by ctypes."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import mmap
import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from gitopoly.engine.builds import cached_file, find_cached
from gitopoly.engine.memory import Engine, too_large
from gitopoly.errors import MissingTool

COMPILERS = ("c++", "g++", "clang++")
FLAGS = ("-std=c++17", "-fwrapv", "-fno-strict-aliasing", "-shared", "-fPIC")
FAST = ("-O2",)
ROOMS = ("rules", "engine", "bots", "arena/environments", "proof")
"""Where functions come from that are built."""
_building = threading.Lock()
"""One thread at a time builds: those that want the same wait for it, and Python 3.11 cannot parse
in two threads at once."""


@cache
def state_of_sources() -> str:
    """A digest of all sources of compiled code, much faster than writing them in C++."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for room in ROOMS:
        for file in sorted((package / room).rglob("*.[chp][pyu]*")):
            if file.suffix in (".py", ".hpp", ".cpp", ".cu"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def build(
    name: tuple[str, ...], source: Callable[[], str], flags: tuple[str, ...] = FAST
) -> ctypes.CDLL:
    """A library from C++, built now or cached by its name, the state of the sources and flags."""
    command = [*compiler(), *FLAGS, *flags]

    def make(target: Path) -> None:
        text = target.with_suffix(".cpp")
        text.write_text(source(), encoding="utf-8")
        run = [*command, "-o", str(target), str(text)]
        try:
            done = subprocess.run(run, capture_output=True, check=False)
        except OSError as error:
            raise MissingTool(f"{command[0]} cannot be run: {error.strerror}") from None
        if done.returncode or not target.exists():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            said = said or [f"it wrote no file, with exit code {done.returncode}"]
            reason = next((line for line in said if "error" in line), said[0])
            raise MissingTool(f"{command[0]} cannot compile the translated rules: {reason}")

    with _building:
        file = cached_file(_ingredients(name, command), ".so", make)
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:
        raise MissingTool(
            f"the translated rules cannot be loaded: {error}; set GITOPOLY_CACHE to a folder "
            "from which programs may run, or choose another engine"
        ) from None


def _ingredients(name: tuple[str, ...], command: list[str]) -> tuple[str, ...]:
    return (*name, state_of_sources(), *command, _identity(command[0]))


def is_built(function: Callable[..., Any]) -> bool:
    """Whether a function need not be built first, which takes seconds."""
    command = [*compiler(), *FLAGS, *FAST]
    return find_cached(_ingredients(_name_of(function), command), ".so") is not None


def _name_of(function: Callable[..., Any]) -> tuple[str, ...]:
    return (f"{function.__module__}.{function.__name__}",)


def compiler() -> list[str]:
    """The command of a C++ compiler: from `CXX`, or the first one installed."""
    if chosen := os.environ.get("CXX"):
        command: list[str] = []
        with contextlib.suppress(ValueError):  # a quotation that does not end
            command = shlex.split(chosen)
        if command and shutil.which(command[0]):
            return command
        raise MissingTool(f"CXX is {chosen!r}, which names no compiler that is installed")
    for name in COMPILERS:
        if found := shutil.which(name):
            return [found]
    raise MissingTool(
        "the native engine needs a C++ compiler, and none is installed; "
        "install g++ or clang++, or choose another engine"
    )


@cache
def _identity(command: str) -> str:
    """Which compiler it is: another version has another file."""
    file = Path(shutil.which(command) or command).resolve()
    known = file.stat()
    return f"{file} {known.st_size} {known.st_mtime_ns}"


class NativeEngine(Engine):
    """Functions on this machine's CPU, with a memory of their own; nothing bounds them."""

    name = "native"

    def __init__(self, flags: tuple[str, ...] = FAST) -> None:
        super().__init__()
        self._flags = flags
        self._chunks: list[tuple[int, mmap.mmap]] = []

    def bytes_at(self, place: int, size: int) -> memoryview:
        """Some bytes of the memory, by their address."""
        for first, chunk in self._chunks:
            if first <= place < first + len(chunk):
                return memoryview(chunk)[place - first : place - first + size]
        raise IndexError(place)

    def _reserve(self, size: int) -> int:
        try:
            chunk = mmap.mmap(-1, max(size, 1))
        except (OSError, OverflowError):
            raise too_large(size) from None
        place = ctypes.addressof(ctypes.c_char.from_buffer(chunk))
        self._chunks.append((place, chunk))
        return place

    def _invoke(self, function: Any, frame: list[int]) -> int:
        numbers = (ctypes.c_int64 * max(len(frame), 1))(*frame)
        self._built(function)(numbers)
        return int(numbers[0])

    def _built(self, function: Any) -> Any:
        return _entry(function, self._flags)


@cache
def _entry(function: Callable[..., Any], flags: tuple[str, ...]) -> Any:
    """A function, built with all that it calls."""
    from gitopoly.engine.program import program_of  # not needed where it is built

    source = partial(program_of, function, exported=True)
    found = getattr(build(_name_of(function), source, flags), f"call_{function.__name__}")
    found.restype = None
    return found
