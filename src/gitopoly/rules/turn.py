"""The course of a turn: deeds are dealt, all roll for the start; pre-roll, doubles, free-4-all."""

from gitopoly.rules.board import landing_of, next_live_player
from gitopoly.rules.catalogue import ANYBODY, action
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    DEALING,
    DEED_CARD,
    DEEDS_BOUGHT,
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
    SALARY,
    TRADE,
    UNOWNED,
)
from gitopoly.rules.money import buy_deed
from gitopoly.rules.moving import move_after_roll, remember_roll, salaries
from gitopoly.rules.outcomes import card_drawn, first_die, second_die, start_free_4_all
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import LEGAL, NOT_ON_THE_ORDER, NOT_THE_FLOOR, ORDER_NOT_DONE
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

END_PRE_ROLL = 0
DOUBLES_CHECK_ACTION = 23
CONCLUDE_FREE_4_ALL_ACTIONS = 26
END_TURN = 27
THROW_FOR_START = 56
DEAL_DEED = 60


def next_to_be_dealt(s: State, rules: Rules) -> int:
    """HOUSE-8: the first seat with the fewest deeds; NOBODY once all have theirs."""
    for held in range(rules.starting_deeds):
        for player in range(rules.num_players):
            if s.holdings[player].bit_count() == held and not s.is_bankrupt[player]:
                return player
    return NOBODY


@action(DEAL_DEED, "deal deed", at=DEALING, draws=DEED_CARD, source=DEEDS_BOUGHT, gives_deeds=True)
def deal_deed(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """HOUSE-8: one deed at random for its printed price, which everybody can pay."""
    if act:
        square = rules.deeds[card_drawn(outcome)]
        buy_deed(s, rules, player, square, rules.value[square])
        settle_dealing(s, rules)
    return LEGAL


def settle_dealing(s: State, rules: Rules) -> None:
    """HOUSE-8, GAME-5: once everybody has theirs, the roll for the start or the play begins."""
    if next_to_be_dealt(s, rules) == NOBODY:
        s.phase = OPENING if rules.opening_throw else PRE_ROLL


def next_to_roll(s: State, rules: Rules) -> int:
    """GAME-5: the first seat that has not rolled in this round of the opening."""
    for player in range(rules.num_players):
        if s.opening[player] == 0:
            return player
    return NOBODY


@action(
    THROW_FOR_START,
    "roll for start",
    at=OPENING,
    draws=DICE,
    source=SALARY,
    bank_pays=salaries,
    told={"starts": lambda before, after, code: after.phase != before.phase},
)
def throw_for_start(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """GAME-5: each rolls once; the highest starts; only the tied roll again."""
    if act:
        s.opening[player] = first_die(outcome) * 8 + second_die(outcome)
        settle_opening(s, rules)
    return LEGAL


def settle_opening(s: State, rules: Rules) -> None:
    """GAME-5: once all have rolled, the highest starts, or the tied roll again."""
    if next_to_roll(s, rules) != NOBODY:
        return
    highest = max(opening_total(s, seat) for seat in range(rules.num_players))
    seats = rules.num_players
    first = min(seat for seat in range(seats) if opening_total(s, seat) == highest)
    if sum(opening_total(s, seat) == highest for seat in range(seats)) == 1:
        start_the_play(s, rules, first)
    else:
        for seat in range(seats):
            s.opening[seat] = 0 if opening_total(s, seat) == highest else NOBODY


def opening_total(s: State, player: int) -> int:
    """What a seat rolled for the start; 0 for a seat that is out of it."""
    faces = s.opening[player]
    return 0 if faces == NOBODY else faces // 8 + faces % 8


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
        s.doubles_count = int(first == second)
        move_after_roll(s, rules, first + second)
        s.phase = POST_ROLL


@action(
    END_PRE_ROLL,
    "end pre-roll",
    at=PRE_ROLL,
    is_quiet=True,
    button={
        "jail": lambda s, player: s.in_jail[player],
        "again": lambda s, player: s.doubles_count > 0,
    },
)
def end_pre_roll(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TIME-1: close the window before the roll and take the dice."""
    if act:
        s.offers_made = 0
        s.phase = ROLL
    return LEGAL


def ends_the_rolls(s: State, rules: Rules, code: Wide, outcome: int) -> bool:
    """TIME-2: whether a free-4-all comes before the next roll."""
    return s.doubles_count == 0 or rules.free_4_all_every_throw == 1


@action(
    DOUBLES_CHECK_ACTION,
    "check doubles",
    at=DOUBLES_CHECK,
    free_4_all=ends_the_rolls,
    is_quiet=True,
)
def doubles_check(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TIME-2: the roll is resolved; everybody manages, or doubles roll again first."""
    if act:
        forget_roll(s)
        if ends_the_rolls(s, rules, code, outcome):
            start_free_4_all(s, rules, outcome)
        else:
            s.phase = PRE_ROLL
    return LEGAL


def forget_roll(s: State) -> None:
    """The landing is over: the roll and what a card says about the rent no longer matter."""
    s.throw[0] = 0
    s.throw[1] = 0
    s.rent_rule = RENT_AS_PRINTED


@action(
    CONCLUDE_FREE_4_ALL_ACTIONS,
    "conclude",
    at=FREE_4_ALL,
    by=ANYBODY,
    name="ConcludeFree4AllActions",
    is_quiet=True,
    button={
        "again": lambda s, player: player == s.turn_player and s.doubles_count > 0,
        "mine": lambda s, player: player == s.turn_player,
    },
)
def conclude_free_4_all_actions(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """TIME-3: the head of the order has finished; the next one follows, once around."""
    if s.free_4_all_order[0] == NOBODY:
        return NOT_ON_THE_ORDER
    if player != s.free_4_all_order[0]:
        return NOT_THE_FLOOR

    if act:
        s.offers_made = 0
        last = rules.num_players - 1
        for i in range(last):
            s.free_4_all_order[i] = s.free_4_all_order[i + 1]
        s.free_4_all_order[last] = NOBODY
    return LEGAL


@action(END_TURN, "end turn", at=FREE_4_ALL, by=ANYBODY, is_quiet=True)
def end_turn(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """DOUBLES-1: after doubles the same player rolls again; otherwise the turn passes."""
    if s.free_4_all_order[0] != NOBODY:
        return ORDER_NOT_DONE
    if player != s.turn_player:
        return NOT_THE_FLOOR

    if act:
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
    return landing_of(s, rules, s.turn_player) == UNOWNED


def floor(s: State, rules: Rules) -> int:
    """TIME-1, BANK-4: exactly one seat, whatever the phase; the bank never has the floor.

    In an auction it is the one who will close it, with an open offer the one who made it.
    """
    if s.phase <= DOUBLES_CHECK:  # the four phases of a turn, by far the most frequent ones
        return s.turn_player
    if s.phase == FREE_4_ALL and s.free_4_all_order[0] != NOBODY:
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
