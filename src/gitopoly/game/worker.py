"""The process of an isolated player: it creates the player and shows it each position."""

from __future__ import annotations

import contextlib
import random
import sys
from typing import Any

from gitopoly.editions import Card, Edition, SquareData
from gitopoly.game.action import Action, Deal, Notation
from gitopoly.game.entrants import make_player
from gitopoly.game.history import PlayedStep
from gitopoly.game.player import Player
from gitopoly.game.position import Position
from gitopoly.isolation.mistakes import shown
from gitopoly.isolation.serving import serve
from gitopoly.rules import Rules, State, actions as a
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.chance import Drawn

LONGEST_TEXT = 1000
"""Maximum length of a text answer."""


class PlayerWorker:
    """One player, and the position it knows so far."""

    player: Player
    edition: Edition
    notation: Notation

    def __init__(self) -> None:
        self.last: PlayedStep | None = None

    def handle(self, message: dict[str, Any]) -> Any:
        """Handle a message."""
        return self.begin(message) if "player" in message else self.decide(message)

    def begin(self, message: dict[str, Any]) -> bool:
        """Create a new player for a game."""
        self.edition = edition_of(message["edition"])
        names = tuple(message["seats"])
        rules = Rules.of(self.edition, len(names), message["features"], **message["options"])
        self.notation = Notation(rules, names)
        self.last = None
        random.seed(message["seed"])
        self.player = make_player(*message["player"])
        with contextlib.suppress(AttributeError):  # a class without room for it does without
            self.player.random = random.Random(message["seed"])
        return True

    def decide(self, message: dict[str, Any]) -> Any:
        """Ask the player; return a code, a text, or a description of a bad answer."""
        for told in message["steps"]:
            self.last = self._step(told)
        s = State(self.notation.rules)
        for name, value in zip(State.FIELDS, message["state"], strict=True):
            setattr(s, name, value)
        game = Position(self.edition, self.notation, s, self.last)
        actions = tuple(self.notation.action(code, limit) for code, limit in message["actions"])
        answer: Any = self.player.decide(game, actions)
        if type(answer) is Action and answer.cash is None:
            return answer.code
        if type(answer) is Action:  # the meaning of an offer's code depends on the position
            answer = str(answer)
        if isinstance(answer, str):
            return str.__str__(answer)[:LONGEST_TEXT]
        return {"junk": shown(answer)}

    def _step(self, told: list[Any]) -> PlayedStep:
        code, text, deal, drawn, automatic = told
        action = self.notation.action(code)
        if code & LARGEST_KIND == a.OFFER_TRADE:
            action = Action(self.notation, code)
            action._text = text
            action._deal = Deal(*deal)
        return PlayedStep(self.last, action, Drawn(*drawn), automatic)


def edition_of(data: dict[str, Any]) -> Edition:
    """Read an edition as it was sent."""
    squares = tuple(SquareData(**{**one, "rent": tuple(one["rent"])}) for one in data["squares"])
    decks = {
        name: tuple(Card(**card) for card in data[name]) for name in ("chance", "community_chest")
    }
    return Edition(**{**data, "squares": squares, **decks})


if __name__ == "__main__":
    serve(PlayerWorker().handle, sys.argv[1:])
