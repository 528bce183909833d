"""What a person can decide now: every choice with its cost, or the reason why it is unavailable."""

from __future__ import annotations

from typing import Any

from gitopoly.rules import (
    AmountRange,
    Choice,
    OfferTemplate,
    State,
    actions as a,
    refusal,
    refusals as r,
)
from gitopoly.rules.board import first_square
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, NOBODY, PRE_ROLL, STREET
from gitopoly.rules.story import button_of, cost_of, usual_kinds
from gitopoly.rules.trade import refusal_to_offer
from gitopoly.table.debt_plan import plan_facts

AMOUNTS = (10, 50, 100, 500)
"""What can be chosen by a button, besides the lowest and the highest amount."""


def refusal_facts(why: int) -> dict[str, str]:
    """A refusal as the page shows it."""
    return {"key": r.key_of(why), "rule": r.rule_of(why), "text": r.reason_of(why)}


def decisions(s: State, seat: int, choices: list[Choice]) -> dict[str, Any]:
    """Everything that the person at `seat` can choose, and what is shown as unavailable."""
    open_codes = {choice for choice in choices if isinstance(choice, int)}
    plain = [code for code in choices if isinstance(code, int) and not _is_operation(code)]
    closed = []
    if choices:
        usual = [a.code_of(kind, seat) for kind in usual_kinds(s, seat)]
        closed = [code for code in usual if code not in open_codes]
    ranges = [choice for choice in choices if isinstance(choice, AmountRange)]
    bids = [choice for choice in ranges if choice.kind == a.BID]
    plain += [choice.of(n) for choice in ranges if choice not in bids for n in _amounts(choice)]
    offers = [choice for choice in choices if isinstance(choice, OfferTemplate)]
    return {
        "buttons": [_button(s, seat, code, 0) for code in plain]
        + [_button(s, seat, code, refusal(s, code)) for code in closed],
        "bid": {"lowest": bids[0].lowest, "highest": bids[0].highest} if bids else None,
        "trade": _trade(s, seat, offers),
        "deeds": _deeds(s, seat, open_codes),
        "plan": plan_facts(s, seat) if choices else [],
    }


def _amounts(choice: AmountRange) -> list[int]:
    """The amounts that have a button each."""
    within = [amount for amount in AMOUNTS if choice.lowest < amount < choice.highest]
    return sorted({choice.lowest, *within, choice.highest})


def _is_operation(code: int) -> bool:
    return a.operation_of(code) != NOBODY


def _button(s: State, seat: int, code: int, why: int) -> dict[str, Any]:
    kind = a.kind_of(code)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "key": button_of(s, code), "code": str(code)}
    facts["square"] = (
        a.place_of(code) if a.ACTIONS[kind].parameters == ("square",) else s.positions[seat]
    )
    if "player" in a.ACTIONS[kind].parameters:
        facts["player"] = a.place_of(code) - 1
    if "amount" in a.ACTIONS[kind].parameters:
        facts["amount"] = a.number_of(code)
    if cost := cost_of(s, code):
        facts["cost"] = cost
    if why:
        facts["refused"] = refusal_facts(why)
    return facts


def choice_facts(s: State, seat: int, code: int) -> dict[str, Any]:
    """One choice as the page words it: a button, an operation on a deed, or a bid."""
    if _is_operation(code):
        group = a.operation_of(code) == a.SELL_GROUP
        place = a.place_of(code)
        square = first_square(s.rules, place) if group else place
        return {"operation": _verb(code), "square": square, "left": a.number_of(code)}
    if a.kind_of(code) == a.BID:
        return {"bid": a.number_of(code)}
    facts = _button(s, seat, code, 0)
    return {"key": facts["key"], "square": facts["square"], "code": facts["code"]}


def _deeds(s: State, seat: int, open_codes: set[int]) -> dict[str, list[dict[str, Any]]]:
    """Building, selling and mortgaging for each of the player's deeds, possible or refused."""
    found: dict[str, list[dict[str, Any]]] = {}
    for square in s.rules.deeds[: s.rules.deed_count]:
        if s.owner[square] == seat:
            found[str(square)] = [
                _operation(s, seat, square, operation, open_codes)
                for operation in (a.UNMORTGAGE, a.UPGRADE, a.MORTGAGE, a.DOWNGRADE)
                if s.rules.square_type[square] == STREET or operation in (a.UNMORTGAGE, a.MORTGAGE)
            ]
    for code in sorted(open_codes):
        if _is_operation(code) and a.operation_of(code) == a.SELL_GROUP:
            square = first_square(s.rules, a.place_of(code))
            facts = {"do": _verb(code), "code": str(code), "left": a.number_of(code)}
            found[str(square)].append(facts)
    return found


def _operation(
    s: State, seat: int, square: int, operation: int, open_codes: set[int]
) -> dict[str, Any]:
    raises_only = s.phase == BANKRUPTCY_PREVENTION and operation in (a.UNMORTGAGE, a.UPGRADE)
    phase = PRE_ROLL if raises_only or s.phase not in a.WINDOWS else s.phase
    code = a.code_of(a.operation_kind(phase, operation), seat, square)
    cost = cost_of(s, code)
    facts: dict[str, Any] = {"do": _verb(code), "code": str(code), "cost": cost}
    if code not in open_codes:
        why = refusal(s, code) or r.NO_WINDOW
        facts["refused"] = refusal_facts(r.ONLY_TO_RAISE if raises_only else why)
    return facts


def _verb(code: int) -> str:
    """The page's name for an operation: the verb typed for it."""
    return a.ACTIONS[a.kind_of(code)].typed[0].partition(" {")[0].replace(" ", "_")


def _trade(s: State, seat: int, offers: list[OfferTemplate]) -> dict[str, Any]:
    """Who can trade what with the player, or why nobody can."""
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
