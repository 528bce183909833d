"""A verdict needs an interval, enough samples, whole games, and for times an idle machine."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections.order import SECTIONS
from gitopoly.evaluation.verdicts import (
    BUSY_MACHINE,
    CUT_OFF,
    LEAST,
    NO_VERDICT,
    TOO_FEW,
    UNDECIDED,
    judge,
)
from gitopoly.measurements.spread import Estimate
from tests.evaluation.invented import found


def verdict(
    low: float, high: float, samples: int = LEAST, *, idle: bool = True, off: int = 0
) -> str:
    """What is said of an interval beside the published 10."""
    return judge(Estimate(low, low, high, samples), 10, "less", "more", idle=idle, cut_off=off)


def test_the_interval_decides() -> None:
    assert verdict(1, 9) == "less"
    assert verdict(11, 20) == "more"
    assert verdict(9, 11) == UNDECIDED
    assert verdict(9, 10) == verdict(10, 11) == UNDECIDED


def test_few_samples_and_a_busy_machine_decide_nothing() -> None:
    assert verdict(1, 2, LEAST - 1) == TOO_FEW
    assert verdict(1, 2, idle=False) == BUSY_MACHINE


def test_games_that_were_cut_off_can_only_show_more() -> None:
    assert verdict(1, 9, off=1) == CUT_OFF
    assert verdict(9, 11, off=1) == CUT_OFF
    assert verdict(11, 20, off=1) == "more"


@pytest.mark.parametrize(
    "section", [s for s in SECTIONS if not s.side_by_side], ids=lambda s: s.name
)
def test_no_time_has_a_verdict_on_a_busy_machine(section: object) -> None:
    """What stands in the summary of a busy machine is exact, or says that it is no verdict."""
    one = next(s for s in SECTIONS if s is section)
    exact = {"the same", "not run here", "beyond the document"}
    for line in one.headlines(found(one.name, idle=False)):
        assert line.verdict.startswith(NO_VERDICT) or line.verdict in exact, line
