"""The rents of a game for the page: the table on each deed, and the current row."""

from __future__ import annotations

from typing import Any

from gitopoly.game import Position, Square
from gitopoly.rules import Rules, State, initial, renew_sets

OWNER = 0
"""Any seat: the rent is the same."""


def rents_on(rules: Rules, square: int) -> list[dict[str, Any]]:
    """The table on a deed, computed by the rules themselves."""
    s = initial(rules)
    deed, group = Position.of(s).board[square], _group(rules, square)
    _give(s, [square])
    if deed.type == "street":
        rows = [{"of": "bare", "amount": deed.rent}]
        _give(s, group)
        if not rules.no_double_rent:
            rows.append({"of": "group", "amount": deed.rent})
        for level in range(1, rules.max_level + 1):
            s.level[square] = level
            renew_sets(s, rules)
            rows.append({"of": "level", "count": level, "amount": deed.rent})
        return rows
    rows = []
    others = [other for other in group if other != square]
    for count in range(1, len(group) + 1):
        _give(s, others[: count - 1])
        if deed.type == "rail":
            rows.append({"of": "rails", "count": count, "amount": deed.rent})
        else:
            rows.append({"of": "utilities", "count": count, "times": deed.rent_times_dice})
    return rows


def rents_now(s: State) -> list[int | None]:
    """For each square, the row of its deed that a visitor would pay, or None."""
    return [_row(s, deed) for deed in Position.of(s).board.values()]


def _row(s: State, deed: Square) -> int | None:
    square = deed.number
    owner = s.owner[square]
    if owner < 0 or not (deed.rent or deed.rent_times_dice):
        return None
    rows_without_buildings = 1 if s.rules.no_double_rent else 2
    if s.level[square]:
        return s.level[square] + rows_without_buildings - 1
    group = _group(s.rules, square)
    owned = sum(s.owner[one] == owner for one in group)
    builds = s.rules.house_cost[square] > 0
    if builds:
        return int(owned == len(group)) if rows_without_buildings == 2 else 0
    return owned - 1


def _group(rules: Rules, square: int) -> list[int]:
    return [one for one in range(rules.board_length) if rules.group[one] == rules.group[square]]


def _give(s: State, squares: list[int]) -> None:
    for square in squares:
        s.owner[square] = OWNER
    renew_sets(s, s.rules)
