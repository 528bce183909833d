"""Moves are followed to the next seat over each transport."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import reaching
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.evaluation.study import Found
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


@pytest.mark.parametrize("name", TRANSPORTS)
def test_moves_arrive(name: str) -> None:
    rows = reaching.measure(lambda share: None, name, 2, 0)["moves"]
    assert [row["transport"] for row in rows] == [name] * 2


def test_medians_are_told() -> None:
    words = told(reaching.tell(found("reaching")))
    assert "ms over local path, 20" in words
    assert "All medians are below one second." in words


def test_a_slow_way_is_told_as_slow() -> None:
    rows = invented.reaching()
    for row in rows["moves"]:
        row["seconds"] = 5.0
    assert "more than one second at worst" in told(reaching.tell(found("reaching", rows)))


def test_a_move_that_does_not_arrive_ends_the_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "LONGEST_WAIT", -1.0)
    with pytest.raises(TimeoutError, match="did not arrive"):
        reaching.measure(lambda share: None, "local path", 1, 0)


def test_without_rows_nothing_is_claimed() -> None:
    assert "In the median" not in told(reaching.tell(Found(QUICK)))
