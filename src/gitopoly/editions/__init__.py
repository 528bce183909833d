"""Boards, decks and constants: an edition is data, never code.

Each edition is one TOML file next to this module; it names a board, a deck, constants and flags.
What the flags mean is the kernel's business (`gitopoly.rules.rules`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from gitopoly.declared import shown
from gitopoly.editions.data import JAIL_CARDS, Card, Edition, SquareData, from_data
from gitopoly.errors import InvalidRules
from gitopoly.words import worded

__all__ = [
    "BOARDS",
    "EDITIONS",
    "Card",
    "Edition",
    "SquareData",
    "is_loaded",
    "is_shipped",
    "load",
    "options_of",
    "presets",
    "refuse_variants",
    "tokens",
]

EDITIONS = ("classic", "london", "us-2008", "harbour", "formal", "formal-small", "arena")
BOARDS = ("us", "uk", "small")


def load(name: str, board: str | None = None, cards: int | str | None = None) -> Edition:
    """Read the edition `name`, optionally with another board or deck size.

    >>> load("classic").squares[39].name, load("classic", board="uk").squares[39].name
    ('Boardwalk', 'Mayfair')
    """
    if name not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise worded(InvalidRules, "error.no_edition", name=shown(name), known=known)
    data = _read(f"{name}.toml")
    own = data.get("board", name)
    if board not in (None, own, *BOARDS):
        raise worded(InvalidRules, "error.no_board", name=shown(board), known=", ".join(BOARDS))
    if board is not None and board != own:
        size = len(_board(board)["squares"])
        if "extends" in data or size != len(_board(own)["squares"]):
            raise worded(InvalidRules, "error.other_board", edition=name, board=shown(board))
    if cards is not None and "cards" not in data:
        raise worded(InvalidRules, "error.fixed_decks")
    if cards not in (None, 16, 17, "16", "17") or isinstance(cards, float):
        raise worded(InvalidRules, "error.deck_size", given=shown(cards))
    return _loaded(name, board or own, data.get("cards") if cards is None else int(cards))


@cache
def _loaded(name: str, board: str, cards: int | None) -> Edition:
    """A shipped edition; one that extends another is written like a user's own."""
    from gitopoly.editions.files import read

    data = dict(_read(f"{name}.toml"))
    if "extends" in data:
        text = resources.files(__name__).joinpath(f"{name}.toml").read_text("utf-8")
        edition, problems = read(text, name, shipped=True)
        if edition is None or problems:
            raise InvalidRules(f"{name} is damaged: {', '.join(problems)}")
        return edition
    decks = _read(f"decks/{data.pop('deck')}.toml")
    data.pop("cards", None)
    for deck in JAIL_CARDS:
        printed = decks[deck][:cards]
        numbers = data.pop(f"{deck}_ids", range(len(printed)))
        data[deck] = [printed[number] for number in numbers]
    return from_data({**data, **_board(board), "name": name, "board": board})


def refuse_variants(edition: Edition, options: Mapping[str, Any]) -> None:
    """Raise `InvalidRules` if an edition that is given whole is to have another board or deck."""
    for name in ("board", "decks"):
        if name in options and not is_shipped(edition, options):
            raise worded(InvalidRules, f"error.own_{name}", edition=edition.name)


def is_shipped(edition: Edition, options: Mapping[str, Any]) -> bool:
    """Whether an edition is exactly what its name and options stand for, so that these suffice."""
    if edition.name not in EDITIONS:
        return False
    return load(edition.name, options.get("board"), options.get("decks")) == edition


def is_loaded(edition: Edition) -> bool:
    """Whether an edition is a shipped one as `load` returned it, which needs no check."""
    return edition.name in EDITIONS and load(edition.name) is edition


def tokens() -> tuple[str, ...]:
    """The nine pieces that a player may choose from (GAME-4)."""
    return tuple(_read("tokens.toml")["tokens"])


def presets() -> dict[str, dict[str, int]]:
    """House rules that are chosen together: every preset with its options; `book` has none.

    >>> list(presets())
    ['book', 'family', 'quick']
    """
    return _read("presets.toml")


def options_of(preset: str) -> dict[str, int]:
    """The options of a preset.

    >>> options_of("quick")["bankruptcy_limit"]
    2
    """
    if preset not in presets():
        known = ", ".join(presets())
        raise worded(InvalidRules, "error.no_preset", name=repr(preset), known=known)
    return dict(presets()[preset])


@cache
def _read(path: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__name__).joinpath(path).read_text("utf-8"))


def _board(name: str) -> dict[str, Any]:
    """The squares of a board and its jail; one that is like another has only other names."""
    data = _read(f"boards/{name}.toml")
    if "like" not in data:
        return data
    like, names = _board(data["like"]), data["names"]
    squares = enumerate(like["squares"])
    renamed = [{**one, "name": names.get(str(number), one["name"])} for number, one in squares]
    return {**like, "squares": renamed}
