"""Table 5.8: every action is counted, and what never happens is named."""

from __future__ import annotations

import pytest

from gitopoly.evaluation import published
from gitopoly.evaluation.sections import behaviours
from gitopoly.evaluation.study import SectionResults
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told

pytestmark = pytest.mark.xdist_group("compiled")


def test_behaviours_are_counted_by_action() -> None:
    rows = behaviours.measure(lambda share: None, 0.2, 1)
    (run,) = rows["kernel"]
    assert run["violation"] == ""
    assert {row["action"] for row in rows["steps"]} == set(published.behaviours()) - {"Init"}
    assert sum(int(row["steps"] or 0) for row in rows["steps"]) == run["steps"]


def test_the_rarest_action_is_told() -> None:
    words = told(behaviours.tell(found("behaviours")))
    assert "Every action happens; the rarest, `EndPreRoll`, 1 time, in a million steps 1,350 (" in (
        words
    )
    assert behaviours.headlines(found("behaviours"))[0].verdict == "the same"


def test_what_never_happens_is_named() -> None:
    rows = invented.behaviours()
    rows["steps"][2]["steps"] = 0
    words = told(behaviours.tell(found("behaviours", rows)))
    assert "Never taken: `PlayGoojfCc`" in words
    (line,) = behaviours.headlines(found("behaviours", rows))
    assert line.verdict == "not all seen"
    assert "37 of 38, the rarest 0 times, in a million steps 0 (0 to" in line.measured


def test_a_broken_invariant_is_a_fault() -> None:
    rows = invented.behaviours()
    assert behaviours.faults(found("behaviours", rows)) == []
    rows["kernel"][0]["violation"] = "InvJail"
    assert behaviours.faults(found("behaviours", rows)) == ["kernel: InvJail fails"]
    assert "InvJail does not hold" in told(behaviours.tell(found("behaviours", rows)))


def test_without_rows_only_published_figures_are_shown() -> None:
    assert "25,185,080" in told(behaviours.tell(SectionResults(QUICK)))
