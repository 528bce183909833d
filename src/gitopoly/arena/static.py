"""The fixed facts about the board, as the agents know them: fourteen for each square."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gitopoly import editions

FIELDS = (
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
"""The names of the facts, in the order in which the agents' document lists them."""

GROUP_OF_TYPE = {"rail": "railroad", "util": "utility"}


def _group(square: editions.SquareData) -> str:
    return GROUP_OF_TYPE.get(square.type, square.group)


def _facts(
    number: int, squares: tuple[editions.SquareData, ...], first_rent: int
) -> dict[str, Any]:
    square = squares[number]
    group = _group(square)
    members = tuple(i for i, other in enumerate(squares) if group and _group(other) == group)
    rents = (*square.rent, *(0,) * 6)[:6]
    if square.type == "rail":
        rents = (first_rent, *rents[1:])
    elif square.type == "util":
        rents = (4, *rents[1:])
    is_tax = square.type == "tax"
    return {
        "type": square.type,
        "name": square.name,
        "monopoly": group,
        "monopoly_size": len(members),
        "price": 0 if is_tax else square.value,
        "build_cost": square.house_cost,
        **dict(zip(FIELDS[6:12], rents, strict=True)),
        "tax": square.value if is_tax else 0,
        "monopoly_group_elements": tuple(i for i in members if i != number),
    }


def _static() -> Mapping[int, Mapping[str, Any]]:
    edition = editions.load("arena")
    first_rent = edition.constants["base_rail_rent"]
    squares = edition.squares
    return MappingProxyType(
        {i: MappingProxyType(_facts(i, squares, first_rent)) for i in range(len(squares))}
    )


STATIC: Mapping[int, Mapping[str, Any]] = _static()
"""Facts by square number, 0 to 39; read-only, because all agents share it.

`rent` of a railroad is the rent for owning one, that of a utility the multiplier of the roll.
"""
