"""The policy `strong`: it tries what it could do by playing the game on from there.

A few candidates are worth a look; each is followed by playouts of a fast policy, all with the
same dice, and after each round the worse half is dropped (sequential halving).
Written like the kernel, so that it compiles with it. `states` is room for two positions:
`states[0]` is the one to decide in, `states[1]` the one that is played on.
"""

from typing import ClassVar

from gitopoly.bots.candidates import Candidates, list_candidates
from gitopoly.bots.choice import choose
from gitopoly.bots.playout import (
    PLAYING,
    STUCK,
    TERMINATED,
    Tally,
    carry_out,
    clear_tally,
    next_actor,
    play_on,
    reason_to_stop,
)
from gitopoly.bots.worth import whole_worth
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.fields import Field
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.phases import NOBODY
from gitopoly.kernel.randomness import Generator, next_word, restart
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

SEARCHING_POLICY = 5
CERTAIN = 10_000
"""The value of a game that is won."""
ENDLESS = 1 << 60


class Look:
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
    """Decisions so far that needed playouts."""

    def __init__(self, playouts: int, turns: int) -> None:
        self.playouts = playouts
        self.turns = turns
        self.played = 0
        self.searches = 0


def value_of(s: State, rules: Rules, status: int, player: int) -> int:
    """How good the end of a playout is: won, lost, or a share of everybody's worth."""
    if status == TERMINATED:
        winner = winner_of_game(s, rules)
        if winner == player:
            return CERTAIN
        return 0 if winner != NOBODY else CERTAIN // rules.num_players
    if s.is_bankrupt[player]:
        return 0
    own = 0
    total = 1
    for seat in range(rules.num_players):
        worth = whole_worth(s, rules, seat)
        total += worth
        if seat == player:
            own = worth
    return CERTAIN * own // total


def try_candidate(
    states: list[State],
    rules: Rules,
    policies: list[int],
    player: int,
    code: int,
    look: Look,
    generator: Generator,
    choices: Choices,
    tally: Tally,
) -> int:
    """Take an action, play on, and judge where that leads."""
    states[1] = states[0]
    clear_tally(tally)
    status = carry_out(states[1], rules, code, generator, False, tally)
    if status == PLAYING:
        status = play_on(
            states[1],
            rules,
            policies,
            generator,
            choices,
            look.turns,
            ENDLESS,
            False,
            tally,
        )
    look.played += 1
    return value_of(states[1], rules, status, player)


def halve(candidates: Candidates, alive: int) -> int:
    """Bring the better half to the front, earlier ones first among equals; says how many."""
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
    look: Look,
    low: int,
    high: int,
    generator: Generator,
    choices: Choices,
    tally: Tally,
) -> int:
    """The candidate whose playouts end best, within the budget of playouts."""
    alive = candidates.count
    rounds = 0
    while 1 << rounds < alive:
        rounds += 1
    done = 0
    look.searches += 1
    while alive > 1:
        each = look.playouts // (rounds * alive)
        if each == 0:
            # Too small a budget for all of them: the last ones are not looked at.
            alive = max(1, look.playouts // rounds)
            continue
        for i in range(alive):
            for number in range(done, done + each):
                restart(generator, low, high, number)
                code = candidates.actions[i]
                candidates.totals[i] += try_candidate(
                    states, rules, policies, player, code, look, generator, choices, tally
                )
        done += each
        alive = halve(candidates, alive)
    return candidates.actions[0]


def decide(
    states: list[State],
    rules: Rules,
    policies: list[int],
    player: int,
    candidates: Candidates,
    look: Look,
    generator: Generator,
    inner: Generator,
    choices: Choices,
    tally: Tally,
) -> int:
    """What `strong` does in `states[0]` among the choices listed; the rest is room to work in."""
    list_candidates(states[0], rules, player, choices, candidates, generator)
    if candidates.count == 1:
        return candidates.actions[0]
    low = next_word(generator)
    high = next_word(generator)
    return search(
        states,
        rules,
        policies,
        player,
        candidates,
        look,
        low,
        high,
        inner,
        choices,
        tally,
    )


def play_searching(
    s: State,
    states: list[State],
    rules: Rules,
    policies: list[int],
    inner_policies: list[int],
    generator: Generator,
    inner: Generator,
    choices: Choices,
    candidates: Candidates,
    look: Look,
    most_turns: int,
    most_actions: int,
    check: bool,
    tally: Tally,
    inner_tally: Tally,
) -> int:
    """As `play_on`, for games in which a seat searches."""
    target = tally.actions + most_actions
    while True:
        status = reason_to_stop(s, rules, most_turns, target, tally)
        if status != PLAYING:
            return status
        player = next_actor(s, rules, choices, generator)
        if player == NOBODY:
            return STUCK
        list_while_playing(s, rules, player, choices)
        if choices.count == 0:
            return STUCK
        if policies[player] == SEARCHING_POLICY:
            states[0] = s
            code = decide(
                states,
                rules,
                inner_policies,
                player,
                candidates,
                look,
                generator,
                inner,
                choices,
                inner_tally,
            )
        else:
            code = choose(s, rules, policies[player], player, choices, generator)
        status = carry_out(s, rules, code, generator, check, tally)
        if status != PLAYING:
            return status
