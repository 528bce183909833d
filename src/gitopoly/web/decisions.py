"""What a person can decide now: every choice with its cost, or the reason why it is unavailable."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import BidRange, Choice, OfferTemplate, State, refusal
from gitopoly.kernel import actions as a
from gitopoly.kernel import refusals as r
from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION, GROUP_SIZE, STREET
from gitopoly.kernel.generated.wording import button_of, cost_of, usual_kinds
from gitopoly.kernel.trade import refusal_to_offer
from gitopoly.table.debt_plan import plan_facts


def refusal_facts(why: int) -> dict[str, str]:
    """A refusal as the page shows it."""
    return {"key": r.key_of(why), "rule": r.rule_of(why), "text": r.reason_of(why)}


def decisions(s: State, seat: int, choices: list[Choice]) -> dict[str, Any]:
    """Everything that the person at `seat` can choose, and what is shown as unavailable."""
    open_codes = {choice for choice in choices if isinstance(choice, int)}
    plain = [code for code in choices if isinstance(code, int) and not _is_operation(code)]
    closed = []
    if choices:
        usual = [a.action(kind, seat) for kind in usual_kinds(s, s.rules, seat)]
        closed = [code for code in usual if code not in open_codes]
    ranges = [choice for choice in choices if isinstance(choice, BidRange)]
    offers = [choice for choice in choices if isinstance(choice, OfferTemplate)]
    return {
        "buttons": [_button(s, seat, code, 0) for code in plain]
        + [_button(s, seat, code, refusal(s, code)) for code in closed],
        "bid": {"lowest": ranges[0].lowest, "highest": ranges[0].highest} if ranges else None,
        "trade": _trade(s, seat, offers),
        "deeds": _deeds(s, seat, open_codes),
        "plan": plan_facts(s, seat) if choices else [],
    }


def _is_operation(code: int) -> bool:
    return a.is_operation(a.kind_of(code))


def _button(s: State, seat: int, code: int, why: int) -> dict[str, Any]:
    kind = a.kind_of(code)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "key": button_of(s, code), "code": str(code)}
    facts["square"] = a.square_of(code) if a.PARAMETERS[kind] == "square" else s.positions[seat]
    if cost := cost_of(s, s.rules, code):
        facts["cost"] = cost
    if why:
        facts["refused"] = refusal_facts(why)
    return facts


def choice_facts(s: State, seat: int, code: int) -> dict[str, Any]:
    """One choice as the page words it: a button, an operation on a deed, or a bid."""
    if _is_operation(code):
        group = a.operation_of(a.kind_of(code)) == a.SELL_GROUP
        place = a.square_of(code)
        square = s.rules.group_square[place * GROUP_SIZE] if group else place
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
        if _is_operation(code) and a.operation_of(a.kind_of(code)) == a.SELL_GROUP:
            square = s.rules.group_square[a.square_of(code) * GROUP_SIZE]
            facts = {"do": _verb(code), "code": str(code), "left": a.number_of(code)}
            found[str(square)].append(facts)
    return found


def _operation(
    s: State, seat: int, square: int, operation: int, open_codes: set[int]
) -> dict[str, Any]:
    raises_only = s.phase == BANKRUPTCY_PREVENTION and operation in (a.UNMORTGAGE, a.UPGRADE)
    first = a.PRE_ROLL_UNMORTGAGE if raises_only else a.first_operation(s.phase)
    code = a.action(first + operation, seat, square)
    cost = cost_of(s, s.rules, code)
    facts: dict[str, Any] = {"do": _verb(code), "code": str(code), "cost": cost}
    if code not in open_codes:
        why = refusal(s, code) or r.NO_WINDOW
        facts["refused"] = refusal_facts(r.ONLY_TO_RAISE if raises_only else why)
    return facts


def _verb(code: int) -> str:
    """The page's name for an operation: the verb typed for it."""
    return a.KINDS[a.kind_of(code)].typed[0].partition(" {")[0].replace(" ", "_")


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
