"""Reads boards and decks from the specifications, so that they are defined only once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from gitopoly import editions
from gitopoly.editions import Card, Edition, SquareData
from gitopoly.errors import InvalidModel

MODULES = ("SmallBoard.tla", "TinyBoards.tla")
KINDS = {"Street": "street", "Rail": "rail", "Utility": "util", "Tax": "tax"}
CHOICE = "TaxWithChoice"
CARDS = {"Collect": "collect", "Charge": "pay"}

_DEFINITION = re.compile(r"^(\w+) == <<(.*?)>>[ \t]*$", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(\w+)\(((?:<<[^>]*>>|[^()<>])*)\)")
_NUMBERS = re.compile(r"-?\d+")

Entry = tuple[str, str]
"""The constructor of a square or a card, and its arguments: `Tax` and `20`."""


@cache
def definitions(folder: Path) -> dict[str, tuple[Entry, ...]]:
    """Every list of squares or cards in the modules, by name."""
    texts = ((folder / module).read_text(encoding="utf-8") for module in MODULES)
    return definitions_in("\n".join(texts))


def definitions_in(text: str) -> dict[str, tuple[Entry, ...]]:
    """Every list of squares or cards in a text, by name."""
    return {
        name: tuple((kind, given) for kind, given in _ENTRY.findall(body))
        for name, body in _DEFINITION.findall(text)
    }


def edition_with(
    folder: Path, edition: str, board: str, chance: str, chest: str, bids: list[int]
) -> Edition:
    """An edition with a board, decks and bids from the modules in a folder."""
    known = definitions(folder)
    for name in (board, chance, chest):
        if name not in known:
            raise InvalidModel(f"{name} is not defined in {' or '.join(MODULES)}")
    squares = tuple(squares_in(known[board]))
    data = editions.load(edition)
    return replace(
        data,
        board=board,
        squares=squares,
        jail=[square.type for square in squares].index("jail"),
        chance=tuple(cards_in(known[chance])),
        community_chest=tuple(cards_in(known[chest])),
        constants={**data.constants, "abstract_bids": bids},
    )


def squares_in(entries: tuple[Entry, ...]) -> Iterator[SquareData]:
    """The squares of a list."""
    for number, (kind, given) in enumerate(entries):
        if kind == "Plain":
            yield SquareData(f"square {number}", given.strip('"'))
            continue
        value, *others = (int(found) for found in _NUMBERS.findall(given))
        if kind == "Street":
            group, *rent, house_cost = others
            name = f"square {number}"
            yield SquareData(name, "street", str(group), value, house_cost, tuple(rent))
        elif kind == CHOICE:
            yield SquareData(f"square {number}", "tax", value=value, tenth=True)
        else:
            yield SquareData(f"square {number}", KINDS[kind], value=value)


def cards_in(entries: tuple[Entry, ...]) -> Iterator[Card]:
    """The cards of a list."""
    for kind, given in entries:
        if kind in ("Plain", "Card"):
            yield Card(given.strip('"'), given.strip('"'))
        elif kind == "Amount":
            name, amount = (part.strip(' "') for part in given.split(","))
            yield Card(name, f"{name} ${amount}.", amount=int(amount))
        elif kind == "Repairs":
            house, hotel = (int(part) for part in given.split(","))
            yield Card("repairs", "Repairs.", amount=house, hotel_amount=hotel)
        elif kind == "Advance":  # the specification counts squares from 1
            square = int(given) - 1
            yield Card("advance", f"Advance to {{{square}}}.", square=square)
        else:
            yield Card(CARDS[kind], f"{kind} ${given}.", amount=int(given))
