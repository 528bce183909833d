"""Models are run by the checker of the project, and what is kept of one is said to be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.evaluation.models import last_seen, run_model
from gitopoly.proof import last_results


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been seen before."""
    monkeypatch.setattr("gitopoly.proof.last_results.cache_folder", lambda: tmp_path)


def test_a_model_is_run_and_remembered() -> None:
    rows = run_model(lambda share: None, "MCDice1")
    (run,) = rows["runs"]
    assert (run["result"], run["distinct"], run["differences"]) == ("holds", 50, "")
    assert {row["action"] for row in rows["actions"]} >= {"D1Init", "D1Draw"}
    assert last_results.recall()["MCDice1", "tlc"].distinct == 50


def test_what_was_never_seen_is_what_the_manifest_expects() -> None:
    (row,) = last_seen(lambda share: None, "MCAuction3")["seen"]
    assert (row["distinct"], row["when"], row["seconds"]) == (836326, "", None)


def test_what_was_seen_comes_with_its_day() -> None:
    known = last_results.LastResult("holds", 1, 2, 3, 4.5, True, "2020-02-02")
    last_results.remember([("MCAuction3", "tlc", known)])
    (row,) = last_seen(lambda share: None, "MCAuction3")["seen"]
    assert (row["distinct"], row["when"], row["seconds"]) == (2, "2020-02-02", 4.5)
