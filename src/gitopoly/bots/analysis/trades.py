"""What trades did to those who made them, and offers that nobody made though both would gain.

The deals looked at are the one that `trader` would offer, and swaps by which each side completes a
group. For how much cash they are good for both, playouts have to say: the cash is tried at some
steps between the least that the addressee would accept and the most that `trader` would add.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.analysis.decisions import (
    AGREED,
    CHECKED,
    CLEAR,
    FRESH,
    JUDGED,
    LEAST_LOSS,
    SCREENED,
    SECOND,
    WORTH_A_LOOK,
    Decision,
    other_policies,
)
from gitopoly.bots.analysis.playouts import Gains, PlayoutRequest, Playouts, differences
from gitopoly.bots.analysis.review import GameReview, is_offer, listed
from gitopoly.bots.table_policy import wish
from gitopoly.bots.trade_pricing import (
    NO_OFFER,
    asking_price,
    best_offer,
    deeds_in_group,
    is_split,
)
from gitopoly.rules import State, Taken, actions as a
from gitopoly.rules.codes import RAIL_GROUP
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.step import attempt

COMPARED = 400
"""Pairs of playouts for the verdict on a trade."""
OF_TRADES = 5 << 20
"""Number of their first playout."""
MOST_OFFERS = 30
"""Deals of a game that are looked at."""
PRICES = 4
"""Amounts of cash that are tried for each."""


@dataclass(frozen=True)
class TradeVerdict:
    """What a trade did to the chances of the two who made it, against declining it."""

    step: int
    proposer: int
    addressee: int
    gains: tuple[float, float]
    """Of the proposer and of the addressee."""
    errors: tuple[float, float]

    def says(self, place: int) -> int:
        """1 if the trade clearly raised the chance of one of the two, -1 if it lowered it."""
        gain, error = self.gains[place], self.errors[place]
        return 0 if abs(gain) <= AGREED * error else 1 if gain > 0 else -1


def trade_verdicts(review: GameReview) -> list[TradeVerdict]:
    """What every trade of a game did, in order."""
    made = [
        (number, (done.code, a.code_of(a.DECLINE_TRADE, done.seat)))
        for number, done in enumerate(review.steps, 1)
        if not done.leaves and a.kind_of(done.code) == a.ACCEPT_TRADE
    ]
    found = []
    for number, (accepted, declined) in review.tried(made, COMPARED, OF_TRADES):
        done = review.steps[number - 1]
        sides = done.before.offer_from, done.seat
        pairs = differences(accepted, declined)
        (mine, my_error), (theirs, their_error) = (pairs[seat] for seat in sides)
        found.append(TradeVerdict(number, *sides, (mine, theirs), (my_error, their_error)))
    return found


PossibleOffer = tuple[int, State]
"""An offer, and the position after it and its acceptance."""


def unmade_offers(review: GameReview) -> list[Decision]:
    """Offers that were never made, though both sides would agree under more than one policy."""
    few, many, checked = map(review.count, (SCREENED, JUDGED, CHECKED))
    other = other_policies(review.policies)
    found = []
    for number, offers in itertools.islice(possible_offers(review.steps), MOST_OFFERS):
        if not review.has_time():
            break
        done, playouts = review.steps[number - 1], review.playouts
        now = PlayoutRequest(done.before, few, policies=review.policies)
        best = _best_of(playouts, now, offers)
        if best is None:
            continue
        (gain, error), theirs = _gains(playouts, replace(now, count=many, first=FRESH), best)
        if gain <= max(LEAST_LOSS, CLEAR * error) or theirs[0] <= AGREED * theirs[1]:
            continue
        now = replace(now, count=checked, first=SECOND, policies=other)
        if all(more > AGREED * off for more, off in _gains(playouts, now, best)):
            found.append(Decision(number, done.seat, done.code, best[0], gain, error))
    return found


def _best_of(
    playouts: Playouts, now: PlayoutRequest, offers: Sequence[PossibleOffer]
) -> PossibleOffer | None:
    """The cash for a deal with which both seem to gain most; None if both never do."""
    before, *results = playouts.shares([now, *(replace(now, state=agreed) for _, agreed in offers)])
    most = 0.0
    best = None
    for possible, after in zip(offers, results, strict=True):
        (mine, _), (theirs, _) = of_sides(possible[0], differences(after, before))
        if mine >= WORTH_A_LOOK and min(mine, theirs) > most:
            most, best = min(mine, theirs), possible
    return best


def _gains(playouts: Playouts, now: PlayoutRequest, possible: PossibleOffer) -> Gains:
    """What both sides gain if an offer is made and accepted."""
    offer, agreed = possible
    return of_sides(offer, playouts.compare(replace(now, state=agreed), now))


def of_sides(offer: int, gains: Gains) -> Gains:
    """What the proposer and the addressee of an offer gain."""
    return [gains[a.player_of(offer)], gains[a.addressee_of(offer)]]


def possible_offers(steps: Sequence[Taken]) -> Iterator[tuple[int, list[PossibleOffer]]]:
    """Deals that a seat could have offered at a step and nobody ever made, each once.

    Each with several amounts of cash; the addressee accepts like `trader` and like `builder`.
    """
    made = {_deal(done.code) for done in steps if is_offer(done.code)}
    for number, done in enumerate(steps, 1):
        s, seat = done.before, done.seat
        if done.leaves or is_offer(done.code) or seat != s.turn_player or s.offers_made:
            continue
        buffer = listed(s, seat)
        codes = buffer.actions[: buffer.count]
        for other in [a.addressee_of(code) for code in codes if is_offer(code)]:
            for deeds in _worth_offering(s, seat, other):
                deal = _deal(a.offer(seat, other, deeds, 0, 0))
                offers = [] if deal in made else list(_at_prices(s, seat, other, deeds))
                if offers:
                    made.add(deal)
                    yield number, offers


def _worth_offering(s: State, seat: int, other: int) -> list[int]:
    """Sets of deeds: what `trader` would exchange, and swaps that complete a group for each."""
    rules = s.rules
    best = best_offer(s, rules, seat, other)
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
    least = asking_price(s, s.rules, other, seat, deeds, 0)
    most = min(-asking_price(s, s.rules, seat, other, deeds, 0), s.money[seat])
    prices = {least + (most - least) * step // (PRICES - 1) for step in range(PRICES)}
    for cash in sorted(prices) if least <= most else ():
        if abs(cash) <= a.LARGEST_OFFER:
            offer = a.offer(seat, other, deeds, 0, cash)
            agreed = agreed_position(s, offer, TRADER, BUILDER)
            if agreed is not None:
                yield offer, agreed


def _deal(offer: int) -> tuple[frozenset[int], int]:
    """Who would exchange which deeds, whoever proposes it and for whatever cash."""
    return frozenset((a.player_of(offer), a.addressee_of(offer))), a.deeds_of(offer)


def agreed_position(s: State, offer: int, *policies: int) -> State | None:
    """The position after an offer and its acceptance; None if one of the policies declines it."""
    other, trial = a.addressee_of(offer), s.copy()
    if attempt(trial, s.rules, offer, 0, True) != LEGAL:
        return None
    buffer = listed(trial, other)
    for policy in policies:
        if a.kind_of(wish(trial, policy, other, buffer)) != a.ACCEPT_TRADE:
            return None
    attempt(trial, s.rules, a.code_of(a.ACCEPT_TRADE, other), 0, True)
    return trial
