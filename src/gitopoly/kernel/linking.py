"""The one switch between two ways of compiling: by fragments, or by Numba as it comes.

Fragments compile in half the time and run faster, but stand on classes that Numba does not
document. So they are used with the releases that they were tried with, and only if those classes
can be derived from; everywhere else Numba works as it comes. A release of Numba that we have not
seen makes us slower, never wrong.
"""

from __future__ import annotations

import os
from types import ModuleType

import numba

from gitopoly.kernel import plain_numba

TRIED = ("0.68",)
"""The series of Numba that fragments were tried with: `tests/kernel/test_fragments.py` passes."""


def chosen() -> ModuleType:
    """The module that compiles; GITOPOLY_PLAIN_NUMBA=1 leaves no choice, 0 insists on fragments."""
    wanted = os.environ.get("GITOPOLY_PLAIN_NUMBA", "")
    tried = ".".join(numba.__version__.split(".")[:2]) in TRIED
    if wanted != "0" and (wanted or not tried):
        return plain_numba
    try:
        from gitopoly.kernel import fragments
    except (ImportError, AttributeError, TypeError):
        return plain_numba  # something that we derive from is gone, or has become something else
    return fragments


_linking = chosen()
NAME = _linking.__name__.rpartition(".")[2]
"""Which way it is, because neither can read what the other keeps."""
as_fragment = _linking.as_fragment
as_entry_point = _linking.as_entry_point
load = _linking.load
make = _linking.make
