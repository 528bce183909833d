"""Running TLC itself, on the smallest models."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gitopoly.errors import InvalidModel, MissingExtra
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, Progress

AUCTION = Path(__file__).parents[3] / "specs" / "auction"


@pytest.mark.slow
def test_a_model_that_holds_shows_its_progress_and_leaves_nothing_behind() -> None:
    seen: list[Progress] = []
    before = sorted(AUCTION.iterdir())
    run = tlc.run(AUCTION / "MCAuction1.tla", coverage=True, on_progress=seen.append)
    assert run.result is CheckResult.HOLDS
    assert (run.generated, run.distinct, run.depth) == (18_585, 7_982, 7)
    assert run.actions["A1Bid"].generated == 2_720
    assert seen[-1].distinct == 7_982
    assert sorted(AUCTION.iterdir()) == before


def test_a_model_that_fails_tells_how() -> None:
    run = tlc.run(AUCTION / "MCAuction1.tla", AUCTION / "MCAuction1TwinIntegrity.cfg")
    assert (run.result, run.violated) == (CheckResult.STEP, "Integrity")
    assert run.story == ("Init", "A1FirstChooseWinner", "ChangeMind")
    assert "UNKNOWN" in run.trace[-1].state["winner"]


@pytest.mark.slow
def test_runs_side_by_side_do_not_share_a_temporary_folder() -> None:
    started: list[Any] = []
    config = AUCTION / "MCAuction1TwinTypeOK.cfg"
    with ThreadPoolExecutor(3) as pool:
        runs = list(
            pool.map(
                lambda _: tlc.run(AUCTION / "MCAuction1.tla", config, on_start=started.append),
                range(3),
            )
        )
    assert {run.violated for run in runs} == {"A1TypeOK"}
    assert all("-Djava.io.tmpdir=java" in process.args for process in started)


@pytest.mark.slow
def test_a_simulation_repeats_with_its_seed() -> None:
    model = AUCTION / "MCAuction2.tla"
    runs = [
        tlc.run(model, simulation=tlc.RandomBehaviours(traces=5, depth=20, seed=7))
        for _ in range(2)
    ]
    assert runs[0].generated == runs[1].generated > 0


def test_a_broken_module_is_an_error_and_no_result(tmp_path: Path) -> None:
    (tmp_path / "Bad.tla").write_text("---- MODULE Bad ----\nInit == ==\n====\n")
    (tmp_path / "Bad.cfg").write_text("INIT Init\nNEXT Init\n")
    run = tlc.run(tmp_path / "Bad.tla")
    assert run.result is CheckResult.ERROR
    assert run.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match="Nowhere"):
        tlc.run(tmp_path / "Nowhere.tla")


def test_missing_tools_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tlc.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="pip install"):
        tlc.find_tools()


CRASHES_TWICE = """#!/bin/sh
echo begun >> "$0.begun"
said() { printf '@!@!@STARTMSG %s @!@!@\\n%s\\n@!@!@ENDMSG %s @!@!@\\n' "$1" "$2" "${1%%:*}"; }
said 2116:1 "Temporal properties were violated."
if [ "$(wc -l < "$0.begun")" -lt 3 ]; then said 1000:1 "TLC threw an unexpected exception."
else said 2217:4 "1: <Initial predicate>"; fi
"""


@pytest.mark.skipif(os.name != "posix", reason="the program of the test is a shell script")
def test_a_counterexample_that_tlc_lost_is_asked_for_again(tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text(CRASHES_TWICE)
    (tmp_path / "tlc.jar").touch()
    java.chmod(0o700)
    run = tlc.run(AUCTION / "MCAuction1.tla", tools=tlc.Tools(java, tmp_path / "tlc.jar"))
    assert run.result is CheckResult.LIVENESS
    assert run.story == ("Init",)
    assert (tmp_path / "java.begun").read_text().count("begun") == 3
