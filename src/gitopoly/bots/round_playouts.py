"""Playouts of one round: what it brings one seat, and whether its cash is enough.

A round lasts until the seat has rolled and everybody has had a turn: if it rolls in the turn that
is under way, until its next turn begins, and otherwise to the end of its next turn.
Written like the kernel, so that it compiles with it.
"""

from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.keyed_playouts import key_turn
from gitopoly.bots.playout import (
    ENDLESS,
    PLAYING,
    PlayoutTally,
    carry_out,
    clear_counts,
    next_actor,
    reason_to_stop,
)
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BUY_PROPERTY,
    CLOSE_AUCTION,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    is_operation,
    kind_of,
    player_of,
)
from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION, MOST_PLAYERS, NOBODY
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

FACTS = 3
"""Numbers that each playout writes: what the seat gained, whether it ran short, whether it fell."""
MOST_TURNS = 2 * MOST_PLAYERS
"""More turns than a round has."""


def play_rounds(
    states: list[State],
    rules: Rules,
    policies: list[int],
    seat: int,
    low: Wide,
    high: Wide,
    first: Wide,
    count: Wide,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
    facts: list[Wide],
) -> None:
    """Play the next round of a seat from `states[0]` in `states[1]`, `count` times.

    The dice are those of `play_keyed` in the same turns of the playouts with these numbers.
    """
    for i in range(count):
        states[1] = states[0]
        clear_counts(tally)
        for place in range(FACTS):
            facts[i * FACTS + place] = 0
        key_turn(dice, choices, low, high, first + i, states[0].turns)
        play_round(
            states[1],
            rules,
            policies,
            seat,
            low,
            high,
            first + i,
            dice,
            choices,
            buffer,
            tally,
            i * FACTS,
            facts,
        )


def play_round(
    s: State,
    rules: Rules,
    policies: list[int],
    seat: int,
    low: Wide,
    high: Wide,
    number: Wide,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
    place: Wide,
    facts: list[Wide],
) -> None:
    """Play to the end of the round, of the game or of the seat's part in it."""
    begun = s.turns
    turn = begun
    rolled_in = NOBODY
    while reason_to_stop(s, rules, MOST_TURNS, ENDLESS, tally) == PLAYING:
        if s.turns != turn:
            if rolled_in != NOBODY and (rolled_in != begun or s.turn_player == seat):
                return
            turn = s.turns
            key_turn(dice, choices, low, high, number, turn)
        if is_short(s, seat):
            facts[place + 1] = 1
        player = next_actor(s, rules, policies, choices)
        if player == NOBODY:
            return
        list_while_playing(s, rules, player, buffer)
        if buffer.count == 0:
            return
        cash = s.money[seat]
        code = choose(s, rules, policies[player], player, buffer, choices)
        if player == seat and kind_of(code) == PAY_TENTH_OF_WORTH:
            code = printed_tax(buffer, code)  # TAX-1: a tenth would tell what the seat is worth
        status = carry_out(s, rules, code, dice, False, tally)
        kind = kind_of(code)
        if rolled_in == NOBODY and player_of(code) == seat and is_roll(kind):
            rolled_in = turn
        if not is_exchange(kind):
            facts[place] += s.money[seat] - cash
        if s.is_bankrupt[seat]:
            facts[place + 2] = 1
            return
        if status != PLAYING:
            return


def printed_tax(buffer: ActionBuffer, code: Wide) -> Wide:
    """The payment of the printed tax, or raising money for it, where a tenth was chosen."""
    for i in range(buffer.count):
        kind = kind_of(buffer.actions[i])
        if kind == PAY_TAX or kind == PREVENT_BANKRUPTCY_ON_TAX:
            return buffer.actions[i]
    return code


def is_roll(kind: int) -> bool:
    """Whether a turn's dice are rolled."""
    return kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL


def is_exchange(kind: int) -> bool:
    """Whether cash moves by choice, for something that it buys or sells."""
    return (
        is_operation(kind)
        or kind == BUY_PROPERTY
        or kind == AUCTION_PROPERTY
        or kind == CLOSE_AUCTION
        or kind == ACCEPT_TRADE
    )


def is_short(s: State, seat: int) -> bool:
    """DEBT-1: whether a seat owes more than its cash and must raise some, or fall."""
    return (
        s.phase == BANKRUPTCY_PREVENTION
        and s.debtor[0] == seat
        and s.money[seat] < s.debt_amount[0]
    )
