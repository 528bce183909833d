"""Depth by depth, TLC and the native engine find the same numbers of states."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest

from gitopoly.proof.explorer.run import explore
from gitopoly.proof.specs.model_config import native_search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult

pytestmark = pytest.mark.xdist_group("compiled")

SUITE = load_suite()
TOLD = re.compile(r'^<<"(new|step)", (\d+)>>$')


def levels_of_tlc(name: str, depth: int | None, folder: Path) -> list[tuple[int, int]]:
    """States generated and distinct up to each depth, as TLC tells of every one of them."""
    model = SUITE[name]
    text = SUITE.config(model).read_text(encoding="utf-8")
    text = re.sub(r"(?m)^(CONSTRAINT|INVARIANTS?|PROPERTY|PROPERTIES)\b.*\n", "", text)
    text = re.sub(r"MaxDepth = \d+", f"MaxDepth = {depth or 10**6}", text)
    config = folder / f"{name}.cfg"
    config.write_text(f"{text}\nCONSTRAINTS TellStep Bounded\nINVARIANT TellNew\n", "utf-8")
    run = tlc.run(SUITE.module(model), config)
    assert run.result is CheckResult.HOLDS, run.message
    told = Counter(found.groups() for line in run.printed if (found := TOLD.match(line)))
    last = max(int(level) for kind, level in told if kind == "step")
    steps = [told["step", str(level)] for level in range(1, last + 1)]
    new = [told["new", str(level)] for level in range(1, last)]
    generated = itertools.accumulate(steps, initial=1)
    distinct = itertools.accumulate(new, initial=1)
    return list(zip(list(generated)[1:], distinct, strict=True))


def levels_of_native(name: str, depth: int | None) -> list[tuple[int, int]]:
    """The same of the native engine."""
    search = native_search(SUITE, SUITE[name])
    return explore(type(search)(search.rules, depth)).levels


def compare(name: str, depth: int | None, least: int, folder: Path) -> None:
    """Hold both against each other, and make sure that it was about enough states."""
    native = levels_of_native(name, depth)
    assert levels_of_tlc(name, depth, folder) == native
    assert native[-1][1] >= least


@pytest.mark.slow
def test_a_few_levels_are_the_same(tmp_path: Path) -> None:
    compare("MCMonopoly", 12, 3957, tmp_path)


def test_another_model_has_other_levels(tmp_path: Path) -> None:
    assert levels_of_tlc("MCMonopoly", 8, tmp_path) != levels_of_native("MCMonopolyThree", 8)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "depth"),
    [("MCMonopolyDeep", 21), ("MCMonopolyPublished", 21), ("MCMonopolyThree", 17)],
)
def test_levels_are_the_same_for_more_than_300_000_states(
    name: str, depth: int, tmp_path: Path
) -> None:
    """With the defects off, on, and for three players."""
    compare(name, depth, 300_000, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["MCMonopolyPenniless", "MCMonopolyPennilessSix", "MCMonopolyDollar"]
)
def test_levels_of_a_complete_space_are_the_same(name: str, tmp_path: Path) -> None:
    compare(name, None, 44_880, tmp_path)
