"""Many games in one call, for compiled code only: no Python between two games."""

from gitopoly.bots.counters import Counters, Observer
from gitopoly.bots.observation import finish_observing, start_observing
from gitopoly.bots.playout import ENDLESS, PlayoutTally, clear_tally, play_observed, play_on
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import MOST_KINDS, NOBODY
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.randomness import Generator, restart
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

# Places in the result of a game; the tally of all its kinds of actions follows.
STATUS = 0
WINNER = 1
GAME_TURNS = 2
GAME_ACTIONS = 3
GAME_VIOLATION = 4
LONGEST_TURN = 5
RESULT_LENGTH = 6


def summarise(s: State, rules: Rules, status: int, tally: PlayoutTally, result: list[Wide]) -> None:
    """Write the result of a finished game."""
    result[STATUS] = status
    result[WINNER] = winner_of_game(s, rules) if terminated(s, rules) else NOBODY
    result[GAME_TURNS] = tally.turns
    result[GAME_ACTIONS] = tally.actions
    result[GAME_VIOLATION] = tally.violation
    result[LONGEST_TURN] = tally.longest_turn


def play_many(
    states: list[State],
    rules: Rules,
    policies: list[int],
    low: Wide,
    high: Wide,
    first: Wide,
    count: Wide,
    most_turns: Wide,
    check: bool,
    generator: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
    result: list[Wide],
    results: list[Wide],
    kinds: list[Wide],
    observed: bool,
    observer: Observer,
    counters: Counters,
) -> None:
    """Play `count` games from `states[0]` in `states[1]`, writing a result for each.

    With `observed`, what happens in them is added to the counters.
    """
    for i in range(count):
        states[1] = states[0]
        clear_tally(tally)
        restart(generator, low, high, first + i)
        if observed:
            start_observing(states[1], rules, observer)
            status = play_observed(
                states[1],
                rules,
                policies,
                generator,
                buffer,
                most_turns,
                ENDLESS,
                check,
                tally,
                observer,
                counters,
            )
        else:
            status = play_on(
                states[1],
                rules,
                policies,
                generator,
                buffer,
                most_turns,
                ENDLESS,
                check,
                tally,
            )
        summarise(states[1], rules, status, tally, result)
        if observed:
            finish_observing(rules, int(result[WINNER]), observer, counters)
        for j in range(RESULT_LENGTH):
            results[i * RESULT_LENGTH + j] = result[j]
        for j in range(MOST_KINDS):
            kinds[j] += tally.kinds[j]
