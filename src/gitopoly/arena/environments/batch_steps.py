"""Many games in one call, for compiled code only: no Python between two games.

Every array has a row for each game; `blank` holds the starting position of all of them.
"""

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.episode import (
    GOES_ON,
    TERMINATED,
    Episode,
    Octets,
    Quads,
    begin_episode,
    find_actor,
    list_numbers,
    take,
    write_shares,
)
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH, write_observation
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.money import winner_of_game
from gitopoly.kernel.randomness import Generator, below, restart
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def show(
    s: State,
    rules: Rules,
    episode: Episode,
    buffer: ActionBuffer,
    numbers: Quads,
    observation: Quads,
    mask: Octets,
) -> None:
    """Find the actor of a game, and write its observation and action mask."""
    if episode.draft_to == NOBODY:
        episode.actor = find_actor(s, rules, buffer)
    for i in range(episode.legal):
        mask[numbers[i]] = 0
    episode.legal = list_numbers(s, rules, episode, buffer, numbers)
    for i in range(episode.legal):
        mask[numbers[i]] = 1
    write_observation(s, rules, episode, episode.actor, observation)


def begin_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    buffer: ActionBuffer,
    low: int,
    high: int,
    shares: Quads,
    numbers: Quads,
    observations: Quads,
    masks: Octets,
) -> None:
    """Restart every game; `low` and `high` are the halves of the seed."""
    for i in range(len(states)):
        states[i] = blank[0]
        begin_episode(episodes[i])
        restart(generators[i], low, high, episodes[i].game)
        write_shares(states[i], rules, shares[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS])
        first, last = i * ACTIONS, (i + 1) * ACTIONS
        row = observations[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH]
        show(states[i], rules, episodes[i], buffer, numbers[first:last], row, masks[first:last])


def step_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    buffer: ActionBuffer,
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
    numbers: Quads,
    observations: Quads,
    masks: Octets,
) -> None:
    """One step of every game; a finished game is replaced by the one `further` numbers later."""
    for i in range(len(states)):
        s = states[i]
        episode = episodes[i]
        generator = generators[i]
        seats = slice(i * MOST_PLAYERS, (i + 1) * MOST_PLAYERS)
        end = take(s, rules, episode, generator, actions[i], most_steps, rewards[seats])
        ends[i] = end
        winners[i] = winner_of_game(s, rules) if end == TERMINATED else NOBODY
        if shaped:
            change_shares(s, rules, shares[seats], changes[seats])
        if end != GOES_ON:
            states[i] = blank[0]
            begin_episode(episode)
            episode.game += further
            restart(generator, low, high, episode.game)
            if shaped:
                write_shares(s, rules, shares[seats])
        first, last = i * ACTIONS, (i + 1) * ACTIONS
        row = observations[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH]
        show(s, rules, episode, buffer, numbers[first:last], row, masks[first:last])


def change_shares(s: State, rules: Rules, shares: Quads, changes: Quads) -> None:
    """The change in each seat's share of the total net worth in a step."""
    for seat in range(MOST_PLAYERS):
        changes[seat] = -shares[seat]
    write_shares(s, rules, shares)
    for seat in range(MOST_PLAYERS):
        changes[seat] += shares[seat]


def sample_many(
    episodes: list[Episode], numbers: Quads, generator: Generator, actions: list[int]
) -> None:
    """A uniformly random legal number for every game."""
    for i in range(len(episodes)):
        actions[i] = numbers[i * ACTIONS + below(generator, episodes[i].legal)]
