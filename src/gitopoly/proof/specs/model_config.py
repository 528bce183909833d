"""Reads a model's `.cfg`, and finds the kernel rules that it describes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from gitopoly import editions
from gitopoly.editions import Edition
from gitopoly.errors import InvalidModel, InvalidRules
from gitopoly.proof.explorer.packing import slots_of
from gitopoly.proof.explorer.promises import (
    FORMAL,
    FULL,
    OF_THE_RULES,
    STEPS,
    promises_in,
    promises_named,
)
from gitopoly.proof.explorer.steps import Bounds, tried_by
from gitopoly.proof.manifest import Manifest, Model
from gitopoly.proof.specs import classic_config
from gitopoly.proof.specs.boards import edition_with
from gitopoly.proof.specs.config_file import (
    Config,
    Constant,
    ModelValue,
    option_name,
    read_config,
)
from gitopoly.proof.tlc.output import CheckResult
from gitopoly.rules import Rules
from gitopoly.rules.actions import CARD_COLLECT
from gitopoly.rules.codes import MOST_CARDS, NOBODY as NO_CARD, RAIL_GROUP
from gitopoly.rules.rules import CONSTANTS, FLAGS

EDITION = "formal-small"
MODULE = "monopoly/MCMonopoly.tla"
FULL_GAME = "classic/MCClassic.tla"
"""The module of the full game, whose models bound what they try."""
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
MOST_BIDS = Rules.FIELDS["abstract_bid"].length
BOARDS = ("SmallBoardSquares", "JailBoard", "JailRailBoard", "RailBoard", "DeedBoard")
DECKS = ("SmallChance", "SmallCommunityChest", "NoCards")
"""Boards and decks that the native engine explores; others are large, or wrong on purpose."""
KNOWN = {"Board": BOARDS, "ChanceCards": DECKS, "CommunityChestCards": DECKS}
PLAYERS = "NumPlayers"
NOBODY = "NULL"
RENT_INDICES = "DefectTypeOkReadsRentIndices"
NOTHING_TO_COLLECT, LAST_CARD = "DefectNothingToCollect", "DefectLastCardIsHeld"
WITHOUT_MEANING = (RENT_INDICES, NOTHING_TO_COLLECT, LAST_CARD)
"""Flags that the kernel does not have, because they have no effect on usual boards.

The first matters only where a rent is negative, the second where the bank pays an amount of 0, the
third where a jail card is not the last of its deck.
"""
NEEDED = (
    *(NOBODY, PLAYERS, "StartingMoney", "TotalMoney", "DiceMax", "JailFine", "BaseRailRent"),
    *("PassGoReward", BIDS, *KNOWN, "GroupMustBeUnmortgaged", "DefectStaleDebt"),
    *("DefectThirdMissImpossible", "DefectFineInAnyPhase", "DefectRentOnMortgagedUtility"),
    *("DefectGoToJailInAnyPhase", "DefectTypeOkReadsChanceCards", *WITHOUT_MEANING),
    *("DefectLevelComparedWithItself", DEPTH),
)
"""The constants of the module; TLC requires all of them."""


@dataclass(frozen=True)
class Search:
    """A model as the native engine runs it."""

    rules: Rules
    depth: int | None
    """The last depth to expand; None: until nothing is left."""
    symmetric: bool = False
    """Treat positions that differ only in seating as equal."""
    asked: int = OF_THE_RULES
    """The set of promises that are checked."""
    bounds: Bounds | None = None
    """What a model of the full game tries; None for models of the formal one."""


@dataclass(frozen=True)
class ExplorationSettings:
    """How to explore a model; the result does not depend on it."""

    workers: int | None = None
    """Threads; by default one for each core."""
    memory: int = 2 << 30
    """Bytes."""
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
    if model.module not in (MODULE, FULL_GAME):
        return "it is not a model of the rules of the game"
    config = read_config(suite.config(model))
    if config.specification != SPECIFICATION:
        return f"it adds steps or fairness to the rules ({config.specification or 'INIT and NEXT'})"
    if reason := _unknown_section(config, model.module == FULL_GAME):
        return reason
    for name, values in KNOWN.items() if model.module == MODULE else ():
        constant = config.constants.get(name)
        if constant is None or constant.module or constant.definition not in values:
            return f"the native engine does not support its {name}"
    if model.expect is not CheckResult.HOLDS:
        return "it must fail, and the number of states found by then depends on their order"
    return None


def _unknown_section(config: Config, full_game: bool) -> str | None:
    """The first thing in a file that the native engine does not support."""
    constraints = (classic_config.DEPTH, classic_config.ISSUED) if full_game else (BOUND,)
    for keyword in config.others:
        return f"the native engine does not support {keyword}"
    for name in config.action_constraints:
        return f"the native engine does not support action constraints ({name})"
    for name in config.constraints:
        if name not in constraints:
            return f"the native engine does not support its constraint {name}"
    known = promises_in(FULL if full_game else FORMAL)
    for names, kind in ((config.invariants, "invariant"), (config.properties, "property")):
        for name in names:
            if name not in known or (known[name] & STEPS != 0) != (kind == "property"):
                return f"the native engine has no check for its {kind} {name}"
    return None


def native_search(suite: Manifest, model: Model) -> Search:
    """The rules and the depth of a model, or a refusal."""
    if reason := native_refusal(suite, model):
        raise InvalidModel(f"{model.name} is for TLC only, because {reason}; use --engine tlc")
    config = read_config(suite.config(model))
    if model.module == FULL_GAME:
        return _search_of_full_game(config)
    if missing := [name for name in NEEDED if name not in config.constants]:
        raise InvalidModel(f"{config.path.name}: {missing[0]} has no value")
    options = {option_name(c.name): _option(config, c) for c in config.constants.values()}
    for name in (NOBODY, BIDS, DEPTH, *WITHOUT_MEANING, *KNOWN):
        del options[option_name(name)]
    players = options.pop(option_name(PLAYERS))
    depth = _depth(config) if config.constraints else None
    asked = promises_named((*config.invariants, *config.properties))
    try:
        rules = Rules.unchecked(_edition(suite, model, config), players, **options)
    except InvalidRules as refusal:
        raise InvalidModel(f"{config.path.name}: {refusal}") from None
    for name, effect in ((NOTHING_TO_COLLECT, _pays_nothing), (LAST_CARD, _has_another_last_card)):
        constant = config.constants[name]
        if constant.value and effect(rules):
            raise _unfit(config, constant, "the kernel does not have this defect; use --engine tlc")
    return Search(rules, depth, asked=asked)


def _pays_nothing(rules: Rules) -> bool:
    """Whether the bank may have to pay an amount of 0."""
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    amounts = [rules.pass_go_reward, *(rules.value[square] // 2 for square in deeds)]
    amounts += [rules.house_cost[square] // 2 for square in streets]
    for deck, size in enumerate(rules.deck_size):
        cards = range(deck * MOST_CARDS, deck * MOST_CARDS + size)
        amounts += [rules.card_amount[i] for i in cards if rules.card_kind[i] == CARD_COLLECT]
    return 0 in amounts


def _has_another_last_card(rules: Rules) -> bool:
    """Whether a jail card is not the last one of its deck."""
    cards = zip(rules.jail_card, rules.deck_size, strict=True)
    return any(card not in (NO_CARD, size - 1) for card, size in cards)


def _search_of_full_game(config: Config) -> Search:
    rules, bounds = classic_config.kernel_model(config.path)
    try:
        tried_by(rules, bounds)
        slots_of(rules, bounds)
    except InvalidModel as refusal:
        raise InvalidModel(f"{config.path.name}: {refusal}") from None
    asked = promises_named((*config.invariants, *config.properties), FULL)
    return Search(rules, bounds.depth, asked=asked, bounds=bounds)


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
    if name in FLAGS or constant.name in WITHOUT_MEANING:
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
