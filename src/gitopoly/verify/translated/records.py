"""States as the programs of an exploration store them: without the fields that never change."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.state import FIELDS
from gitopoly.translation.records import NUMBERS
from gitopoly.verify.native.layout import WITHOUT_BITS, layout_of


@cache
def idle_fields(rules: Rules) -> dict[str, int]:
    """The fields of a state that never change under these rules, and their value."""
    varying = {slot.field for slot in layout_of(rules)} | set(WITHOUT_BITS)
    start = initial(rules)
    found: dict[str, int] = {}
    for name, field in FIELDS.items():
        values = set(getattr(start, name)) if field.length else {getattr(start, name)}
        if name not in varying and len(values) == 1:
            found[name] = values.pop()
    return found


@cache
def state_structure(rules: Rules) -> type[ctypes.Structure]:
    """The structure of a state: the fields that vary, and whether another one was changed."""
    idle = idle_fields(rules)
    members: list[tuple[str, Any]] = [
        (name, NUMBERS[field.width] * field.length if field.length else NUMBERS[field.width])
        for name, field in FIELDS.items()
        if name not in idle
    ]
    return type("State", (ctypes.Structure,), {"_fields_": [*members, ("misfit", ctypes.c_int64)]})


def state_record(state: State) -> Any:
    """A state as such a structure."""
    target = state_structure(state.rules)()
    idle = idle_fields(state.rules)
    for name, field in FIELDS.items():
        if name in idle:
            continue
        if field.length:
            getattr(target, name)[:] = getattr(state, name)
        else:
            setattr(target, name, getattr(state, name))
    return target


def is_storable(state: State) -> bool:
    """Whether the fields that never change have the value they are known to have."""
    for name, value in idle_fields(state.rules).items():
        own = getattr(state, name)
        if any(v != value for v in (own if FIELDS[name].length else [own])):
            return False
    return True


def state_of(rules: Rules, source: Any) -> State:
    """A structure as a plain state."""
    state = initial(rules)
    idle = idle_fields(rules)
    for name, field in FIELDS.items():
        if name not in idle:
            value = getattr(source, name)
            setattr(state, name, list(value) if field.length else value)
    return state
