"""Values of options as people write them, and names that no option has."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from gitopoly.errors import InvalidRules

WORDS = {"true": 1, "on": 1, "yes": 1, "false": 0, "off": 0, "no": 0}
"""What may be written for the value of a flag."""


class OptionKind(NamedTuple):
    """What values an option may have."""

    is_flag: bool
    is_money: bool
    most: int


def unknown_option(name: str, options: Sequence[str]) -> str:
    """Answer a misspelt option with similar names, and any other with the whole list."""
    near = difflib.get_close_matches(name, options)
    if near:
        return f"there is no option {name!r}; did you mean {' or '.join(near)}?"
    return f"there is no option {reprlib.repr(name)}; the options are: {', '.join(options)}"


def checked_option(name: str, setting: Any, kind: OptionKind) -> int:
    """The value of an option as a whole number within its bounds; flags also in words."""
    number = WORDS.get(setting.lower(), setting) if isinstance(setting, str) else setting
    if isinstance(number, str) and re.fullmatch(r"-?[0-9]{1,1000}", number):
        number = int(number)
    if not isinstance(number, int):
        given = reprlib.repr(setting)
        rule = " (BANK-3)" if kind.is_money else ""
        raise InvalidRules(f"{name} must be a whole number, not {given}{rule}")
    number = int(number)
    if name == "num_players":
        raise InvalidRules("say how many players with `players`")
    if kind.is_flag and number not in (0, 1):
        raise InvalidRules(f"{name} is either on (1) or off (0), not {reprlib.repr(number)}")
    if not 0 <= number <= kind.most:
        raise InvalidRules(
            f"{name} must be between 0 and {kind.most:,}, not {reprlib.repr(number)}"
        )
    return number
