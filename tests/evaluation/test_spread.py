"""The statistics are what they say: against their definitions, on whatever numbers."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitopoly.evaluation.spread import (
    block_medians,
    box,
    median_interval,
    quantile,
    relative,
    share_interval,
    share_within,
    slope,
    survival,
)

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False, width=32)
SAMPLES = st.lists(NUMBERS, min_size=1, max_size=60)
POINTS = st.lists(st.tuples(st.integers(0, 10_000), NUMBERS), min_size=4, max_size=40)


@given(SAMPLES)
def test_the_median_is_that_of_the_library(values: list[float]) -> None:
    assert quantile(values, 0.5) == pytest.approx(statistics.median(values), rel=1e-9, abs=1e-6)


@given(SAMPLES, st.floats(0, 1), st.floats(0, 1))
def test_quantiles_rise_and_stay_within_the_sample(
    values: list[float], one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert min(values) <= quantile(values, low) <= max(values)
    assert quantile(values, low) <= quantile(values, high) + 1e-6


def test_no_values_have_no_quantile() -> None:
    with pytest.raises(ValueError, match="no values"):
        quantile([], 0.5)


@given(SAMPLES)
def test_a_box_is_in_order_and_counts_all(values: list[float]) -> None:
    five = box(values)
    assert five.count == len(values)
    assert five.least <= five.lower <= five.median <= five.upper <= five.most
    assert five.least - 1e-3 <= five.mean <= five.most + 1e-3


@given(SAMPLES, NUMBERS)
def test_shares_within_a_bound_are_shares(values: list[float], bound: float) -> None:
    share = share_within(values, bound)
    assert share == sum(value <= bound for value in values) / len(values)
    assert share_within(values, max(values)) == 1


@given(st.integers(1, 500), st.data())
def test_an_interval_of_a_share_holds_what_was_seen(of: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, of))
    low, high = share_interval(hits, of)
    assert 0 <= low <= hits / of <= high <= 1
    wider = share_interval(hits * 10, of * 10)
    assert wider[1] - wider[0] < high - low


@pytest.mark.parametrize(("hits", "of"), [(1, 0), (-1, 3), (4, 3)])
def test_what_is_no_share_is_refused(hits: int, of: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        share_interval(hits, of)


@given(SAMPLES)
def test_the_interval_of_a_median_holds_it(values: list[float]) -> None:
    low, high = median_interval(values)
    assert low <= statistics.median(values) <= high


@given(st.floats(-100, 100), st.floats(-100, 100), st.integers(4, 40))
def test_the_slope_of_a_line_is_its_slope(rise: float, start: float, number: int) -> None:
    found = slope([(x, start + rise * x) for x in range(number)])
    assert found is not None
    assert found.value == pytest.approx(rise, abs=1e-6)
    assert found.low == pytest.approx(rise, abs=1e-6)
    assert found.high == pytest.approx(rise, abs=1e-6)


@given(POINTS)
def test_a_slope_lies_in_its_interval_and_turns_with_the_points(
    points: list[tuple[float, float]],
) -> None:
    found = slope(points)
    if found is None:
        assert len({x for x, _ in points}) < 3
        return
    assert found.low <= found.value <= found.high
    turned = slope([(x, -y) for x, y in points])
    assert turned is not None
    assert turned.value == pytest.approx(-found.value, rel=1e-6, abs=1e-9)


def test_one_wild_value_does_not_move_a_slope() -> None:
    points = [(float(x), 1.0) for x in range(30)]
    points[29] = (29.0, 1e6)
    found = slope(points)
    assert found is not None
    assert found.value == 0
    assert not found.grows


def test_growth_is_told_from_none() -> None:
    up = slope([(float(x), float(x)) for x in range(20)])
    down = slope([(float(x), -float(x)) for x in range(20)])
    assert up is not None
    assert down is not None
    assert up.grows
    assert not down.grows
    assert up.scaled(1000).value == 1000
    assert up.scaled(-1).low == -1


def test_too_few_places_have_no_slope() -> None:
    assert slope([(0, 1), (1, 2)]) is None
    assert slope([(0, 1), (0, 2), (1, 3), (1, 4)]) is None


@given(POINTS, st.integers(1, 50))
def test_blocks_keep_the_order_and_the_range(
    points: list[tuple[float, float]], blocks: int
) -> None:
    medians = block_medians(points, blocks)
    assert 1 <= len(medians) <= blocks
    places = [x for x, _ in medians]
    assert places == sorted(places)
    heights = [y for _, y in points]
    assert all(min(heights) <= y <= max(heights) for _, y in medians)


@given(st.lists(st.tuples(st.floats(0, 1000), st.booleans()), min_size=1, max_size=50))
def test_survival_falls_from_all_to_those_broken_off(games: list[tuple[float, bool]]) -> None:
    lengths, ended = zip(*games, strict=True)
    corners = survival(lengths, ended)
    heights = [height for _, height in corners]
    assert heights[0] == 1
    assert heights == sorted(heights, reverse=True)
    assert math.isclose(heights[-1], 1 - sum(ended) / len(ended), abs_tol=1e-9)
    assert corners[-1][0] == max(lengths)


def test_a_change_of_the_mix_is_no_change_of_cost() -> None:
    cheap_then_dear = [("a", float(n), 1.0) for n in range(50)]
    cheap_then_dear += [("b", float(n), 9.0) for n in range(50, 100)]
    assert {value for _, value in relative(cheap_then_dear)} == {1.0}
    raw = slope(block_medians([(x, y) for _, x, y in cheap_then_dear]))
    assert raw is not None
    assert raw.value > 0
