"""The actions that a module's next-state relation names."""

from __future__ import annotations

import re
from pathlib import Path

from gitopoly.errors import InvalidModel

_ACTION = r"\\/ (?:\\E [^:\n]*: )?(\w+)(?:\([\w, ]*\))?"
"""One action of a list, perhaps for some values of its parameters."""
_DEFINITION = re.compile(rf"^(\w+) ==[ \t]*\n?((?:[ \t]+{_ACTION}[ \t]*\n)+)", re.MULTILINE)


def actions_of(module: Path, relation: str = "Next") -> tuple[str, ...]:
    r"""The actions of `relation`, in order.

    A definition that is only a list `\/ Name` stands for the names in it; a name may have
    parameters, over which the list quantifies.
    """
    lists = {
        name: re.findall(_ACTION, body)
        for name, body, _ in _DEFINITION.findall(module.read_text(encoding="utf-8"))
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
