"""A figure knows its spread and its bound, and a run survives the way through a file."""

from __future__ import annotations

import pytest

from gitopoly.measurements.figures import BenchRun, shown
from tests.measurements.runs import figure, run


def test_the_middle_half_leaves_out_what_is_extreme() -> None:
    assert figure(1, 2, 3, 4, 500).middle_half == (2, 4)
    assert figure(7).middle_half == (7, 7)


def test_a_bound_is_held_against_the_median() -> None:
    assert figure(9, 10, 11, at_least=10).meets
    assert not figure(9, 10, 11, at_least=10.5).meets
    assert figure(9, 10, 11, at_most=10).meets
    assert not figure(9, 10, 11, at_most=9.5).meets
    assert figure(9, at_most=9.5).bound == "at most 9.5"


@pytest.mark.parametrize(
    ("unit", "more", "better"),
    [
        ("games/s", {}, True),
        ("times", {}, True),
        ("times", {"at_most": 1.3}, False),
        ("s", {}, False),
        ("bytes", {}, False),
        ("bytes/state", {}, False),
        ("marbles", {}, None),
        ("marbles", {"at_least": 3.0}, True),
        ("load", {}, None),
    ],
)
def test_which_way_is_progress(unit: str, more: dict[str, float], better: bool | None) -> None:
    assert figure(unit=unit, **more).more_is_better is better


def test_a_run_is_the_same_after_writing_and_reading() -> None:
    made = run(figure(at_least=90), figure(name="other", unit="s"), changed=True)
    assert BenchRun.from_json(made.to_json()) == made
    assert made.label == "aaaaaaaaaa+"


def test_a_run_of_another_format_is_not_read() -> None:
    with pytest.raises(ValueError, match="format 1"):
        BenchRun.from_json({**run(figure()).to_json(), "format": 1})


def test_small_numbers_are_shown_without_exponents() -> None:
    assert shown(0.0000456) == "0.0000456"
    assert shown(0) == "0"
