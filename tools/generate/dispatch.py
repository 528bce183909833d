"""`generated/dispatch.py`: the step that an action's number means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tools.generate.declarations import FIELDS, Action, Declarations
from tools.generate.kinds import constants
from tools.generate.source import indented, module

TITLE = "One step of the game: the rule that an action's number means, asked or carried out."
SIGNATURE = "s: State, rules: Rules, code: Wide, outcome: int, act: bool"
GUARDS = '''
def attempt(s: State, rules: Rules, code: Wide, outcome: int, act: bool) -> int:
    """BANKRUPT-5: a step in a game that is known to be going on, by a player who is in it."""
    player = player_of(code)
    if player >= rules.num_players:
        return NO_SUCH_PLAYER
    if s.is_bankrupt[player]:
        return OUT_OF_THE_GAME
    kind = kind_of(code)
'''
WINDOW = '''

def manage(
    s: State, rules: Rules, kind: int, player: int, square: int, number: Wide, act: bool
) -> int:
    """TIME-1, DEBT-2: an operation on property, in the window that its number belongs to."""
{phases}
    refusal = refusal_outside_window(s, rules, phase, player)
    if refusal:
        return refusal
{rules}
    return NO_SUCH_ACTION
'''
OFFER = ["addressee_of(code)", "deeds_of(code)", "cards_of(code)", "cash_of(code)"]


class Leaf(NamedTuple):
    """Numbers that are treated alike."""

    first: int
    last: int
    lines: list[str]


def write(found: Declarations) -> str:
    """The text of the module."""
    names = constants(found)
    leaves = [
        Leaf(action.number, action.number, [f"return {call(action, 'outcome', 'act')}"])
        for action in found.actions
        if not action.window
    ]
    managing = [action for action in found.actions if action.window]
    first, last = managing[0].number, managing[-1].number
    whole = "return manage(s, rules, kind, player, square_of(code), number_of(code), act)"
    leaves.append(Leaf(first, last, [whole]))
    leaves.sort()
    body = GUARDS + "\n".join(indented(_tree(leaves, names)))
    body += "\n    return NO_SUCH_ACTION\n" + _manage(found, managing, names)
    return module(TITLE, body, found.symbols | dict.fromkeys(names.values(), "generated.kinds"))


def call(action: Action, outcome: str, act: str, carried: Sequence[str] = ()) -> str:
    """The call of an action's rule; `carried` are its parameters, if not those of the code."""
    values = {name: value.id for name, value in action.given.items()}
    values |= {"s": "s", "rules": "rules", "player": "player", "act": act, "outcome": outcome}
    free = [name for name in action.arguments if name not in values]
    values |= dict(zip(free, carried or _carried(action), strict=True))
    return f"{action.rule}({', '.join(values[name] for name in action.arguments)})"


def _carried(action: Action) -> list[str]:
    if action.placeholders == ["offer"]:
        return OFFER
    return [f"{FIELDS[name]}_of(code)" for name in action.placeholders]


def _tree(leaves: list[Leaf], names: dict[int, str]) -> list[str]:
    """Halve the numbers until one rule is left."""
    if len(leaves) == 1:
        (leaf,) = leaves
        test = f"kind == {names[leaf.first]}"
        if leaf.last != leaf.first:
            test = f"kind <= {names[leaf.last]}"
        return [f"if {test}:", *indented(leaf.lines)]
    half = len(leaves) // 2
    return [
        f"if kind < {names[leaves[half].first]}:",
        *indented(_tree(leaves[:half], names)),
        "else:",
        *indented(_tree(leaves[half:], names)),
    ]


def _manage(found: Declarations, managing: list[Action], names: dict[int, str]) -> str:
    phases = []
    for place, phase in enumerate(found.windows):
        last = max(action.number for action in managing if action.window == phase)
        word = "if" if place == 0 else "elif"
        test = f"{word} kind <= {names[last]}:" if place < len(found.windows) - 1 else "else:"
        phases += [test, f"    phase = {phase}"]
    rules = []
    for operation in found.operations:
        alike = [action for action in managing if action.key == operation]
        test = " or ".join(f"kind == {names[action.number]}" for action in alike)
        carried = [FIELDS[name] for name in alike[0].placeholders]
        rules += [f"if {test}:", f"    return {call(alike[0], '0', 'act', carried)}"]
    return WINDOW.format(phases="\n".join(indented(phases)), rules="\n".join(indented(rules)))
