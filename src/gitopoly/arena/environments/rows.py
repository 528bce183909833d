"""Many games side by side, stepped without Python in between: a row is a game and its results.

What is done with one row is one function, which a processor calls for each row in turn and a GPU
in a thread for each. A finished game makes room for one that is `size` numbers later.
"""

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.episode import (
    GOES_ON,
    ILLEGAL,
    TERMINATED,
    TRUNCATED,
    Episode,
    Octets,
    Quads,
    act,
    begin_episode,
    find_actor,
    has_choice,
    list_numbers,
    take,
    waste,
    write_shares,
)
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH, write_observation
from gitopoly.bots.desk import Desk
from gitopoly.bots.play import choose
from gitopoly.engine import entry
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY
from gitopoly.rules.money import winner_of_game
from gitopoly.rules.randomness import Generator, below, restart
from gitopoly.rules.record import Record, Wide, become, inside, octet, octets, quads, wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

AGENT = -1
"""In place of a policy's number: an agent plays this seat."""
CHOOSING_AGENT = -2
"""An agent plays this seat, and what leaves it no choice is done for it."""
MOST_BETWEEN = 20_000
"""Maximum number of actions between two steps of agents: only policies in circles reach it."""


class Row(Record):
    """A game between two steps, and what the last one brought."""

    s: State = inside(State)
    episode: Episode = inside(Episode)
    generator: Generator = inside(Generator)
    policies: list[int] = octets(MOST_PLAYERS, AGENT)
    """Who plays each seat: an agent, or the policy with this number."""
    viewer: int = octet()
    """The seat that sees the last position of a game."""
    rewards: list[int] = octets(MOST_PLAYERS)
    unseen: list[int] = octets(MOST_PLAYERS)
    """Those of seats that are out before an agent has acted."""
    end: int = octet()
    winner: int = octet(NOBODY)
    shares: list[int] = quads(MOST_PLAYERS)
    """Each seat's share of the total net worth, if rewards are shaped."""
    changes: list[int] = quads(MOST_PLAYERS)
    """By how much the last step changed them."""


class Batch(Record):
    """What all rows have in common."""

    start: State = inside(State)
    """The position in which all games begin."""
    low: int = wide()
    high: int = wide()
    """The halves of the seed."""
    size: int = wide()
    """How many rows there are, in all parts of the batch."""
    most_steps: int = wide()
    is_shaped: int = octet()
    is_opposed: int = octet()
    """Whether policies play some seats, or an agent's moves without a choice are made for it."""
    keeps_ends: int = octet()
    """Whether the last observation of every game is kept."""


@entry
def begin_rows(
    rows: list[Row],
    rules: Rules,
    batch: Batch,
    first: Wide,
    count: Wide,
    buffer: ActionBuffer,
    desk: Desk,
    samplers: list[Generator],
    numbers: Quads,
    observations: Quads,
    masks: Octets,
) -> None:
    """Start the first game of every row: game `first`, the next one and so on."""
    for i in range(count):
        restart(samplers[i], batch.low, batch.high, -1 - first - i)
        begin_row(rows[i], rules, batch, first + i, buffer, desk)
        show_row(
            rows[i],
            rules,
            buffer,
            numbers[i * ACTIONS : (i + 1) * ACTIONS],
            observations[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH],
            masks[i * ACTIONS : (i + 1) * ACTIONS],
        )


@entry
def step_rows(
    rows: list[Row],
    rules: Rules,
    batch: Batch,
    actions: list[Wide],
    count: Wide,
    buffer: ActionBuffer,
    desk: Desk,
    numbers: Quads,
    observations: Quads,
    masks: Octets,
    finals: Quads,
) -> None:
    """One step of every row; where the action is ILLEGAL, one in which nothing happens."""
    for i in range(count):
        step_row(
            rows[i],
            rules,
            batch,
            int(actions[i]),
            buffer,
            desk,
            finals[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH],
        )
        show_row(
            rows[i],
            rules,
            buffer,
            numbers[i * ACTIONS : (i + 1) * ACTIONS],
            observations[i * OBSERVATION_LENGTH : (i + 1) * OBSERVATION_LENGTH],
            masks[i * ACTIONS : (i + 1) * ACTIONS],
        )


@entry
def sample_rows(
    rows: list[Row], count: Wide, samplers: list[Generator], numbers: Quads, actions: list[Wide]
) -> None:
    """A uniformly random legal number for every row."""
    for i in range(count):
        actions[i] = numbers[i * ACTIONS + below(samplers[i], rows[i].episode.legal)]


def begin_row(
    row: Row, rules: Rules, batch: Batch, game: Wide, buffer: ActionBuffer, desk: Desk
) -> None:
    """The first game of a row."""
    row.end = GOES_ON
    row.winner = NOBODY
    for seat in range(MOST_PLAYERS):
        row.rewards[seat] = 0
        row.changes[seat] = 0
    begin_game(row, rules, batch, game, buffer, desk)


def begin_game(
    row: Row, rules: Rules, batch: Batch, game: Wide, buffer: ActionBuffer, desk: Desk
) -> None:
    """Start a game; opponents move first, and one that ends so soon is left out."""
    row.episode.game = game
    if batch.is_shaped:
        write_shares(batch.start, rules, row.shares)
    while True:
        begin_episode(row.episode)
        become(row.s, batch.start)
        restart(row.generator, batch.low, batch.high, row.episode.game)
        if not batch.is_opposed:
            return
        if play_opponents(row, rules, buffer, desk, row.unseen) == GOES_ON:
            return
        row.episode.game += batch.size


def step_row(
    row: Row,
    rules: Rules,
    batch: Batch,
    action: int,
    buffer: ActionBuffer,
    desk: Desk,
    final: Quads,
) -> None:
    """One step of an agent, what opponents answer, and the next game if this one is over."""
    if action == ILLEGAL:
        row.end = waste(rules, row.episode, batch.most_steps, row.rewards)
    else:
        row.end = take(
            row.s, rules, row.episode, row.generator, action, batch.most_steps, row.rewards, buffer
        )
    if batch.is_opposed and row.end == GOES_ON and row.episode.draft_to == NOBODY:
        row.end = play_opponents(row, rules, buffer, desk, row.rewards)
    row.winner = NOBODY
    if row.end == TERMINATED and terminated(row.s, rules):
        row.winner = winner_of_game(row.s, rules)
    if batch.is_shaped:
        for seat in range(MOST_PLAYERS):
            row.changes[seat] = -row.shares[seat]
        write_shares(row.s, rules, row.shares)
        for seat in range(MOST_PLAYERS):
            row.changes[seat] += row.shares[seat]
    if row.end != GOES_ON:
        if batch.keeps_ends:
            write_observation(row.s, rules, row.episode, row.viewer, final)
        begin_game(row, rules, batch, row.episode.game + batch.size, buffer, desk)


def show_row(
    row: Row, rules: Rules, buffer: ActionBuffer, numbers: Quads, observation: Quads, mask: Octets
) -> None:
    """Find the actor of a row's game, and write its observation and action mask."""
    episode = row.episode
    if episode.draft_to == NOBODY:
        episode.actor = find_actor(row.s, rules, buffer)
    for i in range(episode.legal):
        mask[numbers[i]] = 0
    episode.legal = list_numbers(row.s, rules, episode, buffer, numbers)
    for i in range(episode.legal):
        mask[numbers[i]] = 1
    write_observation(row.s, rules, episode, episode.actor, observation)


def play_opponents(
    row: Row, rules: Rules, buffer: ActionBuffer, desk: Desk, rewards: Octets
) -> int:
    """Let policies act until an agent is to act; returns the game's status.

    A policy draws from the generator of its game, so that a game takes the same course wherever
    it is played. A game without agents is over: those who are left would play among themselves.
    """
    s = row.s
    for _ in range(MOST_BETWEEN):
        if terminated(s, rules) or not has_agents(row, rules):
            return TERMINATED
        actor = find_actor(s, rules, buffer)
        if actor == NOBODY:
            return TRUNCATED
        policy = row.policies[actor]
        if policy == AGENT or (policy == CHOOSING_AGENT and has_choice(buffer)):
            return GOES_ON
        code = buffer.actions[0]
        if policy >= 0:
            code = choose(s, rules, policy, actor, buffer, row.generator, desk)
        act(s, rules, row.generator, code, rewards)
    return TRUNCATED


def has_agents(row: Row, rules: Rules) -> bool:
    """Whether an agent is still in the game."""
    for seat in range(rules.num_players):
        if row.policies[seat] <= AGENT and not row.s.is_bankrupt[seat]:
            return True
    return False
