"""Patches: what changed between two views, as paths and values.

A patch is `[path, value]`, or `[path]` for something removed; the page applies them in order.
"""

from __future__ import annotations

from typing import Any

Patch = list[Any]


def difference(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> list[Patch]:
    """The patches that turn one JSON value into another.

    >>> difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3], "c": 0})
    [[['b', 1], 3], [['c'], 0]]
    """
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[Patch] = [[[*path, key]] for key in old if key not in new]
        for key, value in new.items():
            if key not in old:
                found.append([[*path, key], value])
            else:
                found += difference(old[key], value, (*path, key))
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        found = []
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            found += difference(before, after, (*path, place))
        return found
    # True == 1 in Python, but not on the page.
    same = old == new and type(old) is type(new)
    return [] if same else [[list(path), new]]


def patched(value: Any, patches: list[Patch]) -> Any:
    """A value with patches applied: what the page does, for tests."""
    for patch in patches:
        path = patch[0]
        if not path:
            value = patch[1]
            continue
        place = value
        for key in path[:-1]:
            place = place[key]
        if len(patch) == 1:
            del place[path[-1]]
        else:
            place[path[-1]] = patch[1]
    return value
