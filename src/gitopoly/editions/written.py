"""A whole edition as JSON, for records, players in other processes and other people's programs.

The form is canonical: equal editions have equal texts, so that a hash identifies an edition.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, asdict, fields
from typing import Any

from gitopoly.editions.data import Card, Edition, SquareData
from gitopoly.errors import InvalidRules

MOST_CHARACTERS = 48_000
"""So that an invitation with its seats fits into the ledger's limit for a file, 64 kB."""


def as_data(edition: Edition) -> dict[str, Any]:
    """The edition as plain objects; what has its default value is left out."""
    data = {
        name: value
        for name, value in asdict(edition).items()
        if name not in ("squares", "chance", "community_chest")
    }
    data["squares"] = [_short(square) for square in edition.squares]
    for deck in ("chance", "community_chest"):
        data[deck] = [_short(card) for card in getattr(edition, deck)]
    return data


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
    given = _fields_of(data, Edition, "an edition")
    for name in ("constants", "flags", "colours"):
        if not isinstance(given.get(name, {}), dict):
            raise InvalidRules(f"{name} of an edition must be a table")
    squares = tuple(
        SquareData(**_fields_of(one, SquareData, "a square")) for one in _list(given["squares"])
    )
    decks = {
        deck: tuple(Card(**_fields_of(one, Card, "a card")) for one in _list(given[deck]))
        for deck in ("chance", "community_chest")
    }
    return Edition(**{**given, "squares": squares, **decks})


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


def _short(entry: SquareData | Card) -> dict[str, Any]:
    usual = {one.name: one.default for one in fields(entry)}
    data = {name: value for name, value in asdict(entry).items() if value != usual[name]}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in data.items()
    }


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise InvalidRules("the squares and cards of an edition must be lists")
    return data


def _fields_of(data: Any, kind: type[Any], words: str) -> dict[str, Any]:
    """The fields of a thing, none missing and none unknown; lists become tuples."""
    if not isinstance(data, dict):
        raise InvalidRules(f"{words} must be an object")
    known = {one.name: one for one in fields(kind)}
    if unknown := [name for name in data if name not in known]:
        raise InvalidRules(f"{words} has no {unknown[0][:40]!r}")
    for name, one in known.items():
        if name not in data and one.default is MISSING and one.default_factory is MISSING:
            raise InvalidRules(f"{words} lacks its {name}")
    lists = ("squares", "chance", "community_chest")
    return {
        name: tuple(value) if isinstance(value, list) and name not in lists else value
        for name, value in data.items()
    }
