"""An edition as data: its squares, cards, constants and flags, and what each field may hold.

A field is declared with the check of its value, and with the types of squares or kinds of cards
that have it; for all others it keeps its default. What fields must have to do with each other is
in `gitopoly.editions.checking`. Nothing here is larger than the records of the rules.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from gitopoly.declared import Check, Problem, built, checked, plain, shown
from gitopoly.errors import InvalidRules

MOST_PLAYERS = 8
LEAST_SQUARES, MOST_SQUARES = 12, 40
MOST_DEEDS = 28
MOST_COLOURS = 8
GROUP_SIZE = 4
RENTS = 6
MOST_CARDS = 17
MOST_BIDS = 3
MOST_AMOUNT = 100_000
"""The highest price, rent, tax or amount of a card: sums of several still fit into 32 bits."""

SQUARE_TYPES = (
    *("go", "street", "rail", "util", "tax", "chance", "community-chest", "jail"),
    *("free-parking", "go-to-jail"),
)
DEEDS = {"street": "streets of a group", "rail": "railroads", "util": "utilities"}
STREET = ("street",)
JAIL_CARDS = {"chance": "goojf-ch", "community_chest": "goojf-cc"}
"""The two decks, each with its jail card."""
PAYING = ("collect", "pay", "repairs", "pay-each", "collect-each", "fine-or-chance")
"""Kinds of cards that move an amount of money, which their texts must state."""
LEADING = ("advance", "back-to")
"""Kinds that name a square."""
CARD_KINDS = (
    *(*PAYING, *LEADING, "back", "go-to-jail", "nearest-rail", "nearest-util"),
    *JAIL_CARDS.values(),
)

# Texts reach terminals, pages, logs and other people, and an edition may come from anybody. So they
# have only visible characters, and none with a meaning to a terminal, to the program's own markup
# or to the text form of actions.

LONGEST_NAME = 40
LONGEST_TEXT = 200
FORBIDDEN = '"\\{}[]<>|`'
"""Quotes and brackets: they mark names, placeholders and colours elsewhere."""
MOST_MARKS = 2
"""Accents on one letter; more of them would spill over neighbouring lines."""

_USUAL = re.compile(r"[A-Za-z0-9.,;:!?'&%()$/+*#-]+(?: [A-Za-z0-9.,;:!?'&%()$/+*#-]+)*")
"""What nearly all texts match, so that only the others are read letter by letter."""
_PLACEHOLDER = r"\{([0-9]{1,2})\}"


def problem_of_text(text: object, longest: int = LONGEST_NAME) -> str | None:
    """Why a text cannot be printed, None if it can.

    >>> problem_of_text("Old Kent Road"), problem_of_text("Old\\x1b[2JRoad")
    (None, "has '\\\\x1b', which cannot be printed")
    """
    if not isinstance(text, str):
        return f"must be a text, not {shown(text)}"
    if len(text) > longest:
        return f"has {len(text):,} characters; at most {longest} fit"
    if _USUAL.fullmatch(text):
        return None
    if not text.strip():
        return "is empty"
    if text != text.strip() or "  " in text:
        return "has spaces at its ends or several in a row"
    for letter in text:
        if not letter.isprintable():
            return f"has {letter!r}, which cannot be printed"
        if letter in FORBIDDEN:
            return f"has {letter!r}, which is used for other things; leave it out"
    composed = unicodedata.normalize("NFC", text)
    marks = "".join("^" if unicodedata.combining(letter) else "a" for letter in composed)
    if marks.startswith("^") or "^" * (MOST_MARKS + 1) in marks:
        return f"has more than {MOST_MARKS} accents on a letter, or one on none"
    return None


def same(text: str) -> str:
    """A form that two names share if a reader could not tell them apart."""
    return unicodedata.normalize("NFKC", text).casefold()


# Checks of values.


def whole(value: Any, least: int, most: int) -> str | None:
    """Why a value is not a whole number within bounds, None if it is."""
    if type(value) is int and least <= value <= most:
        return None
    return f"must be a whole number from {least:,} to {most:,}, not {shown(value)}"


def between(least: int, most: int) -> Check:
    """A whole number within bounds."""
    return lambda value, *_: whole(value, least, most)


def text_of(longest: int) -> Check:
    """A text that can be printed."""
    return lambda value, *_: problem_of_text(value, longest)


def that(holds: Callable[[Any], object], reason: str) -> Check:
    """A value for which something holds; if not, the reason, where {} is what was given."""
    return lambda value, *_: None if holds(value) else reason.format(shown(value))


def one_of(known: tuple[str, ...]) -> Check:
    """A name that is known."""
    return that(known.__contains__, f"must be one of {', '.join(known)}, not {{}}")


def spelled(pattern: str, reason: str) -> Check:
    """A text that can be printed and matches a pattern."""
    known = re.compile(pattern).fullmatch
    return that(
        lambda value: isinstance(value, str) and known(value) and value.isprintable(), reason
    )


def so_many(least: int, most: int, reason: str) -> Check:
    """A list of so many entries; if not, the reason, with their number in it."""
    return lambda value, *_: None if least <= len(value) <= most else reason.format(len(value))


def _rents(value: Any, street: SquareData, edition: Edition) -> str | None:
    if not isinstance(value, tuple) or not 2 <= len(value) <= RENTS:
        return f"must list 2 to {RENTS} amounts: bare, then for each building level"
    for amount in value:
        if reason := whole(amount, 0, MOST_AMOUNT):
            return reason
    falls = list(value) != sorted(value)
    return "must not fall with more buildings, because bots count on that" if falls else None


def _card_text(value: Any, card: Card, edition: Edition) -> str | None:
    """What a card says, where {5} stands for the name of square 5."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return problem_of_text(value, LONGEST_TEXT)
    for number in re.findall(_PLACEHOLDER, value):
        if int(number) >= len(edition.squares):
            return f"names square {number}; the last one is {len(edition.squares) - 1}"
    if reason := problem_of_text(re.sub(_PLACEHOLDER, "N", value), LONGEST_TEXT):
        return reason
    told = {int(number.replace(",", "")) for number in re.findall(r"(?<![\d,.])\d[\d,]*", value)}
    for name in ("amount", "hotel_amount") if card.kind in PAYING else ():
        amount = getattr(card, name)
        if whole(amount, 1, MOST_AMOUNT) is None and amount not in told:
            return f"must state the {name} {amount}"
    return None


def _amount(value: Any, card: Card, edition: Edition) -> str | None:
    return whole(value, 1, max(1, len(edition.squares) - 1) if card.kind == "back" else MOST_AMOUNT)


def _square(value: Any, card: Card, edition: Edition) -> str | None:
    return whole(value, 0, len(edition.squares) - 1)


def _key(value: Any, thing: SquareData | Card, edition: Edition) -> str | None:
    """A key stands for the same words in every language, so nobody reads what others do not."""
    words = thing.name if isinstance(thing, SquareData) else thing.text
    if value == "" or (value, words) in _translated():
        return None
    return "is not the key of these words in the languages' files; remove it"


@cache
def _translated() -> tuple[tuple[str, str], ...]:
    """The keys of the shipped editions, each with its words."""
    from gitopoly.editions import BOARDS, EDITIONS, load

    shipped = [load(name) for name in EDITIONS]
    shipped += [load("classic", board, 17) for board in BOARDS if board != "small"]
    cards = {(one.key, one.text) for data in shipped for one in data.chance + data.community_chest}
    return (*cards, *{(one.key, one.name) for data in shipped for one in data.squares})


def _jail(value: Any, thing: Edition, edition: Edition) -> str | None:
    found = [number for number, one in enumerate(edition.squares) if one.type == "jail"]
    if len(found) != 1:
        return f"must be the one square of the type jail; there are {len(found)}"
    fits = type(value) is int and value == found[0]
    return None if fits else f"must be {found[0]}, the square of the type jail"


def _board(value: Any, thing: Edition, edition: Edition) -> str | None:
    """An edition of one's own has a board of its own name, which is checked already."""
    return None if value == edition.name else problem_of_text(value)


PLAYERS = between(2, MOST_PLAYERS)
CARDS = so_many(1, MOST_CARDS, f"has {{}} cards; a deck has 1 to {MOST_CARDS}")
CURRENCY = spelled(
    r"[^\W\d_]{1,3} ?|[^\W\d_]{0,3}[^\w\s\"\\{}\[\]<>|`+,.;:'-]",
    'must be a sign such as "$" or "€", or up to three letters',
)
COLOUR = spelled("#[0-9a-fA-F]{6}", 'must be a colour such as "#8b5e3c"')


@dataclass(frozen=True)
class SquareData:
    """One square of a board, as printed."""

    ROLE: ClassVar[str] = "type"
    name: str = checked(text_of(40))
    type: str = checked(one_of(SQUARE_TYPES))
    group: str = checked(text_of(20), STREET, "")
    """Colour group of a street."""
    value: int = checked(between(1, MOST_AMOUNT), (*DEEDS, "tax"), 0)
    """Price of a deed, or the amount of a tax."""
    house_cost: int = checked(between(1, MOST_AMOUNT), STREET, 0)
    rent: tuple[int, ...] = checked(_rents, STREET, ())
    """Bare rent first, then one entry for each building level."""
    tenth: bool = checked(
        that(lambda value: type(value) is bool, "must be true or false"), ("tax",), False
    )
    """A tax that may also be paid as a tenth of one's net worth (TAX-1)."""
    key: str = checked(_key, default="")
    """The key of its name in other languages; empty for a proper name."""


@dataclass(frozen=True)
class Card:
    """One card of a deck."""

    ROLE: ClassVar[str] = "kind"
    kind: str = checked(one_of(CARD_KINDS))
    text: str = checked(_card_text)
    amount: int = checked(_amount, (*PAYING, "back"), 0)
    hotel_amount: int = checked(between(0, MOST_AMOUNT), ("repairs",), 0)
    square: int = checked(_square, LEADING, -1)
    key: str = checked(_key, default="")
    """The key of its text in other languages."""


@dataclass(frozen=True)
class Edition:
    """Everything that distinguishes one way to play from another.

    >>> import gitopoly
    >>> edition = gitopoly.Game("classic").edition
    >>> edition.name, edition.least_players, edition.most_players, len(edition.squares)
    ('classic', 2, 8, 40)
    """

    name: str = checked(
        spelled("[a-z][a-z0-9-]{0,31}", "must be 1 to 32 small letters, digits and hyphens")
    )
    summary: str = checked(text_of(LONGEST_TEXT))
    board: str = checked(_board)
    squares: tuple[SquareData, ...] = checked(
        so_many(
            *(LEAST_SQUARES, MOST_SQUARES),
            f"are {{}}; a board has {LEAST_SQUARES} to {MOST_SQUARES} squares",
        )
    )
    jail: int = checked(_jail)
    chance: tuple[Card, ...] = checked(CARDS)
    community_chest: tuple[Card, ...] = checked(CARDS)
    least_players: int = checked(PLAYERS)
    most_players: int = checked(PLAYERS)
    usual_players: int = checked(PLAYERS)
    constants: dict[str, Any] = field(default_factory=dict, hash=False)
    flags: dict[str, bool] = field(default_factory=dict, hash=False)
    currency: str = checked(CURRENCY, default="$")
    """The sign before an amount; in the texts of cards, $ stands for it."""
    colours: dict[str, str] = field(default_factory=dict, hash=False)
    """Colours of groups by their names, as #rrggbb; the usual ones where a group has none."""

    def __str__(self) -> str:
        """What it is called, as a shipped edition is known by its name alone."""
        return self.name


# A whole edition as JSON, for records, players in other processes and other people's programs. The
# form is canonical: equal editions have equal texts, so that a hash identifies an edition.

MOST_CHARACTERS = 48_000
"""So that an invitation with its seats fits into the ledger's limit for a file, 64 kB."""


def as_data(edition: Edition) -> dict[str, Any]:
    """The edition as plain objects; what a square or card has by default is left out."""
    return {**plain(edition), "currency": edition.currency}


def as_text(edition: Edition) -> str:
    """The edition in one line."""
    return json.dumps(as_data(edition), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(edition: Edition) -> str:
    """What identifies an edition, whatever it calls itself: its hash, in 64 hexadecimal digits."""
    return hashlib.sha256(as_text(edition).encode()).hexdigest()


def from_data(data: Any) -> Edition:
    """An edition from its plain objects, which anybody may have written; it is not checked yet.

    Raises `InvalidRules` unless they have the form of one.
    """
    problems: list[Problem] = []
    found = built(Edition, data, lambda *problem: problems.append(Problem(*problem)))
    if problems or not isinstance(found, Edition):
        raise InvalidRules(f"an edition cannot be read: {str(problems[0])[:160]}")
    return found


def from_text(text: str) -> Edition:
    """The same from one line, which must be in canonical form."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidRules(f"an edition takes at most {MOST_CHARACTERS:,} characters")
    try:
        edition = from_data(json.loads(text))
        canonical = as_text(edition)
    except (ValueError, RecursionError) as error:
        raise InvalidRules(f"an edition cannot be read: {str(error)[:80]}") from None
    if canonical != text:
        raise InvalidRules("an edition is not written in canonical form")
    return edition
