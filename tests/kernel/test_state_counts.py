"""The kernel against TLC: how many states there are at each depth of `formal-small`.

The totals are those that TLC gives for the models of `specs/monopoly` with the same constants:
distinct states up to a depth, and the states found on the way to the next one.
"""

from __future__ import annotations

import pytest

from gitopoly.kernel import Rules, State, apply, chance_outcomes, initial, legal_actions
from gitopoly.kernel.state import FIELDS

PUBLISHED_DEFECTS = {
    "defect_stale_debt": 1,
    "defect_third_miss_impossible": 1,
    "defect_fine_in_any_phase": 1,
    "defect_rent_on_mortgaged_utility": 1,
    "defect_go_to_jail_in_any_phase": 1,
}


def key(s: State) -> tuple[object, ...]:
    """A position as something that can be put into a set."""
    values = (getattr(s, name) for name in FIELDS)
    return tuple(tuple(v) if isinstance(v, list) else v for v in values)


def explore(rules: Rules, depth: int) -> tuple[int, int]:
    """Distinct states up to a depth, and all states found by leaving every one of them."""
    level = [initial(rules)]
    seen = {key(level[0])}
    found = 1
    distinct = 1
    for _ in range(depth):
        distinct = len(seen)
        reached = []
        for s in level:
            for action in legal_actions(s):
                assert isinstance(action, int)
                for outcome, _ in chance_outcomes(s, action):
                    successor = s.copy()
                    apply(successor, action, outcome)
                    found += 1
                    if key(successor) not in seen:
                        seen.add(key(successor))
                        reached.append(successor)
        level = reached
    return distinct, found


@pytest.mark.parametrize(
    ("players", "options", "depth", "distinct", "found"),
    [
        (2, {}, 14, 11_754, 27_261),
        (3, {"starting_money": 7, "dice_max": 3}, 10, 5_027, 15_222),
        (2, PUBLISHED_DEFECTS, 14, 13_742, 34_088),
    ],
    ids=["two players", "three poor players", "with the published defects"],
)
def test_the_kernel_finds_exactly_the_states_that_tlc_finds(
    players: int, options: dict[str, int], depth: int, distinct: int, found: int
) -> None:
    assert explore(Rules.of("formal-small", players, **options), depth) == (distinct, found)


def test_one_rule_that_differs_shows_in_the_counts() -> None:
    other = Rules.of("formal-small", 2, defect_fine_in_any_phase=1)
    assert explore(other, 14) != (11_754, 27_261)
