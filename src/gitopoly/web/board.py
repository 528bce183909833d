"""What the page must know once: squares, groups, prices and constants of a game."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import Rules
from gitopoly.kernel.board import mortgage_value
from gitopoly.kernel.phases import NOBODY, SQUARE_TYPES, STREET
from gitopoly.web.rents import rents_on


def board_of(rules: Rules) -> dict[str, Any]:
    """The board as it is printed."""
    return {
        "squares": [_square(rules, square) for square in range(rules.board_length)],
        "jail": rules.jail_index,
        "fine": rules.jail_fine,
        "salary": rules.pass_go_reward,
        "hotel": rules.max_level,
        "trading": rules.offers_per_window > 0,
        "turn_limit": rules.turn_limit,
        "pot": bool(rules.free_parking_pot),
    }


def _square(rules: Rules, square: int) -> dict[str, Any]:
    kind = rules.square_type[square]
    facts: dict[str, Any] = {"name": rules.names[square], "type": SQUARE_TYPES[kind]}
    if rules.group[square] == NOBODY:
        # Numbers tell squares of one name apart in logs; people have the board before their eyes.
        facts["name"] = rules.names[square].rstrip(" 0123456789")
    if rules.value[square]:
        facts["price"] = rules.value[square]
    if rules.group[square] != NOBODY:
        facts["group"] = rules.group[square]
        facts["mortgage"] = mortgage_value(rules, square)
        facts["rents"] = rents_on(rules, square)
    if kind == STREET:
        facts["house"] = rules.house_cost[square]
    return facts
