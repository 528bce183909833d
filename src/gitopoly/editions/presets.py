"""House rules that are chosen together, by name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from gitopoly.errors import InvalidRules


@cache
def presets() -> dict[str, dict[str, int]]:
    """Every preset with its options; `book` has none.

    >>> list(presets())
    ['book', 'family', 'quick']
    """
    text = resources.files("gitopoly.editions").joinpath("presets.toml").read_text("utf-8")
    return tomllib.loads(text)


def options_of(preset: str) -> dict[str, int]:
    """The options of a preset.

    >>> options_of("quick")["bankruptcy_limit"]
    2
    """
    try:
        return dict(presets()[preset])
    except KeyError:
        known = ", ".join(presets())
        raise InvalidRules(f"there is no preset {preset!r}; choose one of {known}") from None
