"""What is done for a player who gave no usable answer."""

import re
from pathlib import Path

from gitopoly.game.action import KINDS
from gitopoly.game.fallback import ORDER, default_action
from tests.game.walks import walked

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_order_names_kinds_that_there_are_once() -> None:
    assert set(ORDER) <= set(KINDS)
    assert len(set(ORDER)) == len(ORDER)


def test_the_page_tells_the_same_order() -> None:
    page = PAGE.read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("The default action is the"))
    told = line[line.index(":") :]
    assert re.findall(r"`([^`]+)`", told) == list(ORDER)


def test_the_default_never_buys_bids_or_builds_of_its_own_accord() -> None:
    for pushes in range(10, 200, 10):
        game = walked("classic", pushes, seats=["Ann", "Ben", "Cleo"])
        for seat in game.to_act:
            kind = default_action(game.actions_of(seat)).kind
            assert kind not in ("buy", "bid", "build", "unmortgage", "accept")
