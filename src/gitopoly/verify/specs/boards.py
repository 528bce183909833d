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
CARDS = {"Collect": "collect", "Charge": "pay"}

_DEFINITION = re.compile(r"^(\w+) == <<(.*?)>>[ \t]*$", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"(\w+)\(((?:<<[^>]*>>|[^()<>])*)\)")
_NUMBERS = re.compile(r"-?\d+")

Entry = tuple[str, str]
"""The constructor of a square or a card, and its arguments: `Tax` and `20`."""


@cache
def definitions(folder: Path) -> dict[str, tuple[Entry, ...]]:
    """Every list of squares or cards in the modules, by name."""
    found: dict[str, tuple[Entry, ...]] = {}
    for module in MODULES:
        text = (folder / module).read_text(encoding="utf-8")
        for name, body in _DEFINITION.findall(text):
            found[name] = tuple((kind, given) for kind, given in _ENTRY.findall(body))
    return found


def edition_with(
    folder: Path, edition: str, board: str, chance: str, chest: str, bids: list[int]
) -> Edition:
    """An edition with a board, decks and bids from the modules in a folder."""
    known = definitions(folder)
    for name in (board, chance, chest):
        if name not in known:
            raise InvalidModel(f"{name} is not defined in {' or '.join(MODULES)}")
    squares = tuple(_squares(known[board]))
    data = editions.load(edition)
    return replace(
        data,
        board=board,
        squares=squares,
        jail=[square.type for square in squares].index("jail"),
        chance=tuple(_cards(known[chance])),
        community_chest=tuple(_cards(known[chest])),
        constants={**data.constants, "abstract_bids": bids},
    )


def _squares(entries: tuple[Entry, ...]) -> Iterator[SquareData]:
    for number, (kind, given) in enumerate(entries):
        if kind == "Plain":
            yield SquareData(f"square {number}", given.strip('"'))
            continue
        value, *others = (int(found) for found in _NUMBERS.findall(given))
        if kind == "Street":
            group, *rent, house_cost = others
            name = f"square {number}"
            yield SquareData(name, "street", str(group), value, house_cost, tuple(rent))
        else:
            yield SquareData(f"square {number}", KINDS[kind], value=value)


def _cards(entries: tuple[Entry, ...]) -> Iterator[Card]:
    for kind, given in entries:
        if kind == "Plain":
            yield Card(given.strip('"'), given.strip('"'))
        elif kind == "Advance":  # the specification counts squares from 1
            square = int(given) - 1
            yield Card("advance", f"Advance to {{{square}}}.", square=square)
        else:
            yield Card(CARDS[kind], f"{kind} ${given}.", amount=int(given))
