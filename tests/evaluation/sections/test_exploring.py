"""Table 5.7: the exploration ends with its time, and is told with the pace that it had."""

from __future__ import annotations

import pytest

from gitopoly.evaluation.sections import exploring
from gitopoly.evaluation.study import SectionResults, Settings
from gitopoly.evaluation.verdicts import OTHER_MACHINE
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.suite import load_suite
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told

pytestmark = pytest.mark.xdist_group("compiled")


def test_an_exploration_ends_with_its_time() -> None:
    rows = exploring.explore(lambda share: None, 1.0, 1 << 30)
    depths = [int(row["depth"] or 0) for row in rows["progress"]]
    assert depths == list(range(1, len(depths) + 1))
    (end,) = rows["ends"]
    assert (end["result"], end["violates"]) == ("not finished", "")


def test_the_model_for_tlc_has_three_players_and_no_bound(tmp_path: pytest.TempPathFactory) -> None:
    suite = load_suite()
    text = exploring.three_players(suite.config(suite["MCMonopolyDeep"]).read_text("utf-8"))
    assert "NumPlayers = 3" in text
    assert "CONSTRAINT" not in text
    assert "MaxDepth = 1000000000" in text
    assert "INVARIANTS TypeOK" in text
    before = read_config(suite.config(suite["MCMonopolyDeep"])).constants
    assert len(before) == sum(line.startswith("    ") for line in text.splitlines())


def test_the_pace_is_told_beside_the_published_one() -> None:
    words = told(exploring.tell(found("exploring")))
    assert "44,832 a second" in words
    assert "on another machine" in words
    assert "both were stopped" in words
    assert exploring.headlines(found("exploring"))[0].verdict == OTHER_MACHINE


def test_a_broken_invariant_is_a_fault() -> None:
    rows = invented.exploring()
    assert exploring.faults(found("exploring", rows)) == []
    rows["ends"][0]["violates"] = "InvJail"
    assert exploring.faults(found("exploring", rows)) == ["three players: InvJail fails"]
    assert "InvJail fails" in told(exploring.tell(found("exploring", rows)))


def test_only_a_full_study_lets_tlc_explore_as_well() -> None:
    assert len(exploring.tasks(Settings())) == len(exploring.tasks(QUICK)) + 1


def test_without_rows_only_published_figures_are_shown() -> None:
    words = told(exploring.tell(SectionResults(QUICK)))
    assert "2,153,375,757" in words
    assert "Picture" not in words
