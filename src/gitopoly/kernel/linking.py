"""The one switch between two ways of compiling: by fragments, or with plain Numba.

Fragments compile in half the time and run faster, but rely on classes that Numba does not document.
So they are used only with the releases they were tested with, and only if those classes can be
subclassed; otherwise plain Numba compiles. An unknown release of Numba makes us slower, never
wrong.
"""

from __future__ import annotations

import os
from types import ModuleType

import numba

from gitopoly.kernel import plain_numba

TRIED = ("0.68",)
"""The series of Numba that fragments were tested with: `tests/kernel/test_fragments.py` passes."""


def chosen() -> ModuleType:
    """The module that compiles; GITOPOLY_PLAIN_NUMBA=1 forces plain Numba, 0 forces fragments."""
    wanted = os.environ.get("GITOPOLY_PLAIN_NUMBA", "")
    tried = ".".join(numba.__version__.split(".")[:2]) in TRIED
    if wanted != "0" and (wanted or not tried):
        return plain_numba
    try:
        from gitopoly.kernel import fragments
    except (ImportError, AttributeError, TypeError):
        return plain_numba  # a class that we subclass is gone, or has changed
    return fragments


_linking = chosen()
NAME = _linking.__name__.rpartition(".")[2]
"""Which way is in use, because neither can read the other's cache."""
as_fragment = _linking.as_fragment
as_entry_point = _linking.as_entry_point
load = _linking.load
make = _linking.make
