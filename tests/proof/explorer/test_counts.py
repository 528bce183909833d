"""Counts of every carrier: those of the manifest, and at every depth those of all the others."""

from __future__ import annotations

import dataclasses

import pytest

from gitopoly.engine import cuda
from gitopoly.proof.checking import Checker
from gitopoly.proof.explorer import program
from gitopoly.proof.explorer.gpu import compare_levels
from gitopoly.proof.explorer.packing import PositionCode
from gitopoly.proof.explorer.promises import promises_named
from gitopoly.proof.explorer.run import explore, opened
from gitopoly.proof.explorer.steps import turned
from gitopoly.proof.specs.model_config import ExplorationSettings, Search, native_refusal
from gitopoly.proof.tlc.output import CheckResult
from tests.proof import plain_search
from tests.proof.explorer.carriers import (
    BLOCKED,
    SUITE,
    Explores,
    emulated,
    expected,
    numbers,
    on_each,
    searched,
    without_compiler,
)

__all__ = ["on_each"]
pytestmark = pytest.mark.xdist_group("compiled")

SMALL = ("MCMonopolyRail", "MCMonopolyPenniless", "MCMonopolyThree", "MCClassic", "MCClassicPoor")
"""A narrow space and another one; wide positions; two models of the full game."""
MODELS = [model for model in SUITE.models if not native_refusal(SUITE, model)]
QUICK = [model.name for model in MODELS if model.quick and model.engine == "tlc"]
LARGE = [model.name for model in MODELS if model.engine == "native"]


@pytest.mark.parametrize("name", SMALL)
def test_a_carrier_counts_as_the_manifest_says(name: str, on_each: Explores) -> None:
    run = on_each(searched(name))
    assert (run.result, run.message, run.odds) == (CheckResult.HOLDS, "", 0)
    assert (run.generated, run.distinct, run.depth) == expected(SUITE[name])
    assert sum(count.distinct for count in run.actions.values()) == run.distinct - 1
    assert sum(count.generated for count in run.branches.values()) == run.generated - 1


@pytest.mark.parametrize("name", QUICK)
def test_every_quick_model_counts_so_without_a_compiler(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_compiler(monkeypatch)
    assert Checker(SUITE, "native").check_one(SUITE[name]).differences == ()


@pytest.mark.long
@pytest.mark.parametrize("name", [*QUICK, *LARGE])
def test_every_model_counts_so_with_one(name: str) -> None:
    assert Checker(SUITE, "native").check_one(SUITE[name]).differences == ()


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("MCMonopolyRail", {}),
        ("MCMonopolyThree", {"symmetric": True}),
        ("MCClassic", {}),
        pytest.param("MCMonopolyDeep", {"depth": 17}, marks=pytest.mark.slow),
        *(
            pytest.param(name, {"symmetric": symmetric}, marks=pytest.mark.slow)
            for name in ("MCMonopolyPenniless", "MCMonopolyPublished", "MCMonopolyRail")
            for symmetric in (False, True)
        ),
    ],
)
def test_all_carriers_find_the_same_at_every_depth(
    name: str, changes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Complete spaces, one with all published defects, one of the full game; levels of regions."""
    search = searched(name, **changes)
    threads, kernels = explore(search), emulated(search)
    without_compiler(monkeypatch)
    assert numbers(threads) == numbers(kernels) == numbers(explore(search))


@pytest.mark.parametrize("name", ["MCClassic", "MCClassicThree", "MCClassicPoor"])
def test_the_plain_rules_find_the_same_at_every_depth(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share no code with the explorer but the rules; TLC agrees in `test_plain_search`."""
    without_compiler(monkeypatch)
    search = searched(name)
    assert search.bounds
    found = explore(search)
    assert found.levels == plain_search.explore(search.rules, search.bounds).levels
    assert (found.invariants, found.properties) == (17, 3)


@pytest.mark.slow
def test_money_beyond_the_bound_is_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    without_compiler(monkeypatch)
    search = searched("MCClassicIssueThree")
    assert search.bounds
    assert search.bounds.issued == 1
    none = dataclasses.replace(search.bounds, issued=0)
    fewer = explore(dataclasses.replace(search, bounds=none))
    assert fewer.distinct < explore(search).distinct
    assert fewer.levels == plain_search.explore(search.rules, none).levels


@pytest.mark.parametrize("change", ["bids", "ties_have_a_leader", "defect_fine_in_any_phase"])
def test_a_difference_shows_in_the_counts(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: another bound of the model, another rule."""
    without_compiler(monkeypatch)
    name = "MCMonopoly" if change.startswith("defect") else "MCClassicDeed"
    search, other = searched(name, asked=0), searched(name, asked=0)
    if change == "bids":
        assert other.bounds
        other = dataclasses.replace(other, bounds=dataclasses.replace(other.bounds, bids=(1,)))
    else:
        setattr(other.rules, change, 1 - getattr(other.rules, change))
    assert explore(other).levels != explore(search).levels


@pytest.mark.parametrize("workers", [1, 3])
def test_a_set_that_grows_loses_nothing(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SLOTS", 256)
    monkeypatch.setattr(program, "LEAST_LOW_BITS", 2)  # so that there are several shares
    program.library_of.cache_clear()
    run = explore(searched("MCMonopolyPenniless"), ExplorationSettings(workers=workers))
    program.library_of.cache_clear()
    found = run.generated, run.distinct, run.depth
    assert found == expected(SUITE["MCMonopolyPenniless"])


@pytest.mark.slow
def test_a_write_that_is_not_noted_shows_in_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the comparison of carriers covers what is packed anew after a step."""
    search = searched("MCMonopolyThree", depth=6)
    true, noted = explore(search), PositionCode.noted

    def forgetful(code: PositionCode) -> object:
        found = noted(code)
        return {**found, "money": dataclasses.replace(found["money"], bits=0)}

    monkeypatch.setattr(PositionCode, "noted", forgetful)
    monkeypatch.setattr(program, "named", lambda search: ("a fault",))
    program.library_of.cache_clear()
    wrong = explore(search)
    program.library_of.cache_clear()
    assert wrong.distinct < true.distinct


@pytest.mark.slow
def test_ends_and_deadlocks_are_counted_alike(on_each: Explores) -> None:
    search = Search(BLOCKED, 14, asked=promises_named(["TypeOK"]))
    kernels, run = emulated(search), on_each(search)
    assert (run.ended, run.stuck) == (kernels.ended, kernels.stuck)
    assert run.stuck


def test_a_count_that_differs_from_the_processor_s_is_no_result() -> None:
    search = searched("MCMonopolyRail")
    run = explore(search)
    run.levels[7] = (run.levels[7][0], run.levels[7][1] + 1)
    compare_levels(run, opened(search, ExplorationSettings()))
    assert run.result is CheckResult.ERROR
    assert run.message.startswith("at depth 8 the GPU counts")


@pytest.mark.slow
def test_the_kernels_compile_for_a_gpu() -> None:
    search = searched("MCMonopolyRail")
    text = program.source(search, PositionCode(search.rules, search.asked))
    assert b"last_step" in cuda.build(text, "sm_90").read_bytes()


def test_seats_are_counted_from_the_turn_player() -> None:
    assert [turned(seat, 2, 3) for seat in (-1, 0, 1, 2)] == [-1, 1, 2, 0]
