"""Playing a game to its end by policies, written like the kernel so that it compiles with it."""

from typing import ClassVar

from gitopoly.bots.counters import Counters, Observer
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.generated.numbers import CAUTIOUS, STRONG
from gitopoly.bots.observation import observe
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import kind_of
from gitopoly.kernel.auction import can_act
from gitopoly.kernel.board import terminated
from gitopoly.kernel.chance import draw_outcome
from gitopoly.kernel.codes import AUCTION, MOST_KINDS, NOBODY, TRADE
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.invariants import first_violation
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.randomness import Generator, below
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.transition import attempt
from gitopoly.kernel.turn import floor

# How a game ended.
TERMINATED = 0
CAPPED = 1
VIOLATED = 2
STUCK = 3  # nobody has an action in a game that is not over
INTERRUPTED = 4  # the requested number of actions is reached
PLAYING = 5  # it has not ended
ASKED = 6  # a seat that searches has to decide: `tally.asked`, among the listed choices

ENDLESS = 1 << 60
"""More actions than any game has."""
MOST_IN_TURN = 20_000
"""Maximum number of actions per turn: only seats going in circles reach it."""


class PlayoutTally:
    """Counts of what has happened in a game so far."""

    FIELDS: ClassVar = {
        "actions": Field("i8", 0, 0),
        "turns": Field("i8", 0, 0),
        "last_action": Field("i8", 0, 0),
        "kinds": Field("i4", MOST_KINDS, 0),
        "last_outcome": Field("i4", 0, 0),
        "in_turn": Field("i4", 0, 0),
        "longest_turn": Field("i4", 0, 0),
        "asked": Field("i4", 0, 0),
        "violation": Field("i4", 0, 0),
    }
    __slots__ = (
        "actions",
        "asked",
        "in_turn",
        "kinds",
        "last_action",
        "last_outcome",
        "longest_turn",
        "turns",
        "violation",
    )

    kinds: list[int]
    """How often each kind of action was taken."""
    actions: int
    turns: int
    in_turn: int
    """Actions in the current turn."""
    longest_turn: int
    """Actions in the longest turn so far."""
    asked: int
    """The seat that must decide, if any."""
    violation: int
    """Number of the invariant that does not hold, if any."""
    last_action: int
    last_outcome: int

    def __init__(self) -> None:
        self.kinds = [0] * MOST_KINDS
        clear_tally(self)


def clear_tally(tally: PlayoutTally) -> None:
    """Reset the counts."""
    for i in range(MOST_KINDS):
        tally.kinds[i] = 0
    clear_counts(tally)


def clear_counts(tally: PlayoutTally) -> None:
    """The next game begins; how often each kind was taken is counted on."""
    tally.actions = 0
    tally.turns = 0
    tally.in_turn = 0
    tally.longest_turn = 0
    tally.asked = 0
    tally.violation = 0
    tally.last_action = 0
    tally.last_outcome = 0


def next_actor(s: State, rules: Rules, policies: list[int], generator: Generator) -> int:
    """Who acts: the floor, or a random one of those who may act at the same time.

    A heuristic proposer waits for the answer.
    """
    if s.phase == TRADE:
        if policies[s.offer_from] >= CAUTIOUS:
            return s.offer_to
        return s.offer_to if below(generator, 2) == 0 else s.offer_from
    if s.phase != AUCTION:
        return floor(s, rules)
    # Reservoir sampling: every seat that can act is equally likely.
    chosen = NOBODY
    able = 0
    for player in range(rules.num_players):
        if can_act(s, rules, player):
            able += 1
            if able == 1 or below(generator, able) == 0:
                chosen = player
    return chosen


def play_on(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: Generator,
    buffer: ActionBuffer,
    most_turns: Wide,
    most_actions: Wide,
    check: bool,
    tally: PlayoutTally,
) -> int:
    """Play until the game is over, a bound is reached, an invariant fails or `strong` is asked.

    `tally` counts actions, turns and kinds, continuing from its present values.
    """
    target = tally.actions + most_actions
    while True:
        status = reason_to_stop(s, rules, most_turns, target, tally)
        if status == PLAYING:
            status = play_one(s, rules, policies, generator, buffer, check, tally)
        if status != PLAYING:
            return status


def play_observed(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: Generator,
    buffer: ActionBuffer,
    most_turns: Wide,
    most_actions: Wide,
    check: bool,
    tally: PlayoutTally,
    observer: Observer,
    counters: Counters,
) -> int:
    """Play as `play_on` does, and count what happens; `start_observing` comes before."""
    target = tally.actions + most_actions
    while True:
        status = reason_to_stop(s, rules, most_turns, target, tally)
        if status == PLAYING:
            status = play_one_observed(
                s, rules, policies, generator, buffer, check, tally, observer, counters
            )
        if status != PLAYING:
            return status


def play_one_observed(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: Generator,
    buffer: ActionBuffer,
    check: bool,
    tally: PlayoutTally,
    observer: Observer,
    counters: Counters,
) -> int:
    """One action as by `play_one`, and what it changed is counted."""
    done = tally.actions
    status = play_one(s, rules, policies, generator, buffer, check, tally)
    if tally.actions > done and status != STUCK:
        observe(s, rules, tally.last_action, tally.last_outcome, observer, counters)
    return status


def play_one(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: Generator,
    buffer: ActionBuffer,
    check: bool,
    tally: PlayoutTally,
) -> int:
    """One action in a game that is going on; PLAYING unless it cannot go on after it."""
    player = next_actor(s, rules, policies, generator)
    if player == NOBODY:
        return STUCK
    list_while_playing(s, rules, player, buffer)
    if buffer.count == 0:
        return STUCK
    if policies[player] == STRONG and (buffer.count > 1 or buffer.limits[0] > 0):
        tally.asked = player
        return ASKED
    code = choose(s, rules, policies[player], player, buffer, generator)
    return carry_out(s, rules, code, generator, check, tally)


def reason_to_stop(
    s: State, rules: Rules, most_turns: Wide, target: Wide, tally: PlayoutTally
) -> int:
    """Whether the game is over or a bound is reached; PLAYING if neither."""
    if terminated(s, rules):
        return TERMINATED
    if tally.turns >= most_turns or tally.in_turn >= MOST_IN_TURN:
        return CAPPED
    if tally.actions >= target:
        return INTERRUPTED
    return PLAYING


def carry_out(
    s: State, rules: Rules, code: Wide, generator: Generator, check: bool, tally: PlayoutTally
) -> int:
    """Draw an action's outcome, carry it out and count it; PLAYING unless something is wrong."""
    outcome = draw_outcome(s, rules, code, generator)
    turns = s.turns
    refusal = attempt(s, rules, code, outcome, True)
    kind = kind_of(code)
    tally.actions += 1
    tally.in_turn += 1
    tally.longest_turn = max(tally.longest_turn, tally.in_turn)
    tally.kinds[kind] += 1
    tally.last_action = code
    tally.last_outcome = outcome
    if refusal != LEGAL:
        return STUCK
    if s.turns > turns:
        tally.turns += s.turns - turns
        tally.in_turn = 0
    if check:
        violation = first_violation(s, rules)
        if violation != NOBODY:
            tally.violation = violation
            return VIOLATED
    return PLAYING
