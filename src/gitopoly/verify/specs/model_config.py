"""Reads a model's `.cfg`, and says which rules of the kernel it means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from gitopoly import editions
from gitopoly.editions import Edition
from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules
from gitopoly.kernel.rules import CONSTANTS, FLAGS
from gitopoly.verify.manifest import Manifest, Model
from gitopoly.verify.native.promises import OF_THE_KERNEL, promises_named
from gitopoly.verify.specs.boards import edition_with
from gitopoly.verify.tlc.output import Result

EDITION = "formal-small"
MODULE = "monopoly/MCMonopoly.tla"
SAME_AS_EDITION = {
    "Board": "SmallBoardSquares",
    "ChanceCards": "SmallChance",
    "CommunityChestCards": "SmallCommunityChest",
    "AuctionBids": "{1, 5, 10}",
}
"""What a model must say for its board, cards and bids to be those of the edition."""
BOARDS = ("SmallBoardSquares", "JailBoard", "RailBoard", "DeedBoard")
DECKS = ("SmallChance", "SmallCommunityChest", "NoCards")
"""The boards and decks that the native engine explores; others are large, or wrong on purpose."""
WITHOUT_MEANING = {
    "NULL": "a model value",
    "DefectTypeOkReadsRentIndices": "differs only on a board with a negative rent",
    "MaxDepth": "a bound of the search, not of the game",
}
"""Constants that say nothing about the rules on this board, with the reason."""

_CONSTANT = re.compile(r"^\s+(\w+)\s*(?:=|<-)\s*(.+?)\s*$")


@dataclass
class Config:
    """What a `.cfg` says."""

    specification: str = ""
    constants: dict[str, str] = field(default_factory=dict)
    constraint: str = ""
    invariants: tuple[str, ...] = ()


@dataclass(frozen=True)
class Search:
    """A model as the native engine runs it."""

    rules: Rules
    depth: int | None
    """The last depth to be expanded; None: until nothing is left."""
    symmetric: bool = False
    """Take positions that differ only in who sits where for one."""
    asked: int = OF_THE_KERNEL
    """The promises that are checked in every state."""


@dataclass(frozen=True)
class Manner:
    """How a model is to be explored; what is found does not depend on it."""

    workers: int | None = None
    """Threads; by default one for each core."""
    memory: int = 2 << 30
    """Bytes."""
    exact: bool = False
    """Compare whole positions instead of fingerprints."""
    checkpoint: Path | None = None
    """Where to save what is needed to go on."""
    resume: bool = False
    """Go on from there."""
    pause: Event | None = None
    """Set by somebody who wants it to stop."""


def read_config(path: Path) -> Config:
    """Read a `.cfg` as they are laid out in `specs`: a section a line, constants indented."""
    config = Config()
    for line in path.read_text(encoding="utf-8").splitlines():
        if constant := _CONSTANT.match(line):
            config.constants[constant[1]] = constant[2]
        elif line.startswith("SPECIFICATION"):
            config.specification = line.split()[-1]
        elif line.startswith("CONSTRAINT"):
            config.constraint = line.split()[-1]
        elif line.startswith("INVARIANT"):
            config.invariants = tuple(line.split()[1:])
    return config


def native_refusal(suite: Manifest, model: Model) -> str | None:
    """Why the native engine cannot run a model, as words that follow "because"; None if it can."""
    if model.simulation:
        return "it is a simulation of TLC"
    if model.module != MODULE:
        return "it is no model of the rules of the game"
    config = read_config(suite.config(model))
    if config.specification != "Spec":
        return f"it adds steps or fairness to the rules ({config.specification})"
    known = {"Board": BOARDS, "ChanceCards": DECKS, "CommunityChestCards": DECKS}
    for name, values in known.items():
        if config.constants.get(name) not in values:
            return f"its {name} is not one that the native engine knows"
    if model.expect is not Result.HOLDS:
        return "it must fail, and how many states are found until then depends on their order"
    return None


def native_search(suite: Manifest, model: Model) -> Search:
    """The rules and the depth that a model means, or a refusal."""
    if reason := native_refusal(suite, model):
        raise InvalidModel(f"{model.name} is for TLC only, because {reason}")
    config = read_config(suite.config(model))
    options: dict[str, Any] = {}
    for constant, value in config.constants.items():
        if constant in SAME_AS_EDITION or constant in WITHOUT_MEANING:
            continue
        name = option_name(constant)
        if name not in CONSTANTS and name not in FLAGS:
            raise InvalidModel(f"{model.name}: the kernel has no constant for {constant}")
        options[name] = value
    players = int(options.pop("num_players"))
    depth = int(config.constants["MaxDepth"]) if config.constraint == "Bounded" else None
    asked = promises_named(config.invariants)
    data = _edition(suite, model, config)
    return Search(Rules.from_data(data, players, **options), depth, asked=asked)


def _edition(suite: Manifest, model: Model, config: Config) -> Edition:
    """The edition itself, or the same on another board."""
    said = {name: config.constants[name] for name in SAME_AS_EDITION}
    if said == SAME_AS_EDITION:
        return editions.load(EDITION)
    bids = [int(bid) for bid in re.findall(r"\d+", said["AuctionBids"])]
    folder = suite.module(model).parent
    decks = said["ChanceCards"], said["CommunityChestCards"]
    return edition_with(folder, EDITION, said["Board"], *decks, bids)


def option_name(constant: str) -> str:
    """`StartingMoney` is `starting_money`.

    >>> option_name("DefectStaleDebt")
    'defect_stale_debt'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", constant).lower()
