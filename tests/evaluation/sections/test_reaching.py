"""Moves are followed to the next seat over each transport."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import reaching
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.evaluation.study import SectionResults
from gitopoly.evaluation.verdicts import BEYOND
from tests.evaluation.invented import QUICK, found, told


@pytest.mark.slow
@pytest.mark.parametrize("name", TRANSPORTS)
def test_moves_arrive(name: str) -> None:
    rows = reaching.measure(lambda share: None, name, 2, 0)["moves"]
    assert [row["transport"] for row in rows] == [name] * 2


def test_medians_are_told() -> None:
    words = told(reaching.tell(found("reaching")))
    assert "105 ms (101 to 108) over local path, 205" in words
    assert "the slowest of all took 309 ms" in words
    assert reaching.headlines(found("reaching"))[0].verdict == BEYOND


def test_a_move_that_does_not_arrive_ends_the_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "LONGEST_WAIT", -1.0)
    with pytest.raises(TimeoutError, match="did not arrive"):
        reaching.measure(lambda share: None, "local path", 1, 0)


def test_without_rows_nothing_is_claimed() -> None:
    assert "The median time" not in told(reaching.tell(SectionResults(QUICK)))
