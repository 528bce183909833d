"""Seats that policies play between two steps of an agent; compiled with the kernel.

The environment finds the actor for all seats alike. A policy draws from the generator of its
game, so that a game takes the same course wherever it is played.
"""

from gitopoly.arena.environments.episode import (
    GOES_ON,
    TERMINATED,
    TRUNCATED,
    Octets,
    act,
    find_actor,
)
from gitopoly.bots.generated.choosing import choose
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

AGENT = -1
"""In place of a policy's number: an agent plays this seat."""
CHOOSING_AGENT = -2
"""An agent plays this seat, and what leaves it no choice is done for it."""
MOST_BETWEEN = 20_000
"""Maximum number of actions between two steps of agents: only policies in circles reach it."""


def play_opponents(
    s: State,
    rules: Rules,
    policies: list[int],
    generator: Generator,
    buffer: ActionBuffer,
    rewards: Octets,
) -> int:
    """Let policies act until an agent is to act; returns the game's status.

    A game without agents is over: those who are left would play among themselves.
    """
    for _ in range(MOST_BETWEEN):
        if terminated(s, rules) or not agents_left(s, rules, policies):
            return TERMINATED
        actor = find_actor(s, rules, buffer)
        if actor == NOBODY:
            return TRUNCATED
        if policies[actor] == AGENT:
            return GOES_ON
        if policies[actor] == CHOOSING_AGENT:
            if has_choice(buffer):
                return GOES_ON
            code = buffer.actions[0]
        else:
            code = choose(s, rules, policies[actor], actor, buffer, generator)
        act(s, rules, generator, code, rewards)
    return TRUNCATED


def has_choice(buffer: ActionBuffer) -> bool:
    """Whether there is more than one thing to do; a bid or an offer may be made in many ways."""
    return buffer.count != 1 or buffer.limits[0] != 0


def agents_left(s: State, rules: Rules, policies: list[int]) -> bool:
    """Whether an agent is still in the game."""
    for seat in range(rules.num_players):
        if policies[seat] <= AGENT and not s.is_bankrupt[seat]:
            return True
    return False
