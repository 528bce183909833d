"""Section 5.1.2: games are played to their end, and one that breaks something is a fault."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import implementation
from gitopoly.evaluation.study import Found, Settings
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told

pytestmark = pytest.mark.xdist_group("compiled")


def test_games_are_played_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implementation, "EDITION", "formal-small")
    rows = implementation.measure(lambda share: None, "sensible", 2, 0)["memory"]
    assert [row["ended"] for row in rows] == [True, True]
    assert [row["violation"] for row in rows] == ["", ""]


def test_the_document_s_number_of_games_is_played() -> None:
    tasks = implementation.tasks(Settings())
    assert [task.arguments[1] for task in tasks[:2]] == [200, 200]
    on_git = [task for task in tasks if "repositories" in task.name]
    assert len(on_git) + 2 * Settings().games == 200


def test_all_well_is_told_with_its_doubt() -> None:
    words = told(implementation.tell(found("implementation")))
    assert "200 of 200 games in memory terminate, and 0 break an invariant" in words
    assert "0 % to 1.9 %" in words or "0 % to 2 %" in words
    assert "the longest 90,000" in words
    assert implementation.headlines(found("implementation"))[0].verdict == "the same"


def test_a_violation_is_told_and_is_a_fault() -> None:
    rows = invented.implementation()
    rows["memory"][0] |= {"violation": "InvJail", "ended": False}
    broken = found("implementation", rows)
    assert "199 of 200 games in memory terminate, and 1 break" in told(implementation.tell(broken))
    assert implementation.headlines(broken)[0].verdict == "worse"
    assert implementation.faults(broken) == ["random game 0: InvJail is broken"]


def test_games_on_repositories_of_the_other_section_count() -> None:
    one = found("implementation")
    one.others = {"games": found("games")}
    assert "'on repositories', '4', '0', '0', '4,000'" in told(implementation.tell(one))
    assert "'on repositories'," not in told(implementation.tell(found("implementation")))


def test_without_rows_only_published_figures_are_shown() -> None:
    assert "'published', '200', '200', '0'" in told(implementation.tell(Found(QUICK)))
