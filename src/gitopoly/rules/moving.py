"""Dice and tokens: rolling, moving, passing GO, going to jail and leaving it."""

from gitopoly.rules.catalogue import action, kind_of, player_of
from gitopoly.rules.codes import (
    CHANCE_DECK,
    CHEST_DECK,
    DICE,
    FINES,
    GO,
    GO_TO_JAIL,
    LEAVE_JAIL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    ROLL,
    SALARY,
)
from gitopoly.rules.money import collect_from_bank, fines_go_to, owe, pay
from gitopoly.rules.outcomes import first_die, return_jail_card, second_die, start_free_4_all
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
    FINE_TOO_DEAR,
    FINE_TOO_LATE,
    IN_JAIL,
    LEGAL,
    NO_JAIL_CARD,
    NOT_IN_JAIL,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

PLAY_GOOJF_CH, PLAY_GOOJF_CC, PAY_JAIL_FINE, ROLL_AND_MOVE, ROLL_IN_JAIL = range(1, 6)
LAND_ON_GO_TO_JAIL = 20
LEAVE_JAIL_ACTION = 58

MOST_ROLLS = 3
"""DOUBLES-2: in one turn."""
LONGEST_ROLL = 12
"""On a board of as many squares it is a round; those of models may be shorter, and count none."""


def advance_to(s: State, rules: Rules, square: int) -> None:
    """CARD-13: forward to a square, past GO if it lies behind."""
    arrive(s, rules, square, square < s.positions[s.turn_player])


def move_after_roll(s: State, rules: Rules, amount: int) -> None:
    """TIME-6, TIME-8, TIME-9: forward by the roll, from wherever the token stopped last.

    It does not matter who else stands on the new square.
    """
    position = s.positions[s.turn_player]
    square = (position + amount) % rules.board_length
    whole_round = square == position and rules.board_length == LONGEST_ROLL
    arrive(s, rules, square, square < position or whole_round)


def arrive(s: State, rules: Rules, square: int, passes_go: bool) -> None:
    """GO-1, GO-2: each arrival on GO or passage over it earns the salary.

    HOUSE-2: or twice the salary for stopping there.
    """
    player = s.turn_player
    s.positions[player] = square
    if passes_go:
        salary = rules.pass_go_reward
        if rules.double_salary_on_go and rules.square_type[square] == GO:
            salary *= 2
        collect_from_bank(s, rules, player, salary)


def remember_roll(s: State, rules: Rules, first: int, second: int) -> None:
    """RENT-5, JAIL-5: keep the roll where a later action of the same landing needs it."""
    if rules.utility_uses_throw or rules.fine_before_move:
        s.throw[0] = first
        s.throw[1] = second


def go_to_jail(s: State, rules: Rules, outcome: int) -> None:
    """JAIL-8, GO-4, DOUBLES-3: straight to jail without salary; the turn's rolls are over."""
    s.in_jail[s.turn_player] = 1
    s.doubles_count = 0
    s.positions[s.turn_player] = rules.jail_index
    s.throw[0] = 0
    s.throw[1] = 0
    start_free_4_all(s, rules, outcome)


def always(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """The free-4-all begins whatever was drawn."""
    return True


def salaries(rules: Rules) -> int:
    """GO-1, HOUSE-2: what the bank pays at most for reaching GO by the rolls of a turn."""
    return MOST_ROLLS * 2 * rules.pass_go_reward


@action(
    LAND_ON_GO_TO_JAIL, "go to jail", at=POST_ROLL, on=GO_TO_JAIL, free_4_all=always, source=SALARY
)
def land_on_go_to_jail(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """DOUBLES-3: the square that sends its visitors to jail."""
    if act:
        go_to_jail(s, rules, outcome)
    return LEGAL


def third_doubles(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """DOUBLES-2: whether a roll is the third doubles in a row."""
    return s.doubles_count == 2 and first_die(outcome) == second_die(outcome)


@action(
    ROLL_AND_MOVE,
    "roll",
    at=ROLL,
    draws=DICE,
    free_4_all=third_doubles,
    source=SALARY,
    bank_pays=salaries,
)
def roll_and_move(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """GAME-3, DOUBLES-1, DOUBLES-2: roll and move; third doubles mean jail instead."""
    if s.in_jail[player]:
        return IN_JAIL
    if not act:
        return LEGAL

    first = first_die(outcome)
    second = second_die(outcome)
    if first == second and s.doubles_count == 2:
        go_to_jail(s, rules, outcome)
        return LEGAL
    s.doubles_count = s.doubles_count + 1 if first == second else 0
    remember_roll(s, rules, first, second)
    move_after_roll(s, rules, first + second)
    s.phase = POST_ROLL
    return LEGAL


def misses(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """JAIL-4: whether a roll in jail leaves the player there."""
    return s.jail_time[player_of(code)] < 2 and first_die(outcome) != second_die(outcome)


@action(
    ROLL_IN_JAIL,
    "roll",
    at=ROLL,
    draws=DICE,
    free_4_all=misses,
    source=SALARY,
    bank_pays=salaries,
    told={
        "third": lambda before, after, code: (
            bool(after.in_jail[player_of(code)]) and before.jail_time[player_of(code)] == 2
        ),
        "stays": lambda before, after, code: bool(after.in_jail[player_of(code)]),
    },
)
def roll_in_jail(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """JAIL-4, JAIL-5, JAIL-9: doubles leave jail, a miss stays, the third miss pays and leaves."""
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if not act:
        return LEGAL

    if misses(s, rules, code, outcome):
        s.jail_time[player] += 1
        start_free_4_all(s, rules, outcome)
        return LEGAL
    first = first_die(outcome)
    second = second_die(outcome)
    remember_roll(s, rules, first, second)
    if first == second:
        leave_with_roll(s, rules, first + second)
    else:
        leave_after_third_miss(s, rules, first + second)
    return LEGAL


def leave_after_third_miss(s: State, rules: Rules, amount: int) -> None:
    """JAIL-5: pay the fine, then move; or move first, then pay or owe, by the cash held before."""
    player = s.turn_player
    can_pay = s.money[player] >= rules.jail_fine
    if can_pay and rules.fine_before_move:
        pay(s, player, fines_go_to(rules), rules.jail_fine)
        leave_with_roll(s, rules, amount)
    elif rules.fine_before_move:
        owe(s, rules, player, fines_go_to(rules), rules.jail_fine, LEAVE_JAIL)
    else:
        leave_with_roll(s, rules, amount)
        if can_pay:
            pay(s, player, fines_go_to(rules), rules.jail_fine)
        else:
            owe(s, rules, player, fines_go_to(rules), rules.jail_fine, POST_ROLL)


def set_free(s: State, player: int) -> None:
    """Out of jail, where earlier misses count no more."""
    s.in_jail[player] = 0
    s.jail_time[player] = 0


def leave_with_roll(s: State, rules: Rules, amount: int) -> None:
    """Out of jail, and forward by the roll."""
    set_free(s, s.turn_player)
    move_after_roll(s, rules, amount)
    s.phase = POST_ROLL


@action(LEAVE_JAIL_ACTION, "leave jail", at=LEAVE_JAIL, source=SALARY, bank_pays=salaries)
def leave_jail(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """JAIL-5: the fine of the third miss is paid; now move by that same roll."""
    if act:
        leave_with_roll(s, rules, s.throw[0] + s.throw[1])
    return LEGAL


def is_jailed(s: State, rules: Rules, player: int) -> bool:
    """Whether a player is in jail."""
    return s.in_jail[player] != 0


@action(
    PAY_JAIL_FINE,
    "pay jail fine",
    at=PRE_ROLL,
    cost=lambda s, rules, player, code: rules.jail_fine,
    usual=is_jailed,
    source=FINES,
)
def pay_jail_fine(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """JAIL-1, JAIL-3, TIME-5: pay before rolling, in one's own pre-roll, then roll normally."""
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if rules.fine_first_two_turns and s.jail_time[player] == 2:
        return FINE_TOO_LATE
    if s.money[player] < rules.jail_fine:
        return FINE_TOO_DEAR

    if act:
        pay(s, player, fines_go_to(rules), rules.jail_fine)
        set_free(s, player)
    return LEGAL


@action(PLAY_GOOJF_CH, "play chance jail card", at=PRE_ROLL, name="PlayGoojfCh", usual=is_jailed)
@action(
    PLAY_GOOJF_CC,
    "play community chest jail card",
    at=PRE_ROLL,
    name="PlayGoojfCc",
    usual=is_jailed,
)
def play_jail_card(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """JAIL-2, JAIL-7, CARD-3: a jail card is played before the roll, however it was obtained."""
    deck = CHANCE_DECK if kind_of(code) == PLAY_GOOJF_CH else CHEST_DECK
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if s.jail_card_owner[deck] != player:
        return NO_JAIL_CARD

    if act:
        set_free(s, player)
        s.jail_card_owner[deck] = NOBODY
        return_jail_card(s, rules, deck)
    return LEGAL
