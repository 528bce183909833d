"""Chance and community chest: drawing a card, and what each kind of card does.

Cards that move the token leave the phase as it is: the new square comes next.
"""

from gitopoly.rules.board import first_of, next_live_player, squares_of
from gitopoly.rules.catalogue import REGISTERED_CARDS, action, card, kind_of
from gitopoly.rules.codes import (
    CARD_CHOICE,
    CARDS,
    CHANCE,
    CHANCE_CARD,
    CHANCE_DECK,
    CHEST_CARD,
    CHEST_DECK,
    COMMUNITY_CHEST,
    DOUBLES_CHECK,
    MOST_CARDS,
    OF_THE_CARD,
    POST_ROLL,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
    RENT_TWICE,
    UTIL_GROUP,
)
from gitopoly.rules.money import collect_from_bank, fines_go_to, owe, pay_player, settle
from gitopoly.rules.moving import MOST_ROLLS, advance_to, go_to_jail
from gitopoly.rules.outcomes import card_drawn, draw_card
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

DRAW_AND_EXECUTE_CHANCE_CARD = 21
DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD = 22
PAY_CARD_FINE = 61

(
    CARD_COLLECT,
    CARD_PAY,
    CARD_ADVANCE,
    CARD_GO_TO_JAIL,
    CARD_GOOJF,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CARD_BACK,
    CARD_REPAIRS,
    CARD_PAY_EACH,
    CARD_COLLECT_EACH,
    CARD_BACK_TO,
    CARD_FINE_OR_CHANCE,
) = range(13)


@card(CARD_COLLECT, "collect")
def collect_by_card(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-14: the bank pays, a finite one what it has."""
    collect_from_bank(s, rules, player, rules.card_amount[place])
    s.phase = DOUBLES_CHECK


@card(CARD_PAY, "pay")
def pay_by_card(s: State, rules: Rules, player: int, deck: int, place: int, outcome: int) -> None:
    """CARD-14, PARK-1: a payment to the bank or into the pot, or a debt."""
    settle(s, rules, player, fines_go_to(rules), rules.card_amount[place], DOUBLES_CHECK)


@card(CARD_ADVANCE, "advance")
def advance_by_card(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-5, CARD-13: forward to a square, past GO if need be."""
    advance_to(s, rules, rules.card_square[place])


@card(CARD_GO_TO_JAIL, "go-to-jail")
def go_to_jail_by_card(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """JAIL-8: straight to jail; the turn's rolls are over."""
    go_to_jail(s, rules, outcome)


@card(CARD_GOOJF, "goojf")
def keep_jail_card(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-3, CARD-12: the jail card leaves its deck and stays with the drawer."""
    s.jail_card_owner[deck] = player
    s.phase = DOUBLES_CHECK


@card(CARD_NEAREST_RAIL, "nearest-rail")
@card(CARD_NEAREST_UTIL, "nearest-util")
def advance_to_nearest(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-4, RENT-6, RENT-7: forward to the next railroad for twice its rent, or to the next
    utility for ten times a roll, past GO if need be.
    """
    is_rail = rules.card_kind[place] == CARD_NEAREST_RAIL
    position = s.positions[player]
    deeds = rules.group_deeds[RAIL_GROUP if is_rail else UTIL_GROUP]
    first = rules.deeds[first_of(deeds)]
    nearest = min(
        (square for square in squares_of(rules, deeds) if square > position), default=first
    )
    advance_to(s, rules, nearest)
    s.rent_rule = RENT_TWICE if is_rail else RENT_TEN_TIMES_A_ROLL


@card(CARD_BACK, "back")
def go_back(s: State, rules: Rules, player: int, deck: int, place: int, outcome: int) -> None:
    """GO-3, CARD-5: backwards, never for a salary; the new square is resolved in full."""
    position = s.positions[player] + rules.board_length - rules.card_amount[place]
    s.positions[player] = position % rules.board_length


@card(CARD_BACK_TO, "back-to")
def go_back_to(s: State, rules: Rules, player: int, deck: int, place: int, outcome: int) -> None:
    """CARD-16, GO-3: backwards to a square, never for a salary."""
    s.positions[player] = rules.card_square[place]


@card(CARD_FINE_OR_CHANCE, "fine-or-chance")
def offer_choice(s: State, rules: Rules, player: int, deck: int, place: int, outcome: int) -> None:
    """CARD-17: a fine, or a chance card instead; the drawer chooses."""
    s.phase = CARD_CHOICE


@card(CARD_REPAIRS, "repairs")
def pay_for_repairs(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-8: for every house and every hotel of the player."""
    house = rules.card_amount[place]
    repairs = cost_of_repairs(s, rules, player, house, rules.card_hotel_amount[place])
    settle(s, rules, player, fines_go_to(rules), repairs, DOUBLES_CHECK)


def cost_of_repairs(s: State, rules: Rules, player: int, house: int, hotel: int) -> int:
    """CARD-8: a hotel counts as a hotel, not also as houses."""
    return sum(
        hotel if s.level[square] == rules.hotel_level else house * s.level[square]
        for square in squares_of(rules, s.holdings[player] & s.developed)
    )


@card(CARD_COLLECT_EACH, "collect-each")
@card(CARD_PAY_EACH, "pay-each")
def settle_with_each(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """CARD-6: the others pay clockwise; those who are short owe it, one after the other.

    CARD-7: or the player pays them; from the first debt that cannot be paid they queue up.
    """
    amount = rules.card_amount[place]
    collects = rules.card_kind[place] == CARD_COLLECT_EACH
    s.phase = DOUBLES_CHECK
    other = next_live_player(s, rules, player)
    while other != player:
        payer = other if collects else player
        payee = player if collects else other
        if s.money[payer] >= amount and (collects or s.debt_count == 0):
            pay_player(s, payer, payee, amount)
        else:
            owe(s, rules, payer, payee, amount, DOUBLES_CHECK)
        other = next_live_player(s, rules, other)


CARD_KINDS = tuple(card for _, card in sorted(REGISTERED_CARDS.items()))
"""What each kind of card does, by its number."""


def execute_card(s: State, rules: Rules, deck: int, outcome: int) -> None:
    """CARD-5, CARD-14: draw a card and follow it."""
    draw_card(s, rules, deck, card_drawn(outcome))
    place = deck * MOST_CARDS + card_drawn(outcome)
    CARD_KINDS[rules.card_kind[place]].effect(s, rules, s.turn_player, deck, place, outcome)


def deck_drawn_from(code: Wide) -> int:
    """The deck of an action that draws a card."""
    return CHEST_DECK if kind_of(code) == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD else CHANCE_DECK


def sends_to_jail(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """DOUBLES-3: whether the drawn card sends the player to jail; one beyond the deck does not."""
    deck = deck_drawn_from(code)
    drawn = card_drawn(outcome)
    return drawn < rules.deck_size[deck] and (
        rules.card_kind[deck * MOST_CARDS + drawn] == CARD_GO_TO_JAIL
    )


def payments_by_cards(rules: Rules) -> int:
    """CARD-17: what the bank pays at most for the cards of a turn, two after each roll."""
    return 2 * MOST_ROLLS * max(2 * rules.pass_go_reward, *rules.card_amount)


@action(
    DRAW_AND_EXECUTE_CHANCE_CARD,
    "draw chance card",
    at=(POST_ROLL, CARD_CHOICE),
    on=CHANCE,
    name="DrawAndExecuteChanceCard",
    draws=CHANCE_CARD,
    free_4_all=sends_to_jail,
    source=OF_THE_CARD,
    bank_pays=payments_by_cards,
)
@action(
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    "draw community chest card",
    at=POST_ROLL,
    on=COMMUNITY_CHEST,
    name="DrawAndExecuteCommunityChestCard",
    draws=CHEST_CARD,
    free_4_all=sends_to_jail,
    source=OF_THE_CARD,
    bank_pays=payments_by_cards,
)
def draw_and_execute_card(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """CARD-1, CARD-2, CARD-11: take the top card of the deck and follow it.

    CARD-17: a chance card also instead of a fine.
    """
    if act:
        s.phase = POST_ROLL
        execute_card(s, rules, deck_drawn_from(code), outcome)
    return LEGAL


def fine_of_choice(rules: Rules) -> int:
    """CARD-17: the fine of the one card that offers a choice."""
    return max(
        (
            rules.card_amount[place]
            for place in range(MOST_CARDS, 2 * MOST_CARDS)
            if rules.card_kind[place] == CARD_FINE_OR_CHANCE
        ),
        default=0,
    )


@action(
    PAY_CARD_FINE,
    "pay fine",
    at=CARD_CHOICE,
    cost=lambda s, rules, player, code: fine_of_choice(rules),
    source=CARDS,
)
def pay_card_fine(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """CARD-17, PARK-1: pay the fine of the card, or owe it."""
    if act:
        settle(s, rules, player, fines_go_to(rules), fine_of_choice(rules), DOUBLES_CHECK)
    return LEGAL
