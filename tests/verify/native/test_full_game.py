"""Positions of the full game are packed and explored like all others, within a model's bounds."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, State, apply, initial
from gitopoly.kernel.codes import AUCTION, TRADE
from gitopoly.kernel.state import FIELDS
from gitopoly.verify import kernel_search
from gitopoly.verify.checking import Checker
from gitopoly.verify.kernel_search import Bounds, key_of, steps_from
from gitopoly.verify.native import full_layout, run
from gitopoly.verify.native.checker import Explorer
from gitopoly.verify.native.run import explore
from gitopoly.verify.specs.model_config import Search, native_search
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc.output import CheckResult
from tests.verify.test_kernel_search import levels_of_tlc

pytestmark = pytest.mark.xdist_group("compiled")

SUITE = load_suite()
MODELS = [
    model
    for model in SUITE.models
    if model.name.startswith("MCClassic") and model.expect is CheckResult.HOLDS
]
SHARED = [model.name for model in MODELS if model.engine == "tlc"]
DEEP = [model.name for model in MODELS if model.engine == "native"]
SMALL = ("MCClassic", "MCClassicThree", "MCClassicPoor")


def searched(name: str) -> Search:
    """A model of the full game."""
    return native_search(SUITE, SUITE[name])


def to_depth(search: Search, depth: int) -> Search:
    """The same to another depth."""
    assert search.bounds
    bounds = dataclasses.replace(search.bounds, depth=depth)
    return dataclasses.replace(search, depth=depth, bounds=bounds)


@pytest.mark.parametrize("name", SMALL)
def test_both_explorers_of_the_kernel_find_the_same_at_every_depth(name: str) -> None:
    search = searched(name)
    assert search.bounds
    found = explore(search)
    assert found.result is CheckResult.HOLDS
    assert found.levels == kernel_search.explore(search.rules, search.bounds).levels
    assert (found.invariants, found.properties) == (17, 3)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*SHARED} - {*SMALL}))
def test_both_find_the_same_complete_space(name: str) -> None:
    """TLC finds it, too, in `test_kernel_search.py`."""
    search = searched(name)
    assert search.bounds
    assert explore(search).levels == kernel_search.explore(search.rules, search.bounds).levels


@pytest.mark.long
def test_the_first_levels_of_a_deep_model_are_those_of_tlc(tmp_path: Path) -> None:
    found = explore(to_depth(searched("MCClassicDeep"), 18)).levels
    assert levels_of_tlc("MCClassicDeep", tmp_path, 18)[:18] == found


@pytest.mark.parametrize(
    "name", [*SHARED, *(pytest.param(name, marks=pytest.mark.long) for name in DEEP)]
)
def test_the_numbers_are_those_of_the_manifest(name: str) -> None:
    done = Checker(SUITE, "native").check_one(SUITE[name])
    assert done.differences == ()


def positions(search: Search, depth: int) -> list[State]:
    """Every position of a model to a depth."""
    assert search.bounds
    found = [initial(search.rules)]
    known = {key_of(found[0])}
    level = found[:]
    for _ in range(depth):
        reached = []
        for s in level:
            for action, outcome in steps_from(s, search.bounds):
                after = s.copy()
                apply(after, action, outcome)
                if key_of(after) not in known:
                    known.add(key_of(after))
                    reached.append(after)
        found += reached
        level = reached
    return found


@pytest.mark.parametrize("name", ["MCClassic", "MCClassicThree"])
def test_a_packed_position_is_the_position_again(name: str) -> None:
    search = searched(name)
    worker = Explorer(search.rules, workers=1, bounds=search.bounds).workers[0]
    some = positions(search, 8)
    assert {AUCTION, TRADE} <= {s.phase for s in some}
    for s in some:
        again = worker.unpack(worker.pack(s), 0)
        assert again.difference(s) == {}


def test_a_smaller_stock_of_bids_has_other_levels() -> None:
    """A planted difference shows."""
    search = searched("MCClassic")
    assert search.bounds
    fewer = dataclasses.replace(search, bounds=dataclasses.replace(search.bounds, bids=(1,)))
    assert explore(fewer).levels != explore(search).levels


def test_a_rule_that_differs_has_other_levels() -> None:
    search = searched("MCClassicDeed")
    found = explore(search).levels
    search.rules.ties_have_a_leader = 0
    assert explore(search).levels != found


def test_money_beyond_the_bound_is_counted_and_not_kept() -> None:
    search = to_depth(searched("MCClassicIssueThree"), 99)
    assert search.bounds
    assert search.bounds.issued == 1
    none = dataclasses.replace(search.bounds, issued=0)
    fewer = explore(dataclasses.replace(search, bounds=none))
    assert fewer.distinct < explore(search).distinct
    assert fewer.levels == kernel_search.explore(search.rules, none).levels


def test_a_step_that_a_promise_forbids_is_told_with_the_way_there() -> None:
    """Where leaders may pass although ties have a leader, bidding is not that of Auction2."""
    search = searched("MCClassicDeed")
    search.rules.leader_may_not_pass = 0
    found = explore(search)
    assert (found.result, found.violated) == (CheckResult.STEP, "BiddingIsAuction2")
    assert "pass" in found.trace[-1].action
    assert any("bid" in state.action for state in found.trace[:-1])


def test_a_value_without_room_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_layout, "_largest_debt", lambda *_: 1)
    found = explore(searched("MCClassicPoor"))
    assert (found.result, found.message) == (CheckResult.ERROR, run.REASONS["step"])


@pytest.mark.parametrize(
    ("bounds", "options", "reason"),
    [
        (Bounds((1,), ()), {"offers_per_window": 0}, "its bank issues unlimited money"),
        (Bounds(tuple(range(1, 30)), (0,), 9), {}, "at most 16 bids"),
        (Bounds((1,), (0,), 9), {}, "offers, which are too many"),
    ],
)
def test_what_cannot_be_packed_is_refused_with_the_reason(
    bounds: Bounds, options: dict[str, int], reason: str
) -> None:
    with pytest.raises(InvalidModel, match=reason):
        full_layout.full_layout(Rules.of("classic", 3, **options), bounds)


def test_a_whole_board_takes_too_many_bits() -> None:
    rules = Rules.of("classic", 8, offers_per_window=0)
    with pytest.raises(InvalidModel, match="too many bits"):
        Explorer(rules, bounds=Bounds((1,), (), depth=3))


@pytest.mark.parametrize(("engine", "symmetric"), [("native", True), ("gpu", False)])
def test_symmetry_and_gpus_are_refused(engine: str, symmetric: bool) -> None:
    checker = Checker(SUITE, engine, symmetric=symmetric)
    with pytest.raises(InvalidModel, match="is of the full game"):
        checker.demand_ready([SUITE["MCClassic"]])


def test_every_field_of_a_state_has_a_slot_or_follows_from_others() -> None:
    search = searched("MCClassic")
    rules = search.rules
    assert search.bounds
    rules.turn_limit, rules.free_parking_pot, rules.hotels = 5, 1, 1
    slots = {slot.field for slot in full_layout.full_layout(rules, search.bounds)}
    assert set(FIELDS) - slots == {"bank_money", "holdings", "mortgages", "developed"}
