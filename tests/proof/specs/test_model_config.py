"""A model's constants as rules of the kernel, and the models that this cannot be done for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.promises import promises_named
from gitopoly.proof.manifest import Manifest
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.specs.model_config import (
    EDITION,
    NEEDED,
    Search,
    native_refusal,
    native_search,
)
from gitopoly.proof.suite import find_specs, load_suite
from gitopoly.rules import Rules

SUITE = load_suite()
ABLE = {
    *("MCMonopoly", "MCMonopolyThree", "MCMonopolyPublished", "MCMonopolyDeep"),
    *("MCMonopolyPenniless", "MCMonopolyPennilessSix", "MCMonopolyDollar"),
    *("MCMonopolyJail", "MCMonopolyRail", "MCMonopolyRailThree", "MCMonopolyRuin"),
    *("MCMonopolyNothing", "MCMonopolyDeeds", "MCClassic", "MCClassicThree", "MCClassicPoor"),
    *("MCClassicStreets", "MCClassicDeed", "MCClassicDeedThree"),
    *("MCClassicIssue", "MCClassicIssueThree"),
}
"""The models for TLC that the native engine can run, too."""


def test_the_native_engine_runs_the_models_of_the_rules_that_must_hold() -> None:
    able = [model.name for model in SUITE.models if not native_refusal(SUITE, model)]
    small = [m for m in SUITE.models if m.name in ABLE or m.engine in ("native", "gpu")]
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
        ("MCAuction1", "not a model of the rules"),
        ("SIMMonopoly", "a TLC simulation"),
        ("MCMonopolyTwinMoney", "adds steps or fairness to the rules (TwinMoney)"),
        ("MCMonopolyDefectStaleDebt", "it must fail"),
        ("MCMonopolyFormal", "does not support its Board"),
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
    text = SUITE.config(SUITE["MCMonopoly"]).read_text(encoding="utf-8")
    named = re.findall(r"\b(TypeOK|Inv\w+|LeaveJailInTime|NoRentOnMortgage)\b", text)
    assert len(named) == 14
    assert plain.asked == promises_named(named)


def test_the_constants_that_are_demanded_are_those_of_the_module() -> None:
    declared: list[str] = []
    for module in ("Squares", "Table", "MCMonopoly"):
        text = (find_specs() / "monopoly" / f"{module}.tla").read_text(encoding="utf-8")
        text = re.sub(r"\(\*.*?\*\)|\\\*[^\n]*", "", text, flags=re.DOTALL)
        for found in re.findall(r"^CONSTANTS?\b((?:\s*\w+\s*,)*\s*\w+)", text, re.MULTILINE):
            declared += re.findall(r"\w+", found)
    assert set(NEEDED) == set(declared) == set(read_config(SUITE.config(MODEL)).constants)


# A model of our own, one slip at a time.

MODEL = SUITE["MCMonopoly"]
LAST = "PROPERTIES LeaveJailInTime NoRentOnMortgage"


def searched(folder: Path, old: str, new: str) -> Search:
    """The search of the plain model with something else in its configuration."""
    text = SUITE.config(MODEL).read_text(encoding="utf-8")
    assert old in text
    specs = folder / "specs"
    shutil.copytree(SUITE.folder / "monopoly", specs / "monopoly")
    suite = Manifest(specs, SUITE.models)
    suite.config(MODEL).write_text(text.replace(old, new, 1), encoding="utf-8")
    return native_search(suite, MODEL)


def test_a_published_defect_that_the_kernel_lacks_must_have_no_effect(tmp_path: Path) -> None:
    both = "    DefectNothingToCollect = {0}\n    DefectLastCardIsHeld = {0}\n"
    off, on = both.format("FALSE"), both.format("TRUE")
    assert searched(tmp_path / "usual", off, on).rules
    whole = SUITE.config(MODEL).read_text(encoding="utf-8")
    published = whole.replace(off, on).replace("PassGoReward = 4", "PassGoReward = 0")
    with pytest.raises(InvalidModel, match="NothingToCollect: the kernel does not"):
        searched(tmp_path / "without salary", whole, published)


def test_a_section_over_lines_or_in_pieces_asks_for_the_same(tmp_path: Path) -> None:
    names = "InvConservationOfMoney InvStreetLevelRange"
    pieces = "InvConservationOfMoney\nCONSTRAINTS Bounded\nINVARIANT\n    InvStreetLevelRange\n"
    assert searched(tmp_path, names, pieces).asked == native_search(SUITE, MODEL).asked


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (LAST, "PROPERTY Termination", "no check for its property Termination"),
        (LAST, "PROPERTIES LeaveJailInTime\n    Termination", "its property Termination"),
        (LAST, "INVARIANT InvNew", "no check for its invariant InvNew"),
        (LAST, "CONSTRAINT TellStep", "does not support its constraint TellStep"),
        (LAST, "CONSTRAINTS\n    Bounded TellStep", "does not support its constraint TellStep"),
        (LAST, "ACTION_CONSTRAINT Bounded", "does not support action constraints (Bounded)"),
        (LAST, "VIEW others", "does not support VIEW"),
        (LAST, "SYMMETRY Symmetry", "does not support SYMMETRY"),
        (LAST, "ALIAS Other", "does not support ALIAS"),
        (LAST, "POSTCONDITION Other", "does not support POSTCONDITION"),
        (LAST, "CHECK_DEADLOCK TRUE", "does not support CHECK_DEADLOCK"),
        ("SPECIFICATION Spec", "INIT Init\nNEXT Next", "adds steps or fairness"),
        ("Board <- Small", "Board = Small", "does not support its Board"),
        ("Board <- Small", "Board <- [Table] Small", "does not support its Board"),
    ],
)
def test_what_the_engine_cannot_honour_is_for_tlc(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    with pytest.raises(InvalidModel) as refusal:
        searched(tmp_path, old, new)
    assert str(refusal.value).startswith("MCMonopoly is for TLC only, because ")
    assert reason in str(refusal.value)
    assert str(refusal.value).endswith("; use --engine tlc")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("NumPlayers = 2", "NumPlayers <- Two", "line 4: NumPlayers: it must be a number"),
        ("NumPlayers = 2", "NumPlayers = TRUE", "line 4: NumPlayers: it must be a number"),
        ("NumPlayers = 2", "NumPlayers = 9", "formal-small is for"),
        ("StartingMoney = 30", "", "StartingMoney has no value"),
        ("StartingMoney = 30", "StartingMoney = 300", "raise total_money"),
        ("NULL = NULL", "NULL = 0", "line 3: NULL: it must be a model value"),
        ("{1, 5, 10}", "{1, 5, 10, 20}", "1 to 3 bids"),
        ("{1, 5, 10}", "{0, 1}", "1 to 3 bids above 0"),
        ("{1, 5, 10}", "{}", "1 to 3 bids"),
        ("{1, 5, 10}", "{1, a}", "it must be a set of numbers"),
        ("{1, 5, 10}", "5", "it must be a set of numbers"),
        ("MaxDepth = 14", "MaxDepth = 0", "no state has this depth"),
        ("MaxDepth = 14", "MaxDepth <- Deep", "MaxDepth: it must be a number"),
        ("MaxDepth = 14", "MaxDepth = 14 TypeOK <- InvJail", "TypeOK: the kernel has no constant"),
        ("MaxDepth = 14", "MaxDepth = 14 Next <- Init", "Next: the kernel has no constant"),
        ("DefectStaleDebt = FALSE", "DefectStaleDebt = 0", "it must be TRUE or FALSE"),
        ("JailFine = 8", "JailFine = [Table] 8", "only plain constants"),
        ("JailFine = 8", "JailFine(a) = 8", "only plain constants"),
        ("INVARIANTS", "INVARIANTS ?", "line 28: TLC's configuration files do not allow '?' here"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_file_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    with pytest.raises(InvalidModel) as refusal:
        searched(tmp_path, old, new)
    assert "MCMonopoly.cfg" in str(refusal.value)
    assert reason in str(refusal.value)


def test_bids_are_a_set(tmp_path: Path) -> None:
    assert searched(tmp_path, "{1, 5, 10}", "{10, 1, 5, 5}").rules.abstract_bid == [1, 5, 10]


def test_without_the_constraint_the_depth_is_not_bounded(tmp_path: Path) -> None:
    assert searched(tmp_path, "CONSTRAINT Bounded\n", "").depth is None
