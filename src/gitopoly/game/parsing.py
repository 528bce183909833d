"""Reading what a person types, in positions where several seats may act."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.errors import InvalidAction
from gitopoly.game.action import Action, Notation
from gitopoly.rules import State, actions as a, floor, parse_action
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.codes import TRADE

ROLLS = frozenset((a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.THROW_FOR_START))
"""Rolls, which are never taken automatically, even if there is nothing else to do."""


def read_action(s: State, notation: Notation, legal: Sequence[Action], text: object) -> Action:
    """Parse an action, legal or not; raises `InvalidAction`."""
    if not isinstance(text, str):
        raise InvalidAction(text, "an action as text, or an Action")
    words = " ".join(text.split()).lower()
    for action in legal:
        rolls = words == "roll" and action.code & LARGEST_KIND in ROLLS
        if rolls or str(action).lower() == words:
            return action
    names = notation.names
    named = any(words.startswith(f"{name.lower()}: ") for name in names)
    code = parse_action(s, text, None if named else _speaker(s, legal), names)
    if code & LARGEST_KIND == a.OFFER_TRADE:
        return notation.offer(s, code)
    return notation.action(code)


def _speaker(s: State, legal: Sequence[Action]) -> int:
    """The seat that a text without a name is for: the floor, if it can act."""
    if s.phase == TRADE:
        return s.offer_to
    holder = floor(s)
    able = [a.player_of(action.code) for action in legal]
    return holder if holder in able or not able else able[0]
