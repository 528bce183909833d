"""Checking: runs are held against the manifest, and refusals come before anything starts."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel, MissingExtra, MissingTool
from gitopoly.proof.checking import NATIVE, Checker
from gitopoly.proof.explorer import explorer
from gitopoly.proof.manifest import Manifest
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from gitopoly.rules.invariants import NAMES as KERNEL_NAMES

SUITE = load_suite()
MODEL = SUITE["MCAuction1TwinIntegrity"]
AS_EXPECTED = CheckRun(CheckResult.STEP, "Integrity", 18, 17, depth=3, properties=1, loop=None)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> CheckRun:
    """What TLC answers to every model."""
    run = replace(AS_EXPECTED, trace=(None, None, None))  # type: ignore[arg-type]
    monkeypatch.setattr(Manifest, "run", lambda *_, **__: run)
    return run


def test_a_run_as_expected_has_no_differences(answer: CheckRun) -> None:
    checked = Checker(SUITE).check_one(MODEL)
    assert checked.as_expected
    assert (checked.last_result().generated, checked.last_result().as_expected) == (18, True)


def test_another_count_is_a_difference_with_one_worker_only(answer: CheckRun) -> None:
    answer.distinct = 16
    assert Checker(SUITE).check_one(MODEL).differences == ("distinct: expected 17, got 16",)
    assert Checker(SUITE, workers=2).check_one(MODEL).as_expected


def test_another_verdict_is_a_difference_with_any_number_of_workers(answer: CheckRun) -> None:
    answer.result, answer.violated = CheckResult.INVARIANT, "Agreed"
    found = Checker(SUITE, workers=2).check_one(MODEL).differences
    assert found == (
        "result: expected step, got invariant",
        "violates: expected Integrity, got Agreed",
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_a_question_that_was_not_asked_is_a_difference(answer: CheckRun, workers: int) -> None:
    answer.properties, answer.invariants = 0, 2
    assert Checker(SUITE, workers=workers).check_one(MODEL).differences == (
        "invariants: expected 0, got 2",
        "properties: expected 1, got 0",
    )


def asking(folder: Path, name: str, questions: str) -> Manifest:
    """The suite with a model that asks for something else."""
    shutil.copytree(SUITE.folder, folder / "specs")
    suite = Manifest(folder / "specs", SUITE.models)
    config = suite.config(SUITE[name])
    text = re.sub(r"(?m)^(INVARIANT|PROPERT).*\n", "", config.read_text(encoding="utf-8"))
    config.write_text(text + questions, encoding="utf-8")
    return suite


@pytest.mark.parametrize("engine", ["tlc", "native"])
@pytest.mark.parametrize("questions", ["", "INVARIANT\nPROPERTIES\n", "\\* INVARIANT TypeOK\n"])
def test_a_model_that_asks_nothing_is_refused_at_once(
    tmp_path: Path, engine: str, questions: str
) -> None:
    suite = asking(tmp_path, "MCMonopolyPenniless", questions)
    with pytest.raises(InvalidModel, match=r"MCMonopolyPenniless checks nothing: .*INVARIANT"):
        next(Checker(suite, engine).check([SUITE["MCMonopolyPenniless"]]))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["tlc", "native"])
@pytest.mark.xdist_group("compiled")
def test_an_invariant_that_was_lost_from_a_model_is_a_difference(
    tmp_path: Path, engine: str
) -> None:
    suite = asking(tmp_path, "MCMonopolyPenniless", "INVARIANTS\n    TypeOK\n    InvJail\n")
    (checked,) = Checker(suite, engine).check([SUITE["MCMonopolyPenniless"]])
    expected = SUITE["MCMonopolyPenniless"].invariants
    assert checked.differences == (f"invariants: expected {expected}, got 2",)


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_with_all_invariants_more_is_asked_than_the_model_names(tmp_path: Path) -> None:
    suite = asking(tmp_path, "MCMonopolyPenniless", "")
    checker = Checker(suite, NATIVE, all_invariants=True)
    (checked,) = checker.check([SUITE["MCMonopolyPenniless"]])
    assert checked.as_expected
    assert checked.run.invariants == len(KERNEL_NAMES) + 1  # and progress


def test_a_run_without_result_says_why(answer: CheckRun) -> None:
    answer.result, answer.message = CheckResult.ERROR, "no memory left"
    found = Checker(SUITE).check_one(MODEL).differences
    assert found == ("the run did not finish: no memory left",)


@pytest.mark.slow
def test_every_model_is_checked(answer: CheckRun) -> None:
    models = [model for model in SUITE.models if model.name.startswith("MCDice")]
    names = {checked.model.name for checked in Checker(SUITE).check(models)}
    assert names == {model.name for model in models}


def test_missing_tools_refuse_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tlc.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="pip install"):
        next(Checker(SUITE).check([MODEL]))


def test_without_a_compiler_and_webassembly_it_refuses_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    monkeypatch.setattr("gitopoly.proof.explorer.run.can_compile", lambda: False)
    monkeypatch.setattr(Checker, "check_one", lambda *_: pytest.fail("it has begun"))
    with pytest.raises(MissingTool, match="no-such-compiler"):
        next(Checker(SUITE, NATIVE).check([SUITE["MCMonopolyDollar"]]))


def test_a_model_that_is_not_for_the_engine_refuses_at_once() -> None:
    with pytest.raises(InvalidModel, match="for TLC only"):
        next(Checker(SUITE, NATIVE).check([MODEL]))


@pytest.mark.xdist_group("compiled")
def test_an_exploration_that_is_stopped_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer, "SLICE", 0)
    model = SUITE["MCMonopolyDollar"]
    checker = Checker(SUITE, NATIVE, checkpoints=tmp_path)
    checker.on_progress = lambda _, now: checker.stopped.set() if now.depth == 100 else None
    (stopped,) = checker.check([model])
    assert stopped.differences == (
        "the run did not finish: it was stopped; continue with --resume",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["MCMonopolyDollar.checkpoint"]
    (done,) = Checker(SUITE, NATIVE, checkpoints=tmp_path, resume=True).check([model])
    assert done.as_expected
    assert list(tmp_path.iterdir()) == []


def test_every_model_is_run_with_its_own_engine_unless_one_is_asked_for() -> None:
    large = SUITE["MCMonopolyDollarThree"]
    assert [Checker(SUITE).engine_of(model) for model in (MODEL, large)] == ["tlc", "native"]
    assert Checker(SUITE, "tlc").engine_of(large) == "tlc"


def test_with_symmetry_only_the_verdict_is_compared(answer: CheckRun) -> None:
    answer.distinct = 9
    assert Checker(SUITE, symmetric=True).check_one(MODEL).as_expected
    answer.result = CheckResult.HOLDS
    assert not Checker(SUITE, symmetric=True).check_one(MODEL).as_expected


@pytest.mark.slow
def test_a_check_that_is_given_up_ends_its_processes() -> None:
    checker = Checker(SUITE)
    models = [SUITE["MCAuction1TwinSolvable"], SUITE["MCAuction3"]]
    checks = checker.check(models)
    assert next(checks).as_expected
    checks.close()
    assert checker.running
    assert all(process.poll() is not None for process in checker.running)
