"""Room for candidates: nothing twice, not more than fits, the best offers in order."""

from __future__ import annotations

from gitopoly.bots.candidates import (
    MOST_CANDIDATES,
    MOST_OFFERS,
    Candidates,
    clear_candidates,
    consider,
    note_offer,
)


def test_neither_the_same_twice_nor_more_than_there_is_room_for() -> None:
    candidates = Candidates()
    for code in (1, 1, *range(40)):
        consider(candidates, code, 10 * code)
    assert candidates.actions == [1, 0, *range(2, MOST_CANDIDATES)]
    assert candidates.totals[:3] == [10, 0, 20]


def test_the_best_offers_are_kept_the_best_first_and_the_earlier_of_equals() -> None:
    candidates = Candidates()
    for code, hope in enumerate((5, 9, 5, 7, 1)):
        note_offer(candidates, code, hope)
    assert candidates.offer_count == MOST_OFFERS == 3
    assert candidates.offers == [1, 3, 0]
    assert candidates.hopes == [9, 7, 5]


def test_cleared_room_is_empty() -> None:
    candidates = Candidates()
    consider(candidates, 1, 1)
    note_offer(candidates, 1, 1)
    clear_candidates(candidates)
    assert (candidates.count, candidates.offer_count) == (0, 0)
