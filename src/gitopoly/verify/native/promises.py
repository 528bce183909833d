"""The properties in Promises.tla as checks of a position, each under its TLA+ name.

A model names the properties to check; the native engine checks these and no others, as TLC does.
Where the kernel has the same invariant, its own check is used. On request the kernel's invariants
are checked as well; they also cover what the specification does not have.
"""

from gitopoly.kernel.actions import ROLL_AND_MOVE, ROLL_IN_JAIL, action
from gitopoly.kernel.board import set_has_buildings, set_is_mortgaged
from gitopoly.kernel.chance import roll_is_possible
from gitopoly.kernel.codes import (
    BANKRUPTCY_PREVENTION,
    LAST_PHASE,
    NOBODY,
    POST_ROLL,
    POT,
    PRE_ROLL,
    RAIL_GROUP,
    ROLL,
)
from gitopoly.kernel.idle import inv_idle_fields
from gitopoly.kernel.invariants import (
    cards_ok,
    first_violation,
    inv_buildings_on_complete_groups,
    inv_conservation_of_money,
    inv_no_actions_possible_if_bankrupt,
    inv_no_debt_to_bankrupt_player,
    inv_no_possessions_if_bankrupt,
    inv_street_level_range,
    is_seat,
)
from gitopoly.kernel.outcomes import outcome_of_dice
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

# A set of properties is a number with one bit each.
TYPE_OK = 1 << 0
NO_POSSESSIONS = 1 << 1
NO_ACTIONS = 1 << 2
NO_DEBT_TO_BANKRUPT = 1 << 3
MONEY = 1 << 4
LEVEL_RANGE = 1 << 5
PROGRESS = 1 << 6
DEBT_ONLY_WHILE_OWED = 1 << 7
BUILDINGS_ON_OWNED = 1 << 8
JAIL = 1 << 9
DICE_ARE_FREE = 1 << 10
NO_BUILDING_BESIDE_MORTGAGE = 1 << 11
IDLE_FIELDS = 1 << 12
KERNEL = 1 << 13
"""All invariants of the kernel."""
LEAVE_JAIL = 1 << 14
NO_RENT = 1 << 15
STEPS = LEAVE_JAIL | NO_RENT
"""The properties of steps, which a position alone cannot decide."""
OF_THE_KERNEL = KERNEL | PROGRESS
"""What is checked when no model says otherwise."""
FIRST_OF_KERNEL = 32
"""Numbers of violated kernel invariants start here; a property's number is that of its bit."""


def type_ok_of_position(s: State, rules: Rules) -> bool:
    """TypeOK without the board and the cards: every variable has a value of its type."""
    if s.turn_player < 0 or s.turn_player >= rules.num_players:
        return False
    if s.phase < 0 or s.phase > LAST_PHASE or s.doubles_count < 0 or s.doubles_count > 2:
        return False
    if s.bank_money < 0 or s.bank_money > rules.total_money:
        return False
    if not is_seat(rules, s.goojf_ch_owner) or not is_seat(rules, s.goojf_cc_owner):
        return False
    for player in range(rules.num_players):
        if s.positions[player] < 0 or s.positions[player] >= rules.board_length:
            return False
        if s.money[player] < 0 or s.money[player] > rules.total_money:
            return False
        if s.jail_time[player] < 0 or s.jail_time[player] > 2:
            return False
        if (s.in_jail[player] | s.is_bankrupt[player]) & ~1:
            return False
    return deeds_ok(s, rules) and order_of_seats(s, rules) and debt_ok(s, rules)


def deeds_ok(s: State, rules: Rules) -> bool:
    """TypeOK of owner, mortgaged and level."""
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] < NOBODY or s.owner[square] >= rules.num_players:
            return False
        if s.mortgaged[square] & ~1:
            return False
        highest = rules.max_level if rules.group[square] < RAIL_GROUP else 0
        if s.level[square] < 0 or s.level[square] > highest:
            return False
    return True


def order_of_seats(s: State, rules: Rules) -> bool:
    """TypeOK of free4AllOrder: seats, none of them twice."""
    seen = 0
    for i in range(rules.num_players):
        player = s.free_4_all_order[i]
        if player == NOBODY:
            continue
        if not is_seat(rules, player) or seen >> player & 1:
            return False
        seen |= 1 << player
    return True


def debt_ok(s: State, rules: Rules) -> bool:
    """TypeOK of debt: none, or one with creditor, amount and phase."""
    if s.debt_count == 0:
        return True
    if s.debt_count != 1 or s.creditor[0] < POT or s.creditor[0] >= rules.num_players:
        return False
    return s.debt_amount[0] >= 0 and 0 <= s.next_phase[0] <= LAST_PHASE


def type_ok_of_model(s: State, rules: Rules) -> bool:
    """TypeOK."""
    return cards_ok(rules) and type_ok_of_position(s, rules)


def inv_debt_only_while_owed(s: State, rules: Rules) -> bool:
    """A debt exists exactly while its debtor deals with it."""
    return (s.debt_count > 0) == (s.phase == BANKRUPTCY_PREVENTION)


def inv_jail(s: State, rules: Rules) -> bool:
    """Jail time is counted only in jail, and players in jail are on the jail square."""
    for player in range(rules.num_players):
        if s.jail_time[player] > 0 and not s.in_jail[player]:
            return False
        if s.in_jail[player] and s.positions[player] != rules.jail_index:
            return False
    return True


def inv_dice_are_free(s: State, rules: Rules) -> bool:
    """Whatever the dice show, the roll is possible."""
    if s.phase != ROLL:
        return True
    kind = ROLL_IN_JAIL if s.in_jail[s.turn_player] else ROLL_AND_MOVE
    code = action(kind, s.turn_player)
    for first in range(rules.dice_max):
        for second in range(rules.dice_max):
            if not roll_is_possible(s, rules, code, outcome_of_dice(first + 1, second + 1)):
                return False
    return True


def inv_no_building_beside_mortgage(s: State, rules: Rules) -> bool:
    """Nobody builds in a partly mortgaged group."""
    for group in range(RAIL_GROUP):
        if set_has_buildings(s, rules, group) and set_is_mortgaged(s, rules, group):
            return False
    return True


def first_broken(s: State, rules: Rules, asked: int) -> int:
    """The number of the first requested property that a position violates; NOBODY if none.

    PROGRESS is checked where the steps are known, the board and the cards at the start.
    """
    if asked & TYPE_OK and not type_ok_of_position(s, rules):
        return 0
    if asked & ~(TYPE_OK | PROGRESS) == 0:
        return NOBODY
    if asked & NO_POSSESSIONS and not inv_no_possessions_if_bankrupt(s, rules):
        return 1
    if asked & NO_ACTIONS and not inv_no_actions_possible_if_bankrupt(s, rules):
        return 2
    if asked & NO_DEBT_TO_BANKRUPT and not inv_no_debt_to_bankrupt_player(s, rules):
        return 3
    if asked & MONEY and not inv_conservation_of_money(s, rules):
        return 4
    if asked & LEVEL_RANGE and not inv_street_level_range(s, rules):
        return 5
    if asked & DEBT_ONLY_WHILE_OWED and not inv_debt_only_while_owed(s, rules):
        return 7
    if asked & BUILDINGS_ON_OWNED and not inv_buildings_on_complete_groups(s, rules):
        return 8
    if asked & JAIL and not inv_jail(s, rules):
        return 9
    if asked & DICE_ARE_FREE and not inv_dice_are_free(s, rules):
        return 10
    if asked & NO_BUILDING_BESIDE_MORTGAGE and not inv_no_building_beside_mortgage(s, rules):
        return 11
    if asked & IDLE_FIELDS and not inv_idle_fields(s, rules):
        return 12
    if asked & KERNEL:
        violation = first_violation(s, rules)
        if violation != NOBODY:
            return FIRST_OF_KERNEL + violation
    return NOBODY


def leave_jail_in_time(s: State, after: State, rules: Rules) -> bool:
    """A player leaves jail before the roll, or by the roll."""
    if s.phase == PRE_ROLL or (s.phase == ROLL and after.phase != ROLL):
        return True
    for player in range(rules.num_players):
        if s.in_jail[player] and not after.in_jail[player]:
            return False
    return True


def no_rent_on_mortgage(s: State, after: State, rules: Rules) -> bool:
    """Landing on a mortgaged deed costs nothing."""
    here = s.positions[s.turn_player]
    if s.phase != POST_ROLL or rules.deed_index[here] == NOBODY or not s.mortgaged[here]:
        return True
    for player in range(rules.num_players):
        if s.money[player] != after.money[player]:
            return False
    return same_debt(s, after)


def same_debt(s: State, after: State) -> bool:
    """Whether both have the same debt, or none."""
    if s.debt_count != after.debt_count or s.debt_count == 0:
        return s.debt_count == after.debt_count
    return (
        s.creditor[0] == after.creditor[0]
        and s.debt_amount[0] == after.debt_amount[0]
        and s.next_phase[0] == after.next_phase[0]
    )


def first_broken_of_step(s: State, after: State, rules: Rules, asked: int) -> int:
    """The number of the first requested property that a step violates; NOBODY if none."""
    if asked & LEAVE_JAIL and not leave_jail_in_time(s, after, rules):
        return 14
    if asked & NO_RENT and not no_rent_on_mortgage(s, after, rules):
        return 15
    return NOBODY
