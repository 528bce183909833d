"""The kernels of a GPU, built for the processor: complete spaces, stories, refusals."""

from __future__ import annotations

import dataclasses

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.errors import MissingTool
from gitopoly.kernel import Rules
from gitopoly.translation import nvrtc
from gitopoly.verify.counterexample import story_of
from gitopoly.verify.native import run as compiled
from gitopoly.verify.native.promise_table import promises_named
from gitopoly.verify.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc.output import CheckResult, CheckRun
from gitopoly.verify.translated import gpu_run
from gitopoly.verify.translated.carriers import Processor
from gitopoly.verify.translated.gpu_run import compare_levels, has_gpu, run_on, table_for
from gitopoly.verify.translated.run import opened
from gitopoly.verify.translated.source import source

pytestmark = pytest.mark.xdist_group("compiled")

SUITE = load_suite()
BLOCKED = Rules.of(
    "formal-small", 3, defect_stale_debt=1, starting_money=1, total_money=40, jail_fine=1
)
MEMORY = 1 << 30


def emulated(search: Search, states: int, settings: ExplorationSettings | None = None) -> CheckRun:
    """A run by the kernels of a GPU, on the processor."""
    table, wide = table_for(search, states, MEMORY)
    carrier = Processor(source(search.rules, search.asked, search.symmetric, wide))
    return run_on(carrier, search, table, wide, settings or ExplorationSettings())


@pytest.mark.parametrize(
    ("name", "symmetric"),
    [
        ("MCMonopolyRail", False),
        *(
            pytest.param(name, symmetric, marks=pytest.mark.slow)
            for name, symmetric in (
                ("MCMonopolyRail", True),
                ("MCMonopolyPenniless", False),
                ("MCMonopolyPenniless", True),
                ("MCMonopolyThree", False),
                ("MCMonopolyThree", True),
            )
        ),
    ],
)
def test_every_depth_counts_as_in_the_native_engine(name: str, symmetric: bool) -> None:
    """Two complete spaces, and one with a bound whose positions need wide slots."""
    model = SUITE[name]
    search = dataclasses.replace(native_search(SUITE, model), symmetric=symmetric)
    run, known = emulated(search, model.distinct), compiled.explore(search)
    assert (run.result, run.message) == (CheckResult.HOLDS, "")
    assert run.levels == known.levels
    assert (run.generated, run.depth, run.queue) == (known.generated, known.depth, known.queue)
    taken = {branch: count.generated for branch, count in run.branches.items()}
    assert taken == {branch: count.generated for branch, count in known.branches.items()}


@pytest.mark.slow
def test_ends_and_deadlocks_are_counted_alike() -> None:
    search = Search(BLOCKED, 14, asked=promises_named(["TypeOK"]))
    run = emulated(search, 50_000)
    reference = opened(search, ExplorationSettings())
    while not reference.report().done:
        reference.explore_on()
    found = reference.report()
    assert (run.ended, run.stuck) == (found.ended, found.stuck)
    assert run.stuck


@pytest.mark.slow
def test_a_violation_is_told_as_a_story() -> None:
    asked = promises_named(["TypeOK", "InvProgress"])
    run = emulated(Search(BLOCKED, 30, asked=asked), 50_000)
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvProgress")
    assert len(story_of(run)) == run.depth + 1 == 12
    beyond = emulated(Search(BLOCKED, 10, asked=asked), 50_000)
    assert (beyond.violated, len(beyond.trace)) == ("InvProgress", 11)


def test_a_set_that_is_too_small_is_no_result() -> None:
    search = native_search(SUITE, SUITE["MCMonopolyRail"])
    run = emulated(search, 100)
    assert run.result is CheckResult.ERROR
    assert "--memory" in run.message


def test_a_count_that_differs_from_the_processor_s_is_no_result() -> None:
    search = native_search(SUITE, SUITE["MCMonopolyRail"])
    run = emulated(search, SUITE["MCMonopolyRail"].distinct)
    run.levels[7] = (run.levels[7][0], run.levels[7][1] + 1)
    compare_levels(run, opened(search, ExplorationSettings()))
    assert run.result is CheckResult.ERROR
    assert run.message.startswith("at depth 8 the GPU counts")


@pytest.mark.slow
def test_the_kernels_compile_for_a_gpu() -> None:
    search = native_search(SUITE, SUITE["MCMonopolyRail"])
    built = nvrtc.build(source(search.rules, search.asked), "sm_90")
    assert b"last_step" in built.read_bytes()


def test_without_a_gpu_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingTool("no NVIDIA GPU can be used here")

    monkeypatch.setattr("gitopoly.verify.checking.device", missing)
    monkeypatch.setattr(gpu_run, "device", missing)
    assert not has_gpu()
    result = CliRunner().invoke(main, ["check", "MCMonopolyRail", "--engine", "gpu"])
    assert result.exit_code == 2
    assert result.stderr.startswith("gitopoly: no NVIDIA GPU can be used here")
