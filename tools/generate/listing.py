"""`generated/listing.py`: all legal actions of a player, phase by phase."""

from __future__ import annotations

from tools.generate.declarations import Action, Declarations, catalogue
from tools.generate.dispatch import call
from tools.generate.kinds import constants
from tools.generate.source import indented, module

TITLE = "All legal actions of a player: every candidate of the phase is put to its own rule."
SIGNATURE = "(s: State, rules: Rules, player: int, buffer: ActionBuffer)"
LISTER_OF_WINDOWS = "list_window"
"""The function that lists the operations of an open window, and offers, for all phases."""
LANDING = ["square = s.positions[player]", "square_type = rules.square_type[square]"]


def write(found: Declarations) -> str:
    """The text of the module."""
    names = constants(found)
    parts = [_while_playing(found), _anywhere(found, names)]
    parts += [_phase(found, phase, names) for phase in found.phases]
    symbols = found.symbols | dict.fromkeys(names.values(), "generated.kinds")
    return module(TITLE, "\n\n".join(parts), symbols)


def function_of(phase: str) -> str:
    """The function that lists a phase."""
    return f"list_{phase.lower()}"


def _of_phase(found: Declarations, phase: str) -> list[Action]:
    return [action for action in found.actions if phase in action.phases]


def _while_playing(found: Declarations) -> str:
    """The phases in which everybody is asked come first; then only the floor is."""
    free, held = [], []
    for phase in found.phases:
        actors = {action.actor for action in _of_phase(found, phase)}
        assert len(actors) == 1, f"{phase}: either the floor or everybody is asked"
        (held if actors == {catalogue.FLOOR} else free).append(phase)
    lines = ["buffer.count = 0", "phase = s.phase"]
    for phase in free:
        lines += [f"if phase == {phase}:", f"    {_listing(phase)}", "    return"]
    lines += ["if player == s.turn_player:", "    list_anywhere(s, rules, player, buffer)"]
    lines += ["if player != floor(s, rules):", "    return"]
    lines += ["first = NOBODY"]
    for place, phase in enumerate(held):
        listing = f"{'first = ' if phase in found.windows else ''}{_listing(phase)}"
        lines += [f"{'if' if place == 0 else 'elif'} phase == {phase}:", f"    {listing}"]
    lines += ["if first != NOBODY:"]
    lines += [f"    {LISTER_OF_WINDOWS}(s, rules, first, player, buffer)"]
    purpose = "The legal actions of one player in a game that is known to be going on."
    return _function("list_while_playing", purpose, lines)


def _listing(phase: str) -> str:
    return f"{function_of(phase)}(s, rules, player, buffer)"


def _anywhere(found: Declarations, names: dict[int, str]) -> str:
    lines = []
    for action in found.actions:
        if action.anywhere:
            (phase,) = action.phases
            lines.append(f"if rules.{action.anywhere} and s.phase != {phase}:")
            lines += indented(_candidate(action, names[action.number], surely=False))
    purpose = "What the published defects let the turn player do outside the proper phase."
    return _function("list_anywhere", purpose, lines)


def _phase(found: Declarations, phase: str, names: dict[int, str]) -> str:
    lines: list[str] = []
    actions = _of_phase(found, phase)
    conditions = {when for action in actions for when in action.phases[phase]}
    if "" not in conditions:
        # One situation excludes the others.
        landing = conditions <= set(found.landings)
        order = [name for name in found.landings if name in conditions] if landing else []
        order += sorted(conditions - set(order), key=lambda when: _first(actions, phase, when))
        lines += LANDING if landing else []
        for place, when in enumerate(order):
            test = found.landings.get(when, when)
            alike = [action for action in actions if when in action.phases[phase]]
            returned = bool(lines) and lines[-1].startswith("    return")
            lines.append(f"{'if' if place == 0 or returned else 'elif'} {test}:")
            lines += indented(_candidates(found, alike, phase, names))
    else:
        while actions:
            when = actions[0].phases[phase]
            alike = []
            while actions and actions[0].phases[phase] == when:
                alike.append(actions.pop(0))
            inner = _candidates(found, alike, phase, names)
            lines += [f"if {when[0]}:", *indented(inner)] if when[0] else inner
    purpose = f"What may be done in {phase}."
    if phase not in found.windows:
        return _function(function_of(phase), purpose, lines)
    purpose = f"{purpose[:-1]}; where the operations of an open window begin."
    if not lines[-1].startswith("return"):
        lines.append("return NOBODY")
    return _function(function_of(phase), purpose, lines, "int")


def _first(actions: list[Action], phase: str, when: str) -> int:
    return min(action.number for action in actions if when in action.phases[phase])


def _candidates(
    found: Declarations, actions: list[Action], phase: str, names: dict[int, str]
) -> list[str]:
    """The lines for actions that are asked together; what belongs to a window comes last."""
    lines: list[str] = []
    for action in actions:
        if action.window or action.listed == LISTER_OF_WINDOWS:
            continue
        lines += _candidate(action, names[action.number], action.sure)
    if any(action.window for action in actions):
        window = found.windows[phase]
        plain = [a for a in actions if not a.window and a.listed != LISTER_OF_WINDOWS]
        assert all(action.number < window.first for action in plain), "a window comes last"
        line = f"return {window.first}"
        lines += [f"if {window.only}:", f"    {line}"] if window.only else [line]
    return lines


def _candidate(action: Action, name: str, surely: bool) -> list[str]:
    if action.listed:
        return [f"{action.listed}(s, rules, player, buffer)"]
    if action.placeholders == ["square"]:
        asked = call(action, "0", "False", ["square"])
        return [
            "for i in range(rules.deed_count):",
            "    square = rules.deeds[i]",
            f"    add(buffer, {asked}, action({name}, player, square))",
        ]
    assert not action.placeholders, f"{action.name}: say which function lists it"
    if surely:
        return [f"put(buffer, action({name}, player), 0)"]
    return [f"add(buffer, {call(action, '0', 'False')}, action({name}, player))"]


def _function(name: str, purpose: str, lines: list[str], returns: str = "None") -> str:
    head = f"def {name}{SIGNATURE} -> {returns}:"
    return "\n".join([head, f'    """{purpose}"""', *indented(lines)])
