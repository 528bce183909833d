"""Both engines on one model: ratios from one run, and a fault if their counts differ."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import engines
from gitopoly.evaluation.study import SectionResults
from gitopoly.evaluation.verdicts import BUSY_MACHINE, TOO_FEW
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told

pytestmark = pytest.mark.xdist_group("compiled")


@pytest.mark.long
def test_both_engines_count_the_same_states() -> None:
    rows = engines.measure(lambda share: None, "MCMonopolyPenniless", 1)["engines"]
    assert {row["engine"] for row in rows} == {"tlc", "native", engines.START}
    assert {row["distinct"] for row in rows if row["engine"] != engines.START} == {44880}
    assert all(float(row["seconds"] or 0) > 0 for row in rows)
    assert engines.faults(found("engines", {"engines": rows})) == []


def test_the_ratio_is_that_of_the_medians() -> None:
    words = told(engines.tell(found("engines")))
    assert "100 times as fast as TLC by the clock" in words
    assert "without the 2 s that TLC needs to start it is 80 times as fast" in words
    assert "by processor time 75 times" in words
    assert engines.headlines(found("engines"))[0].measured == "80 times"


def test_a_verdict_takes_ten_runs_and_an_idle_machine() -> None:
    many = invented.engines(runs=10)
    assert engines.headlines(found("engines"))[0].verdict == TOO_FEW
    assert engines.headlines(found("engines", many))[0].verdict == "faster"
    assert engines.headlines(found("engines", many))[0].measured == "80 times (80 to 80)"
    assert engines.headlines(found("engines", many, idle=False))[0].verdict == BUSY_MACHINE


def test_counts_that_differ_are_a_fault() -> None:
    rows = invented.engines()
    rows["engines"][1]["distinct"] = 44879
    assert engines.faults(found("engines", rows)) == ["the engines count 44,879, 44,880 states"]
    assert "Their counts differ" in told(engines.tell(found("engines", rows)))


def test_without_rows_nothing_is_claimed() -> None:
    assert "times as fast" not in told(engines.tell(SectionResults(QUICK)))
    assert engines.headlines(SectionResults(QUICK))[0].verdict == "not measured"
