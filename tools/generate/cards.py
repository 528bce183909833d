"""`generated/card_kinds.py` and `generated/cards.py`: the kinds of cards, and following one."""

from __future__ import annotations

import re

from tools.generate.declarations import Declarations
from tools.generate.source import indented, module

FACTS = {
    "amount": "rules.card_amount[place]",
    "hotel_amount": "rules.card_hotel_amount[place]",
    "square": "rules.card_square[place]",
}
"""What a card says, by the names of its rule's parameters."""


def constants(found: Declarations) -> dict[int, str]:
    """The constant of every kind of card."""
    return {card.number: "CARD_" + re.sub("-", "_", card.name).upper() for card in found.cards}


def write_kinds(found: Declarations) -> str:
    """The text of the module with the numbers."""
    lines = [f"{name} = {number}" for number, name in constants(found).items()]
    kinds = ", ".join(repr(card.name) for card in found.cards)
    body = "\n".join([*lines, "", f"CARD_KINDS = ({kinds},)"]) + "\n"
    return module("Kinds of cards; the first five are those of the specification.", body, {})


def write(found: Declarations) -> str:
    """The text of the module that follows a card."""
    names = constants(found)
    lines = []
    for place, card in enumerate(found.cards):
        arguments = ", ".join(FACTS.get(name, name) for name in card.arguments)
        lines.append(f"{'if' if place == 0 else 'elif'} kind == {names[card.number]}:")
        lines.append(f"    {card.rule}({arguments})")
    body = f'''
def execute_card(s: State, rules: Rules, deck: int, outcome: int) -> None:
    """CARD-5, CARD-14: follow a card."""
    player = s.turn_player
    place = deck * MOST_CARDS + card_drawn(outcome)
    kind = rules.card_kind[place]
{chr(10).join(indented(lines))}
'''
    symbols = found.symbols | dict.fromkeys(names.values(), "codes")
    return module("Following a card that was drawn.", body, symbols)
