"""Translated functions on this machine's CPU: built by its C++ compiler, loaded by ctypes."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.errors import MissingTool
from gitopoly.translation.build_cache import cached_file
from gitopoly.translation.calls import reachable
from gitopoly.translation.program import exported, program_of
from gitopoly.translation.records import argument_type, result_type
from gitopoly.translation.types import Number

COMPILERS = ("c++", "g++", "clang++")
FLAGS = ("-std=c++17", "-fwrapv", "-fno-strict-aliasing", "-shared", "-fPIC")
FAST = ("-O2",)
CHECKED = ("-O1", "-DCHECKED")
"""Aborts at an access outside an array; for tests."""
NARROW = "-DNARROW"
"""Gives numbers that are not declared wide 32 bits instead of 64."""
OVERFLOW = (
    *("-fno-wrapv", "-fsanitize=signed-integer-overflow"),
    "-fsanitize-undefined-trap-on-error",
)
"""Aborts when a number overflows; for tests."""


@cache
def translated(*entries: Callable[..., Any], flags: tuple[str, ...] = FAST) -> Any:
    """The entry points, by name, as functions on this machine's CPU."""
    functions = reachable(*entries)
    source = program_of(*entries)
    source += "\n".join(exported(functions[entry.__name__]) for entry in entries)
    library = ctypes.CDLL(str(build(source, flags)))
    loaded = types.SimpleNamespace()
    for entry in entries:
        function = functions[entry.__name__]
        symbol = getattr(library, f"exported_{function.name}")
        symbol.argtypes = [argument_type(meant) for meant in function.parameters.values()]
        assert isinstance(function.returns, Number)
        symbol.restype = result_type(function.returns)
        setattr(loaded, function.name, symbol)
    return loaded


def build(source: str, flags: tuple[str, ...] = FAST) -> Path:
    """A shared library from C++, built now or cached."""
    command = [*compiler(), *FLAGS, *flags]

    def make(target: Path) -> None:
        text = target.with_suffix(".cpp")
        text.write_text(source, encoding="utf-8")
        run = [*command, "-o", str(target), str(text)]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0]
            raise MissingTool(f"{command[0]} cannot compile the translated rules: {reason}")

    return cached_file((source, *command, _version(*command[:1])), ".so", make)


def compiler() -> list[str]:
    """The command of a C++ compiler: from `CXX`, or the first one installed."""
    if chosen := os.environ.get("CXX"):
        command = shlex.split(chosen)
        if shutil.which(command[0]):
            return command
        raise MissingTool(f"CXX names {command[0]}, which is not installed")
    for name in COMPILERS:
        if found := shutil.which(name):
            return [found]
    raise MissingTool(
        "the native engine needs a C++ compiler, and none is installed; "
        "install g++ or clang++, or choose another engine"
    )


@cache
def _version(command: str) -> str:
    return subprocess.run(
        [command, "--version"], capture_output=True, text=True, check=False
    ).stdout
