"""Actions are timed one by one, and what is told of them follows from the numbers."""

from __future__ import annotations

import pytest

from gitopoly.evaluation import published
from gitopoly.evaluation.sections import acting
from gitopoly.evaluation.study import SectionResults, Settings
from gitopoly.evaluation.verdicts import BUSY_MACHINE, OTHER_MACHINE, TOO_FEW
from tests.evaluation import invented
from tests.evaluation.invented import found, told


@pytest.mark.slow
def test_writes_of_all_seats_are_timed_and_some_done_in_the_published_way() -> None:
    shares: list[float] = []
    rows = acting.measure(shares.append, "random", 30, 0)
    actions = [row for row in rows["writes"] if row["action"]]
    assert 30 <= len(actions) < 40
    assert {"Reveal", "EndPreRoll"} <= {row["kind"] for row in rows["writes"]}
    assert all(float(row["seconds"] or 0) > 0 for row in rows["writes"])
    entries = [int(row["entry"] or 0) for row in rows["writes"]]
    assert entries == sorted(entries)
    assert len(rows["published_way"]) == 2
    assert shares == sorted(shares)


def test_a_full_study_takes_as_many_actions_as_the_document() -> None:
    assert [task.arguments[1] for task in acting.tasks(Settings())][:2] == [6500, 6500]
    assert published.figure("actions", "samples") == 6500


def test_times_of_another_machine_have_no_verdict() -> None:
    for seconds in (0.002, 0.1):
        lines = acting.headlines(found("acting", invented.acting(seconds)))
        assert [line.verdict for line in lines][:2] == [OTHER_MACHINE] * 2


def test_the_published_way_is_compared_on_the_same_machine() -> None:
    fast, slow = found("acting"), found("acting", invented.acting(seconds=0.1))
    busy = found("acting", idle=False)
    assert [acting.headlines(one)[2].verdict for one in (fast, slow, busy)] == [
        *("faster", "slower", BUSY_MACHINE),
    ]
    assert "24.3 times (" in acting.headlines(fast)[2].measured
    assert "signed and synced as well: faster" in told(acting.tell(fast))


def test_few_actions_in_the_published_way_have_no_verdict() -> None:
    rows = invented.acting()
    del rows["published_way"][9:]
    assert acting.headlines(found("acting", rows))[2].verdict == TOO_FEW


def test_growth_with_the_game_is_told_and_so_is_none() -> None:
    assert "does not depend on the length of the game" in told(acting.tell(found("acting")))
    growing = found("acting", invented.acting(growth=0.01))
    assert "it grows with the game" in told(acting.tell(growing))
    assert acting.headlines(growing)[-1].verdict == "grows"


def test_without_rows_only_published_figures_are_shown() -> None:
    words = told(acting.tell(SectionResults(Settings())))
    assert "19 ms" in words
    assert "Picture" not in words
    assert {line.verdict for line in acting.headlines(SectionResults(Settings()))} == {
        "not measured"
    }
