"""The actions that a module's next-state relation names."""

from __future__ import annotations

import re
from pathlib import Path

from gitopoly.errors import InvalidModel

_DEFINITION = re.compile(r"^(\w+) ==[ \t]*\n?((?:[ \t]+\\/ \w+[ \t]*\n)+)", re.MULTILINE)


def actions_of(module: Path, relation: str = "Next") -> tuple[str, ...]:
    r"""The actions of `relation`, in order.

    A definition that is only a list `\/ Name` stands for the names in it.
    """
    lists = {
        name: re.findall(r"\\/ (\w+)", body)
        for name, body in _DEFINITION.findall(module.read_text(encoding="utf-8"))
    }
    if relation not in lists:
        raise InvalidModel(f"{module.name}: {relation} is not a list of actions")
    found: list[str] = []
    waiting = [relation]
    while waiting:
        name = waiting.pop(0)
        if name in lists:
            waiting = lists[name] + waiting
        else:
            found.append(name)
    return tuple(found)
