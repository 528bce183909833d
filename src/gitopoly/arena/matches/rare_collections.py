"""Fewer garbage collections during a match, which creates many small objects and few cycles."""

from __future__ import annotations

import gc

ALLOCATIONS = 20_000
"""Allocations between two collections of the youngest objects; Python's default is 700."""


class _RareCollections:
    """A context in which garbage is collected seldom; it may be entered again inside itself."""

    def __init__(self) -> None:
        self._depth = 0
        self._usual = (0, 0, 0)

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth == 1:
            self._usual = gc.get_threshold()
            if 0 < self._usual[0] < ALLOCATIONS:  # 0: somebody has switched them off
                gc.set_threshold(ALLOCATIONS, *self._usual[1:])

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0 and gc.get_threshold()[0] == ALLOCATIONS:
            gc.set_threshold(*self._usual)


rare_collections = _RareCollections()
"""For all matches of this process: the setting is the process's."""
