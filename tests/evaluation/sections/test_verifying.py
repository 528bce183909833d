"""An audit is timed on its way, in a process of its own."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import verifying
from gitopoly.evaluation.study import SectionResults
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told

pytestmark = pytest.mark.xdist_group("compiled")


def test_an_audit_is_looked_at_on_its_way() -> None:
    rows = verifying.measure(lambda share: None, 3, 0)["audit"]
    entries = [int(row["entries"] or 0) for row in rows]
    assert entries == sorted(entries)
    assert entries[-1] > 20
    assert rows[-1]["holds"] is True


@pytest.mark.parametrize("name", verifying.LOADED)
def test_processes_say_what_they_hold(name: str) -> None:
    (row,) = verifying.measure_memory(lambda share: None, name)["memory"]
    assert row["what"] == name
    assert int(row["bytes"] or 0) > 10_000_000


def test_proportion_and_growth_are_told_apart() -> None:
    assert "in a thousand entries: does not grow" in told(verifying.tell(found("verifying")))
    growing = invented.verifying(growth=0.01)
    assert "thousand entries: grows" in told(verifying.tell(found("verifying", growing)))
    busy = found("verifying", growing, idle=False)
    assert "thousand entries: no verdict: busy machine" in told(verifying.tell(busy))


def test_memory_of_an_entry_is_the_slope() -> None:
    assert verifying.per_entry(found("verifying")) == pytest.approx(8000)
    assert "Each entry adds 8 KB" in told(verifying.tell(found("verifying")))


def test_a_game_that_does_not_hold_is_a_fault() -> None:
    rows = invented.verifying()
    assert verifying.faults(found("verifying", rows)) == []
    rows["audit"][-1]["holds"] = False
    assert verifying.faults(found("verifying", rows)) == ["the audited game does not hold"]
    assert "something does not hold" in told(verifying.tell(found("verifying", rows)))


def test_without_rows_nothing_is_claimed() -> None:
    assert "are verified in" not in told(verifying.tell(SectionResults(QUICK)))
