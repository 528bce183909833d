"""The log as a story in facts: the page puts them into words of the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from gitopoly.editions import load
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


def open_entries(game: GameReplica, entry_ids: Iterable[str]) -> dict[str, int] | None:
    """Those of some entries that can still be taken back, with the levels of their finality.

    None where the game does not promise it; what was taken back has the level -1.
    """
    found: dict[str, int] = {}
    for entry_id in entry_ids:
        level = game.final_level(entry_id)
        if level is None:
            return None
        if level < len(game.names):
            found[entry_id] = -1 if game.log.void(entry_id) else level
    return found


def facts_of(step: Step) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved."""
    if step.action < 0:
        return {"do": LEFT, "seat": step.outcome}
    facts = story.facts_of(*step)
    if "card" in facts:
        rules = step.before.rules
        keys = card_keys(rules.edition, rules.options.get("decks"))
        facts["card_key"] = keys[facts["deck"]][facts.pop("card_number")]
    return facts


@cache
def card_keys(edition: str, cards: int | str | None) -> tuple[tuple[str, ...], ...]:
    """Under which key other languages have the text of each card, by its deck and number."""
    data = load(edition, cards=cards)
    return tuple(tuple(card.key for card in deck) for deck in (data.chance, data.community_chest))


def wording_of(told: Told | None) -> dict[str, Any]:
    """What a line says that has no step under the rules: a key of the words, and its facts."""
    return {} if told is None else {"told": {"key": told.key, "facts": dict(told.facts)}}
