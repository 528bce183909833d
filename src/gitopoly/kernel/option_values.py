"""Values of options and numbers of players as people write them; names that no option has."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from gitopoly.editions import Edition
from gitopoly.errors import InvalidRules
from gitopoly.words import worded

WORDS = {"true": 1, "on": 1, "yes": 1, "false": 0, "off": 0, "no": 0}
"""What may be written for the value of a flag."""


class OptionKind(NamedTuple):
    """What values an option may have."""

    is_flag: bool
    most: int


def unknown_option(name: str, options: Sequence[str]) -> InvalidRules:
    """Answer a misspelt option with similar names, and any other with a list of them."""
    near = difflib.get_close_matches(name, options)
    if near:
        return worded(InvalidRules, "error.near_option", name=repr(name), near=", ".join(near))
    known = ", ".join(option for option in options if not option.startswith("defect_"))
    return worded(InvalidRules, "error.no_option", name=reprlib.repr(name), known=known)


def checked_option(name: str, setting: Any, kind: OptionKind) -> int:
    """The value of an option as a whole number within its bounds; flags also in words."""
    number = WORDS.get(setting.lower(), setting) if isinstance(setting, str) else setting
    if isinstance(number, str) and re.fullmatch(r"-?[0-9]{1,1000}", number):
        number = int(number)
    if not isinstance(number, int):
        raise worded(InvalidRules, "error.whole_number", name=name, given=reprlib.repr(setting))
    number = int(number)
    if name == "num_players":
        raise worded(InvalidRules, "error.say_players")
    if kind.is_flag and number not in (0, 1):
        raise worded(InvalidRules, "error.on_or_off", name=name, given=reprlib.repr(number))
    if not 0 <= number <= kind.most:
        facts = {"name": name, "most": kind.most, "given": reprlib.repr(number)}
        raise worded(InvalidRules, "error.range", **facts)
    return number


def check_players(data: Edition, players: Any = None) -> int:
    """GAME-1: a number of players that an edition allows, by default the usual one."""
    number = data.usual_players if players is None else players
    if type(number) is not int:
        raise worded(InvalidRules, "error.player_count", given=reprlib.repr(number))
    if data.least_players <= number <= data.most_players:
        return number
    facts = {"edition": data.name, "count": number, "most": data.most_players}
    if data.least_players == data.most_players:
        raise worded(InvalidRules, "error.players.exactly", **facts)
    raise worded(InvalidRules, "error.players", least=data.least_players, **facts)
