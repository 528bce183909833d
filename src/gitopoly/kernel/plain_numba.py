"""Compiling with what Numba documents, and nothing else: slower to start, and safe to keep.

Every function becomes machine code of its own, with all that it calls, as Numba has it.
`linking` says when.
"""

from __future__ import annotations

from typing import Any

import numba

DOCUMENTED = ("error_model", "nogil")
"""Of the options that fragments are compiled with."""


def as_fragment(function: Any, options: dict[str, Any]) -> Any:
    """A function for other compiled functions, kept in the cache folder that is set."""
    plain = {name: value for name, value in options.items() if name in DOCUMENTED}
    return numba.njit(function, cache=True, **plain)


def as_entry_point(function: Any, options: dict[str, Any]) -> Any:
    """A function that is called from Python: to Numba, all are."""
    return as_fragment(function, options)


def load(function: Any, signature: tuple[Any, ...]) -> bool:
    """Nothing is known to be in the cache before `make` looks there."""
    return False


def make(function: Any, signature: tuple[Any, ...]) -> None:
    """Compile a function for one signature, or take it out of the cache, and for no other."""
    if not function.signatures:
        function.compile(signature)
        function.disable_compile()
