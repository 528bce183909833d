"""Constants of one set of rules: its tables, and fields of a state that never change."""

from __future__ import annotations

import ctypes

from gitopoly.kernel import Rules, State
from gitopoly.translation.calls import reachable
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
