"""The table of the page on performance is made from the history, and the page holds one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gitopoly.errors import InvalidMeasurement
from gitopoly.measurements import performance_table, with_table
from gitopoly.measurements.table import BEGIN, END
from tests.measurements.runs import AFTER, figure, run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


def test_a_row_tells_figure_spread_bound_date_commit_and_load() -> None:
    table = performance_table([run(figure(at_least=90))])
    assert "Machine: M." in table
    assert (
        "| games | 100 | 99.5 to 100 | games/s | at least 90 | yes "
        "| 5 | 2026-01-31 | `aaaaaaaaaa` | 0.5 |"
    ) in table


def test_a_bound_that_is_missed_is_said() -> None:
    assert "| at least 900 | **no** |" in performance_table([run(figure(at_least=900))])


def test_the_newest_figure_counts_and_other_machines_do_not() -> None:
    old, other = run(figure(1)), run(figure(2), machine="N")
    new = run(figure(3), figure(4, name="more"), commit=AFTER)
    table = performance_table([old, other, new])
    assert re.findall(r"^\| (\w+) \| (\d)", table, flags=re.MULTILINE) == [
        ("games", "3"),
        ("more", "4"),
    ]


def test_a_figure_that_is_no_longer_measured_goes() -> None:
    table = performance_table([run(figure(name="gone")), run(figure(name="kept"))])
    assert "kept" in table
    assert "gone" not in table


def test_only_what_stands_between_the_marks_is_replaced() -> None:
    page = f"before\n\n{BEGIN}\nold\n{END}\n\nafter\n"
    made = with_table(page, "new\n")
    assert made == f"before\n\n{BEGIN}\n\nnew\n\n{END}\n\nafter\n"
    assert with_table(made, "new\n") == made


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(InvalidMeasurement, match="lacks the lines"):
        with_table("nothing\n", "new\n")
    with pytest.raises(InvalidMeasurement, match="lacks the lines"):
        with_table(BEGIN, "new\n")


def test_the_page_on_performance_holds_figures_of_known_parts() -> None:
    from bench.__main__ import PARTS

    made = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    found = re.findall(r"^### (\w+)$", made, flags=re.MULTILINE)
    assert found
    assert set(found) <= set(PARTS)
