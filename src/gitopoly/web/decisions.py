"""What a person can decide now: every choice with its cost, or the reason why it is closed."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import BidRange, Choice, OfferTemplate, Rules, State, refusal
from gitopoly.kernel import actions as a
from gitopoly.kernel import refusals as r
from gitopoly.kernel.board import mortgage_value
from gitopoly.kernel.landing import rent_of
from gitopoly.kernel.management import cost_of_lifting
from gitopoly.kernel.money import tenth, worth_for_tax
from gitopoly.kernel.phases import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    GROUP_SIZE,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    STREET,
    TAX,
)
from gitopoly.kernel.text import WINDOWS
from gitopoly.kernel.trade import refusal_to_offer

OPERATIONS = ("unmortgage", "build", "mortgage", "sell")
KEYS = {
    number: name.lower()
    for name, number in vars(r).items()
    if name.isupper() and not name.startswith("_") and isinstance(number, int)
}
"""A word for each refusal, by which the page finds its text."""

_LAST_OPERATION = a.BANKRUPTCY_PREVENTION_SELL_GROUP


def refusal_facts(why: int) -> dict[str, str]:
    """A refusal as the page shows it."""
    return {"key": KEYS[why], "rule": r.rule_of(why), "text": r.reason_of(why)}


def decisions(s: State, seat: int, choices: list[Choice]) -> dict[str, Any]:
    """Everything that the person at `seat` can choose from, and what is shown as closed."""
    open_codes = {choice for choice in choices if isinstance(choice, int)}
    plain = [code for code in choices if isinstance(code, int) and not _is_operation(code)]
    closed = []
    if choices:
        usual = [a.action(kind, seat) for kind in _usual(s, seat)]
        closed = [code for code in usual if code not in open_codes]
    ranges = [choice for choice in choices if isinstance(choice, BidRange)]
    offers = [choice for choice in choices if isinstance(choice, OfferTemplate)]
    return {
        "buttons": [_button(s, seat, code, 0) for code in plain]
        + [_button(s, seat, code, refusal(s, code)) for code in closed],
        "bid": {"lowest": ranges[0].lowest, "highest": ranges[0].highest} if ranges else None,
        "trade": _trade(s, seat, offers),
        "deeds": _deeds(s, seat, open_codes),
    }


def _usual(s: State, seat: int) -> list[int]:
    """What people look for in a situation, even when it is closed to them."""
    if s.phase == PRE_ROLL and s.in_jail[seat]:
        return [a.PAY_JAIL_FINE, a.PLAY_GOOJF_CH, a.PLAY_GOOJF_CC]
    here = s.positions[seat]
    if s.phase == POST_ROLL and s.turn_player == seat:
        if s.rules.group[here] != NOBODY and s.owner[here] == NOBODY:
            return [a.BUY_PROPERTY, a.AUCTION_PROPERTY]
        if s.rules.square_type[here] == TAX and s.rules.tenth_allowed[here]:
            return [a.PAY_TAX, a.PAY_TENTH_OF_WORTH]
    if s.phase == BANKRUPTCY_PREVENTION:
        return [a.PAY_OFF_DEBT, a.GO_BANKRUPT]
    return [a.PASS] if s.phase == AUCTION else []


def _is_operation(code: int) -> bool:
    return a.PRE_ROLL_UNMORTGAGE <= a.kind_of(code) <= _LAST_OPERATION


def _button(s: State, seat: int, code: int, why: int) -> dict[str, Any]:
    kind = a.kind_of(code)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "code": str(code)}
    if kind == a.PLACE_BUILDING:
        facts["square"] = a.square_of(code)
    elif kind in (a.BUY_PROPERTY, a.AUCTION_PROPERTY):
        facts["square"] = s.positions[seat]
    cost = _cost(s, s.rules, seat, kind)
    if cost:
        facts["cost"] = cost
    if why:
        facts["refused"] = refusal_facts(why)
    return facts


def _cost(s: State, rules: Rules, seat: int, kind: int) -> int:
    """What a decision costs, as far as that is certain."""
    here = s.positions[seat]
    if kind == a.BUY_PROPERTY or kind == a.PAY_TAX:
        return rules.value[here]
    if kind == a.PAY_TENTH_OF_WORTH:
        return tenth(rules, worth_for_tax(s, rules, seat))
    if kind == a.PAY_JAIL_FINE:
        return rules.jail_fine
    if kind == a.PAY_OFF_DEBT:
        return s.debt_amount[0]
    if kind in (a.PAY_STREET_RENT, a.PAY_RAIL_RENT):
        return rent_of(s, rules, here)
    return 0


def _deeds(s: State, seat: int, open_codes: set[int]) -> dict[str, list[dict[str, Any]]]:
    """For each own deed: building, selling and mortgaging, open or closed."""
    first = WINDOWS.get(s.phase, a.PRE_ROLL_UNMORTGAGE)
    found: dict[str, list[dict[str, Any]]] = {}
    for square in s.rules.deeds[: s.rules.deed_count]:
        if s.owner[square] == seat:
            found[str(square)] = [
                _operation(s, first, seat, square, offset, open_codes)
                for offset in range(len(OPERATIONS))
                if s.rules.square_type[square] == STREET or offset in (a.UNMORTGAGE, a.MORTGAGE)
            ]
    for code in sorted(open_codes):
        if _is_operation(code) and a.PARAMETERS[a.kind_of(code)] == "square, number":
            square = s.rules.group_square[a.square_of(code) * GROUP_SIZE]
            found[str(square)].append(
                {"do": "sell_group", "code": str(code), "left": a.number_of(code)}
            )
    return found


def _operation(
    s: State, first: int, seat: int, square: int, offset: int, open_codes: set[int]
) -> dict[str, Any]:
    raises_only = s.phase == BANKRUPTCY_PREVENTION and offset in (a.UNMORTGAGE, a.UPGRADE)
    kind = offset + (a.PRE_ROLL_UNMORTGAGE if raises_only else first)
    code = a.action(kind, seat, square)
    facts: dict[str, Any] = {
        "do": OPERATIONS[offset],
        "code": str(code),
        "cost": _cost_of_operation(s, square, offset),
    }
    if code not in open_codes:
        why = refusal(s, code) or r.NO_WINDOW
        facts["refused"] = refusal_facts(r.ONLY_TO_RAISE if raises_only else why)
    return facts


def _cost_of_operation(s: State, square: int, offset: int) -> int:
    """What an operation costs; negative: what it brings."""
    rules = s.rules
    if offset == a.UNMORTGAGE:
        return cost_of_lifting(s, rules, square)
    if offset == a.UPGRADE:
        return rules.house_cost[square]
    if offset == a.MORTGAGE:
        return -mortgage_value(rules, square)
    return -(rules.house_cost[square] // 2)


def _trade(s: State, seat: int, offers: list[OfferTemplate]) -> dict[str, Any]:
    """With whom one can trade what; or why not."""
    if not offers:
        why = refusal_to_offer(s, s.rules, seat) or r.NOTHING_MOVES
        return {"with": [], "refused": refusal_facts(why)}
    return {
        "with": [
            {
                "seat": offer.addressee,
                "gives": list(offer.gives),
                "wants": list(offer.wants),
                "cards": list(offer.cards),
            }
            for offer in offers
        ]
    }
