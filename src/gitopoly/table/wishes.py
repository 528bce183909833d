"""Wishes: lines of talk by which a seat says for which trade it would like an offer.

A wish is a text of one form, `wish Birch: 6 8 $50 for 39`: what Birch would give, for what its
author would give. Deeds go by the numbers of their squares. It decides nothing: whoever is asked
may turn it into an offer, which is judged like any other. A line that is not exactly of this form
is words, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gitopoly.errors import IllegalAction
from gitopoly.ledger.talk import Line
from gitopoly.rules import OfferTemplate, Rules, State, actions as a
from gitopoly.rules.game import offer_template
from gitopoly.rules.money import owed_by
from gitopoly.rules.refusals import (
    DEBTOR_WAITS,
    ENDS_BELOW_ZERO,
    INVALID_ADDRESSEE,
    LEGAL,
    NO_TRADING,
    NOT_TRADABLE,
    key_of,
    reason_of,
    rule_of,
)
from gitopoly.rules.trade import interest_for, refusal_of_contents
from gitopoly.words import Words, english

CARDS = ("chance-card", "chest-card")
"""The jail cards in a wish, by their numbers."""
NOTHING = "nothing"
_FORM = re.compile(r"wish (?P<asked>\S+): (?P<wanted>[^:]+) for (?P<given>[^:]+)")
_CASH = re.compile(r"\$([1-9][0-9]{0,5})")
_SQUARE = re.compile(r"0|[1-9][0-9]{0,2}")


class Side(NamedTuple):
    """What one side of a trade gives."""

    deeds: tuple[int, ...] = ()
    """Squares, in order."""
    cards: tuple[int, ...] = ()
    """Jail cards, as places in `CARDS`."""
    cash: int = 0


class Wish(NamedTuple):
    """A trade that `author` would like `asked` to offer."""

    author: int
    asked: int
    wanted: Side
    """What `asked` would give."""
    given: Side
    """What `author` would give."""

    def text(self, names: Sequence[str]) -> str:
        """The wish as a line of talk."""
        return f"wish {names[self.asked]}: {_things(self.wanted)} for {_things(self.given)}"


def read_wish(text: str, author: int, names: Sequence[str], rules: Rules) -> Wish | None:
    """The wish that somebody's line is; None if it is no wish for this board and these seats."""
    found = _FORM.fullmatch(text)
    if found is None or found["asked"] not in names:
        return None
    asked = names.index(found["asked"])
    wanted, given = _side(found["wanted"], rules), _side(found["given"], rules)
    if asked == author or wanted is None or given is None:
        return None
    wish = Wish(author, asked, wanted, given)
    # One form for each wish: everything else is words.
    return wish if wish.text(names) == text and _moves_something(wish) else None


def wish_in(line: Line, names: Sequence[str], rules: Rules) -> Wish | None:
    """The wish in a line of talk."""
    if line.is_reaction or line.seat not in names:
        return None
    return read_wish(line.text, names.index(line.seat), names, rules)


def wish_for(s: State, offer: int) -> Wish:
    """The wish of a seat that could not make this offer itself: that the other may make it."""
    author, asked, cash = a.player_of(offer), a.addressee_of(offer), a.cash_of(offer)
    deeds = [s.rules.deeds[i] for i in range(s.rules.deed_count) if a.deeds_of(offer) >> i & 1]
    held = [card for card in range(len(CARDS)) if a.cards_of(offer) >> card & 1]

    def side(own: bool, added: int) -> Side:
        # What neither of them has is asked for, and refused there.
        return Side(
            tuple(square for square in deeds if (s.owner[square] == author) == own),
            tuple(card for card in held if (_holder(s, card) == author) == own),
            max(added, 0),
        )

    return Wish(author, asked, side(False, -cash), side(True, cash))


def offer_for(s: State, wish: Wish) -> int | None:
    """The offer that fulfils a wish; None once somebody else owns what it is about."""
    deeds = cards = 0
    for side, owner in ((wish.wanted, wish.asked), (wish.given, wish.author)):
        if any(s.owner[square] != owner for square in side.deeds):
            return None
        if any(_holder(s, card) != owner for card in side.cards):
            return None
        deeds |= sum(1 << s.rules.deed_index[square] for square in side.deeds)
        cards |= sum(1 << card for card in side.cards)
    cash = wish.wanted.cash - wish.given.cash
    return a.offer(wish.asked, wish.author, deeds, cards, cash)


def refusal_of_wish(s: State, wish: Wish) -> int:
    """Why a wish could not be fulfilled as things stand, whoever's turn it is; LEGAL if it could.

    TRADE-2, TRADE-3 and TRADE-6 without the question of who may make an offer now.
    """
    rules, asked, author = s.rules, wish.asked, wish.author
    if rules.offers_per_window == 0:
        return NO_TRADING
    if s.is_bankrupt[asked] or s.is_bankrupt[author]:
        return INVALID_ADDRESSEE
    offer = offer_for(s, wish)
    if offer is None:
        return NOT_TRADABLE
    deeds, cash = a.deeds_of(offer), a.cash_of(offer)
    if why := refusal_of_contents(s, rules, asked, author, deeds, a.cards_of(offer)):
        return why
    if s.money[asked] - cash < interest_for(s, rules, asked, author, deeds):
        return ENDS_BELOW_ZERO
    if s.money[author] + cash < interest_for(s, rules, author, asked, deeds):
        return ENDS_BELOW_ZERO
    return DEBTOR_WAITS if owed_by(s, author) > 0 else LEGAL


def wish_templates(s: State, author: int) -> list[OfferTemplate]:
    """What a seat could wish for: of everybody with whom it could trade, whoever's turn it is."""
    rules, found = s.rules, []
    if rules.offers_per_window and not s.is_bankrupt[author]:
        others = (other for other in range(rules.num_players) if other != author)
        found = [offer_template(s, author, other) for other in others if not s.is_bankrupt[other]]
    return [one for one in found if one.gives or one.wants or one.cards]


def check_wish(s: State, wish: Wish) -> None:
    """Refuse to say what could not be done."""
    if why := refusal_of_wish(s, wish):
        raise IllegalAction("the wish", rule_of(why), reason_of(why), key=key_of(why))


def open_wishes(
    lines: Iterable[Line], s: State, names: Sequence[str], asked: int
) -> list[tuple[Line, Wish]]:
    """What the others would like this seat to offer: their newest wish each, if still possible."""
    newest: dict[int, tuple[Line, Wish]] = {}
    for line in lines:
        wish = wish_in(line, names, s.rules)
        if wish is not None and wish.asked == asked:
            newest[wish.author] = line, wish
    return [found for found in newest.values() if refusal_of_wish(s, found[1]) == LEGAL]


def tell_wish(wish: Wish, names: Sequence[str], rules: Rules, words: Words | None = None) -> str:
    """A wish as a sentence."""
    words = words or english()
    return words(
        "wish.told",
        name=names[wish.author],
        other=names[wish.asked],
        given=_told(wish.given, rules, words),
        wanted=_told(wish.wanted, rules, words),
    )


def _moves_something(wish: Wish) -> bool:
    """Whether a deed or a card would change hands, and cash at most one way."""
    things = (*wish.wanted.deeds, *wish.given.deeds, *wish.wanted.cards, *wish.given.cards)
    return len(things) > 0 and not (wish.wanted.cash and wish.given.cash)


def _holder(s: State, card: int) -> int:
    return s.jail_card_owner[1] if card else s.jail_card_owner[0]


def _things(side: Side) -> str:
    words = [*map(str, side.deeds), *(CARDS[card] for card in side.cards)]
    return " ".join([*words, f"${side.cash}"] if side.cash else words) or NOTHING


def _side(text: str, rules: Rules) -> Side | None:
    """What one side is said to give; whether that is the one way to say it is seen later."""
    deeds: list[int] = []
    cards: list[int] = []
    cash = 0
    for word in [] if text == NOTHING else text.split(" "):
        if amount := _CASH.fullmatch(word):
            cash = int(amount[1])
        elif word in CARDS:
            cards.append(CARDS.index(word))
        elif _SQUARE.fullmatch(word) and _is_deed(int(word), rules):
            deeds.append(int(word))
        else:
            return None
    if cash > a.LARGEST_OFFER:
        return None
    return Side(tuple(sorted(set(deeds))), tuple(sorted(set(cards))), cash)


def _is_deed(square: int, rules: Rules) -> bool:
    return square < rules.board_length and rules.deed_index[square] >= 0


def _told(side: Side, rules: Rules, words: Words) -> str:
    printed = rules.source.squares
    found = [
        words.square({"name": rules.names[square], "key": printed[square].key})
        for square in side.deeds
    ]
    found += [words(f"trade.card.{'chest' if card else 'chance'}") for card in side.cards]
    if side.cash:
        found.append(words.money(side.cash, rules.currency))
    return words.list(found) if found else words("trade.nothing")
