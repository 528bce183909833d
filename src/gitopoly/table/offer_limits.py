"""How often a bot offers trades at a table with people: never the same twice, and once a round.

Policies have no memory, so that every engine plays the same; a table that has one asks them
without the offers that would be too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gitopoly.rules import Choice, OfferTemplate, State, actions as a
from gitopoly.rules.codes import NOBODY
from gitopoly.table.seat import Seat

REMEMBERED = 600
"""Entries of a resumed game in which earlier offers are looked for."""
Policy = Callable[[State, list[Choice]], int]
"""What a bot does, of the choices it is given."""


class _Offer(NamedTuple):
    """An offer as it was made, and how things stood for whoever judged it."""

    turn: int
    to: int
    deeds: int
    cards: int
    cash: int
    """What the proposer adds; less: what the proposer wants."""
    groups: tuple[int, ...]
    """Owners, buildings and mortgages of the groups that it is about."""


class OfferLimits:
    """The offers of one bot."""

    def __init__(self, person: int) -> None:
        self.person = person
        """The seat that can ask for no offers at all."""
        self.person_wants_offers = True
        self._made: list[_Offer] | None = None

    def choose(self, seat: Seat, policy: Policy) -> int:
        """The bot's choice, without offers that the others have had already."""
        s, choices = seat.position.state, seat.choices()
        if self._made is None:
            self._made = _offers_in(seat)
        rest: list[Choice] = [c for c in choices if not isinstance(c, OfferTemplate)]
        allowed = [choice for choice in choices if self._may_offer(s, choice)]
        if len(allowed) == len(rest):
            return policy(s, rest)
        code = policy(s, allowed)
        if a.kind_of(code) != a.OFFER_TRADE:
            return code
        offer = _offer_of(s, code)
        if any(_is_no_better(offer, earlier) for earlier in self._made):
            return policy(s, rest)
        self._made.append(offer)
        return code

    def note(self, seat: Seat, code: int) -> None:
        """Remember an offer that the person has asked for, so that it is not repeated unasked."""
        if self._made is None:
            self._made = _offers_in(seat)
        self._made.append(_offer_of(seat.position.state, code))

    def _may_offer(self, s: State, choice: Choice) -> bool:
        if not isinstance(choice, OfferTemplate):
            return True
        if choice.addressee == self.person and not self.person_wants_offers:
            return False
        players = sum(not s.is_bankrupt[seat] for seat in range(s.rules.num_players))
        return not self._made or s.turns - self._made[-1].turn >= players


def _offers_in(seat: Seat) -> list[_Offer]:
    """What a seat has offered in the newest part of a game."""
    steps = [step for event in seat.game.story(REMEMBERED) for step in event.steps]
    return [
        _offer_of(before, action)
        for before, action, _, _ in steps
        if action != NOBODY
        and a.kind_of(action) == a.OFFER_TRADE
        and a.player_of(action) == seat.number
    ]


def _offer_of(s: State, code: int) -> _Offer:
    deeds, rules = a.deeds_of(code), s.rules
    moved = {rules.group[rules.deeds[i]] for i in range(rules.deed_count) if deeds >> i & 1}
    squares = [square for square in rules.deeds[: rules.deed_count] if rules.group[square] in moved]
    groups = [fact for at in squares for fact in (s.owner[at], s.level[at], s.mortgaged[at])]
    to, cards, cash = a.addressee_of(code), a.cards_of(code), a.cash_of(code)
    return _Offer(s.turns, to, deeds, cards, cash, tuple(groups))


def _is_no_better(offer: _Offer, earlier: _Offer) -> bool:
    """Whether an offer repeats an earlier one that came to nothing."""
    same = (offer.to, offer.deeds, offer.cards) == (earlier.to, earlier.deeds, earlier.cards)
    return same and offer.groups == earlier.groups and offer.cash <= earlier.cash
