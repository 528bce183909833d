"""The set of positions grows as long as there is memory, and loses nothing on the way."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.verify.native.checker import np
from gitopoly.verify.native.seen_set import FULL, FULLEST, SMALLEST, SeenSet

pytestmark = pytest.mark.xdist_group("compiled")

NONE: Any = np.zeros(0, np.uint64)


def some_fingerprints(count: int) -> Any:
    """Different fingerprints."""
    return np.unique(np.random.default_rng(3).integers(2, 1 << 63, count, dtype=np.uint64))


@pytest.mark.slow
def test_it_grows_and_keeps_what_it_has() -> None:
    seen = SeenSet(0)
    fingerprints = some_fingerprints(150_000)
    seen.add(fingerprints, NONE)
    assert seen.make_room(SMALLEST, spare=1 << 30)
    assert len(seen.table) == 2 * SMALLEST
    assert seen.used == 150_000
    assert sorted(seen.table[seen.table != 0]) == sorted(fingerprints)


@pytest.mark.slow
def test_without_memory_it_fills_up_first_and_then_refuses() -> None:
    seen = SeenSet(0)
    seen.add(some_fingerprints(int(SMALLEST * FULL)), NONE)
    assert seen.room() == 0
    assert seen.make_room(1000, spare=0)
    assert seen.room() >= 1000
    assert len(seen.table) == SMALLEST
    assert not seen.make_room(int(SMALLEST * (FULLEST - FULL)) + 2, spare=2 * seen.nbytes - 1)
    assert seen.make_room(int(SMALLEST * (FULLEST - FULL)) + 2, spare=2 * seen.nbytes)


def test_pieces_hold_all_fingerprints_with_their_positions() -> None:
    seen = SeenSet(2)
    fingerprints = some_fingerprints(1000)
    bodies = np.column_stack([fingerprints + np.uint64(1), fingerprints + np.uint64(2)]).reshape(-1)
    seen.add(fingerprints, bodies)
    pieces = list(seen.pieces())
    found = np.concatenate([piece for piece, _ in pieces])
    assert sorted(found) == sorted(fingerprints)
    beside = np.concatenate([piece for _, piece in pieces]).reshape(-1, 2)
    assert (beside == np.column_stack([found + np.uint64(1), found + np.uint64(2)])).all()


def test_a_cleared_set_is_empty() -> None:
    seen = SeenSet(0)
    seen.add(some_fingerprints(10), NONE)
    seen.clear()
    assert (seen.used, int(seen.table.sum())) == (0, 0)
