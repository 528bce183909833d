"""Chance: which outcomes an action can have, and drawing one of them."""

from gitopoly.kernel.actions import ROLL_IN_JAIL, TRY_PAY_UTIL_RENT, kind_of, player_of
from gitopoly.kernel.codes import CHANCE_CARD as CHANCE_CARD
from gitopoly.kernel.codes import CHEST_CARD as CHEST_CARD
from gitopoly.kernel.codes import DEED_CARD as DEED_CARD
from gitopoly.kernel.codes import DICE as DICE
from gitopoly.kernel.codes import NO_DRAW as NO_DRAW
from gitopoly.kernel.decks import can_be_drawn, cards_in, deck_of
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.generated.draws import draw_of as draw_of
from gitopoly.kernel.generated.draws import starts_free_4_all as starts_free_4_all
from gitopoly.kernel.landing import util_rent
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.outcomes import (
    DRAW_BITS,
    card_drawn,
    first_die,
    order_rank,
    outcome_of_card,
    outcome_of_dice,
    second_die,
)
from gitopoly.kernel.randomness import Generator, below
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def is_possible(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """Whether a legal action can have this outcome."""
    if outcome < 0:
        return False
    draw = draw_of(s, rules, code)
    if draw == NO_DRAW:
        if card_drawn(outcome) != 0:
            return False
    elif draw == DICE:
        if first_die(outcome) > rules.dice_max or second_die(outcome) > rules.dice_max:
            return False
        if not roll_is_possible(s, rules, code, outcome):
            return False
    elif not can_be_drawn(s, rules, deck_of(draw), card_drawn(outcome)):
        return False
    if starts_free_4_all(s, rules, code, outcome):
        return order_rank(outcome) < count_of_orders(s, rules)
    return order_rank(outcome) == 0


def roll_is_possible(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """False only where a published defect makes a step impossible."""
    player = player_of(code)
    if rules.defect_third_miss_impossible and kind_of(code) == ROLL_IN_JAIL:
        missed = first_die(outcome) != second_die(outcome)
        if missed and s.jail_time[player] == 2 and s.money[player] >= rules.jail_fine:
            return False
    if kind_of(code) == TRY_PAY_UTIL_RENT and s.debt_count > 0:
        return s.money[player] >= util_rent(s, rules, player, outcome)
    return True


def draw_outcome(s: State, rules: Rules, code: Wide, generator: Generator) -> int:
    """Draw an outcome of a legal action; all rolls, cards and orders are equally likely."""
    draw = draw_of(s, rules, code)
    outcome = 0
    if draw == DICE:
        outcome = draw_roll(s, rules, code, generator)
    elif draw != NO_DRAW:
        outcome = outcome_of_card(draw_from(s, rules, deck_of(draw), generator))
    if not rules.order_is_clockwise and starts_free_4_all(s, rules, code, outcome):
        outcome += below(generator, count_of_orders(s, rules)) << DRAW_BITS
    return outcome


def draw_roll(s: State, rules: Rules, code: Wide, generator: Generator) -> int:
    """Roll both dice, again where a published defect makes a roll impossible."""
    while True:
        first = below(generator, rules.dice_max) + 1
        outcome = outcome_of_dice(first, below(generator, rules.dice_max) + 1)
        if roll_is_possible(s, rules, code, outcome):
            return outcome


def draw_from(s: State, rules: Rules, deck: int, generator: Generator) -> int:
    """CARD-2: draw one of the cards that can come next."""
    count = 0
    cards = cards_in(rules, deck)
    for card in range(cards):
        if can_be_drawn(s, rules, deck, card):
            count += 1
    chosen = below(generator, count)
    for card in range(cards):
        if can_be_drawn(s, rules, deck, card):
            if chosen == 0:
                return card
            chosen -= 1
    return 0
