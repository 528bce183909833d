"""Marks tell positions apart, and a table takes each of them once, however many threads fill it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gitopoly.verify.native.checker import compiled_kernel, functions, np

pytestmark = pytest.mark.xdist_group("compiled")

PLACES = 1 << 16
WIDTH = 2


def entries(first: int, last: int, collide: bool = False) -> Any:
    """Entries of made-up positions: a fingerprint, and two words."""
    rows = np.zeros((last - first, 1 + WIDTH), np.uint64)
    rows[:, 1] = np.arange(first, last)
    rows[:, 2] = 7
    for row in rows:
        row[0] = compiled_kernel().fingerprint(row, 1, WIDTH)
    if collide:
        rows[:, 0] = 12345
    return rows.reshape(-1)


def insert_all(table: Any, bodies: Any, rows: Any) -> int:
    """Put entries into a table one after the other; how many were new."""
    new = 0
    for at in range(0, len(rows), 1 + WIDTH):
        if len(bodies):
            new += functions().insert_exactly(table, bodies, PLACES - 1, rows, at, WIDTH)
        else:
            new += functions().insert(table, PLACES - 1, rows, at)
    return new


def empty(exact: bool) -> tuple[Any, Any]:
    """A table."""
    return np.zeros(PLACES, np.uint64), np.zeros(PLACES * WIDTH * exact, np.uint64)


def test_fingerprints_of_different_positions_differ() -> None:
    rows = entries(0, 5_000).reshape(-1, 1 + WIDTH)
    assert len(np.unique(rows[:, 0])) == 5_000
    assert rows[:, 0].min() > 1


def test_half_of_the_bits_change_with_one() -> None:
    rows = entries(0, 4000).reshape(-1, 1 + WIDTH)[:, 0]
    changed = [(int(a) ^ int(b)).bit_count() for a, b in zip(rows[::2], rows[1::2], strict=True)]
    assert 31 < sum(changed) / len(changed) < 33


@pytest.mark.parametrize("exact", [False, True])
def test_a_position_is_new_once(exact: bool) -> None:
    table, bodies = empty(exact)
    assert insert_all(table, bodies, entries(0, 3000)) == 3000
    assert insert_all(table, bodies, entries(1000, 4000)) == 1000


def test_positions_with_the_same_fingerprint_are_told_apart_only_in_an_exact_table() -> None:
    same = entries(0, 10, collide=True)
    assert insert_all(*empty(False), same) == 1
    assert insert_all(*empty(True), same) == 10


@pytest.mark.parametrize("exact", [False, True])
def test_threads_that_fill_one_table_find_every_position_new_exactly_once(exact: bool) -> None:
    table, bodies = empty(exact)
    rows = entries(0, 5_000)
    with ThreadPoolExecutor(4) as pool:
        new = sum(pool.map(lambda _: insert_all(table, bodies, rows), range(4)))
    assert new == 5_000
    assert int((table != 0).sum()) == 5_000


def test_move_over_takes_all_fingerprints_along() -> None:
    table, bodies = empty(True)
    insert_all(table, bodies, entries(0, 3000))
    larger, more = np.zeros(2 * PLACES, np.uint64), np.zeros(2 * PLACES * WIDTH, np.uint64)
    moved = functions().move_over(table, bodies, WIDTH, larger, more, 2 * PLACES - 1)
    assert moved == 3000
    pairs = np.column_stack([larger, more.reshape(-1, WIDTH)])
    found = {tuple(map(int, row)) for row in pairs if row[0]}
    assert found == {tuple(map(int, row)) for row in entries(0, 3000).reshape(-1, 1 + WIDTH)}
