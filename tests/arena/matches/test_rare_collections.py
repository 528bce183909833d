"""Collections are rare during a match, and as before it afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from gitopoly.arena import Adjudicator
from gitopoly.arena.matches.rare_collections import ALLOCATIONS


class Looking:
    """Notes how often garbage is collected while it plays, and may start a match itself."""

    def __init__(self, seen: list[int], again: bool = False) -> None:
        self.seen, self.again = seen, again

    def getBSMTDecision(self, state: Any) -> None:
        if self.again:
            self.again = False
            Adjudicator(seed=1).runGame(Looking(self.seen), Looking(self.seen), [(1, 2)])
        self.seen.append(gc.get_threshold()[0])


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)


def play(again: bool) -> set[int]:
    """A short match; what its agents saw."""
    seen: list[int] = []
    Adjudicator(seed=1).runGame(Looking(seen, again), Looking(seen), [(1, 2), (3, 4)])
    return set(seen)


@pytest.mark.parametrize("again", [False, True])
def test_collections_are_rare_in_a_match_and_usual_after_it(again: bool) -> None:
    gc.set_threshold(700, 10, 10)
    assert play(again) == {ALLOCATIONS}
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("chosen", [0, 10 * ALLOCATIONS])
def test_whoever_wants_fewer_or_none_keeps_that(chosen: int) -> None:
    gc.set_threshold(chosen, 10, 10)
    assert play(False) == {chosen}
    assert gc.get_threshold()[0] == chosen
