"""What pushing in the background saves is measured both ways over each transport."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import publishing
from gitopoly.evaluation.sections.publishing import BACKGROUND, WAITING
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.evaluation.study import SectionResults
from gitopoly.evaluation.verdicts import BUSY_MACHINE
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


@pytest.mark.slow
@pytest.mark.parametrize("name", TRANSPORTS)
@pytest.mark.parametrize("mode", [WAITING, BACKGROUND])
def test_every_transport_is_measured_both_ways(name: str, mode: str) -> None:
    rows = publishing.measure(lambda share: None, name, mode, 2, 0)["writes"]
    assert [(row["transport"], row["mode"]) for row in rows] == [(name, mode)] * 2


def test_a_gain_is_told() -> None:
    words = told(publishing.tell(found("publishing")))
    assert "saves a seat 50" in words
    assert publishing.headlines(found("publishing"))[0].verdict == "saves"
    assert publishing.headlines(found("publishing", idle=False))[0].verdict == BUSY_MACHINE


def test_a_loss_is_told_as_a_loss() -> None:
    slow = found("publishing", invented.publishing(waits=0.002, background=0.05))
    assert "with each entry: does not save" in told(publishing.tell(slow))
    assert publishing.headlines(slow)[0].verdict == "does not save"


def test_a_gain_over_some_ways_only_is_told() -> None:
    rows = invented.publishing()
    for row in rows["writes"]:
        if row["transport"] == "local path":
            row["seconds"] = 0.01
    assert publishing.headlines(found("publishing", rows))[0].verdict == "does not always save"


def test_half_a_measurement_claims_nothing() -> None:
    rows = {"writes": [r for r in invented.publishing()["writes"] if r["mode"] == WAITING]}
    assert "Only one of the two ways" in told(publishing.tell(found("publishing", rows)))
    assert publishing.headlines(SectionResults(QUICK))[0].verdict == "not measured"
