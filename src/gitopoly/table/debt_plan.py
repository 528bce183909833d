"""A way out of a debt: what to mortgage and sell so that it can be paid, giving up little."""

from __future__ import annotations

from typing import Any, NamedTuple

from gitopoly.rules import State, actions as a, apply, is_legal, legal_actions
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, NOBODY


class Raise(NamedTuple):
    """One action that brings money."""

    code: int
    amount: int


def plan(s: State, seat: int) -> list[Raise]:
    """What to do so that the first debt can be paid; nothing if it can be, or cannot be at all."""
    if s.phase != BANKRUPTCY_PREVENTION or s.debtor[0] != seat:
        return []
    now, found = s.copy(), []
    while (missing := now.debt_amount[0] - now.money[seat]) > 0:
        step = _next(now, seat, missing)
        if step is None:
            return []
        apply(now, step.code)
        found.append(step)
    return _without_excess(s, seat, found)


def pay(seat: int) -> int:
    """The action that pays the first debt."""
    return a.code_of(a.PAY_OFF_DEBT, seat)


def plan_facts(s: State, seat: int) -> list[dict[str, Any]]:
    """The plan as a front end shows it."""
    return [
        {"do": _verb(step.code), "square": _square_of(s, step.code), "amount": step.amount}
        for step in plan(s, seat)
    ]


def _next(s: State, seat: int, missing: int) -> Raise | None:
    """The least that suffices, or else the most; buildings only when no mortgage is left.

    A deed outside of a whole group is given up before one that earns double.
    """
    found = []
    for code in legal_actions(s, seat):
        if isinstance(code, int) and a.operation_of(code) != NOBODY:
            after = s.copy()
            apply(after, code)
            amount = after.money[seat] - s.money[seat]
            if amount > 0:
                found.append((_pain(s, code), Raise(code, amount)))
    if not found:
        return None
    least = min(pain for pain, _ in found)
    offered = [step for pain, step in found if pain == least]
    enough = [step for step in offered if step.amount >= missing]
    if enough:
        return min(enough, key=lambda step: step.amount)
    return max(offered, key=lambda step: step.amount)


def _pain(s: State, code: int) -> int:
    operation = a.operation_of(code)
    if operation != a.MORTGAGE:
        return 2 if operation == a.DOWNGRADE else 3
    group, owner = s.rules.group[a.place_of(code)], s.owner[a.place_of(code)]
    squares = [at for at in range(s.rules.board_length) if s.rules.group[at] == group]
    return int(all(s.owner[at] == owner for at in squares))


def _without_excess(s: State, seat: int, found: list[Raise]) -> list[Raise]:
    """Leave out what later steps have made unnecessary."""
    missing = s.debt_amount[0] - s.money[seat]
    for step in list(found):
        rest = [other for other in found if other is not step]
        if sum(other.amount for other in rest) >= missing and _works(s, rest):
            found = rest
    return found


def _works(s: State, steps: list[Raise]) -> bool:
    now = s.copy()
    for step in steps:
        if not is_legal(now, step.code):
            return False
        apply(now, step.code)
    return True


def _square_of(s: State, code: int) -> int:
    if a.operation_of(code) == a.SELL_GROUP:
        return next(
            at for at in range(s.rules.board_length) if s.rules.group[at] == a.place_of(code)
        )
    return a.place_of(code)


def _verb(code: int) -> str:
    return "mortgage" if a.operation_of(code) == a.MORTGAGE else "sell"
