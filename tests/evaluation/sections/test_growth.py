"""Growth with the length of the game is told, and so is none."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gitopoly.evaluation import seats
from gitopoly.evaluation.sections.growth import growth, in_words, measure, trend_blocks
from gitopoly.evaluation.study import SectionResults
from gitopoly.evaluation.verdicts import BUSY_MACHINE, UNDECIDED
from gitopoly.measurements.spread import Estimate
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


def test_an_equal_cost_rules_growth_out() -> None:
    assert "does not depend on the length of the game" in told(trend_blocks(found("acting")))


def test_a_rising_cost_is_told_as_growth() -> None:
    rising = found("acting", invented.acting(growth=0.01))
    trend = growth(rising, "random")
    assert trend is not None
    assert in_words(trend, idle=True) == "grows"
    assert "it grows with the game" in told(trend_blocks(rising))


def test_a_busy_machine_has_no_verdict() -> None:
    for rows in (invented.acting(), invented.acting(growth=0.01)):
        words = told(trend_blocks(found("acting", rows, idle=False)))
        assert "there is no verdict" in words
        assert "depend on the length" not in words
        assert "grows with" not in words


def test_doubt_is_told_as_doubt() -> None:
    rows = invented.acting()
    for number, row in enumerate(rows["long"]):
        row |= {"processor_seconds": 0.001 * (1 + number * 7919 % 13), "loop_seconds": 0.0002}
    words = told(trend_blocks(found("acting", rows)))
    assert "cannot be told" in words


def test_growth_none_and_doubt_have_words_of_their_own() -> None:
    assert in_words(Estimate(0.2, 0.1, 0.3, 30), idle=True) == "grows"
    assert in_words(Estimate(0.0, -0.1, 0.04, 30), idle=True) == "does not grow"
    assert in_words(Estimate(0.2, -0.1, 0.3, 30), idle=True) == UNDECIDED
    assert in_words(Estimate(0.2, 0.1, 0.3, 30), idle=False) == BUSY_MACHINE


def test_without_entries_nothing_is_claimed() -> None:
    assert "Picture" not in told(trend_blocks(SectionResults(QUICK)))


def test_a_long_game_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that begins at a fixed time, and so with fixed dice: elsewhere others may act alone."""
    monkeypatch.setattr(seats, "time", SimpleNamespace(time=lambda: 1_700_000_000.0))
    rows = measure(lambda share: None, "random", 40, 0)["long"]
    entries = [int(row["entry"] or 0) for row in rows]
    assert entries == sorted(entries)
    assert 30 < max(entries) < 60
    assert all(float(row["loop_seconds"] or 0) > 0 for row in rows)
