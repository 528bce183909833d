"""Playouts whose dice depend on the playout and the turn alone, to compare positions fairly.

With one stream of random numbers, a single draw more or less gives two alternatives different dice
from then on. Here every turn of every playout has dice of its own, and so has whatever policies
draw: playout 17 rolls the same in its turn 60 after either alternative, and their difference has
much less noise. See docs/analysis.md.
Written like the kernel, so that it compiles with it.
"""

from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.playout import (
    ENDLESS,
    PLAYING,
    STUCK,
    TERMINATED,
    PlayoutTally,
    carry_out,
    clear_counts,
    next_actor,
    reason_to_stop,
)
from gitopoly.bots.static_evaluation import strength
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.money import worth_at_the_end
from gitopoly.kernel.randomness import Generator, restart
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.transition import attempt

WHOLE = 840
"""A won game in the shares of a playout; up to eight who tie divide it without a rest."""
BETWEEN_TURNS = 0x9E3779B1
"""An odd number far from any multiple of a turn: it spreads their keys."""
OF_POLICIES = 0x5BD1E995
"""Sets the stream of the policies apart from the dice."""


def key_turn(
    dice: Generator, choices: Generator, low: Wide, high: Wide, number: Wide, turn: Wide
) -> None:
    """Restart both streams for one turn of one playout."""
    of_turn = (high + turn * BETWEEN_TURNS) & 0xFFFFFFFF
    restart(dice, low, of_turn, number)
    restart(choices, low ^ OF_POLICIES, of_turn, number)


def play_keyed(
    states: list[State],
    rules: Rules,
    policies: list[int],
    low: Wide,
    high: Wide,
    first: Wide,
    count: Wide,
    most_turns: Wide,
    code: Wide,
    outcome: Wide,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
    shares: list[Wide],
) -> None:
    """Play the playouts `first` to `first + count - 1` from `states[0]` in `states[1]`.

    If `code` is not NOBODY, that action comes first, with the outcome if that is not NOBODY.
    Each playout writes the share of every seat: WHOLE for the winner.
    """
    for i in range(count):
        states[1] = states[0]
        clear_counts(tally)
        key_turn(dice, choices, low, high, first + i, states[0].turns)
        status = take_first(states[1], rules, code, outcome, dice, tally)
        if status == PLAYING:
            status = play_turns(
                states[1],
                rules,
                policies,
                low,
                high,
                first + i,
                states[0].turns,
                most_turns,
                dice,
                choices,
                buffer,
                tally,
            )
        divide(states[1], rules, status, i * MOST_PLAYERS, shares)


def take_first(
    s: State, rules: Rules, code: Wide, outcome: Wide, dice: Generator, tally: PlayoutTally
) -> int:
    """The action that a playout begins with, if any."""
    if code == NOBODY:
        return PLAYING
    if outcome == NOBODY:
        return carry_out(s, rules, code, dice, False, tally)
    if attempt(s, rules, code, int(outcome), True) != LEGAL:
        return STUCK
    return PLAYING


def play_turns(
    s: State,
    rules: Rules,
    policies: list[int],
    low: Wide,
    high: Wide,
    number: Wide,
    turn: Wide,
    most_turns: Wide,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
) -> int:
    """Play to the end or the bound; `turn` is the one that the streams are keyed for."""
    while True:
        status = reason_to_stop(s, rules, most_turns, ENDLESS, tally)
        if status != PLAYING:
            return status
        if s.turns != turn:
            turn = s.turns
            key_turn(dice, choices, low, high, number, turn)
        player = next_actor(s, rules, policies, choices)
        if player == NOBODY:
            return STUCK
        list_while_playing(s, rules, player, buffer)
        if buffer.count == 0:
            return STUCK
        code = choose(s, rules, policies[player], player, buffer, choices)
        status = carry_out(s, rules, code, dice, False, tally)
        if status != PLAYING:
            return status


def divide(s: State, rules: Rules, status: int, place: Wide, shares: list[Wide]) -> None:
    """Write each seat's share of the win: of a game that was cut off, by static evaluation."""
    total: Wide = 0
    for player in range(MOST_PLAYERS):
        shares[place + player] = 0
        if player < rules.num_players:
            shares[place + player] = weight_of(s, rules, status, player)
            total += shares[place + player]
    left: Wide = WHOLE
    best = 0
    for player in range(rules.num_players):
        if shares[place + player] > shares[place + best]:
            best = player
    for player in range(rules.num_players):
        if player != best:
            shares[place + player] = WHOLE * shares[place + player] // max(total, 1)
            left -= shares[place + player]
    shares[place + best] = left


def weight_of(s: State, rules: Rules, status: int, player: int) -> Wide:
    """What a seat's share is in proportion to: 1 for the winners of a game that is over."""
    if s.is_bankrupt[player]:
        return 0
    if status != TERMINATED:
        own: Wide = strength(s, rules, player)
        return own * own
    worth = worth_at_the_end(s, rules, player)
    for other in range(rules.num_players):
        if not s.is_bankrupt[other] and worth_at_the_end(s, rules, other) > worth:
            return 0
    return 1
