"""The two decks of CARD-1, card by card, and ways to draw from them again and again."""

from gitopoly.rules import chance_outcomes, parse_action
from gitopoly.rules.catalogue import REGISTERED_CARDS
from gitopoly.rules.codes import MOST_CARDS, NOBODY
from tests.rules.scenario import Scenario

CHANCE = [
    ("advance", 0),
    ("advance", 24),
    ("advance", 11),
    ("nearest-util", 0),
    ("nearest-rail", 0),
    ("nearest-rail", 0),
    ("collect", 50),
    ("goojf", 0),
    ("back", 3),
    ("go-to-jail", 0),
    ("repairs", 25),
    ("pay", 15),
    ("advance", 5),
    ("advance", 39),
    ("pay-each", 50),
    ("collect", 150),
]
CHEST = [
    ("advance", 0),
    ("collect", 200),
    ("pay", 50),
    ("collect", 50),
    ("goojf", 0),
    ("go-to-jail", 0),
    ("collect-each", 50),
    ("collect", 100),
    ("collect", 20),
    ("collect", 100),
    ("pay", 50),
    ("pay", 50),
    ("collect", 25),
    ("repairs", 40),
    ("collect", 10),
    ("collect", 100),
]
"""Kind of each card in the order of its number, with its square or its amount."""


def deck_of(game: Scenario, deck: int) -> list[tuple[str, int]]:
    """A deck as the rules carry it, in the form of the lists above."""
    first = deck * MOST_CARDS
    cards = []
    for place in range(first, first + game.rules.deck_size[deck]):
        kind = REGISTERED_CARDS[game.rules.card_kind[place]].name
        square = max(0, game.rules.card_square[place])
        cards.append((kind, square if kind == "advance" else game.rules.card_amount[place]))
    return cards


def back_to(game: Scenario, square: int) -> Scenario:
    """Seat 1 is on a square again and about to deal with it, whatever happened before."""
    game.s.in_jail[0] = 0
    game.s.free_4_all_order = [NOBODY] * len(game.s.free_4_all_order)
    return game.at(1, square).turn(1, "post-roll")


def drawable(game: Scenario, deck: str = "chance") -> list[int]:
    """The cards that seat 1 can draw now."""
    draw = parse_action(game.s, f"draw {deck} card")
    return sorted({outcome & 63 for outcome, _ in chance_outcomes(game.s, draw)})
