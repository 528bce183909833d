"""Dice and cards of a match: given lists, or drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gitopoly.arena.matches.answers import whole
from gitopoly.errors import InvalidOutcome
from gitopoly.rules.randomness import Generator, below, next_word, seeded

ROLLS = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
PAIRS = tuple((one, other) for other in ROLLS for one in ROLLS)
"""Two rolls by one number from 0 to 1295."""


def checked_dice(dice: Any) -> list[tuple[int, int]] | None:
    """The given rolls as pairs; raises `InvalidOutcome` for anything but a roll of two dice."""
    if dice is None:
        return None
    rolls = []
    for place, roll in enumerate(_listed(dice, "dice")):
        pair = [whole(die) for die in roll] if isinstance(roll, (list, tuple)) else []
        if len(pair) != 2 or any(not 1 <= die <= 6 for die in pair):
            raise InvalidOutcome(f"roll {place} is {roll!r}; expected two numbers from 1 to 6")
        rolls.append((pair[0], pair[1]))
    return rolls


def checked_cards(cards: Any, deck: str) -> list[int]:
    """The given cards; raises `InvalidOutcome` for one that is not from 0 to 15."""
    if cards is None:
        return []
    numbers = []
    for place, card in enumerate(_listed(cards, deck)):
        numbers.append(whole(card))
        if not 0 <= numbers[-1] <= 15:
            raise InvalidOutcome(f"{deck} card {place} is {card!r}; expected 0 to 15")
    return numbers


def _listed(given: Any, what: str) -> Iterable[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise InvalidOutcome(f"the {what} are {given!r}; expected a list")
    return given


class Deck:
    """One deck: a given list, cycled in order, or a shuffled one.

    A deck is shuffled lazily, card by card as they are drawn: most games need only a few.
    """

    def __init__(self, given: Sequence[int], jail_card: int, generator: Generator) -> None:
        self.jail_card = jail_card
        self.generator = generator
        self.cards = list(given) if given else list(range(16))
        self.settled = len(given)
        """Number of cards already in place from the top."""
        self.is_given = bool(given)
        self.next = 0
        self.drawn: list[int] = []
        """Every card drawn, for the record."""

    def draw(self, jail_card_is_held: bool) -> int:
        """The next card, or -1 if the deck has none: a held jail card is out of it (CARD-3)."""
        cards = self.cards
        for _ in range(len(cards)):
            place = self.next
            if place == self.settled:
                other = place + below(self.generator, len(cards) - place)
                cards[place], cards[other] = cards[other], cards[place]
                self.settled += 1
            card = cards[place]
            self.next = (place + 1) % len(cards)
            if card != self.jail_card or not jail_card_is_held:
                self.drawn.append(card)
                return card
        return -1

    def put_back_jail_card(self) -> None:
        """CARD-3: a used jail card goes to the bottom; a given list keeps its order."""
        if self.is_given:
            return
        place = self.cards.index(self.jail_card)
        del self.cards[place]
        if place < self.next:
            self.next -= 1
        self.cards.insert(self.next, self.jail_card)
        self.next = (self.next + 1) % len(self.cards)


def branched(generator: Generator) -> Generator:
    """A new generator seeded from this one."""
    branch = Generator()
    branch.a, branch.b, branch.c = (next_word(generator) for _ in range(3))
    branch.counter = 1
    return branch


def rolls_at_once(generator: Generator) -> list[tuple[int, int]]:
    """Five independent rolls from one random number, because drawing one is slow."""
    number = below(generator, 36**5)
    number, first = divmod(number, 36 * 36)
    last, second = divmod(number, 36 * 36)
    return [*PAIRS[first], *PAIRS[second], ROLLS[last]]


class Draws:
    """Everything that chance decides in one match."""

    def __init__(
        self,
        seed: int,
        dice: Any = None,
        chance: Any = None,
        community_chest: Any = None,
        jail_cards: Sequence[int] = (7, 4),
    ) -> None:
        self.generator = seeded(seed)
        self.given = checked_dice(dice)
        # Each deck has its own generator, so that the dice do not depend on the cards.
        first, second = branched(self.generator), branched(self.generator)
        self.decks = (
            Deck(checked_cards(chance, "chance"), jail_cards[0], first),
            Deck(checked_cards(community_chest, "chest"), jail_cards[1], second),
        )
        self.ahead: list[tuple[int, int]] = []
        """Rolls drawn together that come next."""
        self.rolled: list[tuple[int, int]] = []
        """Every roll so far, for the record."""

    def roll(self) -> tuple[int, int] | None:
        """The next roll, or None when the given list is used up."""
        if self.ahead:
            pair = self.ahead.pop()
        elif self.given is None:
            self.ahead = rolls_at_once(self.generator)
            pair = self.ahead.pop()
        elif len(self.rolled) < len(self.given):
            pair = self.given[len(self.rolled)]
        else:
            return None
        self.rolled.append(pair)
        return pair

    def used_up(self) -> bool:
        """Whether no roll is left."""
        return self.given is not None and len(self.rolled) >= len(self.given)
