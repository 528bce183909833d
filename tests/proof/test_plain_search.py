"""The kernel explores what TLC does: the same positions and steps at every depth, and an end."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.steps import Bounds
from gitopoly.proof.specs.classic_config import kernel_model
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult
from gitopoly.rules import Rules, State, initial, is_legal
from tests.proof import plain_search
from tests.proof.plain_search import Space, explore, key_of, steps_from

SUITE = load_suite()
TOLD = re.compile(r'^<<"(new|step)", (\d+)>>$')
COMPLETE = ("MCClassicStreets", "MCClassicDeed", "MCClassicDeedThree", "MCClassicIssue")


def searched(name: str, can_end: bool = False, **changes: int | None) -> Space:
    """A model, explored by the kernel."""
    rules, bounds = kernel_model(SUITE.config(SUITE[name]))
    return explore(rules, replace(bounds, **changes), can_end)


def levels_of_tlc(name: str, folder: Path, depth: int = 0) -> list[tuple[int, int]]:
    """Steps and positions up to each depth, as TLC tells of every one of them."""
    model = SUITE[name]
    text = SUITE.config(model).read_text(encoding="utf-8")
    if depth:
        text = re.sub(r"MaxDepth = \d+", f"MaxDepth = {depth}", text)
    constraints = re.findall(r"(?m)^CONSTRAINTS (.*)$", text)
    text = re.sub(r"(?m)^(CONSTRAINTS|INVARIANTS|PROPERTIES)\b.*\n", "", text)
    config = folder / f"{name}.cfg"
    asked = f"CONSTRAINTS TellStep {' '.join(constraints)}\nINVARIANT TellNew\n"
    config.write_text(f"{text}\n{asked}", "utf-8")
    run = tlc.run(SUITE.module(model), config, short=True)
    assert run.result is CheckResult.HOLDS, run.message
    told = Counter(found.groups() for line in run.printed if (found := TOLD.match(line)))
    last = max(int(level) for kind, level in told if kind == "new")
    steps = [told["step", str(level)] for level in range(1, last + 2)]
    new = [told["new", str(level)] for level in range(1, last + 1)]
    generated = list(itertools.accumulate(steps, initial=1))[1:]
    distinct = list(itertools.accumulate(new, initial=1))
    # The last positions of a complete space, or of a bounded one, are counted but lead nowhere new.
    return [pair for pair in zip(generated, distinct, strict=True) if pair[0] or pair[1]]


@pytest.mark.parametrize("name", ["MCClassic", "MCClassicThree", "MCClassicPoor"])
def test_the_kernel_finds_the_numbers_of_the_manifest(name: str) -> None:
    model, found = SUITE[name], searched(name)
    assert (found.generated, found.distinct) == (model.generated, model.distinct)
    assert found.depth == model.depth
    assert found.broken == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["MCClassic", "MCClassicThree", "MCClassicPoor"])
def test_both_find_the_same_at_every_depth(name: str, tmp_path: Path) -> None:
    found = searched(name).levels
    assert levels_of_tlc(name, tmp_path)[: len(found)] == found


@pytest.mark.long
@pytest.mark.parametrize("name", COMPLETE)
def test_both_find_the_same_complete_space(name: str, tmp_path: Path) -> None:
    found = searched(name)
    assert found.complete
    assert levels_of_tlc(name, tmp_path)[: len(found.levels)] == found.levels


def test_from_every_position_the_game_can_still_end() -> None:
    found = searched("MCClassicPoor", can_end=True)
    assert found.complete
    assert found.ends > 0
    assert found.endless == 0


@pytest.mark.long
@pytest.mark.parametrize("name", COMPLETE)
def test_from_every_position_of_a_larger_game_it_can_still_end(name: str) -> None:
    found = searched(name, can_end=True)
    assert (found.distinct, found.endless) == (SUITE[name].distinct, 0)
    assert found.ends > 0
    assert found.broken == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["MCClassicPoor", *(pytest.param(name, marks=pytest.mark.long) for name in COMPLETE[:3])],
)
def test_a_game_in_which_nothing_costs_anything_never_ends(name: str) -> None:
    """The twins: the same models without a salary, where the question has the other answer."""
    rules, bounds = kernel_model(SUITE.config(SUITE[name]))
    rules.value = [0] * len(rules.value)
    rules.rent = [0] * len(rules.rent)
    rules.jail_fine = rules.base_rail_rent = 0
    found = explore(rules, replace(bounds, depth=None), can_end=True)
    assert found.complete
    assert (found.ends, found.endless) == (0, found.distinct)


def test_a_space_that_was_not_finished_says_nothing_about_the_end() -> None:
    found = searched("MCClassicPoor", can_end=True, depth=10)
    assert (found.complete, found.endless, found.depth) == (False, None, 10)


def test_a_kernel_that_makes_a_dollar_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = plain_search.apply

    def generous(s: State, action: int, outcome: int = 0) -> None:
        real(s, action, outcome)
        s.bank_money += 1

    monkeypatch.setattr(plain_search, "apply", generous)
    assert "InvConservationOfMoney" in searched("MCClassic", depth=4).broken


def test_positions_differ_in_whatever_the_rules_know() -> None:
    s = initial(Rules.of("classic", 2))
    other = s.copy()
    other.interest_paid = 1
    assert key_of(s) != key_of(other)
    other.interest_paid, other.turns = 0, 5
    assert key_of(s) == key_of(other)


def test_only_the_bids_and_sums_of_the_model_are_tried() -> None:
    rules, bounds = kernel_model(SUITE.config(SUITE["MCClassic"]))
    s = initial(rules)
    assert bounds == Bounds((1, 3), (0, 1), 10, None)
    assert all(is_legal(s, action) for action, _, _ in steps_from(s, bounds))
    assert len(list(steps_from(s, bounds))) == rules.dice_max**2


def test_a_model_with_other_steps_is_refused() -> None:
    with pytest.raises(InvalidModel, match="adds steps to the rules"):
        kernel_model(SUITE.config(SUITE["MCClassicTwinMoney"]))
