"""The sets of deeds: always what the squares say, however a deed changes hands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gitopoly.rules import Rules, State, initial
from gitopoly.rules.board import (
    change_level,
    change_mortgage,
    change_owner,
    first_of,
    renew_sets,
)
from gitopoly.rules.codes import NOBODY
from tests.rules.walks import walk

SETS = ("holdings", "mortgages", "developed")


def sets_of(s: State) -> list[Any]:
    """All sets of a position, as they are."""
    return [getattr(s, name) for name in SETS]


def made_anew(s: State) -> list[Any]:
    """All sets of a position, as its squares say."""
    groups = {s.rules.group[square] for square, level in enumerate(s.level) if level > 0}
    deeds = list(enumerate(s.rules.deeds[: s.rules.deed_count]))
    return [
        [sum(1 << i for i, square in deeds if s.owner[square] == seat) for seat in range(8)],
        sum(1 << i for i, square in deeds if s.mortgaged[square]),
        sum(1 << i for i, square in deeds if s.rules.group[square] in groups),
    ]


@pytest.mark.parametrize("members", [1, 2, 0b1010000, 1 << 27, (1 << 28) - 1])
def test_the_first_member_is_the_lowest(members: int) -> None:
    assert first_of(members) == min(i for i in range(28) if members >> i & 1)


def test_a_deed_changes_hands_is_mortgaged_and_built_on() -> None:
    rules = Rules.of("classic", 3)
    s = initial(rules)
    brown = rules.group_deeds[rules.group[1]]
    change_owner(s, rules, 1, 2)
    change_owner(s, rules, 3, 2)
    change_mortgage(s, rules, 3, 1)
    assert (s.holdings[2], s.mortgages, s.developed) == (brown, brown & ~1, 0)
    change_mortgage(s, rules, 3, 0)
    change_level(s, rules, 1, 1)
    change_level(s, rules, 3, 1)
    change_level(s, rules, 1, 0)
    assert (s.mortgages, s.developed) == (0, brown)
    change_level(s, rules, 3, 0)
    change_owner(s, rules, 1, 0)
    change_owner(s, rules, 3, NOBODY)
    assert (s.holdings[:3], s.developed) == ([1, 0, 0], 0)
    assert sets_of(s) == made_anew(s)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_the_sets_of_random_games_are_what_the_squares_say(edition: str) -> None:
    rules = Rules.of(edition, 2)
    changes = 0
    for seed in range(5):
        s = initial(rules)
        before = sets_of(s)
        for state in walk(s, Random(seed), 1500):
            assert sets_of(state) == made_anew(state)
            spoilt = state.copy()
            spoilt.holdings, spoilt.mortgages, spoilt.developed = [255] * 8, 255, 255
            renew_sets(spoilt, rules)
            assert spoilt.holdings[:2] == state.holdings[:2]
            assert sets_of(spoilt)[1:] == sets_of(state)[1:]
            changes += sets_of(state) != before
            before = [x[:] if isinstance(x, list) else x for x in sets_of(state)]
    assert changes > 20
