"""The rents of a game for the page: the table on each deed, and the row that is in force."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.board import (
    owned_in_group,
    owns_all_of_set,
    rail_rent,
    street_rent,
    util_multiplier,
)
from gitopoly.kernel.phases import GROUP_SIZE, NOBODY, RAIL, STREET

OWNER = 0
"""Whoever it is, the rent is the same."""


def rents_on(rules: Rules, square: int) -> list[dict[str, Any]]:
    """The table on a deed, worked out by the rules themselves."""
    group = _group(rules, square)
    s = initial(rules)
    s.owner[square] = OWNER
    kind = rules.square_type[square]
    if kind == STREET:
        rows = [{"of": "bare", "amount": street_rent(s, rules, square)}]
        _give(s, group)
        rows.append({"of": "group", "amount": street_rent(s, rules, square)})
        for level in range(1, rules.max_level + 1):
            s.level[square] = level
            rows.append({"of": "level", "count": level, "amount": street_rent(s, rules, square)})
        return rows
    rows = []
    others = [other for other in group if other != square]
    for count in range(1, len(group) + 1):
        _give(s, others[: count - 1])
        if kind == RAIL:
            row = {"of": "rails", "count": count, "amount": rail_rent(s, rules, square)}
        else:
            row = {"of": "utilities", "count": count, "times": util_multiplier(s, rules, square)}
        rows.append(row)
    return rows


def rents_now(s: State) -> list[int | None]:
    """For each square the row of its deed that a visitor would pay by, None if by none."""
    return [_row(s, square) for square in range(s.rules.board_length)]


def _row(s: State, square: int) -> int | None:
    rules, owner = s.rules, s.owner[square]
    group = rules.group[square]
    if owner == NOBODY or group == NOBODY or s.mortgaged[square]:
        return None
    if rules.square_type[square] != STREET:
        return owned_in_group(s, rules, owner, group) - 1
    if s.level[square]:
        return s.level[square] + 1
    return int(owns_all_of_set(s, rules, owner, group))


def _group(rules: Rules, square: int) -> list[int]:
    first = rules.group[square] * GROUP_SIZE
    return list(rules.group_square[first : first + rules.group_size[rules.group[square]]])


def _give(s: State, squares: list[int]) -> None:
    for square in squares:
        s.owner[square] = OWNER
