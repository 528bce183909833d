"""Offers that a seat could have made and nobody ever made, at prices to which both would agree.

The deals are the one that `trader` would offer, and swaps by which each side completes a group.
For how much cash they are good for both, playouts have to say: the cash is tried at some steps
between the least that the addressee would accept and the most that `trader` would add.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitopoly.analysis.decisions import is_offer
from gitopoly.analysis.steps import GameStep
from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.asking_price import asking_price
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.trade_pricing import (
    FAIR_SHARE,
    NO_OFFER,
    best_offer,
    deeds_in_group,
    is_split,
)
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import RAIL_GROUP
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.transition import attempt

MOST_OFFERS = 30
"""Deals of a game that are looked at."""
PRICES = 4
"""Amounts of cash that are tried for each."""

PossibleOffer = tuple[int, State]
"""An offer, and the position after it and its acceptance."""


def possible_offers(
    steps: Sequence[GameStep],
) -> Iterator[tuple[int, list[PossibleOffer]]]:
    """Deals that a seat could have offered at a step and nobody ever made, each once.

    Each with several amounts of cash; the addressee accepts like `trader` and like `builder`.
    """
    made = {_deal(done.action) for done in steps if is_offer(done.action)}
    buffer = ActionBuffer()
    count = 0
    for number, done in enumerate(steps, 1):
        s, seat = done.before, done.seat
        if done.action < 0 or is_offer(done.action) or seat != s.turn_player or s.offers_made:
            continue
        if count >= MOST_OFFERS:
            return
        list_actions(s, s.rules, seat, buffer)
        codes = [buffer.actions[i] for i in range(buffer.count)]
        for other in [a.addressee_of(code) for code in codes if is_offer(code)]:
            for deeds in _worth_offering(s, seat, other):
                if (frozenset((seat, other)), deeds) in made or count == MOST_OFFERS:
                    continue
                offers = list(_at_prices(s, seat, other, deeds))
                if offers:
                    made.add(_deal(offers[0][0]))
                    count += 1
                    yield number, offers


def _worth_offering(s: State, seat: int, other: int) -> list[int]:
    """Sets of deeds: what `trader` would exchange, and swaps that complete a group for each."""
    rules = s.rules
    best = best_offer(s, rules, seat, other, FAIR_SHARE)
    found = [] if best == NO_OFFER else [a.deeds_of(best)]
    split = [group for group in range(RAIL_GROUP + 1) if is_split(s, rules, seat, other, group)]
    for mine in split:
        for theirs in split:
            if mine != theirs:
                wanted = deeds_in_group(s, rules, other, mine)
                found.append(wanted | deeds_in_group(s, rules, seat, theirs))
    return list(dict.fromkeys(found))


def _at_prices(s: State, seat: int, other: int, deeds: int) -> Iterator[PossibleOffer]:
    """A deal for different amounts of cash, from the least to the most that could be agreed on."""
    least = asking_price(s, other, seat, deeds, 0)
    most = min(-asking_price(s, seat, other, deeds, 0), s.money[seat])
    prices = {least + (most - least) * step // (PRICES - 1) for step in range(PRICES)}
    for cash in sorted(prices) if least <= most else ():
        if abs(cash) <= a.LARGEST_OFFER:
            offer = a.offer(seat, other, deeds, 0, cash)
            agreed = agreed_position(s, offer)
            if agreed is not None:
                yield offer, agreed


def _deal(offer: int) -> tuple[frozenset[int], int]:
    """Who would exchange which deeds, whoever proposes it and for whatever cash."""
    return frozenset((a.player_of(offer), a.addressee_of(offer))), a.deeds_of(offer)


def agreed_position(s: State, offer: int) -> State | None:
    """The position after an offer and its acceptance; None if a policy would decline it."""
    other, trial, buffer = a.addressee_of(offer), s.copy(), ActionBuffer()
    if attempt(trial, s.rules, offer, 0, True) != LEGAL:
        return None
    for policy in (TRADER, BUILDER):
        list_actions(trial, s.rules, other, buffer)
        answer = choose(trial, s.rules, policy, other, buffer, seeded(0))
        if a.kind_of(answer) != a.ACCEPT_TRADE:
            return None
    attempt(trial, s.rules, a.action(a.ACCEPT_TRADE, other), 0, True)
    return trial
