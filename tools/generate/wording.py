"""`generated/wording.py`: what is shown of an action, and under which key its words are found."""

from __future__ import annotations

from collections.abc import Callable

from tools.generate.declarations import Action, Declarations, catalogue
from tools.generate.kinds import constants
from tools.generate.source import indented, module

TITLE = "What actions cost, which are shown when closed, and which variant of their words fits."


def write(found: Declarations) -> str:
    """The text of the module."""
    names = constants(found)
    hidden = [names[one.number] for one in found.actions if one.cost == catalogue.HIDDEN]
    priced = [one for one in found.actions if one.cost and one.cost != catalogue.HIDDEN]
    costs = _alike(priced, names, lambda action: f"return {action.cost}")
    body = f'''
HIDDEN_COSTS = ({"".join(f"{name}, " for name in hidden)})
"""Actions whose price nobody is shown before they have chosen (TAX-1)."""
VARIED = frozenset(({"".join(f"{names[one.number]}, " for one in found.actions if one.told)}))
"""Actions whose story has variants."""


def cost_of(s: State, rules: Rules, code: int) -> int:
    """What an action costs its player, as far as that is certain; negative: what it brings."""
    kind = kind_of(code)
    player = player_of(code)
    square = square_of(code)
{_text(costs)}
    return 0


def usual_kinds(s: State, rules: Rules, player: int) -> list[int]:
    """What people look for in a position, even when it is closed to them."""
    square = s.positions[player]
    square_type = rules.square_type[square]
    found = []
{_text(_usual(found, names))}
    return found


def button_of(s: State, code: int) -> str:
    """The key of what stands on an action's button."""
    kind = kind_of(code)
    player = player_of(code)
{_text(_variants(found, names, "button"))}
    return KINDS[kind].key


def story_of(before: State, action: int, outcome: int, after: State) -> str:
    """The key of the story of a step."""
    kind = kind_of(action)
    if kind not in VARIED:
        return KINDS[kind].key
    player = player_of(action)
    rules = before.rules
{_text(_variants(found, names, "told"))}
    return KINDS[kind].key
'''
    symbols = found.symbols | dict.fromkeys([*names.values(), "KINDS"], "generated.kinds")
    return module(TITLE, body, symbols)


def _text(lines: list[str]) -> str:
    return "\n".join(indented(lines))


def _alike(
    actions: list[Action], names: dict[int, str], line: Callable[[Action], str]
) -> list[str]:
    """A test for each line, of all actions that share it."""
    sharing: dict[str, list[str]] = {}
    for action in actions:
        sharing.setdefault(line(action), []).append(names[action.number])
    lines = []
    for shared, numbers in sharing.items():
        test = f"== {numbers[0]}" if len(numbers) == 1 else f"in ({', '.join(numbers)})"
        lines += [f"if kind {test}:", f"    {shared}"]
    return lines


def _usual(found: Declarations, names: dict[int, str]) -> list[str]:
    lines = []
    for action in found.actions:
        if action.usual:
            ((phase, whens),) = action.phases.items()
            tests = [f"s.phase == {phase}"]
            if action.usual == "when":
                whole = " or ".join(found.landings.get(when, when) for when in whens)
                tests.append(f"({whole})")
            lines += [f"if {' and '.join(tests)}:", f"    found.append({names[action.number]})"]
    return lines


def _variants(found: Declarations, names: dict[int, str], what: str) -> list[str]:
    lines = []
    for action in found.actions:
        for ending, test in getattr(action, what).items():
            lines += [
                f"if kind == {names[action.number]} and ({test}):",
                f"    return '{action.key}.{ending}'",
            ]
    return lines
