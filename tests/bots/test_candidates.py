"""What `strong` looks at: legal actions, few and different."""

from __future__ import annotations

import pytest

from gitopoly.bots.candidates import MOST_CANDIDATES, Candidates, consider, list_candidates
from gitopoly.kernel import is_legal
from gitopoly.kernel.randomness import seeded
from tests.bots.positions import EDITIONS, positions, seats_to_act


@pytest.mark.parametrize("edition", EDITIONS)
def test_candidates_are_legal_few_and_different(edition: str) -> None:
    for s in positions(edition, 5, 7, 60):
        for seat, choices in seats_to_act(s):
            candidates = Candidates()
            list_candidates(s, s.rules, seat, choices, candidates, seeded(2))
            found = candidates.actions[: candidates.count]
            assert 1 <= len(found) == len(set(found)) <= MOST_CANDIDATES
            assert all(is_legal(s, code) for code in found)


def test_neither_the_same_twice_nor_more_than_there_is_room_for() -> None:
    candidates = Candidates()
    for code in (1, 1, *range(40)):
        consider(candidates, code)
    assert candidates.actions == [1, 0, *range(2, MOST_CANDIDATES)]
