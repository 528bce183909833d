"""Many games in one call, for compiled code only: no Python between two games.

Every array has a row for each game; `blank` holds the starting position of all of them.
What is done with one game is also translated: on a GPU, every game has a thread.
"""

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.episode import (
    GOES_ON,
    ILLEGAL,
    TERMINATED,
    Episode,
    Octets,
    Quads,
    begin_episode,
    begin_next,
    find_actor,
    list_numbers,
    take,
    waste,
    write_shares,
)
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH, write_observation
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import MOST_PLAYERS, NOBODY
from gitopoly.kernel.fields import Wide
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
    low: Wide,
    high: Wide,
    shares: Quads,
) -> None:
    """Restart every game; `low` and `high` are the halves of the seed."""
    for i in range(len(states)):
        states[i] = blank[0]
        begin_episode(episodes[i])
        restart(generators[i], low, high, episodes[i].game)
        write_shares(states[i], rules, shares[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS])


def take_many(
    states: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    actions: list[int],
    most_steps: Wide,
    rewards: Octets,
    ends: Octets,
) -> None:
    """One step of every game; where the action is ILLEGAL, a step in which nothing happens."""
    for i in range(len(states)):
        row = rewards[i * MOST_PLAYERS : (i + 1) * MOST_PLAYERS]
        if actions[i] == ILLEGAL:
            ends[i] = waste(rules, episodes[i], most_steps, row)
        else:
            ends[i] = take(
                states[i], rules, episodes[i], generators[i], actions[i], most_steps, row
            )


def see_ends(
    states: list[State],
    rules: Rules,
    episodes: list[Episode],
    viewers: list[int],
    ends: Octets,
    finals: Quads,
) -> None:
    """The last position of every game that has ended, as its viewer sees it."""
    for i in range(len(states)):
        if ends[i] != GOES_ON:
            row = finals[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH]
            write_observation(states[i], rules, episodes[i], viewers[i], row)


def settle_many(
    states: list[State],
    blank: list[State],
    rules: Rules,
    episodes: list[Episode],
    generators: list[Generator],
    low: Wide,
    high: Wide,
    further: Wide,
    shaped: bool,
    shares: Quads,
    changes: Quads,
    ends: Octets,
    winners: Octets,
) -> None:
    """Conclude a step of every game; a finished one makes room for that `further` numbers later."""
    for i in range(len(states)):
        seats = slice(i * MOST_PLAYERS, (i + 1) * MOST_PLAYERS)
        winners[i] = winner_after(states[i], rules, ends[i])
        if shaped:
            change_shares(states[i], rules, shares[seats], changes[seats])
        if ends[i] != GOES_ON:
            states[i] = blank[0]
            begin_next(episodes[i], generators[i], low, high, further)
            if shaped:
                write_shares(states[i], rules, shares[seats])


def show_many(
    states: list[State],
    rules: Rules,
    episodes: list[Episode],
    buffer: ActionBuffer,
    numbers: Quads,
    observations: Quads,
    masks: Octets,
) -> None:
    """What the actor of every game sees and may do."""
    for i in range(len(states)):
        first, last = i * ACTIONS, (i + 1) * ACTIONS
        row = observations[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH]
        show(states[i], rules, episodes[i], buffer, numbers[first:last], row, masks[first:last])


def winner_after(s: State, rules: Rules, end: int) -> int:
    """Who has won if the game is over by the rules; NOBODY otherwise."""
    if end != TERMINATED or not terminated(s, rules):
        return NOBODY
    return winner_of_game(s, rules)


def change_shares(s: State, rules: Rules, shares: Quads, changes: Quads) -> None:
    """The change in each seat's share of the total net worth in a step."""
    for seat in range(MOST_PLAYERS):
        changes[seat] = -shares[seat]
    write_shares(s, rules, shares)
    for seat in range(MOST_PLAYERS):
        changes[seat] += shares[seat]


def begin_sampling(samplers: list[Generator], low: Wide, high: Wide) -> None:
    """A generator for each row that draws its sampled actions, apart from those of the games."""
    for i in range(len(samplers)):
        restart(samplers[i], low, high, -1 - i)


def sample_many(
    episodes: list[Episode], numbers: Quads, samplers: list[Generator], actions: list[int]
) -> None:
    """A uniformly random legal number for every game."""
    for i in range(len(episodes)):
        actions[i] = numbers[i * ACTIONS + below(samplers[i], episodes[i].legal)]
