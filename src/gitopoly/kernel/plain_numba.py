"""Compiling with documented Numba only: slower to start, and safe to keep.

Numba compiles every function separately, together with everything it calls.
`linking` says when this is used.
"""

from __future__ import annotations

from typing import Any

import numba

DOCUMENTED = ("error_model", "nogil")
"""Those of the fragments' compile options that Numba documents."""


def as_fragment(function: Any, options: dict[str, Any]) -> Any:
    """A function for other compiled functions, kept in the cache folder that is set."""
    plain = {name: value for name, value in options.items() if name in DOCUMENTED}
    return numba.njit(function, cache=True, **plain)


def as_entry_point(function: Any, options: dict[str, Any]) -> Any:
    """A function that is called from Python: to Numba, these are no different."""
    return as_fragment(function, options)


def load(function: Any, signature: tuple[Any, ...]) -> bool:
    """Nothing is known to be in the cache before `make` looks there."""
    return False


def make(function: Any, signature: tuple[Any, ...]) -> None:
    """Compile a function for one signature only, or load it from the cache."""
    if not function.signatures:
        function.compile(signature)
        function.disable_compile()
