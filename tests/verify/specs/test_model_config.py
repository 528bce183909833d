"""A model's constants as rules of the kernel, and the models that this cannot be done for."""

from __future__ import annotations

import re

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules
from gitopoly.verify.native.promises import PROMISES, promises_named
from gitopoly.verify.specs.model_config import EDITION, native_refusal, native_search, read_config
from gitopoly.verify.suite import load_suite

SUITE = load_suite()
ABLE = {
    *("MCMonopoly", "MCMonopolyThree", "MCMonopolyPublished", "MCMonopolyDeep"),
    *("MCMonopolyPenniless", "MCMonopolyPennilessSix", "MCMonopolyDollar"),
    *("MCMonopolyJail", "MCMonopolyRail", "MCMonopolyRailThree", "MCMonopolyRuin"),
    "MCMonopolyDeeds",
}
"""The models for TLC that the native engine can run, too."""


def test_the_native_engine_runs_the_models_of_the_rules_that_must_hold() -> None:
    able = [model.name for model in SUITE.models if not native_refusal(SUITE, model)]
    small = [m for m in SUITE.models if m.name in ABLE or m.engine == "native"]
    assert able == [model.name for model in small]


def test_constants_become_options() -> None:
    three = native_search(SUITE, SUITE["MCMonopolyThree"])
    assert three.depth == 10
    rules = three.rules
    assert (rules.num_players, rules.starting_money, rules.dice_max) == (3, 7, 3)
    published = native_search(SUITE, SUITE["MCMonopolyPublished"]).rules
    assert published.defect_stale_debt == published.defect_fine_in_any_phase == 1


def test_the_plain_model_is_the_edition_itself() -> None:
    rules, edition = native_search(SUITE, SUITE["MCMonopoly"]).rules, Rules.of(EDITION, 2)
    for name in set(Rules.__slots__) - {"options"}:
        assert getattr(rules, name) == getattr(edition, name), name


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("MCAuction1", "no model of the rules"),
        ("SIMMonopoly", "a simulation of TLC"),
        ("MCMonopolyTwinMoney", "adds steps or fairness to the rules (TwinMoney)"),
        ("MCMonopolyDefectStaleDebt", "it must fail"),
        ("MCMonopolyFormal", "its Board is not"),
        ("MCMonopolyDefectTypeOkReadsChanceCards", "its CommunityChestCards"),
    ],
)
def test_others_are_refused_with_the_reason(model: str, reason: str) -> None:
    with pytest.raises(InvalidModel, match=f"{model} is for TLC only, .*{re.escape(reason)}"):
        native_search(SUITE, SUITE[model])


def test_a_model_on_another_board_is_the_edition_with_that_board() -> None:
    rules = native_search(SUITE, SUITE["MCMonopolyRail"]).rules
    assert (rules.edition, rules.board_length, rules.deed_count) == (EDITION, 4, 1)
    assert rules.abstract_bid[: rules.abstract_bids] == [1]


def test_a_search_asks_for_the_promises_of_its_model() -> None:
    deep, plain = (native_search(SUITE, SUITE[name]) for name in ("MCMonopolyDeep", "MCMonopoly"))
    assert deep.asked == promises_named(["TypeOK"])
    assert plain.asked == promises_named(set(PROMISES) - {"InvNoBuildingBesideMortgage"})


def test_a_config_is_read_by_its_sections() -> None:
    config = read_config(SUITE.config(SUITE["MCMonopoly"]))
    assert (config.specification, config.constraint) == ("Spec", "Bounded")
    assert config.invariants[:2] == ("TypeOK", "InvNoPossessionsIfBankrupt")
    assert config.constants["AuctionBids"] == "{1, 5, 10}"
    assert config.constants["Board"] == "SmallBoardSquares"
