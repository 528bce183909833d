"""`generated/kinds.py`: numbers and names."""

from __future__ import annotations

from tools.generate.declarations import Action, Declarations
from tools.generate.source import constant, module

TITLE = "The actions by number: constants, and what is known of each."
F4A = "F4A"
"""A name of the specification that cannot be split into words."""


def constants(found: Declarations) -> dict[int, str]:
    """The constant of every action."""
    return {action.number: _constant(action, found) for action in found.actions}


def write(found: Declarations) -> str:
    """The text of the module."""
    names = constants(found)
    body = [f"{names[action.number]} = {action.number}" for action in found.actions]
    body += ["", "# The operations on property, as offsets from the first of their window."]
    body += [f"{constant(name)} = {offset}" for offset, name in enumerate(found.operations)]
    body += ["", "KINDS = ("]
    body += [f"    {_row(action)}," for action in found.actions]
    body += [")", '"""Every action, by its number."""']
    return module(TITLE, "\n".join(body) + "\n", found.symbols)


def _constant(action: Action, found: Declarations) -> str:
    name = constant(action.name)
    if action.window:
        prefix = found.windows[action.window].name
        name = f"{F4A if prefix == F4A else constant(prefix)}_{constant(action.key)}"
    # A phase may be called like the only action in it.
    return f"{name}_ACTION" if name in found.phases else name


def _row(action: Action) -> str:
    phases = "".join(f"{phase}, " for phase in action.phases)
    draws = f"({action.draws[0]},)" if action.draws[0] else "()"
    return (
        f"ActionKind({action.name!r}, {action.key!r}, ({phases}), {action.actor!r}, "
        f"{action.typed!r}, {action.parameters!r}, {draws}, {action.quiet!r})"
    )
