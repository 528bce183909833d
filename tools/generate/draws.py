"""`generated/draws.py`: what an action asks of chance."""

from __future__ import annotations

from tools.generate.declarations import Declarations
from tools.generate.kinds import constants
from tools.generate.source import indented, module

TITLE = "What each action asks of chance."


def write(found: Declarations) -> str:
    """The text of the module."""
    names = constants(found)
    drawing: dict[tuple[str, str], list[str]] = {}
    for action in found.actions:
        if action.draws[0]:
            drawing.setdefault(action.draws, []).append(f"kind == {names[action.number]}")
    lines = []
    for (draw, when), tests in drawing.items():
        test = " or ".join(tests) + (f" and {when}" if when else "")
        lines += [f"if {test}:", f"    return {draw}"]
    orders = []
    for action in found.actions:
        if action.free_4_all:
            orders += [f"if kind == {names[action.number]}:", f"    return {action.free_4_all}"]
    body = f'''
def draw_of(s: State, rules: Rules, code: Wide) -> int:
    """What an action asks of chance: nothing, a roll, or a card of one of the decks."""
    kind = kind_of(code)
{chr(10).join(indented(lines))}
    return NO_DRAW


def starts_free_4_all(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """Whether an action with this roll or card leads into a free-4-all, which needs an order."""
    kind = kind_of(code)
    player = player_of(code)
{chr(10).join(indented(orders))}
    return False
'''
    return module(TITLE, body, found.symbols | dict.fromkeys(names.values(), "generated.kinds"))
