"""Tables 5.1 to 5.6: what was run is told apart from what was last seen."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import auctions
from gitopoly.evaluation.study import SectionResults, Settings
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


def test_equal_counts_are_told_as_equal() -> None:
    words = told(auctions.tell(found("auctions")))
    assert "of `Auction1` and `Auction2` match the published ones exactly" in words
    assert auctions.agreement(found("auctions")) == {"Auction1": True, "Auction2": True}


def test_what_was_only_seen_before_is_never_told_as_measured() -> None:
    words = told(auctions.tell(found("auctions")))
    assert "last seen, 2020-02-02" in words
    assert "Not run in this study" in words
    lines = auctions.headlines(found("auctions"))
    assert (lines[2].measured, lines[2].verdict) == ("last seen: 836,326", "not run here")


def test_what_was_never_seen_is_named_after_the_manifest() -> None:
    rows = invented.auctions()
    rows["seen"][0]["when"] = ""
    unseen = found("auctions", rows)
    assert "last seen" not in told(auctions.tell(unseen))
    assert auctions.headlines(unseen)[2].measured == "manifest: 836,326"


def test_other_counts_are_told_and_are_a_fault() -> None:
    rows = invented.auctions()
    rows["runs"][0] |= {"distinct": 7981, "differences": "distinct: expected 7982, got 7981"}
    wrong = found("auctions", rows)
    assert "The counts of `Auction1` differ" in told(auctions.tell(wrong))
    assert auctions.headlines(wrong)[0].verdict == "differs"
    assert auctions.faults(wrong) == ["MCAuction1: distinct: expected 7982, got 7981"]
    assert auctions.faults(found("auctions")) == []


def test_the_misprint_is_named() -> None:
    assert "printed as 26,723" in told(auctions.tell(found("auctions")))


def test_a_full_study_runs_the_long_model() -> None:
    names = [task.name for task in auctions.tasks(Settings())]
    assert names == ["MCAuction1", "MCAuction2", "MCAuction3"]
    quick = [task.name for task in auctions.tasks(QUICK)]
    assert "MCAuction3" not in quick


@pytest.mark.parametrize("number", ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6"])
def test_every_table_is_there_without_rows(number: str) -> None:
    assert f"(table {number})" in told(auctions.tell(SectionResults(QUICK)))
