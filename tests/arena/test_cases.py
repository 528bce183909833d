"""Cases: as functions of a Python file, or as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena.cases import CaseVerdict, run_cases
from gitopoly.arena.starter import starter_files
from gitopoly.errors import InvalidMatch
from tests.arena.bots import write_bot

AGENTS = """
class Agent:
    def getBSMTDecision(self, state): return None
    def buyProperty(self, state): return True
    def receiveState(self, state): pass
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_functions_that_take_an_adjudicator_are_run(tmp_path: Path) -> None:
    text = f"""
from adjudicator import Adjudicator
{AGENTS}
def test_good(adjudicator):
    assert type(adjudicator) is Adjudicator
    winner, state = adjudicator.runGame(Agent(), Agent(), [(1, 2)])
    return state[3] == (1440, 1500)
def testcase_bad(adjudicator): return False
def test_silent(adjudicator, extra=1): pass
def test_error(adjudicator): 1 // 0
def test_exit(adjudicator): raise SystemExit
def test_nothing(): return False
def other(adjudicator): return False
"""
    verdicts = {v.name: v for v in run_cases(written(tmp_path, "cases.py", text))}
    nothing = verdicts.pop("test_nothing")
    assert (nothing.ran, nothing.passes, nothing.fails) == (False, False, False)
    assert "takes 0 arguments" in nothing.complaint
    assert {name: verdict.passes for name, verdict in verdicts.items()} == {
        "test_good": True,
        "testcase_bad": False,
        "test_silent": True,
        "test_error": False,
        "test_exit": False,
    }
    assert "ZeroDivisionError" in verdicts["test_error"].complaint


CASE: dict[str, Any] = {
    "name": "buys",
    "agents": ["quiet.py", "quiet.py"],
    "dice": [[3, 4], [1, 2]],
    "chance": [15],
    "expect": {"cash": [1650, 1440], "properties": {3: -1, "7": 0}, "turn": 2, "winner": 1},
}


def run_data(folder: Path, case: Any) -> list[CaseVerdict]:
    write_bot(folder, "quiet")
    return list(run_cases(written(folder, "cases.json", json.dumps(case))))


def test_cases_as_data_are_played(tmp_path: Path) -> None:
    assert run_data(tmp_path, [CASE]) == [CaseVerdict("buys", "")]
    assert run_data(tmp_path, {"cases": [CASE, CASE]})[1].passes
    assert run_data(tmp_path, CASE)[0].passes


def test_cases_may_be_yaml(tmp_path: Path) -> None:
    text = "- agents: [random, random]\n  dice: []\n  expect: {winner: 0, positions: [0, 0]}\n"
    assert [v.passes for v in run_cases(written(tmp_path, "cases.yml", text))] == [True]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cash", [1, 2]),
        ("winner", 2),
        ("turn", 9),
        ("positions", [0, 0]),
        ("properties", {3: 1}),
        ("properties", {"x": 1}),
        ("properties", [0] * 42),
        ("state", []),
    ],
)
def test_what_is_not_as_expected_is_said(tmp_path: Path, key: str, value: Any) -> None:
    (verdict,) = run_data(tmp_path, {**CASE, "expect": {key: value}})
    assert "expected" in verdict.complaint


@pytest.mark.parametrize(
    "case",
    [
        5,
        [5],
        [{"agents": ["random", "random"]}],
        [{**CASE, "more": 1}],
        [{**CASE, "agents": ["random"]}],
        [{**CASE, "agents": ["nobody", "random"]}],
        [{**CASE, "expect": {"luck": 1}}],
        [{**CASE, "expect": {}}],
        [{**CASE, "expect": {"properties": {}}}],
        [{**CASE, "dice": [[0, 0]]}],
        [{**CASE, "chance": ["x"]}],
        [{**CASE, "seed": "x"}],
        [],
    ],
)
def test_what_is_no_case_is_refused(tmp_path: Path, case: Any) -> None:
    with pytest.raises(InvalidMatch):
        run_data(tmp_path, case)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "x ="),
        ("a.py", "x = 1"),
        ("a.yml", "{"),
        ("a.yml", ""),
        pytest.param("a.yml", "seed: " + "9" * 5000, id="long"),
        pytest.param("a.yml", "[" * 5000, id="deep"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InvalidMatch):
        list(run_cases(written(tmp_path, name, text)))
    with pytest.raises(InvalidMatch):
        list(run_cases(tmp_path / "gone.py"))


def test_the_starter_passes_its_own_cases(tmp_path: Path) -> None:
    for name, text in starter_files("fresh").items():
        written(tmp_path, name, text)
    verdicts = list(run_cases(tmp_path / "test_fresh.py"))
    assert len(verdicts) == 4
    assert [verdict for verdict in verdicts if not verdict.passes] == []


def test_a_starter_that_never_buys_fails_its_cases(tmp_path: Path) -> None:
    for name, text in starter_files("broke").items():
        written(tmp_path, name, text.replace("RESERVE = 200", "RESERVE = 9999"))
    assert not all(verdict.passes for verdict in run_cases(tmp_path / "test_broke.py"))
