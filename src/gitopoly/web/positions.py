"""A position that somebody has pasted: shown, and played on by bots for whoever wants to see."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from gitopoly.bots.series import Series, moves
from gitopoly.errors import InvalidState
from gitopoly.game.setting_up import set_up
from gitopoly.rules import is_over
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_steps
from gitopoly.web.view import Person

POSITION = "position-"
"""How the names of such replays begin in addresses."""
POLICY = "trader"
MOST_TURNS = 100
MOST_ACTIONS = 2000


def name_of(text: str) -> str:
    """The name of a position in addresses."""
    return POSITION + sha256(text.encode()).hexdigest()[:12]


def replay_of_position(text: str) -> dict[str, Any]:
    """The position, and how bots go on from there; raises `InvalidState`."""
    rules, names, start = set_up(text)
    if is_over(start):
        raise InvalidState("the game is over in this position, so nothing follows it")
    series = Series(rules.source, rules.num_players, (POLICY,), 1, MOST_TURNS, False)
    played = moves(series, 0, start)
    steps = [move for move, _ in zip(played, range(MOST_ACTIONS), strict=False)]
    source = source_of_steps(POSITION, steps, [Person(name, bot=True) for name in names])
    return GameReplay(source).data()
