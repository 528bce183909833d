"""Chance: which outcomes an action can have, and drawing one of them."""

from typing import NamedTuple

from gitopoly.errors import InvalidOutcome
from gitopoly.rules.actions import ACTIONS, ROLL_IN_JAIL, TRY_PAY_UTIL_RENT
from gitopoly.rules.catalogue import kind_of, player_of
from gitopoly.rules.codes import CARD_DRAWS, CHANCE_CARD, DICE, NO_DRAW, NOBODY
from gitopoly.rules.landing import util_rent, utility_needs_roll
from gitopoly.rules.outcomes import (
    DRAW_BITS,
    can_be_drawn,
    card,
    card_drawn,
    cards_in,
    count_of_orders,
    dice,
    first_die,
    order_of,
    order_rank,
    rank_of,
    second_die,
)
from gitopoly.rules.randomness import Generator, below
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State


def draw_of(s: State, rules: Rules, code: Wide) -> int:
    """What an action asks of chance: nothing, a roll, or a card of one of the decks."""
    kind = kind_of(code)
    if kind == TRY_PAY_UTIL_RENT and not utility_needs_roll(s, rules):
        return NO_DRAW
    return ACTIONS[kind].draws


def deck_of(draw: int) -> int:
    """The deck of an action that draws a card."""
    return draw - CHANCE_CARD


def starts_free_4_all(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """Whether an action with this roll or card leads into a free-4-all, which needs an order."""
    kind = kind_of(code)
    if ACTIONS[kind].free_4_all is None:
        return False
    return bool(ACTIONS[kind].free_4_all(s, rules, code, outcome))


def needs_order(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """TIME-3: whether an order is drawn together with this roll or card."""
    return not rules.order_is_clockwise and starts_free_4_all(s, rules, code, outcome)


def orders_with(s: State, rules: Rules, code: Wide, outcome: int) -> int:
    """TIME-3: how many orders can be drawn together with this roll or card; 1 if none is."""
    return count_of_orders(s, rules) if starts_free_4_all(s, rules, code, outcome) else 1


def is_possible(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """Whether a legal action can have this outcome."""
    rank = order_rank(outcome)  # 0 always fits, and most are
    if outcome < 0 or (rank > 0 and rank >= orders_with(s, rules, code, outcome)):
        return False
    draw = draw_of(s, rules, code)
    if draw == NO_DRAW:
        return card_drawn(outcome) == 0
    if draw == DICE:
        highest = max(first_die(outcome), second_die(outcome))
        return highest <= rules.dice_max and roll_is_possible(s, rules, code, outcome)
    return can_be_drawn(s, rules, deck_of(draw), card_drawn(outcome))


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
        outcome = card(draw_from(s, rules, deck_of(draw), generator))
    if needs_order(s, rules, code, outcome):
        outcome += below(generator, count_of_orders(s, rules)) << DRAW_BITS
    return outcome


def draw_roll(s: State, rules: Rules, code: Wide, generator: Generator) -> int:
    """Roll both dice, again where a published defect makes a roll impossible."""
    while True:
        first = below(generator, rules.dice_max) + 1
        outcome = dice(first, below(generator, rules.dice_max) + 1)
        if roll_is_possible(s, rules, code, outcome):
            return outcome


def draw_from(s: State, rules: Rules, deck: int, generator: Generator) -> int:
    """CARD-2: draw one of the cards that can come next."""
    possible = sum(can_be_drawn(s, rules, deck, number) for number in range(cards_in(rules, deck)))
    chosen = below(generator, possible)
    number = 0
    while chosen > 0 or not can_be_drawn(s, rules, deck, number):
        chosen -= can_be_drawn(s, rules, deck, number)
        number += 1
    return number


class Drawn(NamedTuple):
    """What chance decided for an action."""

    dice: tuple[int, int] | None = None
    card: int | None = None
    """The number of the card in its deck."""
    order: tuple[int, ...] = ()
    """The seats in the order of the free-4-all that begins, if it is drawn."""


NOTHING_DRAWN = Drawn()


def drawn_by(s: State, code: int, outcome: int) -> Drawn:
    """The parts of an outcome of an action."""
    draw = draw_of(s, s.rules, code)
    return Drawn(
        (first_die(outcome), second_die(outcome)) if draw == DICE else None,
        card_drawn(outcome) if draw in CARD_DRAWS else None,
        order_of(s, outcome) if needs_order(s, s.rules, code, outcome) else (),
    )


def outcome_of(s: State, code: int, drawn: Drawn, generator: Generator | None = None) -> int:
    """The outcome of a legal action by its parts; a generator draws an order that is missing.

    Raises `InvalidOutcome` for a part that is missing or not drawn here; `is_possible` says the
    rest.
    """
    draw, outcome = draw_of(s, s.rules, code), 0
    if draw == DICE:
        if drawn.dice is None:
            raise InvalidOutcome("this action needs dice, such as dice=(3, 4)")
        outcome = dice(*drawn.dice)
    elif draw in CARD_DRAWS:
        last = cards_in(s.rules, deck_of(draw)) - 1
        if drawn.card is None or not 0 <= drawn.card <= last:
            raise InvalidOutcome(f"this action needs a card, from card=0 to card={last}")
        outcome = card(drawn.card)
    if draw != DICE and drawn.dice is not None:
        raise InvalidOutcome("no dice are rolled for this action; omit dice")
    if draw not in CARD_DRAWS and drawn.card is not None:
        raise InvalidOutcome("no card is drawn for this action; omit card")
    if not needs_order(s, s.rules, code, outcome):
        if drawn.order:
            raise InvalidOutcome("no order is drawn for this action; omit order")
        return outcome
    if generator is not None and not drawn.order:
        return outcome + (below(generator, count_of_orders(s, s.rules)) << DRAW_BITS)
    rank = rank_of(s, drawn.order)
    if rank == NOBODY:
        raise InvalidOutcome("a free-4-all begins and needs an order of all who are left")
    return outcome + (rank << DRAW_BITS)
