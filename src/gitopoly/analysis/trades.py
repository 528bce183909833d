"""What trades did to those who made them, and offers that nobody made though both would gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.analysis.curve import Curve, answers
from gitopoly.analysis.decisions import (
    CHECKED,
    CLEAR,
    FRESH,
    JUDGED,
    LEAST_LOSS,
    SCREENED,
    WORTH_A_LOOK,
    Decision,
)
from gitopoly.analysis.doubts import AGREED, SECOND, other_policies
from gitopoly.analysis.offers import PossibleOffer, possible_offers
from gitopoly.analysis.playouts import PlayoutRequest, Playouts, difference
from gitopoly.analysis.settings import USUAL, AnalysisSettings
from gitopoly.analysis.steps import GameStep
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import NOBODY

COMPARED = 400
"""Pairs of playouts for the verdict on a trade."""
OF_TRADES = 5 << 20
"""Number of their first playout."""


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


def trade_verdicts(
    steps: Sequence[GameStep],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> list[TradeVerdict]:
    """What every trade of a game did, in order."""
    count = settings.count(COMPARED)
    made = [
        (number, done)
        for number, done in enumerate(steps, 1)
        if done.action >= 0 and a.kind_of(done.action) == a.ACCEPT_TRADE
    ]
    questions = [
        [
            PlayoutRequest(done.before, count, code, OF_TRADES, settings.policies)
            for code in (done.action, a.action(a.DECLINE_TRADE, done.seat))
        ]
        for _, done in made
    ]
    results = answers(questions, curve, playouts, settings)
    found = []
    for (number, done), (accepted, declined) in zip(made, results, strict=False):
        sides = done.before.offer_from, done.seat
        (mine, my_error), (theirs, their_error) = (
            difference(accepted, declined, seat) for seat in sides
        )
        found.append(TradeVerdict(number, *sides, (mine, theirs), (my_error, their_error)))
    return found


def unmade_offers(
    steps: Sequence[GameStep],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> list[Decision]:
    """Offers that were never made, though both sides would agree under more than one policy."""
    few, many, checked = map(settings.count, (SCREENED, JUDGED, CHECKED))
    found = []
    for number, offers in possible_offers(steps):
        if not settings.go():
            curve.complete = False
            break
        done = steps[number - 1]
        offer, agreed = _likeliest(playouts, done.before, offers, settings.policies, few)
        settings.progress(playouts.played)
        if agreed is None:
            continue
        sides, pair = (a.player_of(offer), a.addressee_of(offer)), (done.before, agreed)
        (gain, error), theirs = _gains(playouts, pair, sides, settings.policies, FRESH, many)
        if gain <= max(LEAST_LOSS, CLEAR * error) or theirs[0] <= AGREED * theirs[1]:
            continue
        others = _gains(playouts, pair, sides, other_policies(settings.policies), SECOND, checked)
        settings.progress(playouts.played)
        if all(more > AGREED * off for more, off in others):
            found.append(Decision(number, sides[0], done.action, offer, gain, error))
    return found


def _likeliest(
    playouts: Playouts,
    now: State,
    offers: Sequence[PossibleOffer],
    policies: tuple[int, ...],
    count: int,
) -> tuple[int, State | None]:
    """The cash for a deal with which both seem to gain most; None if both never do."""
    positions = [now, *(agreed for _, agreed in offers)]
    questions = [PlayoutRequest(s, count, policies=policies) for s in positions]
    before, *results = playouts.shares(questions)
    best = 0.0
    chosen: tuple[int, State | None] = NOBODY, None
    for (offer, agreed), after in zip(offers, results, strict=True):
        mine = difference(after, before, a.player_of(offer))[0]
        theirs = difference(after, before, a.addressee_of(offer))[0]
        if mine >= WORTH_A_LOOK and min(mine, theirs) > best:
            best, chosen = min(mine, theirs), (offer, agreed)
    return chosen


def _gains(
    playouts: Playouts,
    pair: tuple[State, State],
    sides: tuple[int, int],
    policies: tuple[int, ...],
    first: int,
    count: int,
) -> list[tuple[float, float]]:
    """What both sides gain, with errors, when the first position becomes the second."""
    questions = [PlayoutRequest(s, count, first=first, policies=policies) for s in pair]
    now, then = playouts.shares(questions)
    return [difference(then, now, seat) for seat in sides]
