"""A kernel state as values of `Classic.tla`: the one table of names and numbers.

There, players, squares and cards count from 1, and the level of a bare street is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gitopoly.proof.specs.values import FUNCTIONS as OF_FORMAL, ModelConstant, Value, holder
from gitopoly.rules import Rules, State
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION,
    AUCTION_KINDS,
    MOST_CARDS,
    NO_BID,
    NOBODY,
    NONE,
    PHASES,
    PLACING,
    POT,
    TRADE,
    UNKNOWN,
)

DECKS = ("chance", "community-chest")
RENT_RULES = ("as-printed", "twice", "ten-times-a-roll")
WINNERS = {
    UNKNOWN: ModelConstant("UNKNOWN"),
    NONE: ModelConstant("NONE"),
    ABSENT: ModelConstant("ABSENT"),
}


def squares_of(rules: Rules, deeds: int) -> frozenset[int]:
    """The squares of a set of deeds; 0, which is no square, for one beyond the last."""
    return frozenset(
        rules.deeds[i] + 1 if i < rules.deed_count else 0
        for i in range(deeds.bit_length())
        if deeds >> i & 1
    )


def cards_of(cards: int) -> frozenset[str]:
    """The decks of a set of jail cards."""
    return frozenset(deck for number, deck in enumerate(DECKS) if cards >> number & 1)


def _unseen(s: State) -> dict[str, Value]:
    def of(number: int) -> Value:
        unseen = s.unseen[number]
        return frozenset(i + 1 for i in range(MOST_CARDS) if unseen >> i & 1)

    return {deck: of(number) for number, deck in enumerate(DECKS)}


def _decks(s: State) -> dict[str, Value]:
    def of(number: int) -> Value:
        first = number * MOST_CARDS
        return tuple(card + 1 for card in s.deck[first : first + s.deck_length[number]])

    return {deck: of(number) for number, deck in enumerate(DECKS)}


def _opening(s: State) -> dict[int, Value]:
    def of(faces: int) -> Value:
        if faces == NOBODY:
            return None
        return (faces // 8, faces % 8) if faces else ()

    return {p + 1: of(s.opening[p]) for p in range(s.rules.num_players)}


def _creditor(seat: int) -> Value:
    return ModelConstant("POT") if seat == POT else holder(seat)


def _debts(s: State) -> Value:
    return tuple(
        {
            "debtor": s.debtor[i] + 1,
            "creditor": _creditor(s.creditor[i]),
            "amount": s.debt_amount[i],
            "nextPhase": PHASES[s.next_phase[i]],
        }
        for i in range(s.debt_count)
    )


def _auction(s: State) -> Value:
    if s.phase != AUCTION:
        return None
    seats = range(s.rules.num_players)
    return {
        "kind": AUCTION_KINDS[s.auction_kind],
        "asset": s.auction_asset + 1,
        "initiator": s.auction_initiator + 1,
        "nextPhase": PHASES[s.auction_next_phase],
        "bid": tuple(None if s.bid[p] == NO_BID else s.bid[p] for p in seats),
        "lastBid": tuple(s.last_bid[p] for p in seats),
        "round": tuple(s.round[p] for p in seats),
        "passed": tuple(bool(s.passed[p]) for p in seats),
        "winner": tuple(WINNERS.get(s.winner[p], s.winner[p] + 1) for p in seats),
    }


def _placing(s: State) -> Value:
    if s.phase != PLACING:
        return None
    return {
        "kind": AUCTION_KINDS[s.auction_kind],
        "player": s.auction_initiator + 1,
        "nextPhase": PHASES[s.auction_next_phase],
        "price": s.last_bid[s.auction_initiator],
    }


def _offer(s: State) -> Value:
    if s.phase != TRADE:
        return None
    return {
        "from": s.offer_from + 1,
        "to": s.offer_to + 1,
        "deeds": squares_of(s.rules, s.offer_deeds),
        "cards": cards_of(s.offer_cards),
        "cash": s.offer_cash,
        "nextPhase": PHASES[s.offer_next_phase],
    }


FUNCTIONS: dict[str, Callable[[State], dict[Any, Value]]] = {
    **OF_FORMAL,
    "unseen": _unseen,
    "deck": _decks,
    "opening": _opening,
}
"""Variables for which a step lists only the changed entries."""
VALUES: dict[str, Callable[[State], Value]] = {
    "bankMoney": lambda s: s.bank_money,
    "issued": lambda s: s.issued,
    "pot": lambda s: s.pot,
    "housesLeft": lambda s: s.houses_left,
    "hotelsLeft": lambda s: s.hotels_left,
    "interestPaid": lambda s: squares_of(s.rules, s.interest_paid),
    "goojfChOwner": lambda s: holder(s.jail_card_owner[0]),
    "goojfCcOwner": lambda s: holder(s.jail_card_owner[1]),
    "turnPlayer": lambda s: s.turn_player + 1,
    "phase": lambda s: PHASES[s.phase],
    "doublesCount": lambda s: s.doubles_count,
    "turns": lambda s: s.turns if s.rules.turn_limit else 0,
    "free4AllOrder": lambda s: tuple(p + 1 for p in s.free_4_all_order if p != NOBODY),
    "throw": lambda s: tuple(s.throw),
    "rentRule": lambda s: RENT_RULES[s.rent_rule],
    "debts": _debts,
    "auction": _auction,
    "placing": _placing,
    "estate": lambda s: squares_of(s.rules, s.estate),
    "offer": _offer,
    "offersMade": lambda s: s.offers_made,
}
"""Variables that a step lists whole if they changed."""
