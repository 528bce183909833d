"""What never changes for the page: squares, groups, prices and constants of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gitopoly.game import Position, Square
from gitopoly.rules import Rules, initial
from gitopoly.web.rents import rents_on


def board_of(rules: Rules) -> dict[str, Any]:
    """The board as it is printed."""
    printed = rules.source.squares
    shared = Counter(map(_unnumbered, rules.names))
    return {
        "squares": [
            _square(rules, at, printed[at.number].key, shared)
            for at in Position.of(initial(rules)).board.values()
        ],
        "groups": list(rules.group_names),
        "colours": [rules.source.colours.get(name, "") for name in rules.group_names],
        "currency": rules.currency,
        "jail": rules.jail_index,
        "fine": rules.jail_fine,
        "salary": rules.pass_go_reward,
        "hotel": rules.hotel_level,
        "trading": rules.offers_per_window > 0,
        "turn_limit": rules.turn_limit,
        "pot": bool(rules.free_parking_pot),
    }


def _unnumbered(name: str) -> str:
    return name.rstrip(" 0123456789")


def _square(rules: Rules, square: Square, key: str, shared: Counter[str]) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": square.name, "type": square.type}
    plain = _unnumbered(square.name)
    if not square.is_deed and plain and shared[plain] > 1:
        # Logs number squares that share a name; on the page everyone can see which it is.
        facts["name"] = plain
    if key:
        facts["key"] = key
    if price := square.price or square.tax:
        facts["price"] = price
    if square.is_deed:
        facts["group"] = rules.group[square.number]
        facts["mortgage"] = square.mortgage_value
        facts["rents"] = rents_on(rules, square.number)
    if square.house_price is not None:
        facts["house"] = square.house_price
    return facts
