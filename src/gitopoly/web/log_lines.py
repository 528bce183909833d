"""The log as facts, which the page words in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gitopoly.errors import GitopolyError
from gitopoly.rules import Taken, story
from gitopoly.table.events import Event, Told
from gitopoly.table.game_replica import GameReplica

LEFT = "Left"
"""The step of a seat that has left the game."""


def line_of(game: GameReplica, event: Event) -> dict[str, Any]:
    """One line of the log: who wrote which commit when, and what it did."""
    steps = [facts_of(step) for step in event.steps]
    return {
        "id": event.id,
        "seat": game.names.index(event.seat),
        "time": event.time,
        "text": event.sentence,
        "steps": steps,
        **wording_of(event.told),
    }


def open_entries(game: GameReplica, entry_ids: Iterable[str]) -> dict[str, int]:
    """Those of some entries that can still be taken back, with the levels of their finality.

    What was taken back has the level -1.
    """
    found: dict[str, int] = {}
    for entry_id in entry_ids:
        level = game.final_level(entry_id)
        if level < len(game.names):
            found[entry_id] = -1 if game.log.is_void(entry_id) else level
    return found


def facts_of(step: Taken) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved."""
    if step.leaves:
        return {"do": LEFT, "seat": step.outcome}
    facts = story.facts_of(*step)
    if "card" in facts:
        edition = step.before.rules.source
        deck = (edition.chance, edition.community_chest)[facts["deck"]]
        facts["card_key"] = deck[facts.pop("card_number")].key
    return facts


def wording_of(told: Told | None) -> dict[str, Any]:
    """The wording of a line without a step under the rules: a key of the words, and its facts."""
    return {} if told is None else {"told": _keyed(told.key, told.facts)}


def message_of(error: Exception) -> dict[str, Any]:
    """An error in English, and what words it in other languages.

    Without a key of its own, that is the general wording of its class.
    """
    told = error.told if isinstance(error, GitopolyError) else None
    if told is not None:
        return {"text": str(error), "told": _keyed(*told)}
    facts = {name: fact for name, fact in vars(error).items() if isinstance(fact, str)}
    return {"text": str(error), "kind": _keyed(f"kind.{type(error).__name__}", facts)}


def _keyed(key: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A key of the words with its facts, one of which may be an error."""
    shown = {
        name: message_of(fact) if isinstance(fact, Exception) else fact
        for name, fact in facts.items()
    }
    return {"key": key, "facts": shown}
