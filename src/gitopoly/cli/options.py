"""Options of the rules as they are typed: ``NAME=VALUE``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gitopoly.errors import InvalidRules

OPTION_HELP = (
    "An option of the rules, such as board=uk or turn_limit=200; a bare NAME switches it on. "
    "Can be repeated."
)


def rule_options(given: Iterable[str]) -> tuple[tuple[str, Any], ...]:
    """Split each ``NAME=VALUE``; a bare name switches a flag on."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not name:
            raise InvalidRules(f"{text!r} is no option; write NAME=VALUE, such as turn_limit=200")
        options[name] = value.strip() if equals else "on"
    return tuple(options.items())
