"""The course of a turn: the roll for the start, pre-roll, doubles, free-4-all, the next turn."""

from gitopoly.kernel.board import current_square, next_live_player
from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    DEALING,
    DICE,
    DOUBLES_CHECK,
    FREE_4_ALL,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    RENT_AS_PRINTED,
    ROLL,
    TRADE,
)
from gitopoly.kernel.dealing import next_to_be_dealt
from gitopoly.kernel.moving import move_after_roll, remember_roll
from gitopoly.kernel.order import start_free_4_all
from gitopoly.kernel.outcomes import first_die, second_die
from gitopoly.kernel.refusals import (
    LEGAL,
    NOT_ON_THE_ORDER,
    NOT_THE_FLOOR,
    ORDER_NOT_DONE,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def next_to_roll(s: State, rules: Rules) -> int:
    """GAME-5: the first seat that has not rolled in this round of the opening."""
    for player in range(rules.num_players):
        if s.opening[player] == 0:
            return player
    return NOBODY


@action(
    56,
    "ThrowForStart",
    OPENING,
    "roll for start",
    sure=True,
    draws=DICE,
    told={"starts": "after.phase != before.phase"},
)
def throw_for_start(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """GAME-5: each rolls once; the highest starts; only the tied roll again."""
    if s.phase != OPENING:
        return WRONG_PHASE
    if player != next_to_roll(s, rules):
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    s.opening[player] = first_die(outcome) * 8 + second_die(outcome)
    settle_opening(s, rules)
    return LEGAL


def settle_opening(s: State, rules: Rules) -> None:
    """GAME-5: once all have rolled, the highest starts, or the tied roll again."""
    if next_to_roll(s, rules) != NOBODY:
        return
    highest = 0
    for seat in range(rules.num_players):
        highest = max(highest, opening_total(s, seat))
    tied = 0
    starter = NOBODY
    for seat in range(rules.num_players):
        if opening_total(s, seat) == highest:
            tied += 1
            starter = seat
    if tied == 1:
        start_the_play(s, rules, starter)
    else:
        for seat in range(rules.num_players):
            s.opening[seat] = 0 if opening_total(s, seat) == highest else NOBODY


def opening_total(s: State, player: int) -> int:
    """What a seat rolled for the start; 0 for a seat that is out of it."""
    faces = s.opening[player]
    if faces == NOBODY:
        return 0
    return faces // 8 + faces % 8


def start_the_play(s: State, rules: Rules, starter: int) -> None:
    """GAME-6: a fresh roll follows, or the opening roll is the first move."""
    first = s.opening[starter] // 8
    second = s.opening[starter] % 8
    for seat in range(rules.num_players):
        s.opening[seat] = 0
    s.turn_player = starter
    s.phase = PRE_ROLL
    if rules.opening_throw_moves:
        remember_roll(s, rules, first, second)
        if first == second:
            s.doubles_count = 1
        move_after_roll(s, rules, first + second)
        s.phase = POST_ROLL


@action(
    0,
    "EndPreRoll",
    PRE_ROLL,
    "end pre-roll",
    sure=True,
    button={"jail": "s.in_jail[player]", "again": "s.doubles_count > 0"},
    quiet=True,
)
def end_pre_roll(s: State, rules: Rules, player: int, act: bool) -> int:
    """TIME-1: close the window before the roll and take the dice."""
    if s.phase != PRE_ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    s.offers_made = 0
    s.phase = ROLL
    return LEGAL


@action(
    23,
    "DoublesCheck",
    DOUBLES_CHECK,
    "check doubles",
    sure=True,
    free_4_all="s.doubles_count == 0 or rules.free_4_all_every_throw == 1",
    quiet=True,
)
def doubles_check(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """TIME-2: the roll is resolved; everybody manages, or doubles roll again first."""
    if s.phase != DOUBLES_CHECK:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    forget_roll(s)
    if s.doubles_count > 0 and not rules.free_4_all_every_throw:
        s.phase = PRE_ROLL
    else:
        start_free_4_all(s, rules, outcome)
    return LEGAL


def forget_roll(s: State) -> None:
    """The landing is over: the roll and what a card says about the rent no longer matter."""
    s.throw[0] = 0
    s.throw[1] = 0
    s.rent_rule = RENT_AS_PRINTED


@action(
    26,
    "ConcludeFree4AllActions",
    FREE_4_ALL,
    "conclude",
    when="s.free_4_all_order[0] != NOBODY",
    sure=True,
    button={
        "again": "player == s.turn_player and s.doubles_count > 0",
        "mine": "player == s.turn_player",
    },
    quiet=True,
)
def conclude_free_4_all_actions(s: State, rules: Rules, player: int, act: bool) -> int:
    """TIME-3: the head of the order has finished; the next one follows, once around."""
    if s.phase != FREE_4_ALL:
        return WRONG_PHASE
    if s.free_4_all_order[0] == NOBODY:
        return NOT_ON_THE_ORDER
    if player != s.free_4_all_order[0]:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    s.offers_made = 0
    last = rules.num_players - 1
    for i in range(last):
        s.free_4_all_order[i] = s.free_4_all_order[i + 1]
    s.free_4_all_order[last] = NOBODY
    return LEGAL


@action(
    27,
    "EndTurn",
    FREE_4_ALL,
    "end turn",
    when="s.free_4_all_order[0] == NOBODY",
    sure=True,
    quiet=True,
)
def end_turn(s: State, rules: Rules, player: int, act: bool) -> int:
    """DOUBLES-1: after doubles the same player rolls again; otherwise the turn passes."""
    if s.phase != FREE_4_ALL:
        return WRONG_PHASE
    if s.free_4_all_order[0] != NOBODY:
        return ORDER_NOT_DONE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    if s.doubles_count > 0:
        s.phase = PRE_ROLL
    else:
        give_turn_to_next_live_player(s, rules)
    return LEGAL


def give_turn_to_next_live_player(s: State, rules: Rules) -> None:
    """TIME-7: the turn passes clockwise; what belonged to the old turn is forgotten (MORT-4).

    Nothing else counts turns.
    """
    s.turn_player = next_live_player(s, rules, s.turn_player)
    s.doubles_count = 0
    for i in range(rules.num_players):
        s.free_4_all_order[i] = NOBODY
    s.interest_paid = 0
    s.offers_made = 0
    forget_roll(s)
    s.turns += 1
    s.phase = PRE_ROLL


def in_purchase_window(s: State, rules: Rules) -> bool:
    """TIME-1: the turn player stands on an unowned deed and has neither bought nor declined."""
    if s.phase != POST_ROLL or not rules.purchase_window:
        return False
    square = current_square(s)
    return rules.group[square] != NOBODY and s.owner[square] == NOBODY


def floor(s: State, rules: Rules) -> int:
    """TIME-1, BANK-4: exactly one seat, whatever the phase; the bank never has the floor.

    In an auction it is the one who will close it, with an open offer the one who made it.
    """
    if s.phase == FREE_4_ALL:
        if s.free_4_all_order[0] == NOBODY:
            return s.turn_player
        return s.free_4_all_order[0]
    if s.phase == BANKRUPTCY_PREVENTION:
        return s.debtor[0]
    if s.phase == AUCTION or s.phase == PLACING:
        return s.auction_initiator
    if s.phase == TRADE:
        return s.offer_from
    if s.phase == OPENING:
        return next_to_roll(s, rules)
    if s.phase == DEALING:
        return next_to_be_dealt(s, rules)
    return s.turn_player
