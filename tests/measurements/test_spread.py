"""The statistics are what they say: against their definitions, on whatever numbers."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from gitopoly.measurements.spread import (
    Estimate,
    block_medians,
    censored_median,
    difference,
    mean_estimate,
    quantile,
    quantile_estimate,
    ratio,
    relative,
    share_estimate,
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


@given(st.integers(1, 500), st.data())
def test_an_interval_of_a_share_holds_what_was_seen(of: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, of))
    found = share_estimate(hits, of)
    assert 0 <= found.low <= hits / of <= found.high <= 1
    narrower = share_estimate(hits * 10, of * 10)
    assert narrower.high - narrower.low < found.high - found.low


@pytest.mark.parametrize(("hits", "of"), [(1, 0), (-1, 3), (4, 3)])
def test_what_is_no_share_is_refused(hits: int, of: int) -> None:
    with pytest.raises(ValueError, match="not a share"):
        share_estimate(hits, of)


@given(SAMPLES, st.sampled_from([0.25, 0.5, 0.75]))
def test_the_interval_of_a_quantile_holds_it(values: list[float], share: float) -> None:
    found = quantile_estimate(values, share)
    assert found.low <= found.value + 1e-6
    assert found.value <= found.high + 1e-6


@given(SAMPLES)
def test_the_interval_of_a_mean_holds_it(values: list[float]) -> None:
    found = mean_estimate(values)
    assert found.low <= found.value <= found.high
    assert found.value == pytest.approx(statistics.fmean(values))


def test_so_few_values_have_no_interval() -> None:
    five = [1.0, 2.0, 3.0, 4.0, 5.0]
    assert (quantile_estimate(five).low, quantile_estimate(five).high) == (-math.inf, math.inf)
    assert (quantile_estimate([*five, 6.0]).low, quantile_estimate([*five, 6.0]).high) == (1, 6)
    assert mean_estimate(five[:4]).high == math.inf
    assert mean_estimate(five).high < math.inf


def test_the_mean_of_amounts_is_not_negative() -> None:
    found = mean_estimate([1, 2000, 2000, 2000, 1])
    assert found.low == 0.0 < found.value < found.high


def test_a_symmetric_sample_has_student_s_interval() -> None:
    found = mean_estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.high == pytest.approx(3 + 2.776 * math.sqrt(0.5), rel=0.01)
    assert found.low == pytest.approx(3 - 2.776 * math.sqrt(0.5), rel=0.01)


ESTIMATES = st.tuples(*[st.floats(0.01, 100)] * 3).map(
    lambda ends: Estimate(*[sorted(ends)[place] for place in (1, 0, 2)], 20)
)


@given(ESTIMATES, ESTIMATES)
def test_differences_and_ratios_turn_around(one: Estimate, other: Estimate) -> None:
    there, back = difference(one, other), difference(other, one)
    assert (there.low, there.high) == (pytest.approx(-back.high), pytest.approx(-back.low))
    there, back = ratio(one, other), ratio(other, one)
    assert there.low <= there.value <= there.high
    assert (there.low, there.high) == (pytest.approx(1 / back.high), pytest.approx(1 / back.low))


def test_the_difference_of_shares_is_newcombe_s() -> None:
    """His example of 1998: 56 of 70 against 48 of 80."""
    found = difference(share_estimate(56, 70), share_estimate(48, 80))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_a_difference_from_other_samples_is_less_sure() -> None:
    found = Estimate(10, 8, 13, 30).widened(10)
    assert (found.low, found.high) == (6, 16)
    assert Estimate(10, 8, 13, 30).widened(10**9).high == pytest.approx(13)


def coverage(
    truth: float, estimate: Callable[[random.Random], Estimate], rounds: int = 1500
) -> float:
    """How often an interval holds the truth."""
    generator = random.Random(20)
    found = [estimate(generator) for _ in range(rounds)]
    return statistics.mean(each.low <= truth <= each.high for each in found)


def truncated(generator: random.Random, count: int, most: float = 3.0) -> list[float]:
    """Lengths of games that are cut off."""
    return [min(most, generator.expovariate(1)) for _ in range(count)]


COVERED: dict[str, tuple[float, Callable[[random.Random], Estimate]]] = {
    "mean, normal": (5, lambda g: mean_estimate([g.gauss(5, 2) for _ in range(10)])),
    "mean, long tail": (1, lambda g: mean_estimate([g.expovariate(1) for _ in range(30)])),
    "mean, cut off": (1 - math.exp(-3), lambda g: mean_estimate(truncated(g, 30))),
    "median": (math.log(2), lambda g: quantile_estimate([g.expovariate(1) for _ in range(25)])),
    "quartile": (0.75, lambda g: quantile_estimate([g.random() for _ in range(40)], 0.75)),
    "share": (0.1, lambda g: share_estimate(sum(g.random() < 0.1 for _ in range(60)), 60)),
    "difference": (
        1,
        lambda g: difference(
            mean_estimate([g.expovariate(1 / 2) for _ in range(30)]),
            mean_estimate([g.expovariate(1) for _ in range(50)]),
        ),
    ),
    "ratio": (
        2,
        lambda g: ratio(
            quantile_estimate([g.expovariate(1 / 2) for _ in range(40)]),
            quantile_estimate([g.expovariate(1) for _ in range(40)]),
        ),
    ),
    "other samples": (
        0,
        lambda g: _less(
            mean_estimate([g.expovariate(1) for _ in range(40)]).widened(50),
            statistics.fmean(g.expovariate(1) for _ in range(50)),
        ),
    ),
    "slope": (2, lambda g: slope([(x, 2 * x + g.gauss(0, 5)) for x in range(30)]) or NEVER),
}
NEVER = Estimate(0, 1, -1, 0)


def _less(found: Estimate, value: float) -> Estimate:
    return Estimate(found.value - value, found.low - value, found.high - value, found.count)


@pytest.mark.slow
@pytest.mark.parametrize("name", COVERED)
def test_an_interval_holds_the_truth_about_19_times_out_of_20(name: str) -> None:
    assert 0.925 <= coverage(*COVERED[name]) <= 0.99


def test_without_the_correction_a_long_tail_would_be_missed_more_often() -> None:
    def plain(generator: random.Random) -> Estimate:
        values = [generator.expovariate(1) for _ in range(30)]
        mean = statistics.fmean(values)
        reach = 2.045 * statistics.stdev(values) / math.sqrt(30)
        return Estimate(mean, mean - reach, mean + reach, 30)

    assert coverage(1, plain) < coverage(*COVERED["mean, long tail"])


def test_a_mean_of_games_cut_off_is_below_that_of_whole_games() -> None:
    generator = random.Random(3)
    assert mean_estimate(truncated(generator, 2000)).high < 1


def test_the_median_holds_while_fewer_than_half_are_cut_off() -> None:
    assert censored_median([1, 2, 9, 3, 9], [True, True, False, True, False]) == 3
    assert censored_median([1, 2, 9, 9, 9], [True, True, False, False, False]) == math.inf
    # A game that was cut off early may have become the longest.
    assert censored_median([5, 6, 1], [True, True, False]) == 6


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
    assert found.low <= 0


def test_growth_is_told_from_none() -> None:
    up = slope([(float(x), float(x)) for x in range(20)])
    down = slope([(float(x), -float(x)) for x in range(20)])
    assert up is not None
    assert down is not None
    assert up.low > 0
    assert down.high < 0
    assert up.scaled(1000).value == 1000


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
