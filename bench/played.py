"""A long random game as the ledger would see it: who acted, what was done, and the state after."""

from __future__ import annotations

import random
from dataclasses import dataclass

from gitopoly.rules import (
    AmountRange,
    Rules,
    apply,
    chance_outcomes,
    format_action,
    initial,
    is_over,
    legal_actions,
    to_yaml,
)
from gitopoly.rules.catalogue import player_of


@dataclass(frozen=True)
class Move:
    """One action of a game and the state that it leads to."""

    player: int
    text: str
    state: str


def played(edition: str, players: int, count: int, seed: int = 1) -> list[Move]:
    """Play at random until there are enough moves; one game after the other, if need be."""
    generator = random.Random(seed)
    rules = Rules.of(edition, players)
    moves: list[Move] = []
    s = initial(rules)
    while len(moves) < count:
        if is_over(s):
            s = initial(rules)
        choices = [c for c in legal_actions(s) if isinstance(c, int | AmountRange)]
        choice = generator.choice(choices)
        if isinstance(choice, AmountRange):
            choice = choice.of(min(choice.highest, choice.lowest + generator.randrange(20)))
        outcomes = chance_outcomes(s, choice)
        weights = [weight for _, weight in outcomes]
        outcome = generator.choices([o for o, _ in outcomes], weights)[0] if outcomes else 0
        text = format_action(s, choice)
        apply(s, choice, outcome)
        moves.append(Move(player_of(choice), text, to_yaml(s)))
    return moves
