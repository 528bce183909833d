"""Everything that keeps an edition from being played.

First what is wrong with single values, all at once; when nothing is, what does not fit together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from gitopoly.declared import Path, Problem, faults, shown
from gitopoly.editions.data import (
    COLOUR,
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
    found = [*faults(edition, edition), *_of_tables(edition, constants, flags)]
    return found or [
        *_of_head(edition),
        *_of_board(edition),
        *_of_building(edition),
        *_of_decks(edition),
        *_of_endless_draws(edition),
    ]


def _those(path: Path, reasons: Mapping[str, object]) -> Iterator[Problem]:
    """What is wrong at one place: every reason that holds."""
    return (Problem(path, reason) for reason, holds in reasons.items() if holds)


def _of_tables(
    edition: Edition, constants: Mapping[str, int], flags: Collection[str]
) -> Iterator[Problem]:
    """Colours, constants and flags: which there are, and what each may be."""
    groups = [square.group for square in edition.squares if square.group]
    for group, colour in edition.colours.items():
        unknown = "is the colour of no group of streets" if group not in groups else None
        if reason := unknown or COLOUR(colour, edition, edition):
            yield Problem(("colours", group), reason)
    for name, value in edition.constants.items():
        if reason := _of_constant(name, value, constants):
            yield Problem(("constants", name), reason)
    missing = [name for name in NEEDED if name not in edition.constants]
    yield from (Problem(("constants", name), "is missing") for name in missing)
    for name, on in edition.flags.items():
        reasons = {
            "is not a flag of the rules": name not in flags,
            "is for models only, not for play": name.startswith("defect_"),
            "must be true or false": type(on) is not bool,
        }
        yield from _those(("flags", name), reasons)


def _of_constant(name: str, value: object, known: Mapping[str, int]) -> str | None:
    if name == "abstract_bids":
        bids = value if isinstance(value, list | tuple) else ()
        fits = 1 <= len(bids) <= MOST_BIDS and not any(whole(bid, 1, MOST_AMOUNT) for bid in bids)
        return None if fits else f"must list 1 to {MOST_BIDS} whole numbers above 0"
    return whole(value, 0, known[name]) if name in known else "is not a constant of the rules"


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
    squares = edition.squares
    types = Counter(square.type for square in squares)
    deeds = sum(types[kind] for kind in DEEDS)
    colours = Counter(square.group for square in squares if square.type == "street")
    sizes = {f"streets in {shown(group)}": size for group, size in colours.items()}
    sizes |= {DEEDS[kind]: types[kind] for kind in ("rail", "util")}
    reasons = {
        "must start with GO, the only square of the type go": (
            types["go"] != 1 or squares[0].type != "go"
        ),
        f"have {deeds} deeds; at most {MOST_DEEDS} fit": deeds > MOST_DEEDS,
        "have no street; at least one is needed": not colours,
        f"have {len(colours)} groups; at most {MOST_COLOURS} fit": len(colours) > MOST_COLOURS,
        **{
            f"have {size} {words}; at most {GROUP_SIZE} fit": size > GROUP_SIZE
            for words, size in sizes.items()
        },
    }
    yield from _those(("squares",), reasons)
    first: dict[str, int] = {}
    for number, square in enumerate(squares):
        if (other := first.setdefault(same(square.name), number)) != number:
            reason = f"is also that of square {other}; names must differ"
            yield Problem(("squares", number, "name"), reason)


def _of_building(edition: Edition) -> Iterator[Problem]:
    """One number of levels everywhere; one house price in a group where the stock is limited."""
    streets = [(n, one) for n, one in enumerate(edition.squares) if one.type == "street"]
    prices: dict[str, int] = {}
    for number, street in streets:
        length, usual = len(street.rent), len(streets[0][1].rent)
        price = prices.setdefault(street.group, street.house_cost)
        if length != usual:
            reason = f"has {length} amounts, other streets {usual}"
            yield Problem(("squares", number, "rent"), reason)
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
        kinds = [card.kind for card in getattr(edition, deck)]
        for number, kind in enumerate(kinds):
            needed = kind.removeprefix("nearest-")
            reasons = {
                "is the jail card of the other deck": kind in JAIL_CARDS.values() and kind != own,
                "only the community chest has a card of this kind": (
                    kind == "fine-or-chance" and deck == "chance"
                ),
                "is a second one of its kind; a deck has one": (
                    kind in (own, "fine-or-chance") and kind in kinds[:number]
                ),
                f"needs a square of the type {needed} on the board": (
                    kind != needed and needed not in types
                ),
            }
            yield from _those((deck, number, "kind"), reasons)
        if {*kinds} == {own}:
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
