"""How a bot trades with the person: how often it offers, its reasons, and what it is asked.

What a policy does is its own choice: it is asked what it would answer to a trade. The table only
puts that into words, and lets a bot make an offer that the person has wished for. Policies have no
memory, so that every engine plays the same; a table that has one asks them without the offers that
would be too many: never the same twice, and once a round.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import NamedTuple

from gitopoly.errors import InvalidLine, NoRoom
from gitopoly.rules import Choice, OfferTemplate, Rules, State, actions as a, is_legal
from gitopoly.rules.codes import NOBODY, TRADE
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.text import offer_of
from gitopoly.table.conversation import Talk
from gitopoly.table.seat import Seat
from gitopoly.table.wishes import (
    GONE,
    MINE,
    NO_USE,
    TOO_LITTLE,
    YOURS,
    Remark,
    Wish,
    completed_groups,
    offer_for,
    refusal_of_wish,
    remark_text,
    wish_for,
    wish_in,
)

REMEMBERED = 600
"""Entries of a resumed game in which earlier offers are looked for."""
Policy = Callable[[State, list[Choice]], int]
"""What a bot does, of the choices it is given."""
AskingPrice = Callable[[State, Rules, int, int, int, int], int]
"""The cash that makes a trade fair to a seat: position, seat, other, deeds, cards.

Negative: what the seat would add."""
ROUND = 10
"""Bots name prices in multiples of this, if the other can pay them."""


class Negotiator:
    """The trades of one bot with the person."""

    def __init__(self, person: int, asking_price: AskingPrice) -> None:
        self.person = person
        self.person_wants_offers = True
        """Whether the person may be offered anything at all."""
        self.talk: Talk | None = None
        """Where the bot speaks and hears wishes; without it, it only plays."""
        self._asking_price = asking_price
        self._made: list[_Offer] | None = None
        """What the bot has offered; None before the game was looked through."""
        self._heard = 0
        """How many lines of the talk the bot has taken in."""
        self._wish: Wish | None = None

    def listen_from_now(self, talk: Talk) -> None:
        """Speak here, and hear what is said from now on."""
        self.talk, self._heard = talk, len(talk.lines)

    def choose(self, seat: Seat, policy: Policy) -> int:
        """The bot's choice: an answer, an offer that was wished for, or what its policy does."""
        s = seat.position.state
        self._hear(seat)
        if s.phase == TRADE and s.offer_to == seat.number and s.offer_from == self.person:
            return self._answer(seat, policy)
        if (offer := self._offer_as_wished(seat, policy)) is not None:
            return offer
        code = self._unasked(seat, policy)
        if a.kind_of(code) == a.OFFER_TRADE and a.addressee_of(code) == self.person:
            self._say(seat, _reasons(s, code))
        return code

    def _hear(self, seat: Seat) -> None:
        """Take in the newest wish that the person has said to this bot."""
        said = self.talk.lines if self.talk is not None else []
        lines, self._heard = said[self._heard :], len(said)
        for line in lines:
            wish = wish_in(line, seat.game.names, seat.position.state.rules)
            if wish and (wish.author, wish.asked) == (self.person, seat.number):
                self._wish = wish

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
        self._offers(seat).append(_offer_of(s, offer))
        return offer

    def _unasked(self, seat: Seat, policy: Policy) -> int:
        """What the policy does, without offers that the others have had already."""
        s, choices, made = seat.position.state, seat.choices(), self._offers(seat)
        rest: list[Choice] = [c for c in choices if not isinstance(c, OfferTemplate)]
        allowed = [choice for choice in choices if self._is_due(s, choice)]
        if len(allowed) == len(rest):
            return policy(s, rest)
        code = policy(s, allowed)
        if a.kind_of(code) != a.OFFER_TRADE:
            return code
        offer = _offer_of(s, code)
        if any(_is_no_better(offer, earlier) for earlier in made):
            return policy(s, rest)
        made.append(offer)
        return code

    def _offers(self, seat: Seat) -> list[_Offer]:
        """What the bot has offered so far, also before the program began."""
        if self._made is None:
            self._made = _offers_in(seat)
        return self._made

    def _is_due(self, s: State, choice: Choice) -> bool:
        """Whether a choice is no offer, or one that may be made by now."""
        if not isinstance(choice, OfferTemplate):
            return True
        if choice.addressee == self.person and not self.person_wants_offers:
            return False
        players = sum(not s.is_bankrupt[seat] for seat in range(s.rules.num_players))
        return not self._made or s.turns - self._made[-1].turn >= players

    def _may_offer(self, seat: Seat, to: int) -> bool:
        """Whether the bot holds the window."""
        templates = [choice for choice in seat.choices() if isinstance(choice, OfferTemplate)]
        return any(template.addressee == to for template in templates)

    def _decline(self, seat: Seat, policy: Policy, offer: int) -> None:
        """Say why a trade is not wanted, and what would be."""
        wish = self._counter(seat, policy, offer)
        helped = [one for one in _reasons(seat.position.state, offer) if one.key == YOURS]
        self._say(seat, [*helped, Remark(TOO_LITTLE if wish else NO_USE)])
        if wish is not None:
            self._speak(seat, wish.text(seat.game.names))

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
        if remarks:
            self._speak(seat, remark_text(remarks))

    def _speak(self, seat: Seat, text: str) -> None:
        """Say something, unless the bot has said enough."""
        if self.talk is not None:
            with contextlib.suppress(InvalidLine, NoRoom):
                self.talk.speak(seat.name, text)


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
