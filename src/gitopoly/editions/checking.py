"""Everything that keeps an edition from being played, all at once.

The bounds are those of the kernel's records and codes (`gitopoly.kernel.codes`): a larger board
would make every game slower. A test compares them.
"""

from __future__ import annotations

import re
import reprlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from gitopoly.editions.data import Edition, SquareData
from gitopoly.editions.deck_checking import DECKS, problems_of_decks
from gitopoly.editions.problems import MOST_AMOUNT, EditionProblem, whole
from gitopoly.editions.texts import LONGEST_TEXT, problem_of_text, same

LEAST_SQUARES, MOST_SQUARES = 12, 40
MOST_DEEDS = 28
GROUP_SIZE = 4
MOST_COLOURS = 8
MOST_RENTS = 6
MOST_PLAYERS = 8
MOST_BIDS = 3
DEEDS = {"street": "streets of a group", "rail": "railroads", "util": "utilities"}
PLAIN = ("go", "jail", "free-parking", "go-to-jail", "chance", "community-chest")
TYPES = (*DEEDS, "tax", *PLAIN)
NEEDED = (
    *("starting_money", "total_money", "dice_max", "jail_fine", "base_rail_rent"),
    "pass_go_reward",
)
"""Constants that every edition sets; any other that is left out counts as none."""
CURRENCY = re.compile(r"[^\W\d_]{0,3}[^\w\s\"\\{}\[\]<>|`+,.;:'-]?|[^\W\d_]{1,3} ")
"""A sign such as $ or €, or up to three letters before it."""


def problems_of(
    edition: Edition, constants: Mapping[str, int], flags: Collection[str]
) -> list[EditionProblem]:
    """All problems; `constants` and `flags` are those of the rules, with the highest values."""
    if unreadable := list(_of_kinds(edition)):
        return unreadable
    return [
        *_of_head(edition),
        *_of_players(edition),
        *_of_board(edition),
        *problems_of_decks(edition),
        *_of_keys(edition),
        *_of_constants(edition, constants),
        *_of_flags(edition, flags),
    ]


def _of_kinds(edition: Edition) -> Iterator[EditionProblem]:
    """Without the types of squares and the kinds of cards nothing else can be checked."""
    kinds = {
        "type": [(("squares", at), one.type) for at, one in enumerate(edition.squares)],
        "kind": [
            ((deck, at), one.kind)
            for deck in DECKS
            for at, one in enumerate(getattr(edition, deck))
        ],
    }
    for name, found in kinds.items():
        for path, value in found:
            if not is_text(value):
                reason = f"must be a text, not {reprlib.repr(value)}"
                yield EditionProblem((*path, name), reason)


def is_text(*values: object) -> bool:
    """Whether all of these are texts."""
    return all(isinstance(value, str) for value in values)


# The head.


def _of_head(edition: Edition) -> Iterator[EditionProblem]:
    if not isinstance(edition.name, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", edition.name):
        yield EditionProblem(("name",), "must be 1 to 32 small letters, digits and hyphens")
    if reason := problem_of_text(edition.summary, LONGEST_TEXT):
        yield EditionProblem(("summary",), reason)
    currency = edition.currency
    if not isinstance(currency, str) or not currency.strip() or not CURRENCY.fullmatch(currency):
        yield EditionProblem(
            ("currency",), 'must be a sign such as "$" or "€", or up to three letters'
        )
    elif not currency.isprintable():
        yield EditionProblem(("currency",), "cannot be printed")
    groups = {square.group for square in edition.squares if isinstance(square.group, str)}
    for group, colour in edition.colours.items():
        if group not in groups:
            yield EditionProblem(("colours", group), "is the colour of no group of streets")
        elif not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
            yield EditionProblem(("colours", group), 'must be a colour such as "#8b5e3c"')


def _of_players(edition: Edition) -> Iterator[EditionProblem]:
    numbers = [edition.least_players, edition.usual_players, edition.most_players]
    names = ("least_players", "usual_players", "most_players")
    wrong = [
        (name, whole(number, 2, MOST_PLAYERS)) for name, number in zip(names, numbers, strict=True)
    ]
    yield from (EditionProblem((name,), reason) for name, reason in wrong if reason)
    if not any(reason for _, reason in wrong) and numbers != sorted(numbers):
        yield EditionProblem(("usual_players",), "must lie between least_players and most_players")


# The board.


def _of_board(edition: Edition) -> Iterator[EditionProblem]:
    squares = edition.squares
    if not LEAST_SQUARES <= len(squares) <= MOST_SQUARES:
        yield EditionProblem(
            ("squares",),
            f"are {len(squares)}; a board has {LEAST_SQUARES} to {MOST_SQUARES} squares",
        )
    for number, square in enumerate(squares):
        for name, reason in _of_square(square):
            yield EditionProblem(("squares", number, name), reason)
    yield from _of_names(squares)
    yield from _of_corners(edition)
    yield from _of_groups(squares)
    yield from _of_building(edition)


def _of_square(square: SquareData) -> Iterator[tuple[str, str]]:
    if reason := problem_of_text(square.name):
        yield "name", reason
    if square.type not in TYPES:
        yield "type", f"must be one of {', '.join(TYPES)}, not {reprlib.repr(square.type)}"
        return
    street = square.type == "street"
    if square.type in PLAIN and square.value != 0:
        yield "value", f"has no meaning on a square of the type {square.type}; remove it"
    elif square.type not in PLAIN and (reason := whole(square.value, 1, MOST_AMOUNT)):
        yield "value", reason
    if type(square.tenth) is not bool or (square.tenth and square.type != "tax"):
        yield "tenth", "must be true or false, and only a tax has it (TAX-1)"
    if street:
        yield from _of_street(square)
        return
    for name, nothing in (("group", ""), ("house_cost", 0), ("rent", ())):
        if getattr(square, name) != nothing:
            yield name, "has a meaning only for streets; remove it"


def _of_street(street: SquareData) -> Iterator[tuple[str, str]]:
    if reason := problem_of_text(street.group, 20):
        yield "group", reason
    if reason := whole(street.house_cost, 1, MOST_AMOUNT):
        yield "house_cost", reason
    rent = street.rent
    if not isinstance(rent, tuple) or not 2 <= len(rent) <= MOST_RENTS:
        yield "rent", f"must list 2 to {MOST_RENTS} amounts: bare, then for each building level"
    elif wrong := [reason for amount in rent if (reason := whole(amount, 0, MOST_AMOUNT))]:
        yield "rent", wrong[0]
    elif list(rent) != sorted(rent):
        yield "rent", "must not fall with more buildings, because bots count on that"


def _of_names(squares: Sequence[SquareData]) -> Iterator[EditionProblem]:
    first: dict[str, int] = {}
    for number, square in enumerate(squares):
        name: object = square.name
        other = first.setdefault(same(name), number) if isinstance(name, str) else number
        if other != number:
            yield EditionProblem(
                ("squares", number, "name"), f"is also that of square {other}; names must differ"
            )


def _of_corners(edition: Edition) -> Iterator[EditionProblem]:
    types = [square.type for square in edition.squares]
    if types.count("go") != 1 or types[0] != "go":
        yield EditionProblem(("squares",), "must start with GO, the only square of the type go")
    if types.count("jail") != 1:
        yield EditionProblem(("squares",), f"must have one jail, not {types.count('jail')}")
    elif edition.jail != types.index("jail"):
        yield EditionProblem(
            ("jail",), f"must be {types.index('jail')}, the square of the type jail"
        )


def _of_groups(squares: Sequence[SquareData]) -> Iterator[EditionProblem]:
    """At most so many deeds of a kind, so many colours, and so many deeds in all."""
    deeds = [square for square in squares if square.type in DEEDS]
    if len(deeds) > MOST_DEEDS:
        yield EditionProblem(("squares",), f"have {len(deeds)} deeds; at most {MOST_DEEDS} fit")
    colours = Counter(
        square.group
        for square in deeds
        if square.type == "street" and isinstance(square.group, str)
    )
    if not colours:
        yield EditionProblem(("squares",), "have no street; at least one is needed")
    if len(colours) > MOST_COLOURS:
        yield EditionProblem(
            ("squares",), f"have {len(colours)} groups; at most {MOST_COLOURS} fit"
        )
    for group, size in colours.items():
        if size > GROUP_SIZE:
            yield EditionProblem(
                ("squares",),
                f"have {size} streets in {reprlib.repr(group)}; at most {GROUP_SIZE} fit",
            )
    for kind in ("rail", "util"):
        size = sum(square.type == kind for square in deeds)
        if size > GROUP_SIZE:
            yield EditionProblem(
                ("squares",), f"have {size} {DEEDS[kind]}; at most {GROUP_SIZE} fit"
            )


def _of_building(edition: Edition) -> Iterator[EditionProblem]:
    """One number of levels everywhere; one house price in a group where the stock is limited."""
    streets = [(n, one) for n, one in enumerate(edition.squares) if one.type == "street"]
    lengths = {n: len(one.rent) for n, one in streets if isinstance(one.rent, tuple)}
    usual = next(iter(lengths.values()), 0)
    for number, length in lengths.items():
        if length != usual:
            yield EditionProblem(
                ("squares", number, "rent"), f"has {length} amounts, other streets {usual}"
            )
    if edition.flags.get("buildings_are_limited") is not True:
        return
    prices: dict[Any, Any] = {}
    for number, street in streets:
        if isinstance(street.group, str):
            price = prices.setdefault(street.group, street.house_cost)
            if price != street.house_cost:
                yield EditionProblem(
                    ("squares", number, "house_cost"),
                    "must be the same in a whole group while buildings_are_limited, "
                    "because a group is sold at one price (SELL-3)",
                )


# Other languages.


def _of_keys(edition: Edition) -> Iterator[EditionProblem]:
    """A key stands for the same words in every language, so nobody reads what others do not."""
    printed = {
        "squares": [(one.key, one.name) for one in edition.squares],
        "chance": [(one.key, one.text) for one in edition.chance],
        "community_chest": [(one.key, one.text) for one in edition.community_chest],
    }
    for name, pairs in printed.items():
        for number, pair in enumerate(pairs):
            if pair[0] != "" and not (is_text(*pair) and pair in _translated()):
                reason = "is not the key of these words in the languages' files; remove it"
                yield EditionProblem((name, number, "key"), reason)


@cache
def _translated() -> frozenset[tuple[object, object]]:
    """The keys of the shipped editions, each with its words."""
    from gitopoly.editions import BOARDS, EDITIONS, load

    shipped = [load(name) for name in EDITIONS]
    shipped += [load("classic", board, 17) for board in BOARDS if board != "small"]
    squares = ((one.key, one.name) for data in shipped for one in data.squares)
    cards = (
        (one.key, one.text) for data in shipped for one in (*data.chance, *data.community_chest)
    )
    return frozenset((*squares, *cards))


# Constants and flags.


def _of_constants(edition: Edition, known: Mapping[str, int]) -> Iterator[EditionProblem]:
    given = edition.constants
    for name, value in given.items():
        if name == "abstract_bids":
            bids = value if isinstance(value, list | tuple) else ()
            if not 1 <= len(bids) <= MOST_BIDS or any(whole(bid, 1, MOST_AMOUNT) for bid in bids):
                yield EditionProblem(
                    ("constants", name), f"must list 1 to {MOST_BIDS} whole numbers above 0"
                )
        elif name not in known:
            yield EditionProblem(("constants", name), "is not a constant of the rules")
        elif reason := whole(value, 0, known[name]):
            yield EditionProblem(("constants", name), reason)
    for name in NEEDED:
        if name not in given:
            yield EditionProblem(("constants", name), "is missing")
    if not (edition.flags.get("played_auctions") or given.get("abstract_bids")):
        yield EditionProblem(
            ("flags", "played_auctions"), "must be on unless there are abstract_bids"
        )
    money = given.get("starting_money"), given.get("total_money"), edition.most_players
    if all(type(value) is int for value in money) and money[0] * money[2] > money[1]:  # type: ignore[operator]
        yield EditionProblem(
            ("constants", "total_money"),
            f"must be enough for {money[2]} players with {money[0]:,} each",
        )


def _of_flags(edition: Edition, known: Collection[str]) -> Iterator[EditionProblem]:
    flags: Mapping[str, object] = edition.flags
    for name, value in flags.items():
        if name not in known:
            yield EditionProblem(("flags", name), "is not a flag of the rules")
        elif name.startswith("defect_"):
            yield EditionProblem(("flags", name), "is for models only, not for play")
        elif type(value) is not bool:
            yield EditionProblem(("flags", name), "must be true or false")
