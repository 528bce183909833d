"""Everything that keeps an edition from being played.

First what is wrong with single values, all at once; when nothing is, what does not fit together.
"""

from __future__ import annotations

import re
import reprlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from gitopoly.declared import Problem
from gitopoly.editions.data import (
    DEEDS,
    GROUP_SIZE,
    JAIL_CARDS,
    LEADING,
    MOST_AMOUNT,
    MOST_BIDS,
    MOST_COLOURS,
    MOST_DEEDS,
    Card,
    Edition,
    SquareData,
    problems_of_fields,
    same,
    whole,
)

NEEDED = (
    *("starting_money", "total_money", "dice_max", "jail_fine", "base_rail_rent"),
    "pass_go_reward",
)
"""Constants that every edition sets; any other that is left out counts as none."""
DRAWING = {"chance": "chance", "community-chest": "community_chest"}
"""The decks by the types of their squares."""


def problems_of(
    edition: Edition, constants: Mapping[str, int], flags: Collection[str]
) -> list[Problem]:
    """All problems; `constants` and `flags` are those of the rules, with the highest values."""
    found = [
        *problems_of_fields(edition, "name", edition),
        *(
            problem
            for name, role in (("squares", "type"), *((deck, "kind") for deck in JAIL_CARDS))
            for number, one in enumerate(getattr(edition, name))
            for problem in problems_of_fields(one, role, edition, (name, number))
        ),
        *_of_colours(edition),
        *_of_constants(edition, constants),
        *_of_flags(edition, flags),
    ]
    return found or [
        *_of_head(edition),
        *_of_board(edition),
        *_of_building(edition),
        *_of_decks(edition),
        *_of_endless_draws(edition),
    ]


def _of_colours(edition: Edition) -> Iterator[Problem]:
    groups = [square.group for square in edition.squares if square.group]
    for group, colour in edition.colours.items():
        if group not in groups:
            yield Problem(("colours", group), "is the colour of no group of streets")
        elif not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
            yield Problem(("colours", group), 'must be a colour such as "#8b5e3c"')


def _of_constants(edition: Edition, known: Mapping[str, int]) -> Iterator[Problem]:
    for name, value in edition.constants.items():
        reason = None
        if name == "abstract_bids":
            bids = value if isinstance(value, list | tuple) else ()
            if not 1 <= len(bids) <= MOST_BIDS or any(whole(bid, 1, MOST_AMOUNT) for bid in bids):
                reason = f"must list 1 to {MOST_BIDS} whole numbers above 0"
        elif name not in known:
            reason = "is not a constant of the rules"
        else:
            reason = whole(value, 0, known[name])
        if reason:
            yield Problem(("constants", name), reason)
    for name in NEEDED:
        if name not in edition.constants:
            yield Problem(("constants", name), "is missing")


def _of_flags(edition: Edition, known: Collection[str]) -> Iterator[Problem]:
    flags: Mapping[str, object] = edition.flags
    for name, value in flags.items():
        if name not in known:
            yield Problem(("flags", name), "is not a flag of the rules")
        elif name.startswith("defect_"):
            yield Problem(("flags", name), "is for models only, not for play")
        elif type(value) is not bool:
            yield Problem(("flags", name), "must be true or false")


def _of_head(edition: Edition) -> Iterator[Problem]:
    if not edition.least_players <= edition.usual_players <= edition.most_players:
        yield Problem(("usual_players",), "must lie between least_players and most_players")
    given = edition.constants
    if not (edition.flags.get("played_auctions") or given.get("abstract_bids")):
        yield Problem(("flags", "played_auctions"), "must be on unless there are abstract_bids")
    money, most = given["starting_money"], edition.most_players
    if money * most > given["total_money"]:
        reason = f"must be enough for {most} players with {money:,} each"
        yield Problem(("constants", "total_money"), reason)


def _of_board(edition: Edition) -> Iterator[Problem]:
    """GO, at most so many deeds, groups, and deeds in each, and names that differ."""

    def no(reason: str) -> Problem:
        return Problem(("squares",), reason)

    squares = edition.squares
    types = Counter(square.type for square in squares)
    if types["go"] != 1 or squares[0].type != "go":
        yield no("must start with GO, the only square of the type go")
    deeds = sum(types[kind] for kind in DEEDS)
    if deeds > MOST_DEEDS:
        yield no(f"have {deeds} deeds; at most {MOST_DEEDS} fit")
    colours = Counter(square.group for square in squares if square.type == "street")
    if not colours:
        yield no("have no street; at least one is needed")
    if len(colours) > MOST_COLOURS:
        yield no(f"have {len(colours)} groups; at most {MOST_COLOURS} fit")
    sizes = {f"streets in {reprlib.repr(group)}": size for group, size in colours.items()}
    sizes |= {DEEDS[kind]: types[kind] for kind in ("rail", "util")}
    for words, size in sizes.items():
        if size > GROUP_SIZE:
            yield no(f"have {size} {words}; at most {GROUP_SIZE} fit")
    first: dict[str, int] = {}
    for number, square in enumerate(squares):
        other = first.setdefault(same(square.name), number)
        if other != number:
            reason = f"is also that of square {other}; names must differ"
            yield Problem(("squares", number, "name"), reason)


def _of_building(edition: Edition) -> Iterator[Problem]:
    """One number of levels everywhere; one house price in a group where the stock is limited."""
    streets = [(n, one) for n, one in enumerate(edition.squares) if one.type == "street"]
    prices: dict[str, int] = {}
    for number, street in streets:
        length, usual = len(street.rent), len(streets[0][1].rent)
        if length != usual:
            reason = f"has {length} amounts, other streets {usual}"
            yield Problem(("squares", number, "rent"), reason)
        price = prices.setdefault(street.group, street.house_cost)
        if price != street.house_cost and edition.flags.get("buildings_are_limited"):
            reason = (
                "must be the same in a whole group while buildings_are_limited, "
                "because a group is sold at one price (SELL-3)"
            )
            yield Problem(("squares", number, "house_cost"), reason)


def _of_decks(edition: Edition) -> Iterator[Problem]:
    """CARD-3, CARD-17: one card at most that is kept or lets choose, and another beside it."""
    types = {square.type for square in edition.squares}
    for deck, own in JAIL_CARDS.items():
        cards: Sequence[Card] = getattr(edition, deck)
        found: Counter[str] = Counter()
        for number, card in enumerate(cards):
            found[card.kind] += 1
            reason = None
            if card.kind in JAIL_CARDS.values() and card.kind != own:
                reason = "is the jail card of the other deck"
            elif card.kind == "fine-or-chance" and deck == "chance":
                reason = "only the community chest has a card of this kind"
            elif card.kind in (own, "fine-or-chance") and found[card.kind] > 1:
                reason = "is a second one of its kind; a deck has one"
            elif card.kind.startswith("nearest-") and card.kind[8:] not in types:
                reason = f"needs a square of the type {card.kind[8:]} on the board"
            if reason:
                yield Problem((deck, number, "kind"), reason)
        if found[own] == len(cards):
            yield Problem((deck,), "needs a card besides its jail card, which somebody may hold")


def _of_endless_draws(edition: Edition) -> Iterator[Problem]:
    """A deck needs a card that ends the drawing on any square: each card comes up in time."""
    squares = edition.squares
    for type_of_square, deck in DRAWING.items():
        places = [number for number, one in enumerate(squares) if one.type == type_of_square]
        cards = [card for card in getattr(edition, deck) if card.kind != JAIL_CARDS[deck]]
        if places and cards and not any(_ends(card, places, squares) for card in cards):
            reason = "leads from card to card without end; add one that does not"
            yield Problem((deck,), reason)


def _ends(card: Card, places: Sequence[int], squares: Sequence[SquareData]) -> bool:
    """Whether a card leads to no other card, from any of these squares."""
    leads = [card.square] if card.kind in LEADING else []
    leads += [place - card.amount for place in places if card.kind == "back"]
    return all(squares[at % len(squares)].type not in DRAWING for at in leads)
