"""The facts about the board that agents know."""

from __future__ import annotations

import pytest

from gitopoly.arena import FIELDS, STATIC

NAMES = (
    "type",
    "name",
    "monopoly",
    "monopoly_size",
    "price",
    "build_cost",
    "rent",
    "rent_house_1",
    "rent_house_2",
    "rent_house_3",
    "rent_house_4",
    "rent_hotel",
    "tax",
    "monopoly_group_elements",
)


def test_every_square_has_the_fourteen_facts() -> None:
    assert FIELDS == NAMES
    assert list(STATIC) == list(range(40))
    for facts in STATIC.values():
        assert tuple(facts) == NAMES


def test_a_street_a_railroad_a_utility_a_tax_and_a_corner() -> None:
    assert tuple(STATIC[39].values()) == (
        *("street", "Boardwalk", "dark blue", 2, 400, 200, 50, 200, 600, 1400, 1700, 2000, 0),
        (37,),
    )
    assert tuple(STATIC[5].values()) == (
        *("rail", "Reading Railroad", "railroad", 4, 200, 0, 25, 0, 0, 0, 0, 0, 0),
        (15, 25, 35),
    )
    assert STATIC[12]["monopoly_group_elements"] == (28,)
    assert (STATIC[12]["rent"], STATIC[12]["price"]) == (4, 150)
    assert (STATIC[4]["tax"], STATIC[4]["price"], STATIC[38]["tax"]) == (200, 0, 100)
    assert set(STATIC[20].values()) == {"free-parking", "Free Parking", "", 0, ()}


def test_no_agent_can_change_it_for_the_others() -> None:
    with pytest.raises(TypeError):
        STATIC[39]["price"] = 0  # type: ignore[index]
    with pytest.raises(TypeError):
        STATIC[39] = {}  # type: ignore[index]
