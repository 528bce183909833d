"""Reads a model of the full game, so that the kernel can explore what TLC does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from gitopoly import editions
from gitopoly.errors import InvalidModel, InvalidRules
from gitopoly.proof.explorer.steps import Bounds
from gitopoly.proof.specs.boards import cards_in, definitions_in, squares_in
from gitopoly.proof.specs.config_file import Config, Constant, option_name, read_config
from gitopoly.rules import Rules
from gitopoly.rules.rules import FLAGS

EDITION = "classic"
MODULES = ("../monopoly/TinyBoards.tla", "ClassicBoards.tla", "MCClassic.tla")
NUMBERS = (
    *("TotalMoney", "DiceMax", "JailFine", "BaseRailRent", "PassGoReward", "Houses", "Hotels"),
    *("OffersPerWindow", "TurnLimit", "JailCardWorth", "FreeParkingSeed", "StartingDeeds"),
    "BankruptcyLimit",
)
DEPTH, ISSUED = "Bounded", "Frugal"
"""The constraints that a model may have."""
Defined = TypeVar("Defined")
_SET = re.compile(r"^(\w+) == \{([^}]*)\}", re.MULTILINE)
_WITHOUT = re.compile(r"^(\w+) == (\w+) \\ \{([^}]*)\}", re.MULTILINE)
_NUMBERS = re.compile(r"^(\w+) == <<([\d, ]+)>>$", re.MULTILINE)


def kernel_model(path: Path) -> tuple[Rules, Bounds]:
    """The rules and the bounds of a model's `.cfg`, or a refusal."""
    config = read_config(path)
    if config.specification != "Spec":
        raise InvalidModel(f"{path.name} adds steps to the rules ({config.specification})")
    for name in config.constraints:
        if name not in (DEPTH, ISSUED):
            raise InvalidModel(f"{path.name}: the kernel does not support its constraint {name}")
    text = "\n".join((path.parent / module).read_text("utf-8") for module in MODULES)
    tables = definitions_in(text)
    money = _money(config, text)
    options: dict[str, Any] = {option_name(name): _number(config, name) for name in NUMBERS}
    options["starting_money"] = 0  # what a seat without money of its own has
    options |= {f"starting_money_{seat}": sum_ for seat, sum_ in enumerate(money, 1)}
    flags = _flags(config, text)
    options |= {flag: flag in flags for flag in FLAGS}
    squares = tuple(squares_in(_defined(config, "Board", tables)))
    if "jail" not in [square.type for square in squares]:
        raise InvalidModel(f"{path.name}: its Board has no jail")
    data = replace(
        editions.load(EDITION),
        board=_definition(config, "Board"),
        squares=squares,
        jail=[square.type for square in squares].index("jail"),
        chance=tuple(cards_in(_defined(config, "ChanceCards", tables))),
        community_chest=tuple(cards_in(_defined(config, "CommunityChestCards", tables))),
    )
    try:
        rules = Rules.unchecked(data, _number(config, "NumPlayers"), **options)
    except InvalidRules as refusal:
        raise InvalidModel(f"{path.name}: {refusal}") from None
    return rules, _bounds(config)


def _bounds(config: Config) -> Bounds:
    if DEPTH in config.constraints and _number(config, "MaxDepth") < 1:
        raise InvalidModel(f"{config.path.name}: MaxDepth: the first state has depth 1")
    return Bounds(
        bids=_set(config, "BidsTried"),
        cash=_set(config, "CashTried"),
        depth=_number(config, "MaxDepth") if DEPTH in config.constraints else None,
        issued=_number(config, "MaxIssued") if ISSUED in config.constraints else None,
    )


def _constant(config: Config, name: str) -> Constant:
    if name not in config.constants:
        raise InvalidModel(f"{config.path.name}: {name} has no value")
    return config.constants[name]


def _number(config: Config, name: str) -> int:
    value = _constant(config, name).value
    if type(value) is not int:
        raise InvalidModel(f"{config.path.name}: {name} must be a number")
    return value


def _set(config: Config, name: str) -> tuple[int, ...]:
    value = _constant(config, name).value
    if not isinstance(value, tuple):
        raise InvalidModel(f"{config.path.name}: {name} must be a set of numbers")
    return tuple(sorted(int(number) for number in value if isinstance(number, int)))


def _definition(config: Config, name: str) -> str:
    definition = _constant(config, name).definition
    if definition is None:
        raise InvalidModel(f"{config.path.name}: {name} must be a definition")
    return definition


def _defined(config: Config, name: str, known: Mapping[str, Defined]) -> Defined:
    """What the modules define under the name that a constant stands for."""
    definition = _definition(config, name)
    if definition not in known:
        raise InvalidModel(f"{config.path.name}: {name}: the kernel cannot read {definition}")
    return known[definition]


def _money(config: Config, text: str) -> list[int]:
    found = _defined(config, "StartingMoney", dict(_NUMBERS.findall(text)))
    return [int(number) for number in found.split(",")]


def _flags(config: Config, text: str) -> set[str]:
    known = {name: set(re.findall(r'"(\w+)"', body)) for name, body in _SET.findall(text)}
    for name, other, body in _WITHOUT.findall(text):
        known[name] = known[other] - set(re.findall(r'"(\w+)"', body))
    return _defined(config, "Flags", known)
