"""What each action asks of chance.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.actions import kind_of, player_of
from gitopoly.kernel.codes import (
    CHANCE_CARD,
    CHANCE_DECK,
    CHEST_CARD,
    CHEST_DECK,
    DEED_CARD,
    DICE,
    NO_DRAW,
)
from gitopoly.kernel.decks import sends_to_jail
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.generated.kinds import (
    DEAL_DEED,
    DOUBLES_CHECK_ACTION,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    LAND_ON_GO_TO_JAIL,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
)
from gitopoly.kernel.landing import utility_needs_roll
from gitopoly.kernel.outcomes import card_drawn, first_die, second_die
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def draw_of(s: State, rules: Rules, code: Wide) -> int:
    """What an action asks of chance: nothing, a roll, or a card of one of the decks."""
    kind = kind_of(code)
    if kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL or kind == THROW_FOR_START:
        return DICE
    if kind == TRY_PAY_UTIL_RENT and utility_needs_roll(s, rules):
        return DICE
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return CHANCE_CARD
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return CHEST_CARD
    if kind == DEAL_DEED:
        return DEED_CARD
    return NO_DRAW


def starts_free_4_all(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """Whether an action with this roll or card leads into a free-4-all, which needs an order."""
    kind = kind_of(code)
    player = player_of(code)
    if kind == ROLL_AND_MOVE:
        return s.doubles_count == 2 and first_die(outcome) == second_die(outcome)
    if kind == ROLL_IN_JAIL:
        return s.jail_time[player] < 2 and first_die(outcome) != second_die(outcome)
    if kind == LAND_ON_GO_TO_JAIL:
        return True
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return sends_to_jail(rules, CHANCE_DECK, card_drawn(outcome))
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return sends_to_jail(rules, CHEST_DECK, card_drawn(outcome))
    if kind == DOUBLES_CHECK_ACTION:
        return s.doubles_count == 0 or rules.free_4_all_every_throw == 1
    return False
