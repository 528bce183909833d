"""All actions: what the modules of the rules declare, gathered, and tables that follow from it.

Import numbers of actions from here, such as `actions.PAY_JAIL_FINE`.
"""

# ruff: noqa: F403, F405

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from typing import Any

from gitopoly.errors import Undeclared
from gitopoly.rules import refusals
from gitopoly.rules.auction import *
from gitopoly.rules.bankruptcy import *
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.cards import *
from gitopoly.rules.catalogue import *
from gitopoly.rules.catalogue import (
    PARAMETERS,
    REGISTERED,
    REGISTERED_CARDS,
    Action,
    CardKind,
    called_from,
)
from gitopoly.rules.codes import CHANCE_CARD, CHEST_CARD, LANDINGS, LAST_PHASE, NOBODY, POST_ROLL
from gitopoly.rules.landing import *
from gitopoly.rules.money import collect_from_bank, take_from_bank
from gitopoly.rules.moving import *
from gitopoly.rules.property import *
from gitopoly.rules.rules import AMOUNTS, Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import *
from gitopoly.rules.turn import *
from gitopoly.words import texts


def _gathered() -> tuple[Action, ...]:
    """All actions in the order of their numbers; raises `Undeclared` if something is missing."""
    kinds = sorted(REGISTERED)
    if kinds != list(range(len(kinds))):
        gap = next(number for number, kind in enumerate(kinds) if number != kind)
        last = REGISTERED[kinds[-1]]
        raise Undeclared(f"no action has the number {gap}; give it to {last.name}, not {last.kind}")
    found = tuple(REGISTERED[kind] for kind in kinds)
    for known in found:
        for problem in _problems_of(known):
            raise Undeclared(f"{known.name}: {problem}")
    english = texts("en")
    said = {key: known.name for known in found for key in _words_of(known)}
    said |= {f"refusal.{refusals.key_of(each)}": "a refusal" for each in refusals.every()}
    for key, what in said.items():
        if key not in english:
            raise Undeclared(f"{what} has no words: add {key} to gitopoly/words/en.json")
    for key in english:
        if re.match("do[.][A-Z]", key) and key not in said:
            raise Undeclared(
                f"{key} is said by no action: declare it, in a module that actions.py gathers"
            )
    return found


NAMES_OF_RULES = {
    name
    for thing in (Action, ActionBuffer, CardKind, Rules, State, builtins, int)
    for name in dir(thing)
}
"""What a rule can use besides the names of its module."""


def _problems_of(known: Action) -> Iterator[str]:
    """What is wrong with the functions of a declaration, now that their modules are complete."""
    if None in known.rule.__code__.co_consts[1:]:
        yield f"{known.rule.__name__} can end without a value; return LEGAL or a refusal"
    parts = [getattr(known, part) for part in PARAMETERS]
    if known.draws in (CHANCE_CARD, CHEST_CARD):
        parts += [each.effect for each in REGISTERED_CARDS.values()]
    counted = {name for _, names in called_from(known.bank_pays) for name in names}
    for function, names in called_from(*parts):
        for name in sorted(names - NAMES_OF_RULES - function.__globals__.keys()):
            yield (
                f"{function.__name__} uses {name}, which is not declared; "
                "options and flags are fields of Rules, what changes is one of State"
            )
        if names & {collect_from_bank.__name__, take_from_bank.__name__}:
            for name in sorted(names & set(AMOUNTS) - counted):
                yield f"{function.__name__} has the bank pay {name}; count it in bank_pays"


def _words_of(known: Action) -> Iterator[str]:
    """The keys of what is said about an action."""
    yield f"story.{known.key}"
    yield from (f"story.{known.key}.{ending}" for ending in known.told)
    # The page has forms of its own for operations, bids and offers.
    if known.operation == NOBODY and known.kind not in (BID, OFFER_TRADE):
        yield f"do.{known.key}"
        yield from (f"do.{known.key}.{ending}" for ending in known.button)


ACTIONS = _gathered()
"""Everything that is known of each action, by its number."""
KINDS = len(ACTIONS)
NAMES = tuple(known.name for known in ACTIONS)
"""Their names in the specification."""


def operation_of(code: int) -> int:
    """Which operation on property an action is; NOBODY if none."""
    return ACTIONS[kind_of(code)].operation


WINDOW_PHASES = sum(1 << phase for phase in WINDOWS)
"""TIME-1: the set of phases in which property may be managed."""
FIRST_LANDING = LAST_PHASE + 1


def _listed(phase: int, landings: int) -> tuple[Action, ...]:
    """What may be legal in a phase on some landings, besides what windows add.

    Of actions that one function lists, the first stands for all.
    """
    found: dict[Any, Action] = {}
    for known in ACTIONS:
        is_here = known.phases >> phase & 1 and (known.landings or landings) & landings
        if is_here and known.operation == NOBODY and known.kind != OFFER_TRADE:
            found.setdefault(known.listed or known.kind, known)
    return tuple(found.values())


LISTED = (
    *(_listed(phase, 0 if phase == POST_ROLL else -1) for phase in range(FIRST_LANDING)),
    *(_listed(POST_ROLL, 1 << landing) for landing in range(LANDINGS)),
)
"""What may be legal in each phase; after a roll only by landing (`landing_of`), which follow."""


def _places_in_sets() -> tuple[int, ...]:
    """Small numbers for kinds, so that those of one phase make a set of 63 bits, in their order."""
    found: list[int] = []
    for known in ACTIONS:
        beside = (found[k] for k in range(known.kind) if ACTIONS[k].phases & known.phases)
        found.append(max(beside, default=-1) + 1)
    if max(found) > 62:
        raise Undeclared("more than 63 kinds of actions belong to one phase")
    return tuple(found)


PLACES_IN_SETS = _places_in_sets()
