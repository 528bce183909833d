"""Lines of talk of fixed forms, which every reader sees in their language.

A wish is a text such as `wish Birch: 6 8 $50 for 39`: what Birch would give, for what its author
would give. Deeds go by the numbers of their squares. It decides nothing: whoever is asked may turn
it into an offer, which is judged like any other. By remarks bots say why they want a trade or not:
`reason: completes-yours 3, too-little` names groups by number. A line that is not exactly of one
of these forms is words, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gitopoly.errors import IllegalAction
from gitopoly.ledger.talk import Line
from gitopoly.rules import OfferTemplate, Rules, State, actions as a
from gitopoly.rules.codes import MOST_GROUPS, RAIL_GROUP, UTIL_GROUP
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

YOURS, MINE = "completes-yours", "completes-mine"
TOO_LITTLE, NO_USE, GONE = "too-little", "no-use", "not-possible"
PLAIN = (TOO_LITTLE, NO_USE, GONE)
"""Remarks without a group."""
MOST_REMARKS = 4
"""Remarks in one line."""
_REASONS = re.compile(r"reason: (.+)")
_PART = re.compile(rf"({YOURS}|{MINE}) ([0-9])")
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


class Remark(NamedTuple):
    """One reason for or against a trade, said to the other side of it."""

    key: str
    group: int = -1


def remark_text(remarks: Sequence[Remark]) -> str:
    """Remarks as a line of talk."""
    return f"reason: {', '.join(_part(remark) for remark in remarks[:MOST_REMARKS])}"


def read_remarks(text: str) -> tuple[Remark, ...]:
    """The remarks that a line is; none if it is words."""
    found = _REASONS.fullmatch(text)
    if found is None:
        return ()
    remarks: list[Remark] = []
    for part in found[1].split(", "):
        about = _PART.fullmatch(part)
        if about is not None and int(about[2]) < MOST_GROUPS:
            remarks.append(Remark(about[1], int(about[2])))
        elif part in PLAIN:
            remarks.append(Remark(part))
        else:
            return ()
    return tuple(remarks) if len(remarks) <= MOST_REMARKS else ()


def completed_groups(s: State, owner: int, other: int, deeds: Iterable[int]) -> list[int]:
    """The groups that a seat would own as a whole, given these deeds of another seat."""
    rules = s.rules
    moved = [square for square in deeds if s.owner[square] == other]
    found = []
    for group in sorted({rules.group[square] for square in moved}):
        members = [at for at in rules.deeds[: rules.deed_count] if rules.group[at] == group]
        if len(members) > 1 and all(s.owner[at] == owner or at in moved for at in members):
            found.append(group)
    return found


def tell_remarks(remarks: Iterable[Remark], rules: Rules, words: Words | None = None) -> str:
    """Remarks as sentences."""
    words = words or english()
    return " ".join(
        words(f"remark.{one.key}", group=called(one.group, rules, words)) for one in remarks
    )


def called(group: int, rules: Rules, words: Words) -> str:
    """A whole group in words: by its colour, or by the name that its edition gives it."""
    if group in (RAIL_GROUP, UTIL_GROUP):
        return words("group.railroads" if group == RAIL_GROUP else "group.utilities")
    if not 0 <= group < len(rules.group_names):
        return ""
    name = rules.group_names[group]
    key = f"group.{name.replace(' ', '-')}"
    return words(key) if key in words else words("group.named", name=name)


def _part(remark: Remark) -> str:
    return remark.key if remark.group < 0 else f"{remark.key} {remark.group}"
