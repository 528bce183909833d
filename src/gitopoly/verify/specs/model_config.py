"""Reads a model's `.cfg`, and finds the kernel rules that it describes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from gitopoly import editions
from gitopoly.editions import Edition
from gitopoly.errors import InvalidModel, InvalidRules
from gitopoly.kernel import Rules
from gitopoly.kernel.rules import CONSTANTS, FLAGS, TABLES
from gitopoly.verify.manifest import Manifest, Model
from gitopoly.verify.native.promises import (
    OF_THE_KERNEL,
    PROMISES,
    PROPERTIES,
    promises_named,
)
from gitopoly.verify.specs.boards import edition_with
from gitopoly.verify.specs.config_file import Config, Constant, ModelValue, read_config
from gitopoly.verify.tlc.output import CheckResult

EDITION = "formal-small"
MODULE = "monopoly/MCMonopoly.tla"
FULL_GAME = "classic/MCClassic.tla"
"""For which there is `kernel_search`."""
SPECIFICATION = "Spec"
BOUND, DEPTH = "Bounded", "MaxDepth"
"""The one constraint that the native engine supports, and the constant with its bound."""
SAME_AS_EDITION = {
    "Board": "SmallBoardSquares",
    "ChanceCards": "SmallChance",
    "CommunityChestCards": "SmallCommunityChest",
}
"""What a model must contain for its board and cards to be those of the edition."""
BIDS, BIDS_OF_EDITION = "AuctionBids", (1, 5, 10)
MOST_BIDS = TABLES["abstract_bid"]
BOARDS = ("SmallBoardSquares", "JailBoard", "RailBoard", "DeedBoard")
DECKS = ("SmallChance", "SmallCommunityChest", "NoCards")
"""Boards and decks that the native engine explores; others are large, or wrong on purpose."""
KNOWN = {"Board": BOARDS, "ChanceCards": DECKS, "CommunityChestCards": DECKS}
PLAYERS = "NumPlayers"
NOBODY = "NULL"
WITHOUT_MEANING = "DefectTypeOkReadsRentIndices"
"""A flag with no effect on these boards: it matters only where a rent is negative."""
NEEDED = (
    *(NOBODY, PLAYERS, "StartingMoney", "TotalMoney", "DiceMax", "JailFine", "BaseRailRent"),
    *("PassGoReward", BIDS, *KNOWN, "GroupMustBeUnmortgaged", "DefectStaleDebt"),
    *("DefectThirdMissImpossible", "DefectFineInAnyPhase", "DefectRentOnMortgagedUtility"),
    *("DefectGoToJailInAnyPhase", "DefectTypeOkReadsChanceCards", WITHOUT_MEANING),
    *("DefectLevelComparedWithItself", DEPTH),
)
"""The constants of the module; TLC requires all of them."""
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True)
class Search:
    """A model as the native engine runs it."""

    rules: Rules
    depth: int | None
    """The last depth to expand; None: until nothing is left."""
    symmetric: bool = False
    """Treat positions that differ only in seating as equal."""
    asked: int = OF_THE_KERNEL
    """The properties that are checked in every state."""


@dataclass(frozen=True)
class ExplorationSettings:
    """How to explore a model; the result does not depend on it."""

    workers: int | None = None
    """Threads; by default one for each core."""
    memory: int = 2 << 30
    """Bytes."""
    exact: bool = False
    """Compare whole positions instead of fingerprints."""
    checkpoint: Path | None = None
    """Where to save a checkpoint."""
    resume: bool = False
    """Resume from there."""
    pause: Event | None = None
    """Set to make it stop."""


def native_refusal(suite: Manifest, model: Model) -> str | None:
    """Why the native engine cannot run a model, as words that follow "because"; None if it can."""
    if model.simulation:
        return "it is a TLC simulation"
    if model.module == FULL_GAME:
        return "positions of the full game have auctions, offers and decks, which it cannot pack"
    if model.module != MODULE:
        return "it is not a model of the rules of the game"
    config = read_config(suite.config(model))
    if config.specification != SPECIFICATION:
        return f"it adds steps or fairness to the rules ({config.specification or 'INIT and NEXT'})"
    if reason := _unknown_section(config):
        return reason
    for name, values in KNOWN.items():
        constant = config.constants.get(name)
        if constant is None or constant.module or constant.definition not in values:
            return f"the native engine does not support its {name}"
    if model.expect is not CheckResult.HOLDS:
        return "it must fail, and the number of states found by then depends on their order"
    return None


def _unknown_section(config: Config) -> str | None:
    """The first thing in a file that the native engine does not support."""
    for keyword in config.others:
        return f"the native engine does not support {keyword}"
    for name in config.action_constraints:
        return f"the native engine does not support action constraints ({name})"
    for name in config.constraints:
        if name != BOUND:
            return f"the native engine does not support its constraint {name}"
    for names, checks, kind in (
        (config.invariants, PROMISES, "invariant"),
        (config.properties, PROPERTIES, "property"),
    ):
        for name in names:
            if name not in checks:
                return f"the native engine has no check for its {kind} {name}"
    return None


def native_search(suite: Manifest, model: Model) -> Search:
    """The rules and the depth of a model, or a refusal."""
    if reason := native_refusal(suite, model):
        raise InvalidModel(f"{model.name} is for TLC only, because {reason}; use --engine tlc")
    config = read_config(suite.config(model))
    if missing := [name for name in NEEDED if name not in config.constants]:
        raise InvalidModel(f"{config.path.name}: {missing[0]} has no value")
    options = {option_name(c.name): _option(config, c) for c in config.constants.values()}
    for name in (NOBODY, BIDS, DEPTH, WITHOUT_MEANING, *KNOWN):
        del options[option_name(name)]
    players = options.pop(option_name(PLAYERS))
    depth = _depth(config) if config.constraints else None
    asked = promises_named((*config.invariants, *config.properties))
    try:
        rules = Rules.unchecked(_edition(suite, model, config), players, **options)
    except InvalidRules as refusal:
        raise InvalidModel(f"{config.path.name}: {refusal}") from None
    return Search(rules, depth, asked=asked)


def _option(config: Config, constant: Constant) -> Any:
    """The value of a constant as a kernel option; also checks those that are not options."""
    name = option_name(constant.name)
    if constant.module or constant.arguments or "!" in constant.name:
        raise _unfit(config, constant, "the native engine supports only plain constants")
    if constant.name in KNOWN:
        return constant.definition
    if constant.name == BIDS:
        return _bids(config, constant)
    if constant.name == NOBODY:
        if not isinstance(constant.value, ModelValue):
            raise _unfit(config, constant, "it must be a model value")
        return None
    if name in FLAGS or constant.name == WITHOUT_MEANING:
        if not isinstance(constant.value, bool):
            raise _unfit(config, constant, "it must be TRUE or FALSE")
        return constant.value
    if name not in CONSTANTS and constant.name not in (DEPTH, PLAYERS):
        raise _unfit(config, constant, "the kernel has no constant for it")
    return _number(config, constant)


def _number(config: Config, constant: Constant) -> int:
    if type(constant.value) is not int:
        raise _unfit(config, constant, "it must be a number")
    return constant.value


def _depth(config: Config) -> int:
    constant = config.constants[DEPTH]
    depth = _number(config, constant)
    if depth < 1:
        raise _unfit(config, constant, "no state has this depth; the first one has depth 1")
    return depth


def _bids(config: Config, constant: Constant) -> list[int]:
    value = constant.value
    if not isinstance(value, tuple) or not all(type(bid) is int for bid in value):
        raise _unfit(config, constant, "it must be a set of numbers")
    bids = sorted({int(bid) for bid in value if isinstance(bid, int)})
    if not 0 < len(bids) <= MOST_BIDS or bids[0] <= 0:
        raise _unfit(config, constant, f"the native engine supports 1 to {MOST_BIDS} bids above 0")
    return bids


def _unfit(config: Config, constant: Constant, reason: str) -> InvalidModel:
    return InvalidModel(f"{config.path.name}, line {constant.line}: {constant.name}: {reason}")


def _edition(suite: Manifest, model: Model, config: Config) -> Edition:
    """The edition itself, or the same on another board."""
    said = {name: config.constants[name].definition for name in SAME_AS_EDITION}
    bids = _bids(config, config.constants[BIDS])
    if said == SAME_AS_EDITION and bids == list(BIDS_OF_EDITION):
        return editions.load(EDITION)
    folder = suite.module(model).parent
    decks = said["ChanceCards"], said["CommunityChestCards"]
    return edition_with(folder, EDITION, said["Board"], *decks, bids)


def option_name(constant: str) -> str:
    """`StartingMoney` is `starting_money`.

    >>> option_name("DefectStaleDebt")
    'defect_stale_debt'
    """
    return _CAPITAL.sub("_", constant).lower()
