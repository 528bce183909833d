"""A change is told from the noise, and noise is not told as a change."""

from __future__ import annotations

import itertools
import math
import random
import statistics

import pytest

from gitopoly.measurements import BenchRun, Verdict, compare, comparison
from gitopoly.measurements.comparison import ALPHA, mann_whitney
from tests.measurements.runs import AFTER, STEADY, figure, run, scaled


def verdict(before: tuple[float, ...], after: tuple[float, ...], runs: int = 2) -> Verdict:
    """What is said of one figure, of which all runs had the same samples."""
    a, b = run(figure(*before)), run(figure(*after), commit=AFTER)
    (change,) = compare([a] * runs, [b] * runs)
    return change.verdict


def test_a_clear_change_is_told_with_its_direction() -> None:
    assert verdict(STEADY, scaled(1.2)) is Verdict.BETTER
    assert verdict(STEADY, scaled(0.8)) is Verdict.WORSE


def test_of_a_time_less_is_better() -> None:
    a, b = run(figure(unit="s")), run(figure(*scaled(0.8), unit="s"))
    assert compare([a, a], [b, b])[0].verdict is Verdict.BETTER


def test_the_same_samples_are_no_change() -> None:
    assert verdict(STEADY, STEADY) is Verdict.NOISE


def test_a_change_below_the_least_part_is_none() -> None:
    assert verdict(STEADY, scaled(1.04)) is Verdict.NOISE
    a, b = run(figure()), run(figure(*scaled(1.04)))
    assert compare([a, a], [b, b], at_least=0.03)[0].verdict is Verdict.BETTER


def test_samples_that_overlap_are_noise_however_their_medians_differ() -> None:
    assert verdict((80, 90, 100, 130, 140), (95, 120, 125, 150, 160), runs=1) is Verdict.NOISE


def test_too_few_samples_are_said_to_be_too_few() -> None:
    assert verdict((100.0,), (300.0,)) is Verdict.TOO_FEW
    assert verdict(STEADY[:4], scaled(3)[:4], runs=1) is Verdict.TOO_FEW
    assert verdict((100.0,), (300.0,), runs=5) is Verdict.BETTER


def test_one_run_of_each_cannot_tell() -> None:
    assert verdict(STEADY, scaled(3), runs=1) is Verdict.UNSURE
    assert verdict(STEADY, STEADY, runs=1) is Verdict.NOISE


def test_sizes_do_not_waver() -> None:
    a, b = run(figure(500, unit="bytes")), run(figure(600, unit="bytes"))
    assert compare([a], [b])[0].verdict is Verdict.WORSE
    assert compare([a], [a])[0].verdict is Verdict.NOISE


def test_what_runs_of_one_commit_differ_by_is_noise() -> None:
    before = [run(figure()), run(figure(*scaled(1.3)))]
    after = [run(figure(*scaled(1.6)), commit=AFTER)] * 2
    (change,) = compare(before, after)
    assert change.noise > 0.2
    assert change.verdict is Verdict.NOISE
    assert compare(before[:1] * 2, after)[0].verdict is Verdict.BETTER


def test_a_figure_of_one_side_only_is_said_to_be_that() -> None:
    a, b = run(figure(name="old")), run(figure(name="new"))
    assert [change.verdict for change in compare([a], [b])] == [Verdict.ONLY_A, Verdict.ONLY_B]


def test_the_load_is_neither_better_nor_worse() -> None:
    a, b = run(figure(unit="load")), run(figure(*scaled(2), unit="load"))
    assert compare([a, a], [b, b])[0].verdict is Verdict.OTHER


@pytest.mark.parametrize("values", [[1, 2, 3, 4, 5, 6, 7], [1, 1, 2, 3, 3, 3, 9]])
def test_the_chance_is_what_counting_all_ways_gives(values: list[float]) -> None:
    a, b = values[:3], values[3:]

    def apart(chosen: tuple[int, ...]) -> float:
        wins = sum(
            (values[i] > values[j]) + (values[i] == values[j]) / 2
            for i in chosen
            for j in range(len(values))
            if j not in chosen
        )
        return abs(wins - len(a) * len(b) / 2)

    ways = list(itertools.combinations(range(len(values)), len(a)))
    seen = apart((0, 1, 2))
    assert mann_whitney(a, b) == sum(apart(way) >= seen for way in ways) / len(ways)


def test_many_samples_give_about_the_chance_that_counting_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = random.Random(1)
    a = [generator.gauss(0, 1) for _ in range(20)]
    b = [generator.gauss(0.5, 1) for _ in range(20)]
    exact = mann_whitney(a, b)
    monkeypatch.setattr(comparison, "COUNTED_EXACTLY", 0)
    assert math.isclose(exact, mann_whitney(a, b), rel_tol=0.2)
    assert mann_whitney([1.0] * 30, [1.0] * 30) == 1.0


def test_noise_is_seldom_taken_for_a_change() -> None:
    generator = random.Random(7)
    chances = []
    for _ in range(1000):
        a, b = ([generator.gauss(100, 20) for _ in range(6)] for _ in range(2))
        chances.append(mann_whitney(a, b))
    assert statistics.mean(chance <= ALPHA for chance in chances) < 2 * ALPHA
    assert statistics.mean(chance <= 0.1 for chance in chances) > 0.03


def told(generator: random.Random, runs: int, factor: float) -> Verdict:
    """What is said of runs that differ by a fifth, of two commits that differ by a factor."""

    def runs_of(speed: float) -> list[BenchRun]:
        made = []
        for _ in range(runs):
            middle = generator.gauss(speed, speed / 5)
            made.append(run(figure(*(generator.gauss(middle, middle / 20) for _ in range(5)))))
        return made

    return compare(runs_of(100), runs_of(100 * factor))[0].verdict


@pytest.mark.slow
def test_runs_that_differ_are_seldom_taken_for_a_change_and_never_one_of_each() -> None:
    generator = random.Random(5)
    changed = {Verdict.BETTER, Verdict.WORSE}
    assert not changed & {told(generator, 1, 1.0) for _ in range(200)}
    assert statistics.mean(told(generator, 2, 1.0) in changed for _ in range(300)) < 0.12
    assert statistics.mean(told(generator, 3, 1.0) in changed for _ in range(300)) < 0.04


@pytest.mark.slow
def test_a_change_that_is_large_is_mostly_found_all_the_same() -> None:
    generator = random.Random(5)
    assert statistics.mean(told(generator, 3, 4.0) is Verdict.BETTER for _ in range(200)) > 0.7
