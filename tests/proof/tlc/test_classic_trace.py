"""Games of `classic` as a module: what is written, which rules it covers, which it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRecord
from gitopoly.proof.specs.actions import actions_of
from gitopoly.proof.specs.classic_values import FUNCTIONS, VALUES
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.suite import find_specs
from gitopoly.proof.tlc.classic_trace import (
    ASSUMED,
    LEAVING,
    NUMBERS,
    ClassicTrace,
    config_of,
    refusal_of,
)
from gitopoly.proof.tlc.trace import Trace
from gitopoly.proof.tlc.trace_run import trace_of
from gitopoly.rules import Rules, actions as a
from gitopoly.rules.rules import CONSTANTS, FLAGS
from tests.proof.recorded import altered, classic_trace, played, without

CLASSIC = find_specs() / "classic"
GAME = played("classic", 0, turns=10)


def texts() -> str:
    """All modules of the game, without those of models and traces."""
    modules = sorted(CLASSIC.glob("Classic*.tla"))
    return "\n".join(module.read_text(encoding="utf-8") for module in modules)


def declared(keyword: str, *modules: str) -> set[str]:
    """The names that modules declare after CONSTANTS or VARIABLES."""
    names: set[str] = set()
    for module in modules:
        found = find_specs() / module
        text = re.sub(r"\\\*[^\n]*", "", found.read_text(encoding="utf-8"))
        names |= set(re.findall(r"\w+", text.partition(f"\n{keyword}\n")[2].partition("\n\n")[0]))
    return names


def test_the_trace_module_knows_every_action_of_next_and_leaving() -> None:
    text = (CLASSIC / "TraceClassic.tla").read_text(encoding="utf-8")
    named = re.findall(r'name = "(\w+)" ->', text.partition("\nNamed(")[2].partition("\n----")[0])
    listed = re.findall(r'"(\w+)"', text.partition("\nNames == {")[2].partition("}")[0])
    assert listed == list(actions_of(CLASSIC / "Classic.tla"))
    assert named == [*listed, LEAVING]


def test_every_variable_is_compared_in_every_step() -> None:
    variables = declared("VARIABLES", "classic/ClassicTable.tla")
    assert variables == set(FUNCTIONS) | set(VALUES)
    text = (CLASSIC / "TraceClassic.tla").read_text(encoding="utf-8")
    compared = re.findall(r"^    /\\ (\w+)' = played\.(\w+)$", text, re.MULTILINE)
    assert {name for name, _ in compared} == variables
    assert all(name == other for name, other in compared)


def test_every_option_of_the_kernel_is_a_constant_or_is_read() -> None:
    seats = {f"starting_money_{seat}" for seat in range(1, 9)}  # together one constant
    assert set(CONSTANTS) - set(NUMBERS.values()) == seats | {"starting_money"}
    read = set(re.findall(r'\bOn\("(\w+)"\)', texts()))
    defects = {flag for flag in FLAGS if flag.startswith("defect_")}
    assert read == set(FLAGS) - set(ASSUMED) - defects


def test_the_model_sets_every_constant_of_the_modules(tmp_path: Path) -> None:
    (tmp_path / "Game.cfg").write_text(config_of(GAME.rules))
    game = read_config(tmp_path / "Game.cfg")
    modules = ("monopoly/Squares.tla", "classic/ClassicTable.tla", "classic/Classic.tla")
    assert set(game.constants) == declared("CONSTANTS", *modules)
    assert game.invariants == ("EndReached",)


def test_every_action_is_a_step_of_its_own_name() -> None:
    trace = classic_trace(GAME)
    names = [a.NAMES[a.kind_of(entry.code)] for entry in GAME.steps]
    assert [step.action for step in trace.steps] == names
    assert "Follow(StepAt(at + 1))" in trace.module()
    assert "Possible(" not in trace.module()


def test_a_refused_action_is_the_last_step_and_leads_nowhere() -> None:
    trace = classic_trace(without(GAME, 4))
    assert (trace.steps[-1].first, trace.steps[-1].becomes) == (5, None)
    assert "THEN Possible(StepAt(at + 1)) ELSE Follow(StepAt(at + 1))" in trace.module()


def test_a_number_that_tlc_cannot_read_is_written_as_the_largest_one() -> None:
    place = next(i for i, e in enumerate(GAME.steps) if a.kind_of(e.code) == a.BID)
    bid = a.code_of(a.BID, a.player_of(GAME.steps[place].code), number=a.LARGEST_NUMBER)
    trace = classic_trace(altered(GAME, place, code=bid))
    assert (trace.steps[-1].given, trace.steps[-1].becomes) == ((2**31 - 1,), None)
    numbers = map(int, re.findall(r"\b\d+\b", trace.module()))
    assert max(numbers) == 2**31 - 1


@pytest.mark.parametrize(
    ("edition", "options", "reason"),
    [
        ("classic", {"order_is_clockwise": 0}, "goes clockwise"),
        ("classic", {"defect_stale_debt": 1}, "no rule for the option defect_stale_debt"),
    ],
)
def test_rules_that_the_module_lacks_are_refused(
    edition: str, options: dict[str, int], reason: str
) -> None:
    rules = Rules.of(edition, 2, **options)
    assert reason in str(refusal_of(rules))
    with pytest.raises(InvalidRecord, match=r"Classic\.tla cannot express this game"):
        ClassicTrace(rules)


@pytest.mark.parametrize("edition", ["classic", "us-2008", "london", "harbour"])
def test_an_edition_is_followed_by_the_module_that_has_its_rules(edition: str) -> None:
    assert isinstance(trace_of(Rules.of(edition, 2)), ClassicTrace)
    assert isinstance(trace_of(Rules.of("formal", 2)), Trace)


def test_the_board_is_written_as_it_is_printed() -> None:
    text = classic_trace(GAME).module()
    assert text.count('type |-> "street"') == 22
    assert text.count("tenth |-> TRUE") == 1
    assert '[type |-> "repairs", amount |-> 25, hotelAmount |-> 100]' in text
    assert "rent |-> <<50, 200, 600, 1400, 1700, 2000>>, houseCost |-> 200]" in text
