"""What each kind of card does.

Cards that move the token leave the phase as it is: the new square comes next.
"""

from gitopoly.kernel.board import next_live_player
from gitopoly.kernel.catalogue import card
from gitopoly.kernel.codes import (
    CARD_CHOICE,
    CHANCE_DECK,
    DOUBLES_CHECK,
    GROUP_SIZE,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
    RENT_TWICE,
    UTIL_GROUP,
)
from gitopoly.kernel.money import collect_from_bank, fines_go_to, owe, pay_player, settle
from gitopoly.kernel.moving import advance_to, go_to_jail
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import first_of
from gitopoly.kernel.state import State


@card(0, "collect")
def collect_by_card(s: State, rules: Rules, player: int, amount: int) -> None:
    """CARD-14: the bank pays, a finite one what it has."""
    collect_from_bank(s, rules, player, amount)
    s.phase = DOUBLES_CHECK


@card(1, "pay")
def pay_by_card(s: State, rules: Rules, player: int, amount: int) -> None:
    """CARD-14, PARK-1: a payment to the bank or into the pot, or a debt."""
    settle(s, rules, player, fines_go_to(rules), amount, DOUBLES_CHECK)


@card(2, "advance")
def advance_by_card(s: State, rules: Rules, square: int) -> None:
    """CARD-5, CARD-13: forward to a square, past GO if need be."""
    advance_to(s, rules, square)


@card(3, "go-to-jail")
def go_to_jail_by_card(s: State, rules: Rules, outcome: int) -> None:
    """JAIL-8: straight to jail; the turn's rolls are over."""
    go_to_jail(s, rules, outcome)


@card(4, "goojf")
def keep_jail_card(s: State, deck: int, player: int) -> None:
    """CARD-3, CARD-12: the jail card leaves its deck and stays with the drawer."""
    if deck == CHANCE_DECK:
        s.goojf_ch_owner = player
    else:
        s.goojf_cc_owner = player
    s.phase = DOUBLES_CHECK


@card(5, "nearest-rail")
def advance_to_nearest_rail(s: State, rules: Rules) -> None:
    """CARD-4, RENT-7: to the next railroad, for twice its rent."""
    advance_to_nearest(s, rules, RAIL_GROUP)
    s.rent_rule = RENT_TWICE


@card(6, "nearest-util")
def advance_to_nearest_util(s: State, rules: Rules) -> None:
    """CARD-4, RENT-6: to the next utility, for ten times a roll."""
    advance_to_nearest(s, rules, UTIL_GROUP)
    s.rent_rule = RENT_TEN_TIMES_A_ROLL


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


@card(7, "back")
def go_back(s: State, rules: Rules, amount: int) -> None:
    """GO-3, CARD-5: backwards, never for a salary; the new square is resolved in full."""
    position = s.positions[s.turn_player]
    s.positions[s.turn_player] = (position + rules.board_length - amount) % rules.board_length


@card(11, "back-to")
def go_back_to(s: State, square: int) -> None:
    """CARD-16, GO-3: backwards to a square, never for a salary."""
    s.positions[s.turn_player] = square


@card(12, "fine-or-chance")
def offer_choice(s: State) -> None:
    """CARD-17: a fine, or a chance card instead; the drawer chooses."""
    s.phase = CARD_CHOICE


@card(8, "repairs")
def pay_for_repairs(s: State, rules: Rules, player: int, amount: int, hotel_amount: int) -> None:
    """CARD-8: for every house and every hotel of the player."""
    repairs = cost_of_repairs(s, rules, player, amount, hotel_amount)
    settle(s, rules, player, fines_go_to(rules), repairs, DOUBLES_CHECK)


def cost_of_repairs(s: State, rules: Rules, player: int, house: int, hotel: int) -> int:
    """CARD-8: a hotel counts as a hotel, not also as houses."""
    cost = 0
    left = s.holdings[player] & s.developed
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        if s.level[square] == rules.hotel_level:
            cost += hotel
        else:
            cost += house * s.level[square]
    return cost


@card(10, "collect-each")
def collect_from_each(s: State, rules: Rules, player: int, amount: int) -> None:
    """CARD-6: the others pay clockwise; those who are short owe it, one after the other."""
    s.phase = DOUBLES_CHECK
    other = next_live_player(s, rules, player)
    while other != player:
        if s.money[other] >= amount:
            pay_player(s, other, player, amount)
        else:
            owe(s, rules, other, player, amount, DOUBLES_CHECK)
        other = next_live_player(s, rules, other)


@card(9, "pay-each")
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
