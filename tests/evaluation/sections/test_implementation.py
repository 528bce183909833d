"""Section 5.1.2: games are played to their end, and one that breaks something is a fault."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import implementation
from gitopoly.evaluation.study import SectionResults, Settings
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED, TOO_FEW
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
    assert "200 of 200 games in memory terminate, and 0 violate an invariant" in words
    assert "a share of 0 % (0 to 2)" in words
    assert "the longest 90,000" in words
    assert implementation.headlines(found("implementation"))[1].verdict == BEYOND


def test_a_violation_is_told_and_is_a_fault() -> None:
    rows = invented.implementation()
    rows["memory"][0] |= {"violation": "InvJail", "ended": False}
    broken = found("implementation", rows)
    assert "199 of 200 games in memory terminate, and 1 viol" in told(implementation.tell(broken))
    assert "199 of 200: " in implementation.headlines(broken)[1].measured
    assert implementation.faults(broken) == ["random game 0: InvJail is violated"]


def on_repositories(games: int, refused: int) -> SectionResults:
    """Games of the other section, some of them with a violation."""
    row = {**invented.games()["games"][0], "ended": True}
    rows = [{**row, "refusals": "forged" * (game < refused)} for game in range(games)]
    one = found("implementation")
    one.others = {"games": found("games", {"games": rows})}
    return one


def test_only_games_on_repositories_stand_beside_the_published_ones() -> None:
    one = found("implementation")
    one.others = {"games": found("games")}
    assert "'here', '4', '0', '4', '0'" in told(implementation.tell(one))
    assert "'here', '—'" in told(implementation.tell(found("implementation")))
    assert implementation.headlines(found("implementation"))[0].verdict == NOT_MEASURED


def test_violations_are_compared_as_shares() -> None:
    def verdict(one: SectionResults) -> str:
        return implementation.headlines(one)[0].verdict

    assert verdict(on_repositories(9, 0)) == TOO_FEW
    assert verdict(on_repositories(100, 0)) == "no difference found"
    assert verdict(on_repositories(100, 1)) == "no difference found"
    assert verdict(on_repositories(100, 20)) == "more"


def test_without_rows_only_published_figures_are_shown() -> None:
    assert "'published', '200', '200', '—', '0'" in told(implementation.tell(SectionResults(QUICK)))
