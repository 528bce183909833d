"""Positions of games between policies, each with how its game ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gitopoly.bots import POLICIES
from gitopoly.bots.analysis.curve import result_of
from gitopoly.bots.desk import ENDLESS, new_run
from gitopoly.bots.play import INTERRUPTED, play_on
from gitopoly.bots.series import new_desk
from gitopoly.engine import engine_for
from gitopoly.rules import Rules, State, Taken, initial, is_over
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import below, seeded

MOST_TURNS = 2000
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
    steps: list[Taken] = field(default_factory=list, repr=False)
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
        played = _Game(rules, numbers, seed, game)
        dice = seeded(seed + 1, game)
        taken: list[tuple[int, int]] = []
        states: list[tuple[State, int]] = []
        status, done = INTERRUPTED, 0
        while status == INTERRUPTED:
            wait = 1 + below(dice, MOST_STEPS)
            for _ in range(wait if keep_steps else 1):
                if status == INTERRUPTED:
                    status = played.play(1 if keep_steps else wait)
                    taken.append((played.run.last_action, played.run.last_outcome))
            done += wait
            if status == INTERRUPTED:
                states.append((played.s.copy(), done))
        end = played.s
        if not is_over(end):
            continue
        steps = _steps_of(rules, taken) if keep_steps else []
        result = result_of(end)
        for _ in range(min(each, len(states))):
            state, done = states.pop(below(dice, len(states)))
            yield PlayedPosition(game, state, seated, result, done, steps)


def _steps_of(rules: Rules, taken: list[tuple[int, int]]) -> list[Taken]:
    """The steps of a game from its start, by actions and outcomes."""
    s, steps = initial(rules), []
    for code, outcome in taken:
        steps.append(Taken.of(s, code, outcome))
        s = steps[-1].after
    return steps


class _Game:
    """A game that goes on by some actions at a time."""

    def __init__(self, rules: Rules, policies: list[int], seed: int, game: int) -> None:
        self.s = initial(rules)
        self.run = new_run(policies, MOST_TURNS)
        self._engine = engine_for("compiled", rules)
        self._generator, self._buffer = seeded(seed, game), ActionBuffer()
        self._desk = self._engine.rows(new_desk(policies))

    def play(self, actions: int = ENDLESS) -> int:
        """Play on; INTERRUPTED if the game is not over."""
        s, generator = self.s, self._generator
        self.run.most_actions = self.run.actions + actions
        given = (self.run, generator, generator, self._buffer, self._desk)
        return self._engine.call(play_on, s, s.rules, *given)


def _ends(rules: Rules, policies: list[int], seed: int, game: int) -> bool:
    """Whether a game comes to its end."""
    played = _Game(rules, policies, seed, game)
    played.play()
    return is_over(played.s)
