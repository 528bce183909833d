"""Boards and decks of the specifications become editions, and the small one is that of the game."""

from __future__ import annotations

import pytest

from gitopoly import editions
from gitopoly.errors import InvalidModel
from gitopoly.proof.specs.boards import definitions, edition_with
from gitopoly.proof.suite import find_specs
from gitopoly.rules import Rules

FOLDER = find_specs() / "monopoly"
SMALL = ("SmallBoardSquares", "SmallChance", "SmallCommunityChest", [1, 5, 10])
WORDS = {"is_shipped", "source", "names", "group_names", "card_texts", "options"}
"""What the specification has no words for."""


def test_the_small_board_of_the_specification_is_that_of_the_edition() -> None:
    rules = Rules.unchecked(edition_with(FOLDER, "formal-small", *SMALL), 2)
    for name in set(Rules.__slots__) - WORDS:
        assert getattr(rules, name) == getattr(Rules.of("formal-small", 2), name), name


def test_another_board_makes_other_rules() -> None:
    data = edition_with(FOLDER, "formal-small", "DeedBoard", "NoCards", "NoCards", [1])
    rules = Rules.unchecked(data, 2)
    assert [square.type for square in data.squares] == ["go", "jail", "util", "street", "street"]
    assert (data.squares[3].value, data.squares[3].rent, data.squares[3].house_cost) == (
        4,
        (1, 2),
        2,
    )
    assert (rules.board_length, rules.deed_count, rules.jail_index) == (5, 3, 1)
    assert (rules.deck_size, rules.abstract_bid[: rules.abstract_bids]) == ([0, 0], [1])
    assert rules.group[3] == rules.group[4]
    assert editions.load("formal-small").squares != data.squares


def test_every_list_of_the_modules_is_read() -> None:
    found = definitions(FOLDER)
    assert {"SmallBoardSquares", "JailBoard", "RailBoard", "DeedBoard", "NoCards"} <= set(found)
    assert found["NoCards"] == ()
    assert found["RailBoard"][1:3] == (("Tax", "20"), ("Rail", "25"))
    assert len(found["SmallBoardSquares"]) == 13


def test_a_name_that_the_modules_do_not_define_is_refused() -> None:
    with pytest.raises(InvalidModel, match="MoonBoard is not defined in SmallBoard"):
        edition_with(FOLDER, "formal-small", "MoonBoard", "NoCards", "NoCards", [1])
