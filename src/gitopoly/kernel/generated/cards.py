"""Following a card that was drawn.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.card_kinds import (
    advance_by_card,
    advance_to_nearest_rail,
    advance_to_nearest_util,
    collect_by_card,
    collect_from_each,
    go_back,
    go_back_to,
    go_to_jail_by_card,
    keep_jail_card,
    offer_choice,
    pay_by_card,
    pay_each,
    pay_for_repairs,
)
from gitopoly.kernel.codes import (
    CARD_ADVANCE,
    CARD_BACK,
    CARD_BACK_TO,
    CARD_COLLECT,
    CARD_COLLECT_EACH,
    CARD_FINE_OR_CHANCE,
    CARD_GO_TO_JAIL,
    CARD_GOOJF,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CARD_PAY,
    CARD_PAY_EACH,
    CARD_REPAIRS,
    MOST_CARDS,
)
from gitopoly.kernel.outcomes import card_drawn
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def execute_card(s: State, rules: Rules, deck: int, outcome: int) -> None:
    """CARD-5, CARD-14: follow a card."""
    player = s.turn_player
    place = deck * MOST_CARDS + card_drawn(outcome)
    kind = rules.card_kind[place]
    if kind == CARD_COLLECT:
        collect_by_card(s, rules, player, rules.card_amount[place])
    elif kind == CARD_PAY:
        pay_by_card(s, rules, player, rules.card_amount[place])
    elif kind == CARD_ADVANCE:
        advance_by_card(s, rules, rules.card_square[place])
    elif kind == CARD_GO_TO_JAIL:
        go_to_jail_by_card(s, rules, outcome)
    elif kind == CARD_GOOJF:
        keep_jail_card(s, deck, player)
    elif kind == CARD_NEAREST_RAIL:
        advance_to_nearest_rail(s, rules)
    elif kind == CARD_NEAREST_UTIL:
        advance_to_nearest_util(s, rules)
    elif kind == CARD_BACK:
        go_back(s, rules, rules.card_amount[place])
    elif kind == CARD_REPAIRS:
        pay_for_repairs(s, rules, player, rules.card_amount[place], rules.card_hotel_amount[place])
    elif kind == CARD_PAY_EACH:
        pay_each(s, rules, player, rules.card_amount[place])
    elif kind == CARD_COLLECT_EACH:
        collect_from_each(s, rules, player, rules.card_amount[place])
    elif kind == CARD_BACK_TO:
        go_back_to(s, rules.card_square[place])
    elif kind == CARD_FINE_OR_CHANCE:
        offer_choice(s)
