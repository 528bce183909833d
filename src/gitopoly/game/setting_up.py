"""Positions as texts that stand for themselves: the rules of the game, and where it stands."""

from __future__ import annotations

import json
from typing import Any

from gitopoly.editions.data import from_data
from gitopoly.errors import InvalidNickname, InvalidRules, InvalidState
from gitopoly.game.names import seat_names
from gitopoly.game.record import edition_in_record
from gitopoly.rules import Rules, State
from gitopoly.rules.yaml import loaded, position_of, refused

_KEYS = ("edition", "options", "features")


def rules_in_yaml(rules: Rules) -> str:
    """The rules of a game, as the first lines of its position."""
    found = (edition_in_record(rules), rules.options, list(rules.features))
    lines = zip(_KEYS, found, strict=True)
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
    try:
        rules = _rules_of(edition, options, features, names)
        return rules, seat_names(rules.source, names, None), position_of(data, rules, names)
    except (InvalidRules, InvalidNickname) as error:
        raise refused(error) from None


def _rules_of(edition: Any, options: Any, features: Any, names: Any) -> Rules:
    if isinstance(edition, dict):
        edition = from_data(edition)
    elif not isinstance(edition, str):
        raise InvalidState("edition must be a name, or the whole of it as a mapping")
    if not isinstance(options, dict):
        raise InvalidState("options must be a mapping, such as {turn_limit: 90}")
    for key, given in (("features", features), ("order", names)):
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise InvalidState(f"{key} must be a list of texts")
    return Rules.written(edition, len(names), features, options)
