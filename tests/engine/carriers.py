"""The samples as each carrier has them: built natively, with narrow numbers, in WebAssembly."""

from __future__ import annotations

import ctypes
import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gitopoly.engine import Engine, wasm
from gitopoly.engine.native import NativeEngine, build
from gitopoly.engine.program import program_of
from tests.engine import samples
from tools import generate

CHECKED = ("-O1", "-DCHECKED")
"""Aborts at an access outside an array."""
NARROW = "-DNARROW"
"""Gives numbers that are not declared wide 32 bits instead of 64."""
OVERFLOW = (
    *("-fno-wrapv", "-fsanitize=signed-integer-overflow"),
    "-fsanitize-undefined-trap-on-error",
)
"""Aborts when a number overflows."""
NUMBERS = (
    *("divided", "remainder", "bits", "code", "bounds", "between", "is_kind", "decided"),
    *("last_of_range", "downwards", "over_members", "searched", "defaults", "truth"),
    *("members", "wide_members", "wide_product", "from_a_table", "shifted_away"),
    *("through_a_generator", "folded", "folded_in_loops", "shadowed"),
    *("one_of_several", "calls_itself", "named_by_a_test", "wide_sum", "goes_through_one_table"),
)
"""Functions of numbers."""
ON_A_BOX = (
    "narrowed",
    "decides_what_is_asked",
    "emptied",
)
"""Functions of a box and a number."""
OTHERS = ("counted", "with_default", "cast", "shifted")


def source() -> str:
    """All samples in C++."""
    functions = [getattr(samples, name) for name in (*NUMBERS, *ON_A_BOX, *OTHERS)]
    return program_of(*functions, exported=True)


class BuiltTogether(NativeEngine):
    """Functions in one library, which is built once."""

    def __init__(self, source: Callable[[], str], *flags: str) -> None:
        super().__init__((*CHECKED, *flags))
        self.source = source

    def _built(self, function: Callable[..., Any]) -> Any:
        found = getattr(_library(self.source, self._flags), f"call_{function.__name__}")
        found.restype = None
        return found


@cache
def _library(source: Callable[[], str], flags: tuple[str, ...]) -> ctypes.CDLL:
    text = source()
    return build((hashlib.sha256(text.encode()).hexdigest(),), lambda: text, flags)


@cache
def carrier(name: str) -> Engine:
    """An engine that has the samples."""
    if name == "native":
        return BuiltTogether(source)
    if name == "narrow":
        return BuiltTogether(source, NARROW)
    pytest.importorskip("wasmtime")
    pytest.importorskip("ziglang")
    code = generate.built(source())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wasm, "shipped", lambda _: code)
        patch.setattr(wasm, "_module", wasm._module.__wrapped__)
        return wasm.WasmEngine()


def parameters_of(name: str) -> int:
    """How many arguments a sample takes."""
    return len(inspect.signature(getattr(samples, name)).parameters)
