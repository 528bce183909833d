"""Chance and community chest: drawing a card and doing what it says."""

from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import (
    CARD_CHOICE,
    CARD_FINE_OR_CHANCE,
    CHANCE,
    CHANCE_CARD,
    CHANCE_DECK,
    CHEST_CARD,
    CHEST_DECK,
    COMMUNITY_CHEST,
    DOUBLES_CHECK,
    MOST_CARDS,
    POST_ROLL,
)
from gitopoly.kernel.decks import draw_card
from gitopoly.kernel.generated.cards import execute_card
from gitopoly.kernel.landing import refusal_on_landing
from gitopoly.kernel.money import fines_go_to, settle
from gitopoly.kernel.outcomes import card_drawn
from gitopoly.kernel.refusals import LEGAL, NOT_THE_FLOOR, WRONG_PHASE
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


@action(
    21,
    "DrawAndExecuteChanceCard",
    {POST_ROLL: "chance", CARD_CHOICE: ""},
    "draw chance card",
    sure=True,
    draws=CHANCE_CARD,
    free_4_all="sends_to_jail(rules, CHANCE_DECK, card_drawn(outcome))",
)
def draw_and_execute_chance_card(
    s: State, rules: Rules, player: int, outcome: int, act: bool
) -> int:
    """CARD-1, CARD-2, CARD-11: take the top chance card and follow it.

    CARD-17: also instead of a fine.
    """
    if s.phase == CARD_CHOICE:
        if player != s.turn_player:
            return NOT_THE_FLOOR
    else:
        refusal = refusal_on_landing(s, rules, player, CHANCE)
        if refusal:
            return refusal
    if not act:
        return LEGAL

    s.phase = POST_ROLL
    draw_card(s, rules, CHANCE_DECK, card_drawn(outcome))
    execute_card(s, rules, CHANCE_DECK, outcome)
    return LEGAL


def fine_of_choice(rules: Rules) -> int:
    """CARD-17: the fine of the one card that offers a choice."""
    for place in range(MOST_CARDS, 2 * MOST_CARDS):
        if rules.card_kind[place] == CARD_FINE_OR_CHANCE:
            return rules.card_amount[place]
    return 0


@action(61, "PayCardFine", CARD_CHOICE, "pay fine", sure=True, cost="fine_of_choice(rules)")
def pay_card_fine(s: State, rules: Rules, player: int, act: bool) -> int:
    """CARD-17, PARK-1: pay the fine of the card, or owe it."""
    if s.phase != CARD_CHOICE:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    settle(s, rules, player, fines_go_to(rules), fine_of_choice(rules), DOUBLES_CHECK)
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
