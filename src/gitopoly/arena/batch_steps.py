"""Many games in one call, for compiled code only: no Python between two games.

Every array has a row for each game; `blank` holds the position in which all of them begin.
"""

from gitopoly.arena.action_space import ACTIONS
from gitopoly.arena.episode import (
    GOES_ON,
    TERMINATED,
    Episode,
    Octets,
    Quads,
    begin_episode,
    find_actor,
    take,
    write_legal,
    write_shares,
)
from gitopoly.arena.observation import OBSERVATION_LENGTH, clear_mask, write_observation
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.phases import MOST_PLAYERS, NOBODY
from gitopoly.kernel.randomness import Generator, below, restart
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def show(
    s: State,
    rules: Rules,
    episode: Episode,
    choices: Choices,
    i: int,
    observations: Quads,
    masks: Octets,
) -> None:
    """Find the actor of a game, and write what it sees and what it may do."""
    if episode.draft_to == NOBODY:
        episode.actor = find_actor(s, rules, choices)
    clear_mask(masks, i * ACTIONS, ACTIONS)
    episode.legal = write_legal(s, rules, episode, choices, masks, i * ACTIONS)
    row = i * OBSERVATION_LENGTH
    write_observation(s, rules, episode, episode.actor, observations, row)


def begin_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    choices: Choices,
    low: int,
    high: int,
    shares: Quads,
    observations: Quads,
    masks: Octets,
) -> None:
    """Begin every game anew; `low` and `high` are the halves of the seed."""
    for i in range(len(states)):
        states[i] = blank[0]
        begin_episode(episodes[i])
        restart(generators[i], low, high, episodes[i].game)
        write_shares(states[i], rules, shares, i * MOST_PLAYERS)
        show(states[i], rules, episodes[i], choices, i, observations, masks)


def step_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    choices: Choices,
    low: int,
    high: int,
    further: int,
    most_steps: int,
    shaped: bool,
    actions: list[int],
    shares: Quads,
    changes: Quads,
    rewards: Octets,
    ends: Octets,
    winners: Octets,
    observations: Quads,
    masks: Octets,
) -> None:
    """One step of every game; a game that is over begins anew, `further` numbers later."""
    for i in range(len(states)):
        row = i * MOST_PLAYERS
        end = take(
            states[i], rules, episodes[i], generators[i], actions[i], most_steps, rewards, row
        )
        ends[i] = end
        winners[i] = winner_of_game(states[i], rules) if end == TERMINATED else NOBODY
        if shaped:
            change_shares(states[i], rules, shares, changes, row)
        if end != GOES_ON:
            states[i] = blank[0]
            begin_episode(episodes[i])
            episodes[i].game += further
            restart(generators[i], low, high, episodes[i].game)
            if shaped:
                write_shares(states[i], rules, shares, row)
        show(states[i], rules, episodes[i], choices, i, observations, masks)


def change_shares(s: State, rules: Rules, shares: Quads, changes: Quads, row: int) -> None:
    """How much each seat's share of all worth has changed in a step."""
    for seat in range(MOST_PLAYERS):
        changes[row + seat] = -shares[row + seat]
    write_shares(s, rules, shares, row)
    for seat in range(MOST_PLAYERS):
        changes[row + seat] += shares[row + seat]


def sample_many(
    episodes: list[Episode], masks: Octets, generator: Generator, actions: list[int]
) -> None:
    """A legal number for every game, each as likely as the others."""
    for i in range(len(episodes)):
        place = below(generator, episodes[i].legal)
        number = i * ACTIONS
        while True:
            if masks[number]:
                if place == 0:
                    break
                place -= 1
            number += 1
        actions[i] = number - i * ACTIONS
