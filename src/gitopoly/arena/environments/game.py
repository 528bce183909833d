"""One game of the environments on the plain kernel: an episode, its state and its draws."""

from __future__ import annotations

import operator
from array import array
from os import PathLike
from typing import Any

from gitopoly.arena.environments import action_space as space, episode as e
from gitopoly.arena.environments.action_names import describe
from gitopoly.arena.environments.observation import observed
from gitopoly.editions import Edition
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun
from gitopoly.game.edition_files import edition_for, is_path
from gitopoly.rules import Rules, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.codes import AUCTION, MOST_PLAYERS, NOBODY
from gitopoly.rules.randomness import Generator, seeded
from gitopoly.rules.record import become
from gitopoly.rules.refusals import LEGAL, reason_of, rule_of
from gitopoly.rules.step import attempt, list_while_playing
from gitopoly.rules.story import tell

EDITIONS = ("classic", "london", "us-2008", "harbour", "formal", "arena")
MAX_CYCLES = 10_000
"""Default number of steps after which a game is truncated."""


def rules_for(
    edition: str | PathLike[str] | Edition, players: int | None, options: dict[str, Any]
) -> Rules:
    """The rules of an environment, without published defects, which can make games get stuck.

    Raises `InvalidRun`, or `InvalidEdition` for a file.
    """
    if not isinstance(edition, Edition) and not is_path(edition) and edition not in EDITIONS:
        choice = ", ".join(EDITIONS)
        raise InvalidRun(f"there is no environment for {edition!r}; choose {choice} or a file")
    defect = next((name for name in options if name.startswith("defect_")), None)
    if defect:
        raise InvalidRun(f"an environment is played without defects; omit {defect}")
    rules = Rules.of(edition_for(edition, options), players, **options)
    if not rules.played_auctions:
        raise InvalidRun(f"{rules.edition} has auctions in one step; environments play them")
    return rules


def checked_limit(max_cycles: int) -> int:
    """Check the step limit."""
    if type(max_cycles) is not int or max_cycles < 0:
        raise InvalidRun(
            f"max_cycles must be a number of steps, or 0 for no limit, not {max_cycles!r}"
        )
    return max_cycles


class SteppedGame:
    """A game stepped by numbers of the action space."""

    def __init__(
        self,
        edition: str | PathLike[str] | Edition,
        players: int | None,
        max_cycles: int,
        shaping: float,
        options: dict[str, Any],
    ) -> None:
        self.rules = rules_for(edition, players, options)
        self.players = self.rules.num_players
        self.max_cycles = checked_limit(max_cycles)
        self.shaping = shaping
        self.keeps_story = False
        """Whether to keep a sentence about the last step, which is slow."""
        self._buffer = ActionBuffer()
        self.begin(0, 0)

    def begin(self, seed: int, number: int) -> None:
        """Start a game of the series of a seed."""
        self.state = initial(self.rules)
        self.episode = e.Episode()
        self.episode.game = number
        self.generator: Generator = seeded(seed, number)
        self.end = e.GOES_ON
        self.rewards = [0.0] * self.players
        self.story = ""
        self._shares = [0] * MOST_PLAYERS
        if self.shaping:
            e.write_shares(self.state, self.rules, self._shares)
        self._find_actor()

    def _answered(self, end: int, rewards: list[int]) -> int:
        """The game's status after a step and what others do then: here nothing."""
        return end

    @property
    def actor(self) -> int:
        """The seat that acts next; after the end, the last one that acted."""
        return self.episode.actor

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was truncated."""
        return self.end != e.GOES_ON

    @property
    def truncated(self) -> bool:
        """Whether the step limit ended the game."""
        return self.end == e.TRUNCATED

    def is_out(self, seat: int) -> bool:
        """Whether the game is over for a seat by the rules."""
        return self.end == e.TERMINATED or self.state.is_bankrupt[seat] == 1

    def mask(self, seat: int) -> bytearray:
        """1 for each number that is legal for a seat now; in an auction several seats can act."""
        mask = bytearray(space.ACTIONS)
        if self.is_over:
            return mask
        buffer = self._buffer
        if seat != self.actor:
            if self.state.phase != AUCTION:
                return mask
            buffer = ActionBuffer()
            list_while_playing(self.state, self.rules, seat, buffer)
        numbers = [0] * space.ACTIONS
        count = e.list_numbers(self.state, self.rules, self.episode, buffer, numbers)
        for number in numbers[:count]:
            mask[number] = 1
        return mask

    def observation(self, seat: int) -> array[int]:
        """The position as a seat sees it (`gitopoly.arena.environments.observation`)."""
        return observed(self.state, self.rules, self.episode, seat)

    def step(self, seat: int, number: Any) -> None:
        """Carry out a number for a seat; raises `InvalidAction` or `IllegalAction`."""
        chosen = checked_number(number)
        if not self.mask(seat)[chosen]:
            raise self._refusal(seat, chosen)
        self.episode.actor = seat
        if self.keeps_story:
            self.story = self._tell(chosen)
        outcome = [0] * MOST_PLAYERS
        end = e.take(
            self.state,
            self.rules,
            self.episode,
            self.generator,
            chosen,
            self.max_cycles,
            outcome,
            self._buffer,
        )
        self.end = self._answered(end, outcome)
        self.rewards = [float(reward) for reward in outcome[: self.players]]
        if self.shaping:
            self._shape()
        if not self.is_over and self.episode.draft_to == NOBODY:
            self._find_actor()

    def truncate(self) -> None:
        """End the game without a result."""
        self.end = e.TRUNCATED

    def _find_actor(self) -> None:
        self.episode.actor = e.find_actor(self.state, self.rules, self._buffer)

    def _shape(self) -> None:
        before = self._shares
        self._shares = [0] * MOST_PLAYERS
        e.write_shares(self.state, self.rules, self._shares)
        for seat in range(self.players):
            change = self._shares[seat] - before[seat]
            self.rewards[seat] += self.shaping * (change / e.WHOLE_SHARE)

    def _tell(self, number: int) -> str:
        if e.is_about_draft(number):
            return f"p{self.actor + 1}: {describe(self.rules, number)}"
        before = self.state
        code = e.action_of(before, self.rules, self.episode, number, self._buffer)
        # Look ahead: the same outcomes are drawn again when the step is taken.
        generator = Generator()
        become(generator, self.generator)
        outcome = draw_outcome(before, self.rules, code, generator)
        after = before.copy()
        attempt(after, self.rules, code, outcome, True)
        return tell(before, code, outcome, after)

    def _refusal(self, seat: int, number: int) -> IllegalAction:
        words = describe(self.rules, number)
        if seat != self.actor or self.is_over:
            return IllegalAction(words, "TIME-1", f"it is not p{seat + 1}'s turn to act")
        drafting = self.episode.draft_to != NOBODY
        if number < space.ADDRESSEES and not drafting:
            code = e.action_of(self.state, self.rules, self.episode, number, self._buffer)
            why = attempt(self.state, self.rules, code, 0, False)
            if why != LEGAL:
                return IllegalAction(words, rule_of(why), reason_of(why))
        reason = "an offer is being drafted" if drafting else "it is not available now"
        return IllegalAction(words, "TRADE-1", f"{reason}; see the action mask")


def checked_number(number: Any) -> int:
    """A whole number of the action space, NumPy's kinds included; raises `InvalidAction`."""
    try:
        chosen = operator.index(number)
    except TypeError:
        chosen = -1
    if chosen not in range(space.ACTIONS):
        raise InvalidAction(number, f"a number from 0 to {space.ACTIONS - 1}")
    return chosen
