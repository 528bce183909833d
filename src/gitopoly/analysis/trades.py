"""What trades did to those who made them, and offers that nobody made though both would gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    is_offer,
)
from gitopoly.analysis.doubts import AGREED, SECOND, other_policies
from gitopoly.analysis.playouts import PlayoutRequest, Playouts, difference
from gitopoly.analysis.settings import USUAL, AnalysisSettings
from gitopoly.analysis.steps import GameStep
from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.trade_pricing import FAIR_SHARE, NO_OFFER, best_offer
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.transition import attempt

COMPARED = 400
"""Pairs of playouts for the verdict on a trade."""
OF_TRADES = 5 << 20
"""Number of their first playout."""
MOST_OFFERS = 30
"""Unmade offers of a game that are looked at."""


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
    for number, offer, agreed in possible_offers(steps):
        if not settings.go():
            curve.complete = False
            break
        before, sides = steps[number - 1].before, (a.player_of(offer), a.addressee_of(offer))
        pair = before, agreed
        seen = _gains(playouts, pair, sides, settings.policies, 0, few)
        settings.progress(playouts.played)
        if seen[0][0] < WORTH_A_LOOK or seen[1][0] <= 0:
            continue
        (gain, error), theirs = _gains(playouts, pair, sides, settings.policies, FRESH, many)
        if gain <= max(LEAST_LOSS, CLEAR * error) or theirs[0] <= AGREED * theirs[1]:
            continue
        others = _gains(playouts, pair, sides, other_policies(settings.policies), SECOND, checked)
        settings.progress(playouts.played)
        if all(more > AGREED * off for more, off in others):
            done = steps[number - 1]
            found.append(Decision(number, sides[0], done.action, offer, gain, error))
    return found


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


def possible_offers(steps: Sequence[GameStep]) -> Iterator[tuple[int, int, State]]:
    """Offers that a seat could have made at a step and nobody ever made, each deal once.

    With the position after it, which the addressee accepts like `trader` and like `builder`.
    """
    made = {_deal(done.action) for done in steps if is_offer(done.action)}
    buffer = ActionBuffer()
    count = 0
    for number, done in enumerate(steps, 1):
        s, seat = done.before, done.seat
        if done.action < 0 or is_offer(done.action) or seat != s.turn_player or s.offers_made:
            continue
        list_actions(s, s.rules, seat, buffer)
        codes = [buffer.actions[i] for i in range(buffer.count)]
        for other in [a.addressee_of(code) for code in codes if is_offer(code)]:
            offer = best_offer(s, s.rules, seat, other, FAIR_SHARE)
            if offer == NO_OFFER or _deal(offer) in made:
                continue
            made.add(_deal(offer))
            agreed = agreed_position(s, offer)
            if agreed is not None and count < MOST_OFFERS:
                count += 1
                yield number, offer, agreed


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
