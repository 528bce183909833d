"""Chance: which outcomes an action can have, and drawing one of them."""

from gitopoly.kernel.actions import (
    DOUBLES_CHECK_ACTION,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    LAND_ON_GO_TO_JAIL,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    kind_of,
    player_of,
)
from gitopoly.kernel.decks import can_be_drawn
from gitopoly.kernel.landing import util_rent, utility_needs_throw
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.outcomes import (
    card_drawn,
    first_die,
    order_rank,
    outcome_of_card,
    outcome_of_throw,
    second_die,
)
from gitopoly.kernel.phases import CARD_GO_TO_JAIL, CHANCE_DECK, CHEST_DECK, MOST_CARDS
from gitopoly.kernel.randomness import Generator, below
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

NO_DRAW = 0
THROW = 1
CHANCE_CARD = 2
CHEST_CARD = 3


def draw_of(s: State, rules: Rules, code: int) -> int:
    """What an action asks of chance: nothing, a throw, or a card of one of the decks."""
    kind = kind_of(code)
    if kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL or kind == THROW_FOR_START:
        return THROW
    if kind == TRY_PAY_UTIL_RENT and utility_needs_throw(s, rules):
        return THROW
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return CHANCE_CARD
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return CHEST_CARD
    return NO_DRAW


def starts_free_4_all(s: State, rules: Rules, code: int, outcome: int) -> bool:
    """Whether an action with this throw or card leads into a free-4-all, which needs an order."""
    kind = kind_of(code)
    if kind == DOUBLES_CHECK_ACTION:
        return s.doubles_count == 0 or rules.free_4_all_every_throw == 1
    if kind == LAND_ON_GO_TO_JAIL:
        return True
    if kind == ROLL_AND_MOVE:
        return s.doubles_count == 2 and first_die(outcome) == second_die(outcome)
    if kind == ROLL_IN_JAIL:
        return s.jail_time[player_of(code)] < 2 and first_die(outcome) != second_die(outcome)
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return sends_to_jail(rules, CHANCE_DECK, card_drawn(outcome))
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return sends_to_jail(rules, CHEST_DECK, card_drawn(outcome))
    return False


def sends_to_jail(rules: Rules, deck: int, card: int) -> bool:
    """DOUBLES-3: whether a card of the deck ends the turn in jail; no other number does."""
    if card >= rules.deck_size[deck]:
        return False
    return rules.card_kind[deck * MOST_CARDS + card] == CARD_GO_TO_JAIL


def is_possible(s: State, rules: Rules, code: int, outcome: int) -> bool:
    """Whether a legal action can have this outcome."""
    if outcome < 0:
        return False
    draw = draw_of(s, rules, code)
    if draw == NO_DRAW:
        if card_drawn(outcome) != 0:
            return False
    elif draw == THROW:
        if first_die(outcome) > rules.dice_max or second_die(outcome) > rules.dice_max:
            return False
        if not throw_is_possible(s, rules, code, outcome):
            return False
    elif draw == CHANCE_CARD:
        if not can_be_drawn(s, rules, CHANCE_DECK, card_drawn(outcome)):
            return False
    elif not can_be_drawn(s, rules, CHEST_DECK, card_drawn(outcome)):
        return False
    if starts_free_4_all(s, rules, code, outcome):
        return order_rank(outcome) < count_of_orders(s, rules)
    return order_rank(outcome) == 0


def throw_is_possible(s: State, rules: Rules, code: int, outcome: int) -> bool:
    """False only where a published defect makes a step impossible."""
    player = player_of(code)
    if rules.defect_third_miss_impossible and kind_of(code) == ROLL_IN_JAIL:
        missed = first_die(outcome) != second_die(outcome)
        if missed and s.jail_time[player] == 2 and s.money[player] >= rules.jail_fine:
            return False
    if rules.defect_stale_debt and kind_of(code) == TRY_PAY_UTIL_RENT and s.debt_count > 0:
        return s.money[player] >= util_rent(s, rules, player, outcome)
    return True


def draw_outcome(s: State, rules: Rules, code: int, generator: Generator) -> int:
    """Draw an outcome of a legal action; all throws, cards and orders are equally likely."""
    draw = draw_of(s, rules, code)
    outcome = 0
    if draw == THROW:
        outcome = outcome_of_throw(below(generator, rules.dice_max) + 1, 1)
        outcome += below(generator, rules.dice_max)
        while not throw_is_possible(s, rules, code, outcome):
            outcome = outcome_of_throw(below(generator, rules.dice_max) + 1, 1)
            outcome += below(generator, rules.dice_max)
    elif draw == CHANCE_CARD:
        outcome = outcome_of_card(draw_from(s, rules, CHANCE_DECK, generator))
    elif draw == CHEST_CARD:
        outcome = outcome_of_card(draw_from(s, rules, CHEST_DECK, generator))
    if not rules.order_is_clockwise and starts_free_4_all(s, rules, code, outcome):
        outcome += below(generator, count_of_orders(s, rules)) << 6
    return outcome


def draw_from(s: State, rules: Rules, deck: int, generator: Generator) -> int:
    """CARD-2: draw one of the cards that can come next."""
    count = 0
    for card in range(rules.deck_size[deck]):
        if can_be_drawn(s, rules, deck, card):
            count += 1
    chosen = below(generator, count)
    for card in range(rules.deck_size[deck]):
        if can_be_drawn(s, rules, deck, card):
            if chosen == 0:
                return card
            chosen -= 1
    return 0
