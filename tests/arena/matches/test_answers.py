"""What agents answer is read with suspicion."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from gitopoly.arena.matches.answers import (
    PropertyChange,
    Trade,
    cash,
    plain,
    read_action,
    read_bid,
    read_jail,
)

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["B", "S", "M", "T", "R", "P", "C", 40, 41]),
    lambda inner: st.lists(inner, max_size=5) | st.tuples(inner, inner) | st.tuples(inner),
    max_leaves=12,
)


@given(ANYTHING)
def test_whatever_comes_is_read_or_refused(value: Any) -> None:
    action = read_action(value)
    assert action is None or isinstance(action, (PropertyChange, Trade))
    if isinstance(action, PropertyChange):
        assert len(action.numbers) == 40
        assert all(number >= 0 for number in action.numbers)
        assert any(action.numbers)
    if isinstance(action, Trade):
        assert action.cash_offered >= 0 <= action.cash_wanted
    assert read_jail(value) in (None, ("R", 0), ("P", 0), ("C", 40), ("C", 41))
    assert cash(value) >= 0


@given(ANYTHING)
def test_what_is_made_plain_means_the_same(value: Any) -> None:
    told = plain(value)
    assert read_action(told) == read_action(value)
    assert read_jail(told) == read_jail(value)
    assert (told is True) is (value is True)


@pytest.mark.parametrize(
    ("value", "bid"),
    [
        (175.5, 175), ("160", 160), (" 7 ", 7), (True, 1), (np.int64(9), 9), (Decimal("3.9"), 3),
        (Fraction(7, 2), 3), (np.float64(2.5), 2), (-0.5, 0), (0, 0), (-1, None), ("x", None),
        (None, None), ([5], None), (float("inf"), None), (float("nan"), None), ("1" * 9999, None),
    ],
)  # fmt: skip
def test_a_bid_is_int_of_whatever_it_is(value: Any, bid: int | None) -> None:
    assert read_bid(value) == bid
    if bid is None:
        assert cash(value) == 0
    else:
        assert read_bid(plain(value)) == bid


def test_numbers_of_numpy_name_squares() -> None:
    assert read_action(("M", [np.int64(3)])) == read_action(("M", [3]))
    assert read_action(("B", [(np.int8(3), np.uint8(2))])) == read_action(("B", [(3, 2)]))
    assert read_action(("M", np.array([3]))) is None


def test_parts_for_one_square_add_up_when_building_and_not_when_mortgaging() -> None:
    assert read_action(("B", [(3, 1), (3, 1)])) == read_action(("B", [(3, 2)]))
    assert read_action(("M", [3, 3])) is None


def test_what_stands_behind_the_letter_in_jail_is_ignored_however_much() -> None:
    answer = ("P", *range(1000))
    assert read_jail(answer) == read_jail(plain(answer)) == ("P", 0)
    assert read_action(("M", list(range(1000)))) is None
    assert read_action(plain(("M", [3] * 1000))) is None


def test_what_is_too_large_to_be_told_is_still_as_large() -> None:
    assert plain(10**40) == (1 << 63) - 1
    assert plain(-(10**40)) < -(10**18)
    assert len(plain("x" * 10**6)) == 200
    assert plain(object()) == "an object"
