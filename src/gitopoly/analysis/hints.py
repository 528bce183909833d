"""Help while playing: what to do now, and whether a trade is good.

Everything is worked out from what all players see. Where a rule has somebody choose before they
may add up (TAX-1), there is no hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitopoly.analysis.decisions import worth_considering
from gitopoly.analysis.playouts import (
    LIKE_TRADER,
    PlayoutRequest,
    Playouts,
    difference,
    estimate,
)
from gitopoly.analysis.risk import is_hidden
from gitopoly.analysis.steps import GameStep, choice_at
from gitopoly.bots import TRADER
from gitopoly.bots.asking_price import asking_price
from gitopoly.bots.generated.choosing import choose
from gitopoly.kernel import BidRange, Choice, OfferTemplate, State
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.transition import attempt

PLAYOUTS = 150
"""Of each alternative: some six of them, with eight players, take a second on two cores."""


@dataclass(frozen=True)
class Hint:
    """Something that a seat could do, and its chance to win then."""

    action: int
    chance: float
    error: float


@dataclass(frozen=True)
class TradeHint:
    """What a trade would do to the two who make it."""

    gain: float
    """By how much the proposer's chance rises."""
    error: float
    gain_of_other: float
    accepted: bool
    """Whether the other would accept, playing like `trader`."""
    asked: int | None
    """The cash from the proposer with which they would, less than none if they would add some;
    None if no cash is enough."""


def hints(
    s: State, seat: int, choices: Sequence[Choice], playouts: Playouts, count: int = PLAYOUTS
) -> list[Hint]:
    """What a seat could do now, the best first; nothing where a rule hides what it would cost.

    `choices` are those that it has: in an auction, bids of the open round that it knows bind it.
    """
    options = [code for code in map(_lowest, choices) if code is not None]
    if not options or is_hidden(s):
        return []
    choice = choice_at(GameStep(s, options[0], 0, s), LIKE_TRADER)
    assert choice is not None
    usual = frozenset(code for code in choice.usual if _is_among(code, choices))
    codes = worth_considering(replace(choice, options=tuple(options), usual=usual), NOBODY, s)
    found = playouts.shares([PlayoutRequest(s, count, code) for code in codes])
    ranked = [
        Hint(code, chances.chances[seat], chances.errors[seat])
        for code, chances in zip(codes, map(estimate, found), strict=True)
    ]
    return sorted(ranked, key=lambda hint: -hint.chance)


def _lowest(choice: Choice) -> int | None:
    """A choice as an action: a range of bids by its lowest one, and no offers."""
    if isinstance(choice, BidRange):
        return choice.bid(choice.lowest)
    return None if isinstance(choice, OfferTemplate) else choice


def _is_among(code: int, choices: Sequence[Choice]) -> bool:
    """Whether an action is one of the choices, or a bid within their range."""
    if a.kind_of(code) != a.BID:
        return code in choices
    ranges = [choice for choice in choices if isinstance(choice, BidRange)]
    return any(one.lowest <= a.number_of(code) <= one.highest for one in ranges)


def judged_trade(s: State, offer: int, playouts: Playouts, count: int = PLAYOUTS) -> TradeHint:
    """What a legal offer would do if it were accepted, against leaving it."""
    seat, other = a.player_of(offer), a.addressee_of(offer)
    agreed = s.copy()
    attempt(agreed, s.rules, offer, 0, True)
    accepted = _accepts(agreed, other)
    attempt(agreed, s.rules, a.action(a.ACCEPT_TRADE, other), 0, True)
    now, then = playouts.shares([PlayoutRequest(one, 2 * count) for one in (s, agreed)])
    gain, error = difference(then, now, seat)
    return TradeHint(gain, error, difference(then, now, other)[0], accepted, _asked(s, offer))


def _asked(s: State, offer: int) -> int | None:
    """The cash with which the addressee would accept, playing like `trader`."""
    seat, other = a.player_of(offer), a.addressee_of(offer)
    deeds, cards = a.deeds_of(offer), a.cards_of(offer)
    cash = asking_price(s, other, seat, deeds, cards)
    if abs(cash) > a.LARGEST_OFFER:
        return None
    trial = s.copy()
    code = a.offer(seat, other, deeds, cards, cash)
    if attempt(trial, s.rules, code, 0, True) != LEGAL or not _accepts(trial, other):
        return None
    return cash


def _accepts(s: State, seat: int) -> bool:
    """Whether a seat accepts the open offer, playing like `trader`."""
    buffer = ActionBuffer()
    list_actions(s, s.rules, seat, buffer)
    if buffer.count == 0:
        return False
    code = choose(s, s.rules, TRADER, seat, buffer, seeded(0))
    return a.kind_of(code) == a.ACCEPT_TRADE
