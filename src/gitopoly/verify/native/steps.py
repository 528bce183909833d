"""Every step from a position, and what a position must keep: plain functions for every carrier."""

from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import (
    DEAL_DEED,
    DOUBLES_CHECK_ACTION,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    LAND_ON_GO_TO_JAIL,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    kind_of,
)
from gitopoly.kernel.board import terminated
from gitopoly.kernel.chance import (
    CHANCE_CARD,
    DICE,
    NO_DRAW,
    draw_of,
    roll_is_possible,
    starts_free_4_all,
)
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.decks import can_be_drawn, cards_in
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import renew_sets
from gitopoly.kernel.state import State
from gitopoly.verify.native.full_promises import OF_FULL_GAME, first_broken_in_full
from gitopoly.verify.native.promises import (
    PROGRESS,
    STEPS,
    TYPE_OK,
    first_broken,
    order_of_seats,
)
from gitopoly.verify.native.tried import Tried, list_tried

CHANCY = (
    1 << ROLL_AND_MOVE
    | 1 << ROLL_IN_JAIL
    | 1 << TRY_PAY_UTIL_RENT
    | 1 << LAND_ON_GO_TO_JAIL
    | 1 << DRAW_AND_EXECUTE_CHANCE_CARD
    | 1 << DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD
    | 1 << DOUBLES_CHECK_ACTION
)
"""The kinds that need a roll, a card or an order from chance, one bit each."""
CHANCY_IN_FULL = CHANCY | 1 << THROW_FOR_START | 1 << DEAL_DEED
"""The same in the full game."""


def draws(rules: Rules, draw: int) -> int:
    """How many rolls or cards to try."""
    if draw == NO_DRAW:
        return 1
    if draw == DICE:
        return rules.dice_max * rules.dice_max
    return cards_in(rules, draw - CHANCE_CARD)


def draw_at(rules: Rules, draw: int, number: int) -> int:
    """The outcome of a roll or card by its number among those to try."""
    if draw == DICE:
        return number // rules.dice_max * 6 + number % rules.dice_max
    return number


def can_be_tried(s: State, rules: Rules, code: Wide, draw: int, number: int) -> bool:
    """Whether an action can have a roll or a card."""
    if draw == DICE:
        return roll_is_possible(s, rules, code, draw_at(rules, draw, number))
    return draw == NO_DRAW or can_be_drawn(s, rules, draw - CHANCE_CARD, number)


def orders_after(s: State, rules: Rules, code: Wide, outcome: int) -> int:
    """How many orders of the seats to try with a roll or a card."""
    if starts_free_4_all(s, rules, code, outcome):
        return count_of_orders(s, rules)
    return 1


def list_steps(s: State, rules: Rules, buffer: ActionBuffer, tried: Tried, steps: list[int]) -> int:
    """Write every step from a position, as pairs of action and outcome; returns their number."""
    count = 0
    for player in range(rules.num_players):
        list_while_playing(s, rules, player, buffer)
        for i in range(buffer.count):
            code = buffer.actions[i]
            if buffer.limits[i] != 0:
                count = list_tried(s, rules, code, buffer.limits[i], tried, steps, count)
            elif CHANCY_IN_FULL >> kind_of(code) & 1:
                count = list_chances(s, rules, code, steps, count)
            else:
                steps[2 * count] = code
                steps[2 * count + 1] = 0
                count += 1
    return count


def list_chances(s: State, rules: Rules, code: Wide, steps: list[int], count: int) -> int:
    """Append an action with each of its outcomes after `count` steps; returns the new count."""
    draw = draw_of(s, rules, code)
    for number in range(draws(rules, draw)):
        if not can_be_tried(s, rules, code, draw, number):
            continue
        outcome = draw_at(rules, draw, number)
        for rank in range(orders_after(s, rules, code, outcome)):
            steps[2 * count] = code
            steps[2 * count + 1] = outcome + (rank << 6)
            count += 1
    return count


def trials(s: State, rules: Rules, code: Wide) -> int:
    """How many numbers `outcome_of_trial` is to be asked for, where steps are not listed first."""
    if CHANCY >> kind_of(code) & 1:
        return draws(rules, draw_of(s, rules, code)) * count_of_orders(s, rules)
    return 1


def outcome_of_trial(s: State, rules: Rules, code: Wide, trial: int) -> int:
    """The outcome with a number among those to try; NOBODY if the action cannot have it."""
    if not CHANCY >> kind_of(code) & 1:
        return 0
    orders = count_of_orders(s, rules)
    draw = draw_of(s, rules, code)
    if not can_be_tried(s, rules, code, draw, trial // orders):
        return NOBODY
    outcome = draw_at(rules, draw, trial // orders)
    rank = trial % orders
    if rank > 0 and not starts_free_4_all(s, rules, code, outcome):
        return NOBODY
    return outcome + (rank << 6)


def first_broken_by_step(s: State, rules: Rules, asked: int) -> int:
    """The first violated property of a position reached by a step that fits.

    Values that fit their slots are of their type, so little is left of TypeOK.
    """
    if asked & TYPE_OK and (s.bank_money < 0 or not order_of_seats(s, rules)):
        return 0
    if asked & ~(TYPE_OK | PROGRESS | STEPS | OF_FULL_GAME):
        return first_broken(s, rules, asked & ~TYPE_OK)
    return NOBODY


def keeps_promises(
    s: State, rules: Rules, asked: int, buffer: ActionBuffer, tried: Tried, steps: list[int]
) -> bool:
    """Whether a position that will not be expanded keeps the properties."""
    if first_broken_by_step(s, rules, asked) != NOBODY:
        return False
    if asked & OF_FULL_GAME and first_broken_in_full(s, rules, asked) != NOBODY:
        return False
    if asked & PROGRESS and not terminated(s, rules):
        return list_steps(s, rules, buffer, tried, steps) > 0
    return True


def restore_sets_and_bank(s: State, rules: Rules) -> None:
    """BANK-2: the bank has the money that is nowhere else; and the sets of deeds."""
    bank = rules.total_money
    if rules.bank_never_breaks:
        bank += s.issued
    if rules.free_parking_pot:
        bank -= s.pot
    for player in range(rules.num_players):
        bank -= s.money[player]
    s.bank_money = bank
    renew_sets(s, rules)
