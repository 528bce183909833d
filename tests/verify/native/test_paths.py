"""The shortest way to a state can be walked, also where seats are interchangeable."""

from __future__ import annotations

import pytest

from gitopoly.kernel import Rules, apply, initial, legal_actions
from gitopoly.verify.native.checker import Explorer
from gitopoly.verify.native.paths import path_to
from gitopoly.verify.native.promises import OF_THE_KERNEL
from gitopoly.verify.native.stories import bad_step

pytestmark = pytest.mark.xdist_group("compiled")

RULES = Rules.of("formal-small", 3, defect_stale_debt=1, starting_money=1, jail_fine=1)


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_way_to_a_deadlock_replays(symmetric: bool) -> None:
    explorer = Explorer(RULES, symmetric=symmetric)
    while explorer.next_level():
        pass
    trouble = explorer.trouble
    assert trouble is not None
    assert trouble.state is not None
    way, end = path_to(explorer, trouble.state, trouble.depth)
    assert len(way) == trouble.depth - 1
    replayed = initial(RULES)
    for before, action, outcome in way:
        assert replayed == before
        apply(replayed, action, outcome)
    assert replayed == end
    assert legal_actions(end) == []
    assert symmetric or end == trouble.state


def test_a_way_that_does_not_exist_is_not_invented() -> None:
    explorer = Explorer(RULES)
    elsewhere = initial(RULES)
    elsewhere.positions[0] = 9
    with pytest.raises(LookupError, match="no state of that level"):
        path_to(explorer, elsewhere, 5)


def test_a_way_that_does_not_fit_into_the_memory_is_not_found() -> None:
    with pytest.raises(LookupError, match="memory"):
        path_to(Explorer(RULES, memory=1), initial(RULES), 9)


def test_a_step_that_breaks_an_invariant_is_named() -> None:
    state = initial(RULES)
    assert bad_step(state, OF_THE_KERNEL) is None
    state.bank_money += 1
    found = bad_step(state, OF_THE_KERNEL)
    assert found is not None
    assert found[0] == "InvConservationOfMoney"
