"""Opponents in many games in one call, for compiled code only: no Python between two games."""

from gitopoly.arena.environments.episode import GOES_ON, Episode, Octets, begin_next
from gitopoly.arena.environments.opponents import play_opponents
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def answer_many(
    states: list[State],
    rules: Rules,
    policies: list[int],
    episodes: list[Episode],
    generators: list[Generator],
    buffer: ActionBuffer,
    rewards: Octets,
    ends: Octets,
) -> None:
    """Let policies answer the step that was taken in every game; each has its own seating."""
    for i in range(len(states)):
        if ends[i] == GOES_ON and episodes[i].draft_to == NOBODY:
            row = rewards[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS]
            seats = policies[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS]
            ends[i] = play_opponents(states[i], rules, seats, generators[i], buffer, row)


def open_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    policies: list[int],
    episodes: list[Episode],
    generators: list[Generator],
    buffer: ActionBuffer,
    low: Wide,
    high: Wide,
    further: Wide,
    unseen: Octets,
) -> None:
    """Let policies open the games that have just begun; one that ends so soon is left out.

    `unseen` takes the rewards of seats that are out before an agent has acted.
    """
    for i in range(len(states)):
        if episodes[i].steps == 0:
            seats = policies[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS]
            while play_opponents(states[i], rules, seats, generators[i], buffer, unseen) != GOES_ON:
                states[i] = blank[0]
                begin_next(episodes[i], generators[i], low, high, further)
