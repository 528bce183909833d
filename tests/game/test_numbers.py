"""Whole numbers of a range, from whoever gives them."""

from typing import Any

import numpy as np
import pytest

from gitopoly.errors import InvalidRun
from gitopoly.game.numbers import LARGEST_SEED, whole_number


@pytest.mark.parametrize("given", [0, 7, LARGEST_SEED, np.int64(7), np.uint8(3)])
def test_a_whole_number_is_taken_wherever_it_is_from(given: Any) -> None:
    number = whole_number("seed", given, 0, LARGEST_SEED)
    assert type(number) is int
    assert number == given


@pytest.mark.parametrize("given", [-1, LARGEST_SEED + 1, 1.0, "7", None, True, [7], "x" * 10_000])
def test_anything_else_is_refused_in_one_line(given: Any) -> None:
    with pytest.raises(InvalidRun, match="seed must be a whole number from 0 to") as refusal:
        whole_number("seed", given, 0, LARGEST_SEED)
    assert len(str(refusal.value)) < 200
