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
from gitopoly.editions.data import Card, Edition, SquareData
from gitopoly.errors import InvalidRules
from gitopoly.words import worded

__all__ = [
    "BOARDS",
    "EDITIONS",
    "Card",
    "Edition",
    "SquareData",
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
    if "extends" in data:
        return _extended(name, board, cards)
    board = data["board"] if board is None else board
    if board not in BOARDS:
        raise worded(InvalidRules, "error.no_board", name=shown(board), known=", ".join(BOARDS))
    squares, jail = _board(board)
    if len(squares) != len(_board(data["board"])[0]):
        raise worded(InvalidRules, "error.other_board", edition=name, board=shown(board))
    chance, community_chest = _decks(data, cards)
    return Edition(
        name=name,
        summary=data["summary"],
        board=board,
        squares=squares,
        jail=jail,
        chance=chance,
        community_chest=community_chest,
        least_players=data["least_players"],
        most_players=data["most_players"],
        usual_players=data["usual_players"],
        constants=dict(data["constants"]),
        flags=dict(data.get("flags", {})),
    )


@cache
def _from_file(name: str) -> Edition:
    """A shipped edition that is written like a user's own."""
    from gitopoly.editions.files import read

    text = resources.files(__name__).joinpath(f"{name}.toml").read_text("utf-8")
    edition, problems = read(text, name, shipped=True)
    if edition is None or problems:
        raise InvalidRules(f"{name} is damaged: {', '.join(problems)}")
    return edition


def _extended(name: str, board: str | None, cards: int | str | None) -> Edition:
    if board not in (None, name):
        raise worded(InvalidRules, "error.other_board", edition=name, board=shown(board))
    if cards is not None:
        raise worded(InvalidRules, "error.fixed_decks")
    return _from_file(name)


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


@cache
def _board(name: str) -> tuple[tuple[SquareData, ...], int]:
    data = _read(f"boards/{name}.toml")
    names: dict[str, str] = {}
    if "like" in data:
        names = data["names"]
        data = _read(f"boards/{data['like']}.toml")
    squares = []
    for number, square in enumerate(data["squares"]):
        printed = {**square, "rent": tuple(square.get("rent", ()))}
        printed["name"] = names.get(str(number), square["name"])
        squares.append(SquareData(**printed))
    return tuple(squares), data["jail"]


def _decks(
    data: dict[str, Any], cards: int | str | None
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that the edition plays with: the first `cards` of them, or those it lists."""
    if cards is not None and "cards" not in data:
        raise worded(InvalidRules, "error.fixed_decks")
    if cards not in (None, 16, 17, "16", "17") or isinstance(cards, float):
        raise worded(InvalidRules, "error.deck_size", given=shown(cards))
    size = data.get("cards") if cards is None else int(cards)
    both = []
    for deck in ("chance", "community_chest"):
        printed = _cards(data["deck"], deck)[:size]
        numbers = data.get(f"{deck}_ids", range(len(printed)))
        both.append(tuple(printed[number] for number in numbers))
    return both[0], both[1]


@cache
def _cards(decks: str, deck: str) -> tuple[Card, ...]:
    return tuple(Card(**printed) for printed in _read(f"decks/{decks}.toml")[deck])
