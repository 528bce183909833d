"""The policy `strong`: it tries its options by playing out the game.

Each of a few candidates is evaluated by playouts of a fast policy, all with the same dice in the
same turns, and after each round the worse half is dropped (sequential halving). Playouts end after
some turns, and the model of win chances says what the position is worth by then.
Written like the kernel, so that it compiles with it. `states` holds two positions:
`states[0]` is the one to decide in, `states[1]` the one that is played out.
"""

from typing import ClassVar

from gitopoly.bots.candidate_moves import HEAD_START
from gitopoly.bots.candidates import Candidates
from gitopoly.bots.keyed_playouts import key_turn, play_turns
from gitopoly.bots.model_features import WinModel, live_seats
from gitopoly.bots.playout import PLAYING, TERMINATED, PlayoutTally, carry_out, clear_counts
from gitopoly.bots.static_evaluation import CERTAIN
from gitopoly.bots.win_model import chance_by_model
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

MOST_TURNS = 20
"""Turns of all seats together after which every playout is cut off."""


class SearchBudget:
    """How far and how often to look ahead."""

    FIELDS: ClassVar = {
        "playouts": Field("i8", 0, 0),
        "turns": Field("i8", 0, 0),
        "played": Field("i8", 0, 0),
        "searches": Field("i8", 0, 0),
    }
    __slots__ = ("played", "playouts", "searches", "turns")

    playouts: int
    """Playouts for a decision."""
    turns: int
    """Turns of each seat after which a playout is cut off and judged."""
    played: int
    """Playouts so far, over all decisions."""
    searches: int
    """Decisions so far that took playouts."""

    def __init__(self, playouts: int, turns: int) -> None:
        self.playouts = playouts
        self.turns = turns
        self.played = 0
        self.searches = 0


def value_of(s: State, rules: Rules, status: int, player: int, model: WinModel) -> int:
    """The value of a playout's end: won, lost, or the chances from there."""
    if status == TERMINATED:
        winner = winner_of_game(s, rules)
        if winner == player:
            return CERTAIN
        return 0 if winner != NOBODY else CERTAIN // rules.num_players
    return chance_by_model(s, rules, player, model)


def halve(candidates: Candidates, alive: int) -> int:
    """Move the better half to the front, earlier ones first among equals; return its size."""
    kept = (alive + 1) // 2
    for i in range(kept):
        best = i
        for j in range(i + 1, alive):
            if candidates.totals[j] > candidates.totals[best]:
                best = j
        code = candidates.actions[best]
        total = candidates.totals[best]
        for j in range(best - i):
            candidates.actions[best - j] = candidates.actions[best - j - 1]
            candidates.totals[best - j] = candidates.totals[best - j - 1]
        candidates.actions[i] = code
        candidates.totals[i] = total
    return kept


def search(
    states: list[State],
    rules: Rules,
    policies: list[int],
    player: int,
    candidates: Candidates,
    budget: SearchBudget,
    model: WinModel,
    low: int,
    high: int,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
) -> int:
    """The candidate with the best playouts, within the budget.

    The static value counts as one playout, and decides if there are no others.
    """
    alive = candidates.count
    usual = candidates.actions[0]
    turns = min(budget.turns * live_seats(states[0], rules), MOST_TURNS)
    rounds = 0
    while 1 << rounds < alive:
        rounds += 1
    done = 0
    budget.searches += 1
    while alive > 1:
        each = budget.playouts // (rounds * alive)
        for i in range(alive):
            if candidates.actions[i] == usual:
                candidates.totals[i] += each * HEAD_START
            for number in range(done, done + each):
                status = play_candidate(
                    states,
                    rules,
                    policies,
                    candidates.actions[i],
                    turns,
                    low,
                    high,
                    number,
                    dice,
                    choices,
                    buffer,
                    tally,
                )
                candidates.totals[i] += value_of(states[1], rules, status, player, model)
        budget.played += alive * each
        done += each
        alive = halve(candidates, alive)
    return candidates.actions[0]


def play_candidate(
    states: list[State],
    rules: Rules,
    policies: list[int],
    code: Wide,
    turns: int,
    low: Wide,
    high: Wide,
    number: Wide,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
) -> int:
    """Take an action in `states[0]` and play on in `states[1]`; return why that stopped.

    The dice of each turn depend on the playout's number alone, not on what came before.
    """
    states[1] = states[0]
    clear_counts(tally)
    turn = states[0].turns
    key_turn(dice, choices, low, high, number, turn)
    status = carry_out(states[1], rules, code, dice, False, tally)
    if status != PLAYING:
        return status
    return play_turns(
        states[1],
        rules,
        policies,
        low,
        high,
        number,
        turn,
        turns,
        dice,
        choices,
        buffer,
        tally,
    )
