"""One game with one agent: what others do happens between two of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from gitopoly.arena.environments import episode as e
from gitopoly.arena.environments.game import SteppedGame
from gitopoly.arena.environments.opposition import Opponent
from gitopoly.arena.environments.rows import MOST_BETWEEN
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRun
from gitopoly.rules.board import terminated
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY
from gitopoly.rules.money import winner_of_game
from gitopoly.rules.randomness import next_word, seeded

PLAYERS_STREAM = 1_000_003
"""Keeps what opponents are seeded with apart from the dice of other games."""


class OpposedGame(SteppedGame):
    """A game in which one seat is an agent's and the others have opponents.

    It is played as a batch plays it: what leaves the agent no choice is done for it, and a game
    that ends before the agent has chosen anything makes room for the next one.
    """

    def __init__(
        self,
        edition: str | PathLike[str] | Edition,
        opponents: Sequence[Opponent],
        seat: int | None,
        max_cycles: int,
        shaping: float,
        options: dict[str, Any],
    ) -> None:
        self._opponents: Sequence[Opponent] = ()
        self.agent = 0
        self.taken = 0
        """Actions of all seats in all games; drafting an offer is none."""
        super().__init__(edition, len(opponents) + 1, max_cycles, shaping, options)
        self._fixed = checked_seat(seat, self.players)
        self._opponents = opponents

    def begin(self, seed: int, number: int) -> None:
        """Start a game; unless the seat is fixed, it is the number's."""
        super().begin(seed, number)
        if not self._opponents:
            return
        self.agent = number % self.players if self._fixed is None else self._fixed
        words = seeded(seed, number + PLAYERS_STREAM)
        for distance, opponent in enumerate(self._opponents, 1):
            opponent.begin(self.rules, (self.agent + distance) % self.players, next_word(words))
        if self._play_on([0] * MOST_PLAYERS) != e.GOES_ON:
            self.begin(seed, number + 1)
        self._find_actor()

    @property
    def winner(self) -> int:
        """Who has won by the rules; -1 for nobody, or nobody yet."""
        over = self.end == e.TERMINATED and terminated(self.state, self.rules)
        return winner_of_game(self.state, self.rules) if over else NOBODY

    @property
    def result(self) -> int:
        """1 if the agent has won, -1 if it has lost, 0 for a tie or a game that was cut off."""
        if self.winner == self.agent:
            return e.WON
        lost = self.winner != NOBODY or self.state.is_bankrupt[self.agent]
        return e.LOST if lost else 0

    def waste_step(self) -> None:
        """A step in which nothing happens, because its action was illegal."""
        rewards = [0] * MOST_PLAYERS
        self.end = e.waste(self.rules, self.episode, self.max_cycles, rewards)
        self.rewards = [0.0] * self.players

    def _answered(self, end: int, rewards: list[int]) -> int:
        if self.episode.steps and self.episode.draft_to == NOBODY:
            self.taken += 1
            if end == e.GOES_ON:
                return self._play_on(rewards)
        return end

    def _play_on(self, rewards: list[int]) -> int:
        """Let others act until the agent has a choice; returns the game's status."""
        s, rules = self.state, self.rules
        for _ in range(MOST_BETWEEN):
            if terminated(s, rules) or s.is_bankrupt[self.agent]:
                return e.TERMINATED
            actor = e.find_actor(s, rules, self._buffer)
            if actor == NOBODY:
                return e.TRUNCATED
            if actor == self.agent:
                if e.has_choice(self._buffer):
                    return e.GOES_ON
                code = self._buffer.actions[0]
            else:
                distance = (actor - self.agent) % self.players
                opponent = self._opponents[distance - 1]
                code = opponent.choose(s, actor, self._buffer, self.generator)
            e.act(s, rules, self.generator, code, rewards)
            self.taken += 1
        return e.TRUNCATED


def checked_seat(seat: int | None, players: int) -> int | None:
    """Check an agent's seat."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise InvalidRun(f"there is no seat {seat!r}; give 0 to {players - 1}, or None for all")
    return seat
