"""The house rules that the page offers for a new game, in groups, with their values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gitopoly.editions import Edition, load, presets
from gitopoly.rules.rules import described

GROUPS: dict[str, dict[str, tuple[int, ...]]] = {
    "money": {
        "free_parking_pot": (),
        "free_parking_seed": (0, 100, 500, 1000),
        "double_salary_on_go": (),
        "no_rent_in_jail": (),
        "no_double_rent": (),
    },
    "property": {
        "no_auctions": (),
        "no_mortgages": (),
        "uneven_building": (),
        "hotel_after_three_houses": (),
        "starting_deeds": (0, 1, 2, 3),
    },
    "end": {
        "turn_limit": (0, 30, 60, 100, 200),
        "bankruptcy_limit": (0, 1, 2, 3),
    },
}
"""Each rule with its values; a rule without values is either on or off."""

NEEDS = {"free_parking_seed": "free_parking_pot"}
"""A rule that means nothing without another."""

SEATS = tuple(name for name in described() if name.startswith("starting_money_"))
"""The starting money of each seat."""

OFFERED = (*(name for group in GROUPS.values() for name in group), *SEATS)
"""All of them; a page can ask for no others."""


def brought_by(edition: Edition) -> dict[str, int]:
    """The house rules that an edition has of its own.

    >>> brought_by(load("classic")), brought_by(load("harbour"))
    ({}, {'turn_limit': 60})
    """
    values = {**edition.constants, **edition.flags}
    return {name: int(values[name]) for name in OFFERED if values.get(name)}


def offered(editions: Iterable[str]) -> dict[str, Any]:
    """What the page makes a form of."""
    groups = [
        {
            "name": name,
            "rules": [
                {"name": rule, "values": values, "needs": NEEDS.get(rule)}
                for rule, values in rules.items()
            ],
        }
        for name, rules in GROUPS.items()
    ]
    brought = {name: brought_by(load(name)) for name in editions}
    return {"groups": groups, "presets": presets(), "editions": brought}
