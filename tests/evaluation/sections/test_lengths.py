"""Games of every edition are played for so many turns, and told with their doubt."""

from __future__ import annotations

import pytest

from gitopoly.editions import EDITIONS
from gitopoly.evaluation.sections import lengths
from gitopoly.evaluation.study import SectionResults
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


def test_the_editions_of_the_study_are_played() -> None:
    assert set(lengths.PLAYERS) <= set(EDITIONS)


@pytest.mark.parametrize("edition", lengths.PLAYERS)
def test_games_of_an_edition_end_or_are_broken_off(edition: str) -> None:
    rows = lengths.measure(lambda share: None, edition, "sensible", 1, 0)["games"]
    assert rows[0]["ended"] or int(rows[0]["turns"] or 0) >= lengths.LONGEST


def test_shares_come_with_their_intervals() -> None:
    words = told(lengths.tell(found("lengths")))
    assert "75 % (53 to 89)" in words
    assert "'at least 1,000'" in words
    assert "4,000 (4,000 to 4,000) actions by policy `random`" in words
    assert "by `sensible`: fewer" in words
    assert "75 % (53 to 89)" in lengths.headlines(found("lengths"))[0].measured


def test_a_median_beyond_the_cut_off_is_told_as_such() -> None:
    rows = invented.lengths()
    for row in rows["games"]:
        row |= {"ended": row["game"] == 0, "turns": 1000}
    assert "'over 1,000'" in told(lengths.tell(found("lengths", rows)))


def test_equal_policies_are_not_told_apart() -> None:
    rows = invented.lengths()
    for row in rows["games"]:
        row["actions"] = 3000
    assert "by `sensible`: cannot tell" in told(lengths.tell(found("lengths", rows)))


def test_without_rows_nothing_is_claimed() -> None:
    assert "terminates in" not in told(lengths.tell(SectionResults(QUICK)))
    assert lengths.headlines(SectionResults(QUICK))[0].verdict == "not measured"
