"""A game under review: its steps, what else could have been done, and whose playouts judge it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gitopoly.bots.analysis.playouts import LIKE_TRADER, PlayoutRequest, Playouts, Shares
from gitopoly.bots.table_policy import wish
from gitopoly.rules import State, Taken, actions as a
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.chance import draw_of, needs_order
from gitopoly.rules.codes import DEALING, NO_DRAW, NOBODY, OPENING
from gitopoly.rules.step import list_actions, step

BEFORE_PLAY = (OPENING, DEALING)
"""Phases before the first turn."""
DRAWS_OF_POLICY = 6
"""How often a policy is asked what it would do: some of its choices are drawn."""
Go = Callable[[], bool]
"""Asked between pieces of work whether there is time for another."""


def listed(s: State, seat: int) -> ActionBuffer:
    """What a seat could do, as policies are given it."""
    buffer = ActionBuffer()
    list_actions(s, s.rules, seat, buffer)
    return buffer


def draws(s: State, action: int) -> bool:
    """Whether chance has a part in an action: dice, a card, or the order of a free-4-all."""
    if action == NOBODY:
        return False
    if draw_of(s, s.rules, action) != NO_DRAW:
        return True
    return needs_order(s, s.rules, action, 0)


def position_after(s: State, action: int) -> State:
    """The position after an action; before its draw, if it has one."""
    trial = s.copy()
    if not draws(s, action):
        step(trial, s.rules, action, 0, True)
    return trial


def is_offer(action: int) -> bool:
    """Whether an action offers a trade."""
    return action != NOBODY and a.kind_of(action) == a.OFFER_TRADE


class SeatChoice(NamedTuple):
    """What a seat could do in a position."""

    options: tuple[int, ...]
    """Legal actions; a range of bids by its lowest one, and no offers."""
    usual: frozenset[int]
    """What the policy of the playouts does here, at least sometimes."""


def choice_in(s: State, seat: int, policy: int) -> SeatChoice:
    """What a seat could do, and what a policy would."""
    buffer = listed(s, seat)
    codes = buffer.actions[: buffer.count]
    options = tuple(code for code in codes if not is_offer(code))
    if len(codes) == 1 and buffer.limits[0] == 0:
        return SeatChoice(options, frozenset(options))
    wishes = (wish(s, policy, seat, buffer, number) for number in range(DRAWS_OF_POLICY))
    return SeatChoice(options, frozenset(wishes))


def follows_policy(done: Taken, choice: SeatChoice | None) -> bool:
    """Whether a step is what the playouts expect, so that it changes no chance by itself.

    An offer never counts as expected: a policy makes one now and then at most. Nor does leaving
    the game, which is no choice.
    """
    return choice is not None and done.code in choice.usual and not is_offer(done.code)


@dataclass
class GameReview:
    """What all parts of an analysis ask about."""

    start: State
    steps: Sequence[Taken]
    playouts: Playouts
    policies: tuple[int, ...] = LIKE_TRADER
    """The policy of each seat in the playouts."""
    effort: float = 1.0
    """Multiplies the numbers of playouts."""
    go: Go = lambda: True
    complete: bool = True
    """Whether there was time for everything."""

    @cached_property
    def choices(self) -> list[SeatChoice | None]:
        """For each step, what else could have been done; None if a seat left the game."""
        return [
            None if done.leaves else choice_in(done.before, done.seat, self.policies[done.seat])
            for done in self.steps
        ]

    def count(self, usual: int) -> int:
        """How many playouts to make where it is usually so many."""
        return max(2, round(usual * self.effort))

    def has_time(self) -> bool:
        """Whether to go on; if not, the review is not complete."""
        self.complete = self.complete and self.go()
        return self.complete

    def shares(self, groups: Sequence[Sequence[PlayoutRequest]]) -> Iterator[list[Shares]]:
        """The results of requests that belong together, group by group, while there is time."""
        results = self.playouts.shares([request for group in groups for request in group])
        for group in groups:
            if not self.has_time():
                results.close()
                break
            yield [next(results) for _ in group]

    def tried(
        self, asked: Iterable[tuple[int, Sequence[int]]], usual: int, first: int
    ) -> Iterator[tuple[int, list[Shares]]]:
        """Playouts before some steps, by number, with each of several actions instead."""
        numbered = list(asked)
        count = self.count(usual)
        groups = [
            [
                PlayoutRequest(self.steps[number - 1].before, count, code, first, self.policies)
                for code in codes
            ]
            for number, codes in numbered
        ]
        for (number, _), found in zip(numbered, self.shares(groups), strict=False):
            yield number, found
