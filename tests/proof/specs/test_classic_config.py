"""A model of the full game becomes rules and bounds of the kernel, or is refused in one line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.steps import Bounds
from gitopoly.proof.manifest import Manifest
from gitopoly.proof.specs.classic_config import kernel_model
from gitopoly.proof.specs.model_config import native_search
from gitopoly.proof.suite import load_suite
from gitopoly.rules import Rules, initial

SUITE = load_suite()
NAME = "MCClassicDeed"


def changed(folder: Path, old: str, new: str, module: str = "") -> Path:
    """The model with something else in its configuration, or in a module."""
    for name in ("classic", "monopoly"):
        shutil.copytree(SUITE.folder / name, folder / name)
    path = folder / "classic" / (module or f"{NAME}.cfg")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / "classic" / f"{NAME}.cfg"


def test_a_model_says_what_is_played_and_what_is_tried() -> None:
    rules, bounds = kernel_model(SUITE.config(SUITE[NAME]))
    assert (rules.num_players, rules.total_money, rules.offers_per_window) == (2, 10, 1)
    assert (rules.played_auctions, rules.opening_throw) == (1, 0)
    assert initial(rules).money[:2] == [2, 2]
    assert bounds == Bounds((1, 2), (0,), None, 0)


def test_a_seat_may_start_with_nothing(tmp_path: Path) -> None:
    path = changed(tmp_path, "Two == <<2, 2>>", "Two == <<0, 2>>", "MCClassic.tla")
    assert initial(kernel_model(path)[0]).money[:2] == [0, 2]
    assert Rules.of("classic", 2).starting_money == 1500


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("    TotalMoney = 10\n", "", "TotalMoney has no value"),
        ("    Flags <- WithoutOpening\n", "", "Flags has no value"),
        ("    BidsTried = {1, 2}\n", "    BidsTried = 1\n", "BidsTried must be a set"),
        ("TotalMoney = 10", "TotalMoney = many", "TotalMoney must be a number"),
        ("<- OneDeedBoard", "<- NoCards", "its Board has no jail"),
        ("<- OneDeedBoard", "<- Nowhere", "Board: the kernel cannot read Nowhere"),
        ("<- WithoutOpening", "<- Nothing", "Flags: the kernel cannot read Nothing"),
        ("<- Two\n", "<- Riches\n", "StartingMoney: the kernel cannot read Riches"),
        ("CONSTRAINTS Frugal", "CONSTRAINTS TellStep", "its constraint TellStep"),
        ("MaxDepth = 11", "MaxDepth = 0", ""),
        ("SPECIFICATION Spec", "SPECIFICATION TwinMoney", "adds steps to the rules"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = changed(tmp_path, old, new)
    if not reason:  # the depth has no meaning here, because nothing asks for it
        assert kernel_model(path)[1].depth is None
        return
    with pytest.raises(InvalidModel, match=reason):
        kernel_model(path)


def test_a_depth_of_nothing_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, "MaxDepth = 11", "MaxDepth = 0")
    path.write_text(path.read_text(encoding="utf-8").replace("CONSTRAINTS", "CONSTRAINTS Bounded"))
    with pytest.raises(InvalidModel, match="the first state has depth 1"):
        kernel_model(path)


def test_the_native_engine_refuses_a_bank_without_bounds(tmp_path: Path) -> None:
    changed(tmp_path, "CONSTRAINTS Frugal\n", "")
    with pytest.raises(InvalidModel, match=f"{NAME}.cfg: its bank issues unlimited money"):
        native_search(Manifest(tmp_path, SUITE.models), SUITE[NAME])
