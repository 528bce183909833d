"""The kernel's actions are those of the modules, by name; every exception has its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.specs.actions import actions_of
from gitopoly.rules.actions import NAMES

SPECS = Path(__file__).parents[2] / "specs"
MODULES = {"classic/Classic.tla": "", "auction/Auction2.tla": "A2", "trade/Trade2.tla": "T2"}
"""Each module, and the prefix of its names."""

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


def test_the_full_game_has_exactly_the_actions_of_the_kernel() -> None:
    assert set(actions_of(SPECS / "classic/Classic.tla")) == set(NAMES)


def test_the_other_modules_name_actions_of_the_kernel() -> None:
    assert set(actions_of(SPECS / "monopoly/Monopoly.tla")) < set(NAMES)
    assert specified() - set(NAMES) == set(ONLY_IN_THE_MODULES)
    assert all(ONLY_IN_THE_MODULES.values())


def test_lists_of_actions_are_unfolded_in_order(tmp_path: Path) -> None:
    module = tmp_path / "Small.tla"
    module.write_text(
        "A == x' = 1\nB(n) == x' = n\nC ==\n    \\/ x' = 3\n    \\/ A\n"
        "Some ==\n    \\/ A\n    \\/ \\E n, m \\in S : B(n, m)\nNext ==\n    \\/ Some\n    \\/ C\n"
        "\nSpec == Next\n"
    )
    assert actions_of(module) == ("A", "B", "C")


def test_a_relation_that_is_no_list_is_refused(tmp_path: Path) -> None:
    module = tmp_path / "Odd.tla"
    module.write_text("Next == x' = 1\n")
    with pytest.raises(InvalidModel, match=r"Odd.tla: Next is not a list"):
        actions_of(module)
