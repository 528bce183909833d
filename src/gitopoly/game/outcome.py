"""What chance decided for an action: dice, a card, the order of a free-4-all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import InvalidOutcome
from gitopoly.rules import State
from gitopoly.rules.chance import deck_of, draw_of, drawn_by, needs_order
from gitopoly.rules.codes import CARD_DRAWS, DEED_DECK, DICE, NOBODY
from gitopoly.rules.outcomes import card, count_of_orders, dice, rank_of
from gitopoly.rules.randomness import Generator, below


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of chance; `push` accepts it as it is.

    >>> import gitopoly
    >>> game = gitopoly.Game("formal-small", players=2)
    >>> outcome, probability = game.chance_outcomes("roll")[3]
    >>> outcome, round(1 / probability)
    (Outcome(dice=(2, 2)), 4)
    >>> game.push("roll", outcome)
    >>> game.seats["p1"].square
    'Chance'
    """

    dice: tuple[int, int] | None = None
    card: int | None = None
    """The number of the card in its deck, from 0."""
    card_text: str = ""
    """What the card says."""
    order: tuple[str, ...] = ()
    """The order of the free-4-all that begins, if it is drawn."""

    def __str__(self) -> str:
        parts = []
        if self.dice is not None:
            parts.append(f"{self.dice[0]},{self.dice[1]}")
        if self.card is not None:
            parts.append(f"card {self.card}")
        if self.order:
            parts.append("order " + " ".join(self.order))
        return " ".join(parts)

    def __repr__(self) -> str:
        fields = (("dice", self.dice), ("card", self.card), ("order", self.order or None))
        told = ", ".join(f"{name}={value!r}" for name, value in fields if value is not None)
        return f"Outcome({told})"


def outcome_given(dice: object, card: object, order: object) -> Outcome:
    """An outcome as given by a user, a card by number or by words."""
    text = card if isinstance(card, str) else ""
    given: Any = (dice, None if isinstance(card, str) else card, text, order or ())
    return checked_outcome(Outcome(*given))


def checked_outcome(given: Any) -> Outcome:
    """Check the types of an outcome's fields; raises `InvalidOutcome`."""
    if not isinstance(given, Outcome):
        raise InvalidOutcome(f"{given!r} is not an outcome; chance_outcomes() lists them")
    dice, card = given.dice, given.card
    order: Any = given.order  # a user may have put anything in it
    if dice is not None:
        faces = tuple(dice) if isinstance(dice, Sequence) else ()
        if len(faces) != 2 or any(type(face) is not int or not 1 <= face <= 6 for face in faces):
            raise InvalidOutcome(
                f"dice must be two numbers from 1 to 6, such as (3, 4), not {dice!r}"
            )
        dice = faces[0], faces[1]
    if (card is not None and type(card) is not int) or not isinstance(given.card_text, str):
        raise InvalidOutcome(f"a card must be given by number or words, not {card!r}")
    names = tuple(order) if isinstance(order, Iterable) and not isinstance(order, str) else (None,)
    if not all(isinstance(name, str) for name in names):
        raise InvalidOutcome(f"an order must be a list of the seats' names, not {order!r}")
    return Outcome(dice, card, given.card_text, names)


def outcome_in_words(s: State, names: Sequence[str], code: int, number: int) -> Outcome | None:
    """The kernel's number of an outcome as an `Outcome`; None if chance decided nothing."""
    dice, card, seats = drawn_by(s, code, number)
    if dice is None and card is None and not seats:
        return None
    text = "" if card is None else _texts(s, draw_of(s, s.rules, code))[card]
    return Outcome(dice, card, text, tuple(names[seat] for seat in seats))


def number_of_outcome(
    s: State, names: Sequence[str], code: int, given: Outcome, generator: Generator | None
) -> int:
    """The kernel's number of an outcome given for a legal action; a missing order is drawn."""
    draw = draw_of(s, s.rules, code)
    number = 0
    if draw == DICE:
        number = _throw(given)
    elif draw in CARD_DRAWS:
        number = card(_card(_texts(s, draw), given))
    if (draw != DICE and given.dice is not None) or (draw not in CARD_DRAWS and _has_card(given)):
        wanted = {DICE: "dice", **dict.fromkeys(CARD_DRAWS, "a card")}.get(draw, "nothing")
        raise InvalidOutcome(f"got {given}, but this action needs {wanted} from chance")
    if not needs_order(s, s.rules, code, number):
        if given.order:
            raise InvalidOutcome("no order is drawn for this action; omit order")
        return number
    return number + (_rank(s, names, given.order, generator) << 6)


def _throw(given: Outcome) -> int:
    if given.dice is None:
        raise InvalidOutcome("this action needs dice: push(..., dice=(3, 4))")
    return dice(*given.dice)


def _has_card(given: Outcome) -> bool:
    return given.card is not None or bool(given.card_text)


def _texts(s: State, draw: int) -> tuple[str, ...]:
    """What the cards of a deck say; a title deed says which square it is."""
    deck, rules = deck_of(draw), s.rules
    if deck == DEED_DECK:
        return tuple(rules.names[square] for square in rules.deeds[: rules.deed_count])
    return rules.card_texts[deck]


def _card(texts: tuple[str, ...], given: Outcome) -> int:
    """A card by its number or by its text."""
    if given.card is None and given.card_text:
        words = given.card_text.lower()
        found = [number for number, text in enumerate(texts) if words in text.lower()]
        if len(found) != 1:
            some = "no card says" if not found else "several cards say"
            raise InvalidOutcome(f"{some} {given.card_text!r}; chance_outcomes() lists them all")
        return found[0]
    if given.card is None or not 0 <= given.card < len(texts):
        raise InvalidOutcome(
            f"this action needs a card: push(..., card=0) to card={len(texts) - 1}, or its text"
        )
    return given.card


def _rank(s: State, names: Sequence[str], order: Sequence[str], generator: Generator | None) -> int:
    """TIME-3: the place of an order among all orders of the live players."""
    if not order and generator is not None:
        return below(generator, count_of_orders(s, s.rules))
    rank = rank_of(s, [names.index(name) if name in names else NOBODY for name in order])
    if rank == NOBODY:
        live = [name for name, gone in zip(names, s.is_bankrupt, strict=False) if not gone]
        raise InvalidOutcome(
            f"a free-4-all begins and needs an order: push(..., order=({live})), in any order"
        )
    return rank
