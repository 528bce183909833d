"""Playing a game to its end by policies, written like the kernel so that it compiles with it."""

from gitopoly.bots.choice import choose
from gitopoly.kernel.actions import END_TURN, GO_BANKRUPT, kind_of
from gitopoly.kernel.board import terminated
from gitopoly.kernel.chance import draw_outcome
from gitopoly.kernel.checks import first_violation
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.phases import AUCTION, NOBODY, TRADE
from gitopoly.kernel.randomness import below
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
INTERRUPTED = 4  # the number of actions asked for is reached

# Places in the tally.
ACTIONS = 0
TURNS = 1
VIOLATION = 2
LAST_ACTION = 3
LAST_OUTCOME = 4
KINDS = 5
TALLY_LENGTH = KINDS + 64


def next_actor(
    s: State, rules: Rules, actions: list[int], limits: list[int], generator: list[int]
) -> int:
    """Who acts: the floor, or one of those who may act at the same time, each as likely."""
    if s.phase != AUCTION and s.phase != TRADE:
        return floor(s, rules)
    able = 0
    for player in range(rules.num_players):
        if list_while_playing(s, rules, player, actions, limits) > 0:
            able += 1
    if able == 0:
        return floor(s, rules)
    place = below(generator, able)
    for player in range(rules.num_players):
        if list_while_playing(s, rules, player, actions, limits) > 0:
            if place == 0:
                return player
            place -= 1
    return floor(s, rules)


def play_on(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: list[int],
    actions: list[int],
    limits: list[int],
    most_turns: int,
    most_actions: int,
    check: bool,
    tally: list[int],
) -> int:
    """Play until the game is over, a bound is reached or an invariant fails; says which.

    `tally` counts actions, turns and kinds; it goes on from what it holds.
    """
    target = tally[ACTIONS] + most_actions
    while True:
        if terminated(s, rules):
            return TERMINATED
        if tally[TURNS] >= most_turns:
            return CAPPED
        if tally[ACTIONS] >= target:
            return INTERRUPTED
        player = next_actor(s, rules, actions, limits, generator)
        count = list_while_playing(s, rules, player, actions, limits)
        if count == 0:
            return STUCK
        code = choose(s, rules, policies[player], player, actions, limits, count, generator)
        outcome = draw_outcome(s, rules, code, generator)
        turn_player = s.turn_player
        refusal = attempt(s, rules, code, outcome, True)
        kind = kind_of(code)
        tally[ACTIONS] += 1
        tally[KINDS + kind] += 1
        tally[LAST_ACTION] = code
        tally[LAST_OUTCOME] = outcome
        if refusal != LEGAL:
            return STUCK
        if kind == END_TURN and s.doubles_count == 0:
            tally[TURNS] += 1
        elif kind == GO_BANKRUPT and s.turn_player != turn_player:
            tally[TURNS] += 1
        if check:
            violation = first_violation(s, rules)
            if violation != NOBODY:
                tally[VIOLATION] = violation
                return VIOLATED
