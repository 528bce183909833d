"""The log as a story in facts: the page puts them into words of the reader's language."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import story
from gitopoly.table.events import Event, Step, Told
from gitopoly.table.game_replica import GameReplica

LEFT = "Left"
"""The step of a seat that has left the game."""


def line_of(game: GameReplica, event: Event) -> dict[str, Any]:
    """One line of the story: who wrote which commit when, and what it did."""
    steps = [facts_of(step) for step in event.steps]
    return {
        "id": event.id,
        "seat": game.names.index(event.seat),
        "time": event.time,
        "text": event.sentence,
        "steps": steps,
        **wording_of(event.told),
    }


def facts_of(step: Step) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved."""
    if step.action < 0:
        return {"do": LEFT, "seat": step.outcome}
    facts = story.facts_of(*step)
    if "card" in facts:
        edition = step.before.rules.source
        deck = (edition.chance, edition.community_chest)[facts["deck"]]
        facts["card_key"] = deck[facts.pop("card_number")].key
    return facts


def wording_of(told: Told | None) -> dict[str, Any]:
    """What a line says that has no step under the rules: a key of the words, and its facts."""
    return {} if told is None else {"told": {"key": told.key, "facts": dict(told.facts)}}
