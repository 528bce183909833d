"""Instructions of the processor do what their names say."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from gitopoly.verify.native.atomic import compare_and_swap, differing, fetch_early, lowest_bit
from gitopoly.verify.native.checker import np

pytestmark = pytest.mark.xdist_group("compiled")


@numba.njit
def swap(words: Any, place: int, expected: int, word: int) -> Any:  # pragma: no cover
    """Both instructions, as compiled code calls them."""
    fetch_early(words, place)
    return compare_and_swap(words, place, np.uint64(expected), np.uint64(word))


@numba.njit
def lowest(word: int) -> Any:  # pragma: no cover
    """The instruction, as compiled code calls it."""
    return lowest_bit(np.uint64(word))


@numba.njit
def compared(words: Any, count: int) -> Any:  # pragma: no cover
    """The comparison, as compiled code calls it."""
    return differing(words, count)


def test_words_that_differ_are_named_by_their_bits() -> None:
    words = np.arange(128, dtype=np.uint64) % np.uint64(64)
    assert int(compared(words, 64)) == 0
    for place in (0, 7, 8, 63):
        words[64 + place] += np.uint64(1 << 40)
    assert int(compared(words, 64)) == 1 | 1 << 7 | 1 << 8 | 1 << 63


def test_the_lowest_bit_is_counted_from_the_right() -> None:
    assert [lowest(word) for word in (1, 6, 40, 1 << 62)] == [0, 1, 3, 62]


def test_a_word_is_written_only_over_the_expected_one() -> None:
    words = np.zeros(4, np.uint64)
    assert swap(words, 2, 0, 7) == 0
    assert swap(words, 2, 0, 9) == 7
    assert words.tolist() == [0, 0, 7, 0]
    assert swap(words, 2, 7, 9) == 7
    assert words.tolist() == [0, 0, 9, 0]
