"""The declarations in the kernel's sources: actions, operations, windows, cards."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KERNEL = Path(__file__).resolve().parents[2] / "src" / "gitopoly" / "kernel"
_SPEC = importlib.util.spec_from_file_location("catalogue", KERNEL / "catalogue.py")
assert _SPEC is not None
assert _SPEC.loader is not None
catalogue = importlib.util.module_from_spec(_SPEC)
"""Loaded on its own, because the kernel as a whole needs what is still to be generated."""
_SPEC.loader.exec_module(catalogue)

FIELDS = {"square": "square", "group": "square", "winner": "square"} | {
    "count": "number",
    "amount": "number",
}
"""Which field of a code holds what a typed form names."""


@dataclass(frozen=True)
class Name:
    """A name of the kernel in a declaration."""

    id: str


@dataclass(frozen=True)
class Action:
    """An action with everything that its declaration says."""

    number: int
    name: str
    key: str
    phases: dict[str, tuple[str, ...]]
    """Each phase, with what must hold in it; one of several is enough."""
    typed: tuple[str, ...]
    rule: str
    arguments: tuple[str, ...]
    """The names of the rule's parameters."""
    window: str = ""
    """The phase whose window it belongs to, if it is an operation."""
    actor: str = catalogue.FLOOR
    sure: bool = False
    listed: str = ""
    anywhere: str = ""
    given: dict[str, Name] = field(default_factory=dict)
    draws: tuple[str, str] = ("", "")
    free_4_all: str = ""
    cost: str = ""
    told: dict[str, str] = field(default_factory=dict)
    button: dict[str, str] = field(default_factory=dict)
    usual: str = ""
    quiet: bool = False

    @property
    def placeholders(self) -> list[str]:
        """What it carries, as its typed form names it."""
        return re.findall(r"\{(\w+)\}", self.typed[-1])

    @property
    def parameters(self) -> str:
        """What its code carries besides the player."""
        return ", ".join(FIELDS.get(name, name) for name in self.placeholders)


@dataclass(frozen=True)
class Card:
    """A kind of card."""

    number: int
    name: str
    rule: str
    arguments: tuple[str, ...]


@dataclass
class Declarations:
    """All that the kernel's sources declare."""

    actions: list[Action]
    windows: dict[str, catalogue.Window]
    """By phase."""
    operations: list[str]
    """The names of the operations, by their offsets."""
    landings: dict[str, str]
    cards: list[Card]
    symbols: dict[str, str]
    """The module that defines each name of the kernel."""
    phases: list[str]
    """The names of the phases, in their order."""


def read(folder: Path = KERNEL) -> Declarations:
    """Read all modules of the kernel."""
    trees = {path.stem: ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob("*.py"))}
    symbols = {
        name: module
        for module, tree in trees.items()
        if module != "__init__"
        for name in _defined(tree)
        if module != "catalogue" or name[0].isupper()  # not its decorators
    }
    windows = {
        phase.id: catalogue.Window(*value.positional, **value.named)
        for phase, value in _table(trees["management"], "WINDOWS").items()
    }
    found = Declarations([], windows, [], {}, [], symbols, _phases(trees["codes"]))
    found.landings = _table(trees["landing"], "LANDINGS")
    operations: dict[int, str] = {}
    for tree in trees.values():
        for function in tree.body:
            if isinstance(function, ast.FunctionDef):
                for decorator in function.decorator_list:
                    _take(found, operations, function, _value(decorator))
    found.actions.sort(key=lambda action: action.number)
    found.cards.sort(key=lambda card: card.number)
    found.operations = [operations[offset] for offset in sorted(operations)]
    _check_numbers("actions", [action.number for action in found.actions])
    _check_numbers("cards", [card.number for card in found.cards])
    return found


@dataclass(frozen=True)
class _Call:
    name: str
    positional: list[Any]
    named: dict[str, Any]


def _take(
    found: Declarations, operations: dict[int, str], function: ast.FunctionDef, call: object
) -> None:
    if not isinstance(call, _Call) or call.name not in ("action", "operation", "card"):
        return
    signature = inspect.signature(getattr(catalogue, call.name))
    bound = signature.bind(*call.positional, **call.named)
    bound.apply_defaults()
    given = bound.arguments
    arguments = tuple(argument.arg for argument in function.args.args)
    if call.name == "card":
        found.cards.append(Card(given["number"], given["name"], function.name, arguments))
    elif call.name == "action":
        found.actions.append(_action(given, function.name, arguments))
    else:
        operations[given["offset"]] = given["name"]
        found.actions += _in_windows(found.windows, given, function.name, arguments)


def _action(given: dict[str, Any], rule: str, arguments: tuple[str, ...]) -> Action:
    phase, when = given["phase"], given["when"]
    phases = {phase: when} if isinstance(phase, Name) else phase
    draws = given["draws"]
    condition = ""
    if isinstance(draws, tuple):
        draws, condition = draws
    kept = ("number", "name", "sure", "listed", "anywhere", "free_4_all", "usual", "quiet")
    return Action(
        **{name: given[name] for name in kept},
        key=given["name"],
        phases={phase.id: _several(when) for phase, when in phases.items()},
        typed=_several(given["typed"]),
        rule=rule,
        arguments=arguments,
        actor=_plain(given["actor"]),
        given=given["given"] or {},
        draws=(draws.id if draws else "", condition),
        cost=_plain(given["cost"]),
        told=given["told"] or {},
        button=given["button"] or {},
    )


def _in_windows(
    windows: dict[str, catalogue.Window],
    given: dict[str, Any],
    rule: str,
    arguments: tuple[str, ...],
) -> list[Action]:
    return [
        Action(
            number=window.first + given["offset"],
            name=window.name + given["name"],
            key=given["name"],
            phases={phase: _several(window.when)},
            typed=_several(given["typed"]),
            rule=rule,
            arguments=arguments,
            window=phase,
            cost=given["cost"],
        )
        for phase, window in windows.items()
        if given["raises_money"] or not window.raises_money
    ]


def _several(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


def _plain(value: object) -> Any:
    """A name of the catalogue itself stands for its value."""
    return getattr(catalogue, value.id) if isinstance(value, Name) else value


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return Name(node.id)
        case ast.Tuple():
            return tuple(map(_value, node.elts))
        case ast.Dict():
            keys = [_value(key) for key in node.keys if key is not None]
            return dict(zip(keys, map(_value, node.values), strict=True))
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand)
        case ast.Call(func=ast.Name()):
            named = {word.arg: _value(word.value) for word in node.keywords if word.arg}
            return _Call(node.func.id, list(map(_value, node.args)), named)
    raise ValueError(f"line {node.lineno}: a declaration holds literals and names only")


def _table(tree: ast.Module, name: str) -> dict[Any, Any]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            table = _value(node.value)
            assert isinstance(table, dict)
            return table
    raise ValueError(f"there is no table {name}")


def _defined(tree: ast.Module) -> list[str]:
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return found


def _phases(tree: ast.Module) -> list[str]:
    """The constants in front of the tuple PHASES."""
    names = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            if ast.unparse(node.targets[0]) == "PHASES":
                break
            names.append(ast.unparse(node.targets[0]))
    return names


def _check_numbers(what: str, numbers: list[int]) -> None:
    if numbers != list(range(len(numbers))):
        raise ValueError(f"the numbers of the {what} are not 0, 1, 2 and so on: {numbers}")
