"""Runs: what is wrong is told with the way there; bounds, memory, pauses, checkpoints, refusals."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.errors import InvalidCheckpoint, InvalidModel, MissingTool, NoRoom
from gitopoly.proof.checking import Checker
from gitopoly.proof.counterexample import story_of
from gitopoly.proof.explorer import checkpoint, explorer as exploring, gpu, packing, program
from gitopoly.proof.explorer.explorer import Explorer, in_wasm
from gitopoly.proof.explorer.promises import promises_named
from gitopoly.proof.explorer.run import MISFIT, explore, opened
from gitopoly.proof.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.proof.tlc.output import CheckResult, Progress
from gitopoly.rules import Rules, initial
from tests.proof.explorer.carriers import (
    BLOCKED,
    SUITE,
    Explores,
    emulated,
    numbers,
    on_each,
    searched,
    without_compiler,
)

__all__ = ["on_each"]
pytestmark = pytest.mark.xdist_group("compiled")


def asking(*names: str, depth: int = 30) -> Search:
    """A game in which nobody can move any more, with some promises."""
    return Search(BLOCKED, depth, asked=promises_named(names))


FINE = SUITE["MCMonopolyDefectFineInAnyPhase"]
HOLDS, INVARIANT = CheckResult.HOLDS, CheckResult.INVARIANT
VERDICTS = {
    "a deadlock": (Search(BLOCKED, 30), INVARIANT, "InvProgress", 11),
    "where seats are interchangeable": (Search(BLOCKED, 30, True), INVARIANT, "InvProgress", 11),
    "a step before it is seen": (Search(BLOCKED, 9), HOLDS, None, 0),
    "a deadlock beyond the bound": (Search(BLOCKED, 10), INVARIANT, "InvProgress", 11),
    "another promise": (asking("InvDebtOnlyWhileOwed"), INVARIANT, "InvDebtOnlyWhileOwed", 5),
    "a promise that holds": (asking("TypeOK", depth=12), HOLDS, None, 0),
    "a forbidden step": (
        native_search(SUITE, dataclasses.replace(FINE, expect=HOLDS)),
        *(CheckResult.STEP, FINE.violates, FINE.trace),
    ),
}
"""What is explored, and what is found: the result, which promise is broken, how long the way is."""


@pytest.mark.parametrize("name", VERDICTS)
def test_what_is_wrong_is_found_with_a_shortest_way(name: str, on_each: Explores) -> None:
    search, *expected = VERDICTS[name]
    run = on_each(search)
    assert [run.result, run.violated, len(run.trace)] == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a deadlock", "a deadlock beyond the bound", "another promise"])
def test_a_gpu_finds_the_same(name: str) -> None:
    search, *expected = VERDICTS[name]
    run = emulated(search)
    assert [run.result, run.violated, len(run.trace)] == expected


def test_the_way_is_told_as_a_story(on_each: Explores) -> None:
    run = on_each(Search(BLOCKED, 30))
    story = story_of(run)
    assert story[0] == "1. The game begins."
    assert story[-1] == "Here InvProgress does not hold."
    assert len(story) == run.depth + 1 == 12
    assert any("goes bankrupt" in line for line in story)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after every few positions whether to stop."""
    monkeypatch.setattr(exploring, "SLICE", 0)


def test_what_is_found_does_not_depend_on_when_somebody_looks(
    on_each: Explores, request: pytest.FixtureRequest
) -> None:
    """A level is finished first, also where the way it ends is known before."""
    run = on_each(Search(BLOCKED, 30))
    request.getfixturevalue("impatient")
    again = on_each(Search(BLOCKED, 30))
    assert (again.levels, again.trace) == (run.levels, run.trace)
    assert len(run.levels) == run.depth


def test_bidding_that_is_not_auction_2_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where leaders may pass although ties have a leader."""
    without_compiler(monkeypatch)
    search = searched("MCClassicDeed")
    search.rules.leader_may_not_pass = 0
    found = explore(search)
    assert (found.result, found.violated) == (CheckResult.STEP, "BiddingIsAuction2")
    assert "pass" in found.trace[-1].action
    assert any("bid" in state.action for state in found.trace[:-1])


def test_a_first_position_that_breaks_a_promise_is_told(on_each: Explores) -> None:
    rules = Rules.of("formal-small", 3, starting_money=1, total_money=40, jail_fine=1)
    rules.card_square = [99] * len(rules.card_square)
    run = on_each(Search(rules, 3, asked=promises_named(["TypeOK"])))
    assert (run.result, run.violated, run.depth) == (CheckResult.INVARIANT, "TypeOK", 1)
    rules.starting_money = 41
    with pytest.raises(InvalidModel, match="its first position does not fit"):
        on_each(Search(rules, 3, asked=0))


def test_in_wasm_a_position_that_fits_may_break_any_promise() -> None:
    """With threads, a position that breaks InvJail has no number (`test_packing`)."""
    search = searched("MCMonopolyPenniless", asked=promises_named(["InvJail"]))
    start = initial(search.rules)
    start.in_jail[1] = 1
    settings = ExplorationSettings()
    explorer = Explorer(search, settings, carrier=in_wasm, start=start)
    run = explore(search, explorer=explorer)
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "InvJail")


@pytest.mark.parametrize("name", ["MCClassicPoor"])
def test_a_value_without_room_is_no_result(
    name: str, on_each: Explores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If debts were declared to be small, the first large one ends the run."""
    known = packing.slots_of

    def small(*given: object) -> tuple[packing.Slot, ...]:
        found = known(*given)  # type: ignore[arg-type]
        return tuple(
            dataclasses.replace(slot, most=1) if slot.field == "debt_amount" else slot
            for slot in found
        )

    monkeypatch.setattr(packing, "slots_of", small)
    monkeypatch.setattr(program, "named", lambda search: ("a fault", *[""] * 4))
    program.library_of.cache_clear()
    found = on_each(searched(name))
    program.library_of.cache_clear()
    assert (found.result, found.message) == (CheckResult.ERROR, MISFIT)


@pytest.mark.slow
def test_a_gpu_sees_a_write_to_a_field_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """If debts were declared to have no amount, the first one ends the run."""
    known = packing.slots_of

    def without(*given: object) -> tuple[packing.Slot, ...]:
        found = known(*given)  # type: ignore[arg-type]
        return tuple(slot for slot in found if slot.field != "debt_amount")

    packing.idle_fields.cache_clear()
    monkeypatch.setattr(packing, "slots_of", without)
    monkeypatch.setattr(program, "named", lambda search: ("a left out field", *[""] * 4))
    program.library_of.cache_clear()
    found = emulated(searched("MCClassicPoor"))
    program.library_of.cache_clear()
    packing.idle_fields.cache_clear()
    assert (found.result, found.message) == (CheckResult.ERROR, MISFIT)


@pytest.mark.parametrize("memory", [0, 1 << 20])
def test_no_memory_is_no_result(memory: int, on_each: Explores) -> None:
    run = on_each(searched("MCMonopolyPenniless"), ExplorationSettings(memory=memory))
    assert run.result is CheckResult.ERROR
    assert "--memory" in run.message


def test_a_set_of_a_gpu_that_is_too_small_is_no_result() -> None:
    run = emulated(searched("MCMonopolyRail"), states=100)
    assert run.result is CheckResult.ERROR
    assert "--memory" in run.message


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", ["MCMonopolyPenniless", "MCClassic"])
def test_a_run_that_is_stopped_goes_on_later_as_if_nothing_had_been(
    name: str, tmp_path: Path, on_each: Explores
) -> None:
    saved, pause, seen = tmp_path / "a.checkpoint", Event(), []

    def stop(now: Progress) -> None:
        seen.append(now.depth)
        if now.depth == 6:
            pause.set()

    search = searched(name)
    settings = ExplorationSettings(pause=pause, checkpoint=saved)
    run = on_each(search, settings, stop)
    assert (run.result, run.message) == (
        CheckResult.ERROR,
        "it was stopped; continue with --resume",
    )
    assert seen == list(range(1, len(seen) + 1))
    rest = on_each(search, ExplorationSettings(checkpoint=saved, resume=True))
    rest.levels = run.levels + rest.levels
    assert numbers(rest) == numbers(on_each(search))
    assert list(tmp_path.iterdir()) == []


def test_without_a_checkpoint_a_stopped_run_only_says_so(on_each: Explores) -> None:
    pause = Event()
    pause.set()
    run = on_each(searched("MCMonopolyThree"), ExplorationSettings(pause=pause, memory=1 << 30))
    assert run.message in ("it was stopped", "")


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkpoint of some levels."""
    without_compiler(monkeypatch)
    explorer = opened(searched("MCMonopolyThree"), ExplorationSettings())
    for _ in range(4):
        explorer.explore_on()
    checkpoint.save(explorer, tmp_path / "model.checkpoint")
    return tmp_path / "model.checkpoint"


def load(path: Path, search: Search | None = None) -> None:
    """Load a checkpoint of a model."""
    explorer = opened(search or searched("MCMonopolyThree"), ExplorationSettings())
    checkpoint.load(explorer, path)


def test_every_kind_of_damage_is_noticed(saved: Path) -> None:
    whole = saved.read_bytes()
    load(saved)
    header_end = whole.index(b"\n")
    for place in (0, 40, header_end, header_end + 1, header_end + 9, len(whole) // 2, -40, -1):
        changed = bytearray(whole)
        changed[place] ^= 1
        saved.write_bytes(changed)
        with pytest.raises(InvalidCheckpoint):
            load(saved)
    for cut in (b"", whole[:10], whole[: header_end + 1], whole[:-1], whole + b"x", b"[]\n"):
        saved.write_bytes(cut)
        with pytest.raises(InvalidCheckpoint, match="damaged"):
            load(saved)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": Rules.of("formal-small", 3)}, "another model"),
        ({"symmetric": True}, "--symmetry"),
        ({"asked": 1}, "other promises"),
        ({"depth": 9}, "another depth"),
    ],
)
def test_a_checkpoint_of_another_kind_is_refused(
    change: dict[str, object], reason: str, saved: Path
) -> None:
    with pytest.raises(InvalidCheckpoint, match=reason):
        load(saved, searched("MCMonopolyThree", **change))


def test_a_checkpoint_of_another_carrier_or_of_other_code_is_refused(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = saved.read_bytes()
    at = text.index(b'"code": "') + 9
    saved.write_bytes(text[:at] + b"0" * 64 + text[at + 64 :])
    with pytest.raises(InvalidCheckpoint, match="another version of the rules"):
        load(saved)
    saved.write_bytes(text)
    monkeypatch.setattr("gitopoly.proof.explorer.run.has_compiler", lambda: True)
    with pytest.raises(InvalidCheckpoint, match="with or without a C\\+\\+ compiler"):
        load(saved)


def test_no_checkpoint_and_no_folder_are_one_clear_refusal(saved: Path) -> None:
    with pytest.raises(InvalidCheckpoint, match="omit --resume"):
        load(saved.with_name("none.checkpoint"))
    explorer = opened(searched("MCMonopolyThree"), ExplorationSettings())
    with pytest.raises(NoRoom, match="--checkpoint"):
        checkpoint.save(explorer, saved / "model.checkpoint")


def test_without_a_compiler_it_says_how_much_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    result = CliRunner().invoke(main, ["check", "MCMonopolyThree", "--engine", "native"])
    assert result.exit_code == 0
    assert "WebAssembly explores on one thread; at most 107 million states fit" in result.stderr
    monkeypatch.setattr("gitopoly.proof.explorer.run.can_compile", lambda: False)
    result = CliRunner().invoke(main, ["check", "MCMonopolyThree", "--engine", "native"])
    assert result.exit_code == 2
    assert "CXX is 'no-such-compiler', which names no compiler" in result.stderr


def test_without_a_gpu_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingTool("no NVIDIA GPU can be used here")

    monkeypatch.setattr("gitopoly.engine.cuda.device", missing)
    monkeypatch.setattr("gitopoly.proof.checking.device", missing)
    assert not gpu.has_gpu()
    result = CliRunner().invoke(main, ["check", "MCMonopolyRail", "--engine", "gpu"])
    assert result.exit_code == 2
    assert result.stderr.startswith("gitopoly: no NVIDIA GPU can be used here")


@pytest.mark.parametrize(("engine", "symmetric"), [("native", True), ("gpu", False)])
def test_symmetry_and_gpus_are_refused_for_the_full_game(engine: str, symmetric: bool) -> None:
    checker = Checker(SUITE, engine, symmetric=symmetric)
    with pytest.raises(InvalidModel, match="is of the full game"):
        checker.demand_ready([SUITE["MCClassic"]])
