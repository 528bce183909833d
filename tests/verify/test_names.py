"""The kernel's actions are those of the modules, by name; every exception has its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel.actions import NAMES
from gitopoly.verify.specs.actions import actions_of

SPECS = Path(__file__).parents[2] / "specs"
MODULES = {"monopoly/Monopoly.tla": "", "auction/Auction2.tla": "A2", "trade/Trade2.tla": "T2"}
"""Each module, and the prefix of its names."""

ONLY_IN_THE_KERNEL = {
    **dict.fromkeys(
        ("PostRollUnmortgage", "PostRollUpgrade", "PostRollMortgage", "PostRollDowngrade"),
        "the window before a purchase (flag purchase_window) is of the classic and arena editions",
    ),
    **dict.fromkeys(
        ("PreRollSellGroup", "PostRollSellGroup", "F4ASellGroup", "BankruptcyPreventionSellGroup"),
        "a group is sold at once only where houses are scarce (flag buildings_are_limited)",
    ),
    "CloseAuction": "hands over what was won; Auction2 ends with the agreement on the winner",
    "ThrowForStart": "Monopoly.tla begins with the first player (flag opening_throw)",
    "PayTenthOfWorth": "the choice of the tax is of the classic edition (flag tax_choice)",
    "LeaveJail": "the step after a third miss is of its own only with flag fine_before_move",
    "DealDeed": "deeds are dealt at the start only by a house rule (option starting_deeds)",
    "PayCardFine": "a card with a choice is of the london edition (CARD-17)",
    "PlaceBuilding": "the winner of an auction of buildings places them (flag shortage_auction)",
}
ONLY_IN_THE_MODULES = {
    "SettleTrade": "the kernel settles in the step that accepts, because it has one log",
    "Learn": "news between peers, which the kernel has no part in",
}


def specified() -> set[str]:
    """All names of the modules, without their prefixes."""
    names: set[str] = set()
    for module, prefix in MODULES.items():
        found = actions_of(SPECS / module, f"{prefix}Next")
        assert all(name.startswith(prefix) for name in found)
        names |= {name.removeprefix(prefix) for name in found}
    return names


def test_the_kernel_and_the_modules_name_the_same_actions() -> None:
    assert set(NAMES) - specified() == set(ONLY_IN_THE_KERNEL)
    assert specified() - set(NAMES) == set(ONLY_IN_THE_MODULES)


def test_every_exception_has_a_reason() -> None:
    assert all(ONLY_IN_THE_KERNEL.values())
    assert all(ONLY_IN_THE_MODULES.values())


def test_lists_of_actions_are_unfolded_in_order(tmp_path: Path) -> None:
    module = tmp_path / "Small.tla"
    module.write_text(
        "A == x' = 1\nB == x' = 2\nC ==\n    \\/ x' = 3\n    \\/ A\n"
        "Some ==\n    \\/ A\n    \\/ B\nNext ==\n    \\/ Some\n    \\/ C\n\nSpec == Next\n"
    )
    assert actions_of(module) == ("A", "B", "C")


def test_a_relation_that_is_no_list_is_refused(tmp_path: Path) -> None:
    module = tmp_path / "Odd.tla"
    module.write_text("Next == x' = 1\n")
    with pytest.raises(InvalidModel, match=r"Odd.tla: Next is not a list"):
        actions_of(module)
