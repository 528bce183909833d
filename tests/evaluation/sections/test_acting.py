"""Actions are timed one by one, and what is told of them follows from the numbers."""

from __future__ import annotations

from gitopoly.evaluation import published
from gitopoly.evaluation.sections import acting
from gitopoly.evaluation.study import Found, Settings
from tests.evaluation import invented
from tests.evaluation.invented import found, told


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


def test_a_better_figure_is_told_as_better() -> None:
    words = told(acting.tell(found("acting")))
    assert "times as fast" in words
    assert "less than the published 34 ms" in words
    assert [line.verdict for line in acting.headlines(found("acting"))][:2] == ["better"] * 2


def test_a_worse_figure_is_told_as_worse() -> None:
    slow = found("acting", invented.acting(seconds=0.1))
    words = told(acting.tell(slow))
    assert "worse, by a factor of" in words
    assert "more than the published 34 ms" in words
    assert "Beyond that bound are 800 of them (100 %)" in words or "Beyond that bound" in words
    assert [line.verdict for line in acting.headlines(slow)][:2] == ["worse"] * 2


def test_growth_with_the_game_is_told_and_so_is_none() -> None:
    assert "does not depend on the length of the game" in told(acting.tell(found("acting")))
    growing = found("acting", invented.acting(growth=0.01))
    assert "a figure to be looked into" in told(acting.tell(growing))
    assert acting.headlines(growing)[-1].verdict == "grows"


def test_without_rows_only_published_figures_are_shown() -> None:
    words = told(acting.tell(Found(Settings())))
    assert "19 ms" in words
    assert "Picture" not in words
    assert {line.verdict for line in acting.headlines(Found(Settings()))} == {"not measured"}
