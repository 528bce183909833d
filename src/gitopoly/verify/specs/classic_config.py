"""Reads a model of the full game, so that the kernel can explore what TLC does."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from gitopoly import editions
from gitopoly.errors import InvalidModel, InvalidRules
from gitopoly.kernel import Rules
from gitopoly.kernel.rules import FLAGS
from gitopoly.verify.kernel_search import Bounds
from gitopoly.verify.specs.boards import cards_in, definitions_in, squares_in
from gitopoly.verify.specs.config_file import Config, read_config
from gitopoly.verify.specs.model_config import option_name

EDITION = "classic"
MODULES = ("../monopoly/TinyBoards.tla", "ClassicBoards.tla", "MCClassic.tla")
NUMBERS = (
    *("TotalMoney", "DiceMax", "JailFine", "BaseRailRent", "PassGoReward", "Houses", "Hotels"),
    *("OffersPerWindow", "TurnLimit", "JailCardWorth", "FreeParkingSeed", "StartingDeeds"),
    "BankruptcyLimit",
)
DEPTH, ISSUED = "Bounded", "Frugal"
"""The constraints that a model may have."""
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
    options |= {f"starting_money_{seat}": sum_ for seat, sum_ in enumerate(money, 1)}
    flags = _flags(config, text)
    options |= {flag: flag in flags for flag in FLAGS}
    squares = tuple(squares_in(tables[_definition(config, "Board")]))
    data = replace(
        editions.load(EDITION),
        board=_definition(config, "Board"),
        squares=squares,
        jail=[square.type for square in squares].index("jail"),
        chance=tuple(cards_in(tables[_definition(config, "ChanceCards")])),
        community_chest=tuple(cards_in(tables[_definition(config, "CommunityChestCards")])),
    )
    try:
        rules = Rules.unchecked(data, _number(config, "NumPlayers"), **options)
    except InvalidRules as refusal:
        raise InvalidModel(f"{path.name}: {refusal}") from None
    return rules, _bounds(config)


def _bounds(config: Config) -> Bounds:
    return Bounds(
        bids=_set(config, "BidsTried"),
        cash=_set(config, "CashTried"),
        depth=_number(config, "MaxDepth") if DEPTH in config.constraints else None,
        issued=_number(config, "MaxIssued") if ISSUED in config.constraints else None,
    )


def _number(config: Config, name: str) -> int:
    value = config.constants[name].value
    if type(value) is not int:
        raise InvalidModel(f"{config.path.name}: {name} must be a number")
    return value


def _set(config: Config, name: str) -> tuple[int, ...]:
    value = config.constants[name].value
    if not isinstance(value, tuple):
        raise InvalidModel(f"{config.path.name}: {name} must be a set of numbers")
    return tuple(sorted(int(number) for number in value if isinstance(number, int)))


def _definition(config: Config, name: str) -> str:
    definition = config.constants[name].definition
    if definition is None:
        raise InvalidModel(f"{config.path.name}: {name} must be a definition")
    return definition


def _money(config: Config, text: str) -> list[int]:
    known: dict[str, str] = dict(_NUMBERS.findall(text))
    return [int(number) for number in known[_definition(config, "StartingMoney")].split(",")]


def _flags(config: Config, text: str) -> set[str]:
    known = {name: set(re.findall(r'"(\w+)"', body)) for name, body in _SET.findall(text)}
    for name, other, body in _WITHOUT.findall(text):
        known[name] = known[other] - set(re.findall(r'"(\w+)"', body))
    return known[_definition(config, "Flags")]
