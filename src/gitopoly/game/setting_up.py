"""Positions as texts that stand for themselves: the rules of the game, and where it stands."""

from __future__ import annotations

import json

from gitopoly.errors import InvalidNickname, InvalidRules, InvalidState
from gitopoly.game.names import seat_names
from gitopoly.game.record import rules_as_data, rules_from_data
from gitopoly.rules import Rules, State
from gitopoly.rules.yaml import loaded, position_of, refused

_KEYS = ("edition", "options", "features")


def rules_in_yaml(rules: Rules) -> str:
    """The rules of a game, as the first lines of its position."""
    lines = rules_as_data(rules).items()
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in lines)


def set_up(text: str) -> tuple[Rules, tuple[str, ...], State]:
    """The rules, the seats' names and the position of a text; raises `InvalidState`."""
    data = loaded(text)
    if not isinstance(data, dict):
        raise InvalidState("a position is a mapping, as to_yaml() writes it")
    for key in (*_KEYS, "order"):
        if key not in data:
            raise InvalidState(f"{key} is missing")
    edition, options, features = (data.pop(key) for key in _KEYS)
    names = data["order"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InvalidState("order must be a list of names")
    try:
        rules = rules_from_data(edition, options, features, len(names))
        return rules, seat_names(rules.source, names, None), position_of(data, rules, names)
    except (InvalidRules, InvalidNickname) as error:
        raise refused(error) from None
