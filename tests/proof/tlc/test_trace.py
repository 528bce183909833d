"""A game as a module: which games can be said, how auctions are folded, what is written."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRecord
from gitopoly.proof.specs.actions import actions_of
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.suite import find_specs
from gitopoly.proof.tlc.trace import ALWAYS_OFF, Trace, config_of, module_of, refusal_of
from gitopoly.rules import Rules, actions as a
from tests.proof.recorded import played, traced, without

MONOPOLY = find_specs() / "monopoly"
SMALL = played("formal-small", 0)
FORMAL = played("formal", 0, turns=60)


def test_the_trace_module_knows_every_action_of_next() -> None:
    text = (MONOPOLY / "TraceMonopoly.tla").read_text(encoding="utf-8")
    named = re.findall(r'name = "(\w+)" -> (\w+)$', text, re.MULTILINE)
    assert all(name == action for name, action in named)
    listed = re.findall(r'"(\w+)"', text.partition("\nNames == {")[2].partition("}")[0])
    assert [name for name, _ in named] == listed == list(actions_of(MONOPOLY / "Monopoly.tla"))


def test_every_action_outside_auctions_is_a_step_of_its_own_name() -> None:
    replayed, trace = traced(SMALL)
    assert replayed.fault is None
    assert [step.action for step in trace.steps] == [
        a.NAMES[a.kind_of(entry.code)] for entry in SMALL.steps
    ]
    assert [step.first for step in trace.steps] == list(range(1, len(SMALL.steps) + 1))


def test_a_played_auction_is_one_step_with_its_winner_and_bid() -> None:
    _, trace = traced(FORMAL)
    auctions = [step for step in trace.steps if step.action == "AuctionProperty"]
    won = [step for step in auctions if step.given]
    assert won
    assert all(step.last > step.first + 3 for step in won)
    for step in won:
        assert step.becomes is not None
        assert step.given[0] in step.becomes["owner"].values()  # type: ignore[union-attr]
    assert trace.bids() == {step.given[1] for step in won}
    # The steps follow each other without a gap.
    assert [step.first for step in trace.steps[1:]] == [step.last + 1 for step in trace.steps[:-1]]


def test_an_auction_that_is_not_over_waits() -> None:
    _, whole = traced(FORMAL)
    auction = next(step for step in whole.steps if step.last > step.first)
    cut = FORMAL.steps[: auction.last - 1]
    _, trace = traced(type(FORMAL)(FORMAL.rules, cut))
    assert trace.waiting == list(range(auction.first, auction.last))
    assert trace.steps == whole.steps[: whole.steps.index(auction)]


def test_a_refused_action_is_the_last_step_and_leads_nowhere() -> None:
    replayed, trace = traced(without(SMALL, 1))
    assert replayed.fault is not None
    assert (trace.steps[-1].first, trace.steps[-1].becomes) == (2, None)
    assert "ELSE Possible(StepAt(at + 1))" in module_of(trace)


@pytest.mark.parametrize(
    ("edition", "options", "reason"),
    [
        ("classic", {}, "no edition classic"),  # which is for Classic.tla
        ("arena", {}, "no edition arena"),
        ("formal", {"free_parking_pot": 1}, "option free_parking_pot"),
        ("formal", {"turn_limit": 50}, "option turn_limit"),
        ("formal", {"offers_per_window": 1}, "option offers_per_window"),
        ("formal-small", {"jail_fine": 0}, "jail_fine is greater than 0"),
    ],
)
def test_a_game_that_the_module_cannot_say_is_refused(
    edition: str, options: dict[str, int], reason: str
) -> None:
    rules = Rules.of(edition, 2, **options)
    assert reason in str(refusal_of(rules))
    with pytest.raises(InvalidRecord, match="cannot express this game"):
        Trace(rules)


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("formal", {}),
        ("formal", {"board": "uk"}),
        ("formal-small", {"played_auctions": 1}),
        ("formal-small", {"group_must_be_unmortgaged": 1, "starting_money": 7}),
        ("formal-small", {"defect_stale_debt": 1}),
    ],
)
def test_a_game_that_the_module_can_say_is_not(edition: str, options: dict[str, int]) -> None:
    assert refusal_of(Rules.of(edition, 2, **options)) is None


def test_the_model_sets_every_constant_of_the_module() -> None:
    names: set[str] = set()
    for module in ("Squares.tla", "Table.tla"):
        table = (MONOPOLY / module).read_text(encoding="utf-8")
        declared = re.split(r"\n\nVARIABLES|\n\nPlayers ==", table.partition("\nCONSTANTS\n")[2])[0]
        names |= set(re.findall(r"^    (\w+)(?:,| |$)", declared, re.MULTILINE))
    given = set(re.findall(r"^    (\w+) (?:=|<-)", config_of(traced(SMALL)[1]), re.MULTILINE))
    assert given == names | {"Orders"}  # an operator that the trace module narrows down
    assert set(ALWAYS_OFF) < names


def test_the_model_of_a_small_game_is_that_of_the_edition(tmp_path: Path) -> None:
    (tmp_path / "Game.cfg").write_text(config_of(traced(SMALL)[1]))
    game = read_config(tmp_path / "Game.cfg")
    assert game.invariants == ("EndReached",)
    model = read_config(MONOPOLY / "MCMonopoly.cfg").constants
    for name, constant in model.items():
        if name not in ("MaxDepth", "NumPlayers"):
            assert replace(game.constants[name], line=constant.line) == constant
