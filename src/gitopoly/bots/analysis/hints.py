"""Help while playing: what to do now, whether a trade is good, what the next round may bring.

Everything is worked out from what all players see. Where a rule has somebody choose before they
may add up (TAX-1), there is no hint.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitopoly.bots import TRADER
from gitopoly.bots.analysis.decisions import worth_considering
from gitopoly.bots.analysis.playouts import LIKE_TRADER, PlayoutRequest, Playouts
from gitopoly.bots.analysis.review import BEFORE_PLAY, SeatChoice, choice_in, listed
from gitopoly.bots.analysis.trades import agreed_position, of_sides
from gitopoly.bots.table_policy import fits
from gitopoly.bots.trade_pricing import asking_price
from gitopoly.rules import AmountRange, Choice, OfferTemplate, State, actions as a, is_over
from gitopoly.rules.board import util_multiplier
from gitopoly.rules.codes import NOBODY, TAX, UTIL
from gitopoly.rules.landing import owner_waives_rent, rent_of

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
    options = [
        choice.of(choice.lowest) if isinstance(choice, AmountRange) else choice
        for choice in choices
        if not isinstance(choice, OfferTemplate)
    ]
    if not options or is_hidden(s):
        return []
    wishes = choice_in(s, seat, TRADER).usual
    usual = frozenset(code for code in wishes if any(fits(code, choice) for choice in choices))
    codes = worth_considering(SeatChoice(tuple(options), usual), NOBODY, s)
    estimates = playouts.estimates([PlayoutRequest(s, count, code) for code in codes])
    ranked = [
        Hint(code, found.chances[seat], found.errors[seat])
        for code, found in zip(codes, estimates, strict=True)
    ]
    return sorted(ranked, key=lambda hint: -hint.chance)


def judged_trade(s: State, offer: int, playouts: Playouts, count: int = PLAYOUTS) -> TradeHint:
    """What a legal offer would do if it were accepted, against leaving it."""
    agreed = agreed_position(s, offer)
    assert agreed is not None
    now = PlayoutRequest(s, 2 * count)
    gains = playouts.compare(replace(now, state=agreed), now)
    (gain, error), (theirs, _) = of_sides(offer, gains)
    accepted = agreed_position(s, offer, TRADER) is not None
    return TradeHint(gain, error, theirs, accepted, _asked(s, offer))


def _asked(s: State, offer: int) -> int | None:
    """The cash with which the addressee would accept, playing like `trader`."""
    seat, other = a.player_of(offer), a.addressee_of(offer)
    deeds, cards = a.deeds_of(offer), a.cards_of(offer)
    cash = asking_price(s, s.rules, other, seat, deeds, cards)
    if abs(cash) > a.LARGEST_OFFER:
        return None
    agreed = agreed_position(s, a.offer(seat, other, deeds, cards, cash), TRADER)
    return None if agreed is None else cash


# The risk of the next round: all but the squares of the next roll comes from playouts of one
# round (`bots.play`).

IN_A_ROUND = 2000
"""A round is short: together they take some hundredths of a second."""
ONE_IN = 10
"""A gain is told from the tenth below it to the tenth above it."""
MOST_SQUARES = 3


@dataclass(frozen=True)
class CostlySquare:
    """A square that costs something, within reach of the next roll."""

    square: int
    cost: int
    """The rent or the printed tax; the highest rent, if it depends on the roll."""
    chance: float
    """That the roll leads there."""


@dataclass(frozen=True)
class RoundRisk:
    """What the next round may bring a seat, if all play like a policy."""

    low: int
    """One playout in ten brought less: all that came in, less all that was paid.

    Without what the seat bought, built, sold or traded.
    """
    middle: int
    """Half of the playouts brought less."""
    high: int
    """One playout in ten brought more."""
    short: float
    """The chance that the cash is not enough at some time: the seat must sell or mortgage."""
    out: float
    """The chance to go bankrupt."""
    squares: tuple[CostlySquare, ...]
    """Where the next roll costs most, the dearest first; none in jail."""


def risk_of_round(
    s: State,
    seat: int,
    playouts: Playouts,
    count: int = IN_A_ROUND,
    policies: tuple[int, ...] = LIKE_TRADER,
    mixture: tuple[tuple[int, ...], ...] = (),
) -> RoundRisk | None:
    """What may happen until a seat has rolled and everybody has had a turn.

    None if there is no next round for it, or if a rule hides what it would show (TAX-1).
    """
    if is_over(s) or s.is_bankrupt[seat] or s.phase in BEFORE_PLAY or is_hidden(s):
        return None
    question = PlayoutRequest(s, count, policies=policies, mixture=mixture)
    found = playouts.rounds(question, seat)
    gains = sorted(result.gain for result in found)
    return RoundRisk(
        low=gains[count // ONE_IN],
        middle=gains[count // 2],
        high=gains[-1 - count // ONE_IN],
        short=sum(result.short for result in found) / count,
        out=sum(result.out for result in found) / count,
        squares=costly_squares(s, seat),
    )


def is_hidden(s: State) -> bool:
    """TAX-1: whether the turn player has to choose how to pay before they may add up."""
    buffer = listed(s, s.turn_player)
    return any(a.ACTIONS[a.kind_of(code)].is_hidden for code in buffer.actions[: buffer.count])


def costly_squares(s: State, seat: int) -> tuple[CostlySquare, ...]:
    """Where a seat's next roll costs most, cards left aside; nowhere from jail."""
    if s.in_jail[seat]:
        return ()
    faces = range(1, s.rules.dice_max + 1)
    costs: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for one, two in itertools.product(faces, faces):
        square = (s.positions[seat] + one + two) % s.rules.board_length
        costs[square] = max(costs[square], _cost(s, seat, square, one + two))
        ways[square] += 1
    dearest = sorted(costs, key=lambda square: (-costs[square], square))[:MOST_SQUARES]
    every = len(faces) ** 2
    return tuple(
        CostlySquare(square, costs[square], ways[square] / every)
        for square in dearest
        if costs[square] > 0
    )


def _cost(s: State, seat: int, square: int, roll: int) -> int:
    rules, owner = s.rules, s.owner[square]
    if rules.square_type[square] == TAX:
        return rules.value[square]
    if owner in (NOBODY, seat) or s.mortgaged[square] or owner_waives_rent(s, rules, square):
        return 0
    if rules.square_type[square] == UTIL:
        highest = roll if rules.utility_uses_throw else 2 * rules.dice_max
        return util_multiplier(s, rules, square) * highest
    return rent_of(s, rules, square)
