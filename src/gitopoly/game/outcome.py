"""What chance decided for an action: dice, a card, the order of a free-4-all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import InvalidOutcome
from gitopoly.rules import Rules, Step, actions as a
from gitopoly.rules.chance import NOTHING_DRAWN, Drawn, deck_of
from gitopoly.rules.codes import CARD_DRAWS, DEED_DECK, NOBODY


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


def outcome_in_words(rules: Rules, names: Sequence[str], step: Step) -> Outcome | None:
    """What chance decided in a step as an `Outcome`; None if it decided nothing."""
    if step.drawn == NOTHING_DRAWN:
        return None
    dice, card, order = step.drawn
    text = "" if card is None else _texts(rules, step.code)[card]
    return Outcome(dice, card, text, tuple(names[seat] for seat in order))


def drawn_in(rules: Rules, names: Sequence[str], code: int, given: Outcome) -> Drawn:
    """An outcome given for an action in the rules' terms: cards and seats by their numbers."""
    card = given.card
    if card is None and given.card_text:
        card = _card(_texts(rules, code), given.card_text)
    order = (names.index(name) if name in names else NOBODY for name in given.order)
    return Drawn(given.dice, card, tuple(order))


def _texts(rules: Rules, code: int) -> tuple[str, ...]:
    """What the cards say that an action draws from; a title deed says which square it is."""
    draw = a.ACTIONS[a.kind_of(code)].draws
    if draw not in CARD_DRAWS:
        return ()
    deck = deck_of(draw)
    if deck == DEED_DECK:
        return tuple(rules.names[square] for square in rules.deeds[: rules.deed_count])
    return rules.card_texts[deck]


def _card(texts: tuple[str, ...], words: str) -> int:
    """A card by some of its text."""
    found = [number for number, text in enumerate(texts) if words.lower() in text.lower()]
    if len(found) != 1:
        some = "no card says" if not found else "several cards say"
        raise InvalidOutcome(f"{some} {words!r}; chance_outcomes() lists them all")
    return found[0]
