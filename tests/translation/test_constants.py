"""Constants of one set of rules: its tables, and fields of a state that never change."""

from __future__ import annotations

import ctypes

import pytest

from gitopoly.kernel import Rules, State
from gitopoly.translation.calls import NotedField, reachable
from gitopoly.translation.native import build
from gitopoly.translation.program import exported, program_of

RULES = Rules.of("formal-small", 2)
POT = 7


def fill_pot(s: State, rules: Rules, amount: int) -> int:
    """Write a field that never changes, and read it and a table."""
    s.pot = amount
    s.bid[0] += amount
    return s.pot + rules.deeds[1]


def built(idle: dict[str, int]) -> tuple[str, ctypes.CDLL]:
    """The source with these idle fields, and its library."""
    source = program_of(fill_pot, rules=RULES, fixed_tables=True, idle=idle)
    source += exported(reachable(fill_pot)["fill_pot"])
    source += 'extern "C" int64_t misfit_of(State* s) { return s->misfit; }\n'
    return source, ctypes.CDLL(str(build(source)))


def test_an_idle_field_is_a_constant_and_another_value_is_noted() -> None:
    source, library = built({"pot": POT, "bid": 0})
    assert "s.pot" not in source
    assert "rules.deeds" not in source
    for amount, noted in ((0, 1), (POT, 1)):
        room = (ctypes.c_int64 * 64)()
        found = library.exported_fill_pot(room, None, ctypes.c_int64(amount))
        assert found == POT + RULES.deeds[1]
        assert library.misfit_of(room) == noted


def test_writing_the_value_that_it_has_is_no_misfit() -> None:
    _, library = built({"pot": POT})
    room = (ctypes.c_int64 * 64)()
    library.exported_fill_pot(room, None, ctypes.c_int64(POT))
    assert library.misfit_of(room) == 0
    library.exported_fill_pot(room, None, ctypes.c_int64(POT + 1))
    assert library.misfit_of(room) == 1


def change_owner(s: State, square: int, owner: int) -> int:
    """Write one place of a field, and a number."""
    s.owner[square] = owner
    s.phase += 1
    return s.owner[square]


@pytest.mark.parametrize(
    ("square", "owner", "misfit"),
    [(1, 0, 0), (1, 1, 0), (2, -1, 0), (2, 0, 1), (39, 1, 1)],
)
def test_every_write_to_a_field_is_noted(square: int, owner: int, misfit: int) -> None:
    """Only the places 1 and 3 may change; others may be written with the value that they have."""
    noted = {"owner": NotedField(4, 0b1010, -1), "phase": NotedField(8, 1, None)}
    source = program_of(change_owner, rules=RULES, idle={"pot": POT}, noted=noted)
    source += exported(reachable(change_owner)["change_owner"])
    source += 'extern "C" int64_t misfit_of(State* s) { return s->misfit; }\n'
    source += 'extern "C" int64_t written_in(State* s) { return s->written; }\n'
    library = ctypes.CDLL(str(build(source)))
    room = (ctypes.c_int64 * 64)()
    library.exported_change_owner(room, ctypes.c_int64(square), ctypes.c_int64(owner))
    assert (library.misfit_of(room), library.written_in(room)) == (misfit, 4 | 8)


def test_where_nothing_is_noted_a_state_has_no_room_for_it() -> None:
    source = program_of(change_owner, rules=RULES, idle={"pot": POT})
    assert ".written" not in source
    assert "int64_t misfit;" in source
