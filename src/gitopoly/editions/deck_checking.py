"""What keeps the decks of an edition from being played."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Sequence

from gitopoly.editions.data import Card, Edition, SquareData
from gitopoly.editions.problems import MOST_AMOUNT, EditionProblem, whole
from gitopoly.editions.texts import problem_of_card_text

MOST_CARDS = 17
DECKS = ("chance", "community_chest")
JAIL_CARDS = {"chance": "goojf-ch", "community_chest": "goojf-cc"}
PAYING = ("collect", "pay", "repairs", "pay-each", "collect-each", "fine-or-chance")
"""Kinds of cards that move an amount of money, which their texts must state."""
OTHERS = ("advance", "go-to-jail", "nearest-rail", "nearest-util", "back", "back-to")
DRAWING = {"chance": "chance", "community-chest": "community_chest"}
"""The decks by the types of their squares."""


def problems_of_decks(edition: Edition) -> Iterator[EditionProblem]:
    """All problems of both decks."""
    for deck in DECKS:
        cards: Sequence[Card] = getattr(edition, deck)
        if not 1 <= len(cards) <= MOST_CARDS:
            yield EditionProblem((deck,), f"has {len(cards)} cards; a deck has 1 to {MOST_CARDS}")
        for number, card in enumerate(cards):
            for name, reason in _of_card(card, deck, edition.squares):
                yield EditionProblem((deck, number, name), reason)
        yield from _of_jail_cards(deck, cards)
        yield from _of_choices(deck, cards)
    yield from _of_endless_draws(edition)


def _of_card(card: Card, deck: str, squares: Sequence[SquareData]) -> Iterator[tuple[str, str]]:
    kinds = (*PAYING, *OTHERS, JAIL_CARDS[deck])
    if card.kind not in kinds:
        yield "kind", f"must be one of {', '.join(kinds)}, not {reprlib.repr(card.kind)}"
        return
    if reason := problem_of_card_text(card.text, len(squares)):
        yield "text", reason
    bounds = {
        "amount": _bounds_of_amount(card.kind, len(squares)),
        "hotel_amount": (0, MOST_AMOUNT) if card.kind == "repairs" else None,
        "square": (0, len(squares) - 1) if card.kind in ("advance", "back-to") else None,
    }
    for name, bound in bounds.items():
        value, none = getattr(card, name), -1 if name == "square" else 0
        if bound is None and value != none:
            yield name, f"has no meaning for a card of the kind {card.kind}; remove it"
        elif bound is not None and (reason := whole(value, *bound)):
            yield name, reason
        elif bound and name != "square" and card.kind in PAYING and not _tells(card.text, value):
            yield "text", f"must state the {name} {value}"
    if card.kind.startswith("nearest-") and card.kind[8:] not in {one.type for one in squares}:
        yield "kind", f"needs a square of the type {card.kind[8:]} on the board"


def _bounds_of_amount(kind: str, squares: int) -> tuple[int, int] | None:
    if kind == "back":
        return 1, max(1, squares - 1)
    return (1, MOST_AMOUNT) if kind in PAYING else None


def _tells(text: object, amount: int) -> bool:
    """Whether a text states an amount, with or without separators; 0 need not be stated."""
    found = re.findall(r"(?<![\d,.])\d[\d,]*", text) if isinstance(text, str) else []
    return not amount or amount in {int(number.replace(",", "")) for number in found}


def _of_jail_cards(deck: str, cards: Sequence[Card]) -> Iterator[EditionProblem]:
    """CARD-3: a deck has at most one jail card; while that is held, another card must be left."""
    held = [number for number, card in enumerate(cards) if card.kind == JAIL_CARDS[deck]]
    for number in held[1:]:
        yield EditionProblem(
            (deck, number, "kind"), f"is a second jail card, besides card {held[0]}"
        )
    if cards and len(held) == len(cards):
        yield EditionProblem((deck,), "needs a card besides its jail card, which somebody may hold")


def _of_choices(deck: str, cards: Sequence[Card]) -> Iterator[EditionProblem]:
    """CARD-17: a fine or a chance card instead; one such card, which is no chance card itself."""
    found = [number for number, card in enumerate(cards) if card.kind == "fine-or-chance"]
    for number in found if deck == "chance" else found[1:]:
        where = "only the community chest has" if deck == "chance" else "there is already"
        yield EditionProblem((deck, number, "kind"), f"{where} a card of this kind")


def _of_endless_draws(edition: Edition) -> Iterator[EditionProblem]:
    """A deck needs a card that ends the drawing on any square: each card comes up in time."""
    squares = edition.squares
    for type_of_square, deck in DRAWING.items():
        places = [number for number, one in enumerate(squares) if one.type == type_of_square]
        cards = [card for card in getattr(edition, deck) if card.kind != JAIL_CARDS[deck]]
        if places and cards and not any(_ends(card, places, squares) for card in cards):
            yield EditionProblem(
                (deck,), "leads from card to card without end; add one that does not"
            )


def _ends(card: Card, places: Sequence[int], squares: Sequence[SquareData]) -> bool:
    """Whether a card leads to no other card, from any of these squares."""
    if card.kind in ("advance", "back-to"):
        leads = [card.square]
    elif card.kind == "back":
        leads = [place - card.amount for place in places if type(card.amount) is int]
    else:
        return True
    known = [at for at in leads if type(at) is int and -len(squares) <= at < len(squares)]
    return all(squares[at].type not in DRAWING for at in known)
