"""Compare and swap writes only where the expected word stands, and says what stood there."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from gitopoly.verify.atomic import compare_and_swap, fetch_early
from gitopoly.verify.native import np

pytestmark = pytest.mark.xdist_group("compiled")


@numba.njit
def swap(words: Any, place: int, expected: int, word: int) -> Any:  # pragma: no cover
    """Both instructions, as compiled code calls them."""
    fetch_early(words, place)
    return compare_and_swap(words, place, np.uint64(expected), np.uint64(word))


def test_a_word_is_written_only_over_the_expected_one() -> None:
    words = np.zeros(4, np.uint64)
    assert swap(words, 2, 0, 7) == 0
    assert swap(words, 2, 0, 9) == 7
    assert words.tolist() == [0, 0, 7, 0]
    assert swap(words, 2, 7, 9) == 7
    assert words.tolist() == [0, 0, 9, 0]
