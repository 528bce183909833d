"""Dice and tokens: rolling, moving, passing GO, going to jail and leaving it."""

from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import (
    CHANCE_DECK,
    CHEST_DECK,
    DICE,
    GO,
    GO_TO_JAIL,
    LEAVE_JAIL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    ROLL,
)
from gitopoly.kernel.decks import return_jail_card
from gitopoly.kernel.money import collect_from_bank, fines_go_to, owe, pay
from gitopoly.kernel.order import start_free_4_all
from gitopoly.kernel.outcomes import first_die, second_die
from gitopoly.kernel.refusals import (
    FINE_TOO_DEAR,
    FINE_TOO_LATE,
    IN_JAIL,
    LEGAL,
    NO_JAIL_CARD,
    NOT_IN_JAIL,
    NOT_THAT_SQUARE,
    NOT_THE_FLOOR,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

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


@action(
    20,
    "LandOnGoToJail",
    POST_ROLL,
    "go to jail",
    when="go to jail",
    sure=True,
    anywhere="defect_go_to_jail_in_any_phase",
    free_4_all="True",
)
def land_on_go_to_jail(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """DOUBLES-3: the square that sends its visitors to jail."""
    if s.phase != POST_ROLL and not rules.defect_go_to_jail_in_any_phase:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if rules.square_type[s.positions[player]] != GO_TO_JAIL:
        return NOT_THAT_SQUARE
    if not act:
        return LEGAL

    go_to_jail(s, rules, outcome)
    return LEGAL


@action(
    4,
    "RollAndMove",
    ROLL,
    "roll",
    when="not s.in_jail[player]",
    sure=True,
    draws=DICE,
    free_4_all="s.doubles_count == 2 and first_die(outcome) == second_die(outcome)",
)
def roll_and_move(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """GAME-3, DOUBLES-1, DOUBLES-2: roll and move; third doubles mean jail instead."""
    if s.phase != ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if s.in_jail[player]:
        return IN_JAIL
    if not act:
        return LEGAL

    first = first_die(outcome)
    second = second_die(outcome)
    if first == second and s.doubles_count == 2:
        go_to_jail(s, rules, outcome)
        return LEGAL
    if first == second:
        s.doubles_count += 1
    else:
        s.doubles_count = 0
    remember_roll(s, rules, first, second)
    move_after_roll(s, rules, first + second)
    s.phase = POST_ROLL
    return LEGAL


@action(
    5,
    "RollInJail",
    ROLL,
    "roll",
    when="s.in_jail[player]",
    sure=True,
    draws=DICE,
    free_4_all="s.jail_time[player] < 2 and first_die(outcome) != second_die(outcome)",
    told={
        "third": "after.in_jail[player] and before.jail_time[player] == 2",
        "stays": "after.in_jail[player]",
    },
)
def roll_in_jail(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """JAIL-4, JAIL-5, JAIL-9: doubles leave jail, a miss stays, the third miss pays and leaves."""
    if s.phase != ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if not act:
        return LEGAL

    first = first_die(outcome)
    second = second_die(outcome)
    if first != second and s.jail_time[player] < 2:
        s.jail_time[player] += 1
        start_free_4_all(s, rules, outcome)
        return LEGAL
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


def leave_with_roll(s: State, rules: Rules, amount: int) -> None:
    """Out of jail, and forward by the roll."""
    s.in_jail[s.turn_player] = 0
    s.jail_time[s.turn_player] = 0
    move_after_roll(s, rules, amount)
    s.phase = POST_ROLL


@action(58, "LeaveJail", LEAVE_JAIL, "leave jail", sure=True)
def leave_jail(s: State, rules: Rules, player: int, act: bool) -> int:
    """JAIL-5: the fine of the third miss is paid; now move by that same roll."""
    if s.phase != LEAVE_JAIL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    leave_with_roll(s, rules, s.throw[0] + s.throw[1])
    return LEGAL


@action(
    3,
    "PayJailFine",
    PRE_ROLL,
    "pay jail fine",
    when="s.in_jail[player]",
    anywhere="defect_fine_in_any_phase",
    cost="rules.jail_fine",
    usual="when",
)
def pay_jail_fine(s: State, rules: Rules, player: int, act: bool) -> int:
    """JAIL-1, JAIL-3, TIME-5: pay before rolling, in one's own pre-roll, then roll normally."""
    if s.phase != PRE_ROLL and not rules.defect_fine_in_any_phase:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if rules.fine_first_two_turns and s.jail_time[player] == 2:
        return FINE_TOO_LATE
    if s.money[player] < rules.jail_fine:
        return FINE_TOO_DEAR
    if not act:
        return LEGAL

    pay(s, player, fines_go_to(rules), rules.jail_fine)
    s.in_jail[player] = 0
    s.jail_time[player] = 0
    return LEGAL


def play_jail_card(s: State, rules: Rules, player: int, deck: int, holder: int, act: bool) -> int:
    """JAIL-2, JAIL-7, CARD-3: a jail card is played before the roll, however it was obtained."""
    if s.phase != PRE_ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not s.in_jail[player]:
        return NOT_IN_JAIL
    if holder != player:
        return NO_JAIL_CARD
    if not act:
        return LEGAL

    s.in_jail[player] = 0
    s.jail_time[player] = 0
    if deck == CHANCE_DECK:
        s.goojf_ch_owner = NOBODY
    else:
        s.goojf_cc_owner = NOBODY
    return_jail_card(s, rules, deck)
    return LEGAL


@action(
    1,
    "PlayGoojfCh",
    PRE_ROLL,
    "play chance jail card",
    when="s.in_jail[player]",
    usual="when",
)
def play_goojf_ch(s: State, rules: Rules, player: int, act: bool) -> int:
    """JAIL-2: play the jail card of the chance deck."""
    return play_jail_card(s, rules, player, CHANCE_DECK, s.goojf_ch_owner, act)


@action(
    2,
    "PlayGoojfCc",
    PRE_ROLL,
    "play community chest jail card",
    when="s.in_jail[player]",
    usual="when",
)
def play_goojf_cc(s: State, rules: Rules, player: int, act: bool) -> int:
    """JAIL-2: play the jail card of the community chest."""
    return play_jail_card(s, rules, player, CHEST_DECK, s.goojf_cc_owner, act)
