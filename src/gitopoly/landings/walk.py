"""One token rolled along by the kernel's own rules; written like the kernel, to be compiled.

Nobody buys anything, money is handed out again before every roll, and a jail card goes back under
its deck at once, so that only dice, cards and the jail decide where the token goes.
"""

from gitopoly.kernel.actions import (
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    action,
)
from gitopoly.kernel.cards import (
    draw_and_execute_chance_card,
    draw_and_execute_community_chest_card,
    pay_card_fine,
)
from gitopoly.kernel.chance import draw_outcome
from gitopoly.kernel.codes import (
    CARD_CHOICE,
    CHANCE,
    CHANCE_DECK,
    CHEST_DECK,
    COMMUNITY_CHEST,
    GO_TO_JAIL,
    MOST_CARDS,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    ROLL,
)
from gitopoly.kernel.decks import return_jail_card
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.moving import (
    land_on_go_to_jail,
    pay_jail_fine,
    roll_and_move,
    roll_in_jail,
)
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

WALKER = 0
ENOUGH = 100_000
"""Money before every roll: more than a roll can cost."""
BETWEEN_SHUFFLES = 1000
"""Rolls after which the decks are shuffled, as for a new game."""


def walk(
    s: State, rules: Rules, generator: Generator, rolls: Wide, long_stay: bool, ended: list[Wide]
) -> None:
    """Roll, and count in `ended` where each roll ended: the squares, then the jail."""
    for number in range(rolls):
        if number % BETWEEN_SHUFFLES == 0:
            shuffle_decks(s, rules)
        hand_out_money(s, rules)
        walk_once(s, rules, generator, long_stay)
        if s.in_jail[WALKER]:
            ended[rules.board_length] += 1
        else:
            ended[s.positions[WALKER]] += 1


def walk_once(s: State, rules: Rules, generator: Generator, long_stay: bool) -> None:
    """One roll, and whatever cards and squares do to the token after it."""
    s.turn_player = WALKER
    if s.in_jail[WALKER] and not long_stay:
        s.phase = PRE_ROLL
        s.jail_time[WALKER] = 0
        pay_jail_fine(s, rules, WALKER, True)
    s.phase = ROLL
    if s.in_jail[WALKER]:
        outcome = draw_outcome(s, rules, action(ROLL_IN_JAIL, WALKER), generator)
        roll_in_jail(s, rules, WALKER, outcome, True)
    else:
        outcome = draw_outcome(s, rules, action(ROLL_AND_MOVE, WALKER), generator)
        roll_and_move(s, rules, WALKER, outcome, True)
    while s.phase == POST_ROLL and resolve(s, rules, generator):
        put_back_jail_cards(s, rules)
    put_back_jail_cards(s, rules)


def resolve(s: State, rules: Rules, generator: Generator) -> bool:
    """Do what the square says about the token; False if it says nothing."""
    kind = rules.square_type[s.positions[WALKER]]
    if kind == GO_TO_JAIL:
        land_on_go_to_jail(s, rules, WALKER, 0, True)
    elif kind == CHANCE:
        code = action(DRAW_AND_EXECUTE_CHANCE_CARD, WALKER)
        outcome = draw_outcome(s, rules, code, generator)
        draw_and_execute_chance_card(s, rules, WALKER, outcome, True)
    elif kind == COMMUNITY_CHEST:
        code = action(DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD, WALKER)
        outcome = draw_outcome(s, rules, code, generator)
        draw_and_execute_community_chest_card(s, rules, WALKER, outcome, True)
        if s.phase == CARD_CHOICE:
            pay_card_fine(s, rules, WALKER, True)
    else:
        return False
    return True


def put_back_jail_cards(s: State, rules: Rules) -> None:
    """A jail card that was drawn goes under its deck."""
    if s.goojf_ch_owner != NOBODY:
        s.goojf_ch_owner = NOBODY
        return_jail_card(s, rules, CHANCE_DECK)
    if s.goojf_cc_owner != NOBODY:
        s.goojf_cc_owner = NOBODY
        return_jail_card(s, rules, CHEST_DECK)


def hand_out_money(s: State, rules: Rules) -> None:
    """Money plays no part: everybody has enough, and the bank is full again."""
    for seat in range(rules.num_players):
        s.money[seat] = ENOUGH
    s.bank_money = rules.total_money
    s.issued = 0
    s.pot = 0


def shuffle_decks(s: State, rules: Rules) -> None:
    """CARD-2: no card has been seen."""
    if not rules.decks_keep_order:
        return
    for deck in range(2):
        s.unseen[deck] = (1 << rules.deck_size[deck]) - 1
        s.deck_length[deck] = 0
        for card in range(MOST_CARDS):
            s.deck[deck * MOST_CARDS + card] = NOBODY
