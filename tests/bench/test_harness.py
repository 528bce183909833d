"""The harness of the bench: warm-up, turns, ratios, and what a run remembers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bench.harness import Bench, Figure


def counting(order: list[str], name: str) -> Callable[[], int]:
    """A variant that notes when it is run."""

    def run() -> int:
        order.append(name)
        return 10

    return run


def test_rates_have_a_sample_for_each_turn() -> None:
    order: list[str] = []
    bench = Bench(repeats=3, part="kernel")
    found = bench.rates({name: (counting(order, name), None) for name in "ab"}, "games/s")
    assert [len(figure.samples) for figure in found.values()] == [3, 3]


def test_times_are_taken_in_turns() -> None:
    order: list[str] = []
    bench = Bench(repeats=2)
    found = bench.times({name: (counting(order, name), 5.0) for name in "ab"})
    assert "".join(order) == "ab" + "ab" + "ba"
    assert found["a"].unit == "s"
    assert found["a"].meets


def test_growth_is_one_figure_measured_in_turns() -> None:
    order: list[str] = []
    bench = Bench(repeats=2)
    grown = bench.growth("twice", counting(order, "s"), counting(order, "l"), at_most=1e9)
    assert "".join(order) == "sl" + "sl" + "ls"
    assert bench.figures == [grown]
    assert len(grown.samples) == 2
    assert grown.unit == "times"
    assert grown.meets


def test_a_ratio_pairs_the_samples_of_the_same_turn() -> None:
    bench = Bench()
    ours, theirs = Figure("a", (10.0, 30.0), "games/s"), Figure("b", (5.0, 10.0), "games/s")
    ratio = bench.ratio("a over b", ours, theirs, at_least=2)
    assert ratio.samples == (2.0, 3.0)
    assert ratio.meets


def test_figures_of_different_turns_are_not_paired() -> None:
    with pytest.raises(ValueError, match="longer"):
        Bench().ratio("a", Figure("a", (1.0,), "s"), Figure("b", (1.0, 2.0), "s"))


def test_a_figure_is_kept_with_its_part_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    bench = Bench(part="ledger")
    bench.add(Figure("entries", (1.0, 2.0, 3.0), "ms", at_most=1.5))
    shown = capsys.readouterr().out
    assert re.search(r"entries +2 ms +1\.5 to 2\.5 +at most 1\.5 +MISSED", shown)
    (kept,) = bench.finished().figures
    assert kept.part == "ledger"


def test_two_figures_of_a_part_cannot_have_one_name() -> None:
    bench = Bench(part="ledger")
    bench.add(Figure("entries", (1.0,), "ms"))
    with pytest.raises(ValueError, match="two figures 'entries'"):
        bench.add(Figure("entries", (2.0,), "ms"))
    bench.part = "table"
    bench.add(Figure("entries", (2.0,), "ms"))
    assert len(bench.figures) == 2


def test_a_run_says_what_it_is_about() -> None:
    run = Bench().finished()
    assert re.fullmatch(r"[0-9a-f]{40}|unknown", run.commit)
    assert "cores" in run.machine
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", run.date)


def test_the_course_of_a_run_is_told_in_parts() -> None:
    figure = Bench().course("entry", [0.001, 0.002, 0.003, 0.007, 0.008, 0.009, 9.0], 2, at_most=8)
    assert figure.samples == pytest.approx((2.0, 8.0))
    assert (figure.unit, figure.meets) == ("ms", True)
