"""The policy `strong`: it tries its options by playing out the game.

Each of a few candidates is evaluated by playouts of a fast policy, all with the same dice,
and after each round the worse half is dropped (sequential halving).
Written like the kernel, so that it compiles with it. `states` holds two positions:
`states[0]` is the one to decide in, `states[1]` the one that is played out.
"""

from typing import ClassVar

from gitopoly.bots.candidate_moves import HEAD_START
from gitopoly.bots.candidates import Candidates
from gitopoly.bots.playout import PLAYING, TERMINATED, PlayoutTally, carry_out, clear_tally, play_on
from gitopoly.bots.static_evaluation import CERTAIN, chances
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.randomness import Generator, restart
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

MOST_ACTIONS_PLAYED = 3000
"""Maximum number of actions of a playout, regardless of turns."""


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
    """Turns after which a playout is cut off and judged."""
    played: int
    """Playouts so far, over all decisions."""
    searches: int
    """Decisions so far that took playouts."""

    def __init__(self, playouts: int, turns: int) -> None:
        self.playouts = playouts
        self.turns = turns
        self.played = 0
        self.searches = 0


def value_of(s: State, rules: Rules, status: int, player: int) -> int:
    """The value of a playout's end: won, lost, or the chances from there."""
    if status == TERMINATED:
        winner = winner_of_game(s, rules)
        if winner == player:
            return CERTAIN
        return 0 if winner != NOBODY else CERTAIN // rules.num_players
    return chances(s, rules, player)


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
    low: int,
    high: int,
    generator: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
) -> int:
    """The candidate with the best playouts, within the budget.

    The static value counts as one playout, and decides if there are no others.
    """
    alive = candidates.count
    usual = candidates.actions[0]
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
                restart(generator, low, high, number)
                candidates.totals[i] += playout(
                    states,
                    rules,
                    policies,
                    player,
                    candidates.actions[i],
                    budget.turns,
                    generator,
                    buffer,
                    tally,
                )
        budget.played += alive * each
        done += each
        alive = halve(candidates, alive)
    return candidates.actions[0]


def playout(
    states: list[State],
    rules: Rules,
    policies: list[int],
    player: int,
    code: Wide,
    turns: int,
    generator: Generator,
    buffer: ActionBuffer,
    tally: PlayoutTally,
) -> int:
    """Take an action in `states[0]` and play out the game; return the value of the end."""
    states[1] = states[0]
    clear_tally(tally)
    status = carry_out(states[1], rules, code, generator, False, tally)
    if status == PLAYING:
        status = play_on(
            states[1],
            rules,
            policies,
            generator,
            buffer,
            turns,
            MOST_ACTIONS_PLAYED,
            False,
            tally,
        )
    return value_of(states[1], rules, status, player)
