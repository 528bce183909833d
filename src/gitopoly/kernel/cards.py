"""Chance and community chest: drawing a card and doing what it says."""

from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import (
    CHANCE,
    CHANCE_CARD,
    CHANCE_DECK,
    CHEST_CARD,
    CHEST_DECK,
    COMMUNITY_CHEST,
    POST_ROLL,
)
from gitopoly.kernel.decks import draw_card
from gitopoly.kernel.generated.cards import execute_card
from gitopoly.kernel.landing import refusal_on_landing
from gitopoly.kernel.outcomes import card_drawn
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


@action(
    21,
    "DrawAndExecuteChanceCard",
    POST_ROLL,
    "draw chance card",
    when="chance",
    sure=True,
    draws=CHANCE_CARD,
    free_4_all="sends_to_jail(rules, CHANCE_DECK, card_drawn(outcome))",
)
def draw_and_execute_chance_card(
    s: State, rules: Rules, player: int, outcome: int, act: bool
) -> int:
    """CARD-1, CARD-2, CARD-11: take the top chance card and follow it."""
    refusal = refusal_on_landing(s, rules, player, CHANCE)
    if refusal or not act:
        return refusal

    draw_card(s, rules, CHANCE_DECK, card_drawn(outcome))
    execute_card(s, rules, CHANCE_DECK, outcome)
    return LEGAL


@action(
    22,
    "DrawAndExecuteCommunityChestCard",
    POST_ROLL,
    "draw community chest card",
    when="community chest",
    sure=True,
    draws=CHEST_CARD,
    free_4_all="sends_to_jail(rules, CHEST_DECK, card_drawn(outcome))",
)
def draw_and_execute_community_chest_card(
    s: State, rules: Rules, player: int, outcome: int, act: bool
) -> int:
    """CARD-1, CARD-2, CARD-11: take the top community chest card and follow it."""
    refusal = refusal_on_landing(s, rules, player, COMMUNITY_CHEST)
    if refusal or not act:
        return refusal

    draw_card(s, rules, CHEST_DECK, card_drawn(outcome))
    execute_card(s, rules, CHEST_DECK, outcome)
    return LEGAL
