"""How a bot talks about trades with the person: reasons, what it would want, and what it is asked.

What a policy does is its own choice: it is asked what it would answer to a trade. The table only
puts that into words, and lets a bot make an offer that the person has wished for.
"""

from __future__ import annotations

from collections.abc import Callable

from gitopoly.ledger.talk import Line
from gitopoly.rules import OfferTemplate, Rules, State, actions as a, is_legal
from gitopoly.rules.codes import TRADE
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.text import offer_of
from gitopoly.table.conversation import LocalConversation
from gitopoly.table.offer_limits import OfferLimits, Policy
from gitopoly.table.remarks import (
    GONE,
    MINE,
    NO_USE,
    TOO_LITTLE,
    YOURS,
    Remark,
    completed_groups,
    remark_text,
)
from gitopoly.table.seat import Seat
from gitopoly.table.wishes import Wish, offer_for, refusal_of_wish, wish_for, wish_in

AskingPrice = Callable[[State, Rules, int, int, int, int], int]
"""The cash that makes a trade fair to a seat: position, seat, other, deeds, cards.

Negative: what the seat would add."""
ROUND = 10
"""Bots name prices in multiples of this, if the other can pay them."""


class Negotiator:
    """The trades of one bot with the person."""

    def __init__(self, limits: OfferLimits, asking_price: AskingPrice) -> None:
        self.limits = limits
        self.talk: LocalConversation | None = None
        """Where the bot speaks and hears wishes; without it, it only plays."""
        self._asking_price = asking_price
        self._heard = 0
        """How many lines of the talk the bot has taken in."""
        self._wish: Wish | None = None

    def listen_from_now(self, talk: LocalConversation | None) -> None:
        """Speak here, and hear what is said from now on."""
        self.talk, self._heard = talk, len(talk.lines) if talk else 0

    def choose(self, seat: Seat, policy: Policy) -> int:
        """The bot's choice: an answer, an offer that was wished for, or what its policy does."""
        s = seat.position.state
        self._hear(seat)
        if s.phase == TRADE and s.offer_to == seat.number and s.offer_from == self.limits.person:
            return self._answer(seat, policy)
        if (offer := self._offer_as_wished(seat, policy)) is not None:
            return offer
        code = self.limits.choose(seat, policy)
        if a.kind_of(code) == a.OFFER_TRADE and a.addressee_of(code) == self.limits.person:
            self._say(seat, _reasons(s, code))
        return code

    def _hear(self, seat: Seat) -> None:
        """Take in the newest wish that the person has said to this bot."""
        if self.talk is None:
            return
        lines, self._heard = self.talk.lines[self._heard :], len(self.talk.lines)
        for line in lines:
            self._wish = self._addressed(seat, line) or self._wish

    def _addressed(self, seat: Seat, line: Line) -> Wish | None:
        wish = wish_in(line, seat.game.names, seat.position.state.rules)
        fits = wish and (wish.author, wish.asked) == (self.limits.person, seat.number)
        return wish if fits else None

    def _answer(self, seat: Seat, policy: Policy) -> int:
        """Accept, or decline and say why, and what would be accepted."""
        s = seat.position.state
        code = policy(s, seat.choices())
        if a.kind_of(code) == a.DECLINE_TRADE:
            mirrored = (seat.number, s.offer_from, s.offer_deeds, s.offer_cards, -s.offer_cash)
            self._decline(seat, policy, a.offer(*mirrored))
        return code

    def _offer_as_wished(self, seat: Seat, policy: Policy) -> int | None:
        """The offer that the person wished for, if it is possible now and the policy likes it."""
        wish, s = self._wish, seat.position.state
        if wish is None or not self._may_offer(seat, wish.author):
            return None
        self._wish = None
        offer = offer_for(s, wish)
        if offer is None or refusal_of_wish(s, wish) != LEGAL or not is_legal(s, offer):
            self._say(seat, [Remark(GONE)])
            return None
        if not _would_accept(s, policy, offer):
            self._decline(seat, policy, offer)
            return None
        self.limits.note(seat, offer)
        return offer

    def _may_offer(self, seat: Seat, to: int) -> bool:
        """Whether the bot holds the window."""
        templates = [choice for choice in seat.choices() if isinstance(choice, OfferTemplate)]
        return any(template.addressee == to for template in templates)

    def _decline(self, seat: Seat, policy: Policy, offer: int) -> None:
        """Say why a trade is not wanted, and what would be."""
        wish = self._counter(seat, policy, offer)
        helped = [one for one in _reasons(seat.position.state, offer) if one.key == YOURS]
        self._say(seat, [*helped, Remark(TOO_LITTLE if wish else NO_USE)])
        if wish is not None and self.talk is not None:
            self.talk.speak(seat.name, wish.text(seat.game.names))

    def _counter(self, seat: Seat, policy: Policy, offer: int) -> Wish | None:
        """The same trade for more cash, if the policy would accept it and the other can pay it."""
        s, other = seat.position.state, a.addressee_of(offer)
        deeds, cards, cash = a.deeds_of(offer), a.cards_of(offer), -a.cash_of(offer)
        price = self._asking_price(s, s.rules, seat.number, other, deeds, cards)
        for asked in (-(-price // ROUND) * ROUND, price):
            if cash < asked <= a.LARGEST_OFFER:
                wanted = a.offer(seat.number, other, deeds, cards, -asked)
                wish = wish_for(s, wanted)
                if refusal_of_wish(s, wish) == LEGAL and _would_accept(s, policy, wanted):
                    return wish
        return None

    def _say(self, seat: Seat, remarks: list[Remark]) -> None:
        if remarks and self.talk is not None:
            self.talk.speak(seat.name, remark_text(remarks))


def _reasons(s: State, offer: int) -> list[Remark]:
    """Whose groups an offer completes, as its proposer says it to the addressee."""
    proposer, other = a.player_of(offer), a.addressee_of(offer)
    gives, wants, _ = offer_of(s, offer)
    yours = completed_groups(s, other, proposer, [square for square in gives if square >= 0])
    mine = completed_groups(s, proposer, other, [square for square in wants if square >= 0])
    return [Remark(YOURS, group) for group in yours] + [Remark(MINE, group) for group in mine]


def _would_accept(s: State, policy: Policy, offer: int) -> bool:
    """What a policy would answer if the other side offered the trade that it could offer."""
    proposer, other = a.player_of(offer), a.addressee_of(offer)
    supposed = s.copy()
    if s.phase != TRADE:
        supposed.offer_next_phase = s.phase
    supposed.phase = TRADE
    supposed.offer_from, supposed.offer_to = other, proposer
    supposed.offer_deeds, supposed.offer_cards = a.deeds_of(offer), a.cards_of(offer)
    supposed.offer_cash = -a.cash_of(offer)
    answers = [a.code_of(kind, proposer) for kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE)]
    return a.kind_of(policy(supposed, [*answers])) == a.ACCEPT_TRADE
