"""Chance and community chest: drawing a card and doing what it says."""

from gitopoly.kernel.board import next_live_player
from gitopoly.kernel.catalogue import action
from gitopoly.kernel.decks import draw_card
from gitopoly.kernel.landing import refusal_on_landing
from gitopoly.kernel.money import (
    collect_from_bank,
    fines_go_to,
    owe,
    pay_player,
    settle,
)
from gitopoly.kernel.moving import advance_to, go_to_jail
from gitopoly.kernel.outcomes import card_drawn
from gitopoly.kernel.phases import (
    CARD_ADVANCE,
    CARD_BACK,
    CARD_COLLECT,
    CARD_COLLECT_EACH,
    CARD_GO_TO_JAIL,
    CARD_GOOJF,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CARD_PAY,
    CARD_PAY_EACH,
    CARD_REPAIRS,
    CHANCE,
    CHANCE_CARD,
    CHANCE_DECK,
    CHEST_CARD,
    CHEST_DECK,
    COMMUNITY_CHEST,
    DOUBLES_CHECK,
    GROUP_SIZE,
    HOTEL,
    MOST_CARDS,
    POST_ROLL,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_THROW,
    RENT_TWICE,
    UTIL_GROUP,
)
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


def execute_card(s: State, rules: Rules, deck: int, outcome: int) -> None:
    """CARD-5, CARD-14: follow a card.

    Cards that move the token leave the phase as it is: the new square comes next.
    """
    player = s.turn_player
    place = deck * MOST_CARDS + card_drawn(outcome)
    kind = rules.card_kind[place]
    amount = rules.card_amount[place]
    if kind == CARD_COLLECT:
        collect_from_bank(s, rules, player, amount)
        s.phase = DOUBLES_CHECK
    elif kind == CARD_PAY:
        settle(s, rules, player, fines_go_to(rules), amount, DOUBLES_CHECK)
    elif kind == CARD_ADVANCE:
        advance_to(s, rules, rules.card_square[place])
    elif kind == CARD_GO_TO_JAIL:
        go_to_jail(s, rules, outcome)
    elif kind == CARD_GOOJF:
        keep_jail_card(s, deck, player)
    elif kind == CARD_NEAREST_RAIL:
        advance_to_nearest(s, rules, RAIL_GROUP)
        s.rent_rule = RENT_TWICE
    elif kind == CARD_NEAREST_UTIL:
        advance_to_nearest(s, rules, UTIL_GROUP)
        s.rent_rule = RENT_TEN_TIMES_A_THROW
    elif kind == CARD_BACK:
        go_back(s, rules, amount)
    elif kind == CARD_REPAIRS:
        repairs = cost_of_repairs(s, rules, player, amount, rules.card_hotel_amount[place])
        settle(s, rules, player, fines_go_to(rules), repairs, DOUBLES_CHECK)
    elif kind == CARD_PAY_EACH:
        pay_each(s, rules, player, amount)
    elif kind == CARD_COLLECT_EACH:
        collect_from_each(s, rules, player, amount)


def keep_jail_card(s: State, deck: int, player: int) -> None:
    """CARD-3, CARD-12: the jail card leaves its deck and stays with the drawer."""
    if deck == CHANCE_DECK:
        s.goojf_ch_owner = player
    else:
        s.goojf_cc_owner = player
    s.phase = DOUBLES_CHECK


def advance_to_nearest(s: State, rules: Rules, group: int) -> None:
    """CARD-4: the next railroad or utility forward, past GO if need be."""
    position = s.positions[s.turn_player]
    first = group * GROUP_SIZE
    nearest = rules.group_square[first]
    for place in range(rules.group_size[group]):
        # Squares are in board order: going backwards through them leaves the first one ahead.
        square = rules.group_square[first + rules.group_size[group] - 1 - place]
        if square > position:
            nearest = square
    advance_to(s, rules, nearest)


def go_back(s: State, rules: Rules, amount: int) -> None:
    """GO-3, CARD-5: backwards, never for a salary; the new square is resolved in full."""
    position = s.positions[s.turn_player]
    s.positions[s.turn_player] = (position + rules.board_length - amount) % rules.board_length


def cost_of_repairs(s: State, rules: Rules, player: int, house: int, hotel: int) -> int:
    """CARD-8: a hotel counts as a hotel, not also as houses."""
    cost = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] == player:
            if s.level[square] == HOTEL:
                cost += hotel
            else:
                cost += house * s.level[square]
    return cost


def collect_from_each(s: State, rules: Rules, player: int, amount: int) -> None:
    """CARD-6: the others pay clockwise; whoever is short owes it, one after the other."""
    s.phase = DOUBLES_CHECK
    other = next_live_player(s, rules, player)
    while other != player:
        if s.money[other] >= amount:
            pay_player(s, other, player, amount)
        else:
            owe(s, rules, other, player, amount, DOUBLES_CHECK)
        other = next_live_player(s, rules, other)


def pay_each(s: State, rules: Rules, player: int, amount: int) -> None:
    """CARD-7: separate debts clockwise; from the first that cannot be paid they queue up."""
    s.phase = DOUBLES_CHECK
    other = next_live_player(s, rules, player)
    while other != player:
        if s.debt_count == 0 and s.money[player] >= amount:
            pay_player(s, player, other, amount)
        else:
            owe(s, rules, player, other, amount, DOUBLES_CHECK)
        other = next_live_player(s, rules, other)
