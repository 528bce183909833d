"""The log as a story in facts: the page puts them into words of the reader's language."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.chance import CHANCE_CARD, CHEST_CARD, THROW, draw_of
from gitopoly.kernel.outcomes import card_drawn, first_die, second_die
from gitopoly.kernel.phases import BANKRUPTCY_PREVENTION, HOTEL_AUCTION, HOUSE_AUCTION
from gitopoly.table.events import Event, Step
from gitopoly.table.game import Game

LEFT = "Left"
"""The step of a seat that has left the game."""


def line_of(game: Game, event: Event) -> dict[str, Any]:
    """One line of the story: who wrote which commit when, and what it did."""
    steps = [facts_of(step) for step in event.steps]
    return {
        "id": event.id,
        "seat": game.names.index(event.seat),
        "time": event.time,
        "text": event.sentence,
        "steps": steps,
    }


def facts_of(step: Step) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved."""
    before, action, outcome, after = step
    if action < 0:
        return {"do": LEFT, "seat": outcome}
    kind, seat = a.kind_of(action), a.player_of(action)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "seat": seat}
    facts |= _drawn(before, action, outcome)
    facts |= _subject(before, action, kind, seat, after)
    moves = [
        [p, before.positions[p], after.positions[p]]
        for p in range(before.rules.num_players)
        if before.positions[p] != after.positions[p]
    ]
    if moves:
        facts["moves"] = moves
    money = [
        [p, after.money[p] - before.money[p]]
        for p in range(before.rules.num_players)
        if before.money[p] != after.money[p]
    ]
    if money:
        facts["money"] = money
    if after.phase == BANKRUPTCY_PREVENTION and after.debt_count > before.debt_count:
        facts["owes"] = [after.debtor[0], after.creditor[0], after.debt_amount[0]]
    return facts


def _drawn(before: State, action: int, outcome: int) -> dict[str, Any]:
    """The dice or the card that decided."""
    draw = draw_of(before, before.rules, action)
    if draw == THROW:
        return {"dice": [first_die(outcome), second_die(outcome)]}
    if draw in (CHANCE_CARD, CHEST_CARD):
        deck = 0 if draw == CHANCE_CARD else 1
        return {"card": before.rules.card_texts[deck][card_drawn(outcome)], "deck": deck}
    return {}


def _subject(before: State, action: int, kind: int, seat: int, after: State) -> dict[str, Any]:
    """What an action is about: a square, a bid, an offer, the winner of an auction."""
    if kind == a.BID:
        return {"amount": a.number_of(action)}
    if kind == a.OFFER_TRADE:
        return {"to": a.addressee_of(action)}
    if kind == a.CLOSE_AUCTION:
        winner = before.winner[before.auction_initiator]
        building = before.auction_kind in (HOUSE_AUCTION, HOTEL_AUCTION)
        asset = {"building": True} if building else {"square": before.auction_asset}
        return {**asset, "winner": winner}
    if kind == a.THROW_FOR_START:
        return {"starts": after.turn_player} if after.phase != before.phase else {}
    if kind == a.ROLL_IN_JAIL:
        return {"stays": bool(after.in_jail[seat])}
    if a.PARAMETERS[kind] == "square":
        return {"square": a.square_of(action)}
    if a.PARAMETERS[kind] == "square, number" and kind != a.AUCTION_PROPERTY:
        return {"group": a.square_of(action)}
    return {"square": before.positions[seat]}
