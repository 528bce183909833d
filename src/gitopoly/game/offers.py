"""Trade offers by name: deeds, jail cards and cash become the kernel's number."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from gitopoly.errors import InvalidAction
from gitopoly.rules import State, actions as a
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.text import JAIL_CARDS


def offer_code(
    s: State,
    names: Sequence[str],
    proposer: int,
    addressee: int,
    give: Sequence[str],
    want: Sequence[str],
    cash: int,
) -> int:
    """TRADE-2: the offer of `proposer`; each side must own what it gives."""
    if type(cash) is not int or abs(cash) > a.LARGEST_OFFER:
        raise InvalidAction(cash, f"cash as a whole number, at most {a.LARGEST_OFFER}")
    deeds = cards = 0
    for giver, things in ((proposer, give), (addressee, want)):
        if isinstance(things, str) or not isinstance(things, Iterable):
            raise InvalidAction(things, "a list of names, even for a single deed")
        for thing in things:
            deed, card = _moving(s, names, giver, thing)
            if deeds & deed or cards & card:
                raise InvalidAction(thing, "each deed and jail card once")
            deeds |= deed
            cards |= card
    return a.offer(proposer, addressee, deeds, cards, cash)


def _moving(s: State, names: Sequence[str], giver: int, thing: str) -> tuple[int, int]:
    """A deed and a jail card as sets, one of them empty."""
    rules = s.rules
    if thing in JAIL_CARDS:
        deck = JAIL_CARDS.index(thing)
        if s.jail_card_owner[deck] != giver:
            raise InvalidAction(thing, f"a jail card that {names[giver]} holds")
        return 0, 1 << deck
    if thing not in rules.names or rules.deed_index[rules.names.index(thing)] == NOBODY:
        deeds = [rules.names[square] for square in rules.deeds[: rules.deed_count]]
        near = difflib.get_close_matches(str(thing), deeds, 3, 0.4) or deeds[:3]
        raise InvalidAction(thing, f"a deed such as {', '.join(near)}, or a jail card")
    square = rules.names.index(thing)
    if s.owner[square] != giver:
        raise InvalidAction(thing, f"a deed that {names[giver]} owns")
    return 1 << rules.deed_index[square], 0
