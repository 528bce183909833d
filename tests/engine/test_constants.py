"""Constants of one set of rules: its tables, and fields of a state that never change."""

from __future__ import annotations

import ctypes
import hashlib

import pytest

from gitopoly.engine.native import build
from gitopoly.engine.program import program_of
from gitopoly.engine.types import NotedField
from gitopoly.rules import Rules, State

RULES = Rules.of("formal-small", 2)
POT = 7
NOTES = """
extern "C" int64_t misfit_of(State* s) { return s->misfit; }
"""
WRITTEN = 'extern "C" int64_t written_in(State* s) { return s->written; }\n'


def fill_pot(s: State, rules: Rules, amount: int) -> int:
    """Write a field that never changes, and read it and a table."""
    s.pot = amount
    s.bid[0] += amount
    return s.pot + rules.deeds[1]


def change_owner(s: State, square: int, owner: int) -> int:
    """Write one place of a field, and a number."""
    s.owner[square] = owner
    s.phase += 1
    return s.owner[square]


class Position:
    """A blank position in a library's memory."""

    def __init__(self, source: str) -> None:
        digest = hashlib.sha256(source.encode()).hexdigest()
        self.library = build(("constants", digest), lambda: source)
        self.library.misfit_of.restype = ctypes.c_int64
        self.room = (ctypes.c_int64 * 64)()

    def call(self, name: str, *numbers: int) -> int:
        """Call a function with the position and numbers."""
        frame = (ctypes.c_int64 * 8)(ctypes.addressof(self.room), *numbers)
        getattr(self.library, f"call_{name}")(frame)
        return frame[0]

    @property
    def misfit(self) -> int:
        """Whether something was written that does not fit."""
        return int(self.library.misfit_of(self.room))


def filled(idle: dict[str, int]) -> str:
    """The source with these idle fields."""
    given = {"rules": RULES, "fixed_tables": True, "idle": idle}
    return program_of(fill_pot, exported=True, **given) + NOTES


@pytest.mark.parametrize(
    ("idle", "amount", "misfit"),
    [
        ({"pot": POT, "bid": 0}, 0, 1),
        ({"pot": POT, "bid": 0}, POT, 1),
        ({"pot": POT}, POT, 0),
        ({"pot": POT}, POT + 1, 1),
    ],
)
def test_an_idle_field_is_a_constant_and_another_value_is_noted(
    idle: dict[str, int], amount: int, misfit: int
) -> None:
    source = filled(idle)
    assert "s.pot" not in source
    assert "rules.deeds" not in source
    position = Position(source)
    assert position.call("fill_pot", 0, amount) == POT + RULES.deeds[1]
    assert position.misfit == misfit


@pytest.mark.parametrize(
    ("square", "owner", "misfit"),
    [(1, 0, 0), (1, 1, 0), (2, -1, 0), (2, 0, 1), (39, 1, 1)],
)
def test_every_write_to_a_field_is_noted(square: int, owner: int, misfit: int) -> None:
    """Only the places 1 and 3 may change; others may be written with the value that they have."""
    noted = {"owner": NotedField(4, 0b1010, -1), "phase": NotedField(8, 1, None)}
    given = {"rules": RULES, "idle": {"pot": POT}, "noted": noted}
    position = Position(program_of(change_owner, exported=True, **given) + NOTES + WRITTEN)
    position.call("change_owner", square, owner)
    assert (position.misfit, position.library.written_in(position.room)) == (misfit, 4 | 8)


def test_where_nothing_is_asked_for_nothing_is_noted() -> None:
    assert ".written" not in program_of(change_owner, rules=RULES, idle={"pot": POT})
