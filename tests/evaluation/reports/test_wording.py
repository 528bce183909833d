"""Numbers are shown without losing what matters."""

from __future__ import annotations

import re

from hypothesis import given, strategies as st

from gitopoly.evaluation.reports.wording import (
    NOTHING,
    clock,
    count,
    duration,
    figures,
    listed,
    percent,
    several,
    size,
    times,
)


@given(st.integers(0, 10**13))
def test_a_count_can_be_read_back(number: int) -> None:
    assert int(count(number).replace(",", "")) == number


@given(st.floats(0, 1))
def test_a_percentage_is_near_and_never_rounded_to_all_or_nothing(share: float) -> None:
    text = percent(share)
    value = float(text.removesuffix(" %")) / 100
    assert abs(value - share) <= 0.005 + 1e-9
    assert (value == 1) == (share == 1) or share > 0.999999
    assert (value == 0) == (share == 0) or share < 0.000001


@given(st.floats(1e-6, 1e7))
def test_figures_are_near_and_plain(number: float) -> None:
    text = figures(number)
    assert re.fullmatch(r"[\d,]+(\.\d+)?", text)
    assert abs(float(text.replace(",", "")) - number) <= max(0.006 * number, 1e-9)


def test_times_come_in_units_that_suit_them() -> None:
    assert duration(0.0194) == "19.4 ms"
    assert duration(59) == "59 s"
    assert duration(3600) == "1 h 0 min"
    assert duration(None) == NOTHING
    assert clock(118) == "00:01:58"


def test_sizes_come_in_units_that_suit_them() -> None:
    assert [size(n) for n in (5, 5700, 4e7, 2e9)] == ["5 bytes", "5.7 KB", "40 MB", "2 GB"]
    assert size(None) == NOTHING


def test_words_are_put_together() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert several(2, "entry", "entries") == "2 entries"
    assert times(0.5) == "0.5 times"
