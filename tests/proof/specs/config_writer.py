"""Writes the same configuration in many ways, all of them legal to TLC."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

SPELLINGS = {
    "invariants": ("INVARIANT", "INVARIANTS"),
    "properties": ("PROPERTY", "PROPERTIES"),
    "constraints": ("CONSTRAINT", "CONSTRAINTS"),
    "action_constraints": ("ACTION_CONSTRAINT", "ACTION_CONSTRAINTS"),
}
BLANKS = (" ", "  ", "\t", "\n", "\n\n", "\r\n", "\n    ", " \r\n\t")
COMMENTS = (
    "\\* INVARIANT Commented\n",
    "\\* (* not the beginning of a comment\n",
    "(* INVARIANT Commented *)",
    "(* one (* within *) another \\* to its end *)",
    "(**)",
    "(* INVARIANT Commented\n   over lines *)",
    "\\* é ü — beyond ASCII\r\n",
)


@dataclass
class Meant:
    """What a configuration is to say."""

    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    action_constraints: tuple[str, ...] = ()
    constants: dict[str, str] = field(default_factory=dict)
    """By name: `= 1` or `<- Definition`."""
    behaviour: tuple[tuple[str, str], ...] = (("SPECIFICATION", "Spec"),)
    others: tuple[tuple[str, str], ...] = ()


def written(meant: Meant, chance: random.Random) -> str:
    """One of the many ways to write a configuration."""
    sections: list[list[str]] = [list(pair) for pair in (*meant.behaviour, *meant.others)]
    for kind, keywords in SPELLINGS.items():
        for names in _pieces(getattr(meant, kind), chance):
            sections.append([chance.choice(keywords), *names])
    for names in _pieces(tuple(meant.constants), chance):
        words = [word for name in names for word in (name, *_words(meant.constants[name]))]
        sections.append([chance.choice(("CONSTANT", "CONSTANTS")), *words])
    chance.shuffle(sections)
    words = [word for section in sections for word in section]
    return _blank(chance, "") + "".join(word + _blank(chance, " ") for word in words)


def _pieces(names: Sequence[str], chance: random.Random) -> list[list[str]]:
    """Cut a list of names into sections, some of them empty."""
    pieces: list[list[str]] = [[] for _ in range(chance.randint(1 if names else 0, 3))]
    for name in names:
        chance.choice(pieces).append(name)
    return pieces


def _words(value: str) -> list[str]:
    """The words between which there may be blanks."""
    return re.findall(r'"[^"]*"|[{},\[\]]|[^\s{},\[\]"]+', value)


def _blank(chance: random.Random, least: str) -> str:
    pieces = [chance.choice(BLANKS if chance.random() < 0.7 else COMMENTS) for _ in range(3)]
    chosen = "".join(pieces[: chance.randint(0, 3)])
    return chosen if chosen.strip(" \t\r\n") != chosen or not least else chosen + least
