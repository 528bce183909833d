"""Positions of games between policies, each with how its game ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gitopoly.analysis.model import result_of
from gitopoly.analysis.steps import GameStep, steps_from
from gitopoly.bots import POLICIES
from gitopoly.bots.playout import INTERRUPTED
from gitopoly.bots.strong import PolicyGame
from gitopoly.kernel import Rules, State, is_over
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.randomness import below, seeded

MOST_TURNS = 2000
MOST_ACTIONS = 1 << 30
MOST_STEPS = 40
"""Maximum number of actions between two positions; the number is drawn."""


@dataclass(frozen=True)
class PlayedPosition:
    """A position, who plays there, and how it ended."""

    game: int
    state: State
    policies: tuple[str, ...]
    result: tuple[float, ...]
    """Each seat's share of the win in the end."""
    done: int
    """Number of steps before it."""
    steps: list[GameStep] = field(default_factory=list, repr=False)
    """The whole game, if it was kept."""


def played_positions(
    players: int,
    policies: tuple[str, ...],
    seed: int,
    games: range,
    each: int,
    keep_steps: bool = False,
) -> Iterator[PlayedPosition]:
    """Some positions of every game, drawn from all of its actions; games without end give none.

    The seats of a mixed table change places from game to game, so that all policies meet.
    """
    rules = Rules.of("classic", players)
    for game in games:
        shift = game % len(policies)
        seated = tuple(policies[(seat + shift) % len(policies)] for seat in range(players))
        numbers = [POLICIES[name] for name in seated] + [0] * (MOST_PLAYERS - players)
        if keep_steps and not _ends(rules, numbers, seed, game):
            continue  # found out before, because keeping the steps takes long
        played = PolicyGame(rules, numbers, seeded(seed, game), 0, "compiled")
        dice = seeded(seed + 1, game)
        taken: list[tuple[int, int]] = []
        states: list[tuple[State, int]] = []
        status, done = INTERRUPTED, 0
        while status == INTERRUPTED:
            wait = 1 + below(dice, MOST_STEPS)
            for _ in range(wait if keep_steps else 1):
                if status == INTERRUPTED:
                    status = played.play(MOST_TURNS, 1 if keep_steps else wait, False)
                    taken.append(played.last)
            done += wait
            if status == INTERRUPTED:
                states.append((played.state(), done))
        end = played.state()
        if not is_over(end):
            continue
        steps = steps_from(rules, taken) if keep_steps else []
        result = result_of(end)
        for _ in range(min(each, len(states))):
            state, done = states.pop(below(dice, len(states)))
            yield PlayedPosition(game, state, seated, result, done, steps)


def _ends(rules: Rules, policies: list[int], seed: int, game: int) -> bool:
    """Whether a game comes to its end."""
    played = PolicyGame(rules, policies, seeded(seed, game), 0, "compiled")
    played.play(MOST_TURNS, MOST_ACTIONS, False)
    return is_over(played.state())
