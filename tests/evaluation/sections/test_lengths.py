"""Games of every edition are played for so many turns, and told with their doubt."""

from __future__ import annotations

import pytest

from gitopoly.editions import EDITIONS
from gitopoly.evaluation.sections import lengths
from gitopoly.evaluation.study import Found
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


def test_every_edition_is_played() -> None:
    assert set(lengths.PLAYERS) == set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_an_edition_end_or_are_broken_off(edition: str) -> None:
    rows = lengths.measure(lambda share: None, edition, "sensible", 1, 0)["games"]
    assert rows[0]["ended"] or int(rows[0]["turns"] or 0) >= lengths.LONGEST


def test_shares_come_with_their_intervals() -> None:
    words = told(lengths.tell(found("lengths")))
    assert "75 % (53 % to 89 %)" in words
    assert "`sensible` needs 2,000 actions where `random` needs 4,000" in words


def test_no_gain_by_sense_is_told_as_none() -> None:
    rows = invented.lengths()
    for row in rows["games"]:
        row["actions"] = 3000
    assert "no fewer than the 3,000 of `random`" in told(lengths.tell(found("lengths", rows)))


def test_without_rows_nothing_is_claimed() -> None:
    assert "come games of" not in told(lengths.tell(Found(QUICK)))
    assert lengths.headlines(Found(QUICK))[0].verdict == "not measured"
