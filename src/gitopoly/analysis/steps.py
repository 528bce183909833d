"""The steps of a game as an analysis sees them: draws, decisions, and what a policy would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.bots.generated.choosing import choose
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.chance import NO_DRAW, draw_of, starts_free_4_all
from gitopoly.kernel.codes import DEALING, OPENING
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import step

BEFORE_PLAY = (OPENING, DEALING)
"""Phases before the first turn."""
DRAWS_OF_POLICY = 6
"""How often a policy is asked what it would do: some of its choices are drawn."""


class GameStep(NamedTuple):
    """One action: the position before it, what chance decided, and the position after it.

    A seat that left the game has the action NOBODY and its number as the outcome.
    """

    before: State
    action: int
    outcome: int
    after: State

    @property
    def seat(self) -> int:
        """Who took it."""
        return self.outcome if self.action < 0 else a.player_of(self.action)


def steps_from(rules: Rules, taken: Iterable[tuple[int, int]]) -> list[GameStep]:
    """The steps of a game from its start, by actions and outcomes that are known to be legal."""
    found = []
    s = initial(rules)
    for action, outcome in taken:
        before = s.copy()
        step(s, rules, action, outcome, True)
        found.append(GameStep(before, action, outcome, s.copy()))
    return found


def draws(done: GameStep) -> bool:
    """Whether chance had a part in a step: dice, a card, or the order of a free-4-all."""
    if done.action < 0:
        return False
    s = done.before
    if draw_of(s, s.rules, done.action) != NO_DRAW:
        return True
    return not s.rules.order_is_clockwise and starts_free_4_all(s, s.rules, done.action, 0)


@dataclass(frozen=True)
class SeatChoice:
    """What a seat could do at a step."""

    seat: int
    options: tuple[int, ...]
    """Legal actions; a range of bids by its lowest one, and no offers."""
    usual: frozenset[int]
    """What the policy of the playouts does here, at least sometimes."""
    free: bool
    """Whether there was more than one thing to do."""


def choice_at(done: GameStep, policies: Sequence[int]) -> SeatChoice | None:
    """The choice behind a step; None if a seat left the game, which is no move."""
    if done.action < 0:
        return None
    s, seat = done.before, done.seat
    buffer = ActionBuffer()
    list_actions(s, s.rules, seat, buffer)
    codes = [buffer.actions[i] for i in range(buffer.count)]
    options = tuple(code for code in codes if a.kind_of(code) != a.OFFER_TRADE)
    ranges = any(buffer.limits[i] > 0 for i in range(buffer.count))
    if buffer.count == 1 and not ranges:
        return SeatChoice(seat, options, frozenset(options), False)
    usual = frozenset(
        choose(s, s.rules, policies[seat], seat, buffer, seeded(number))
        for number in range(DRAWS_OF_POLICY)
    )
    return SeatChoice(seat, options, usual, True)


def follows_policy(done: GameStep, choice: SeatChoice | None) -> bool:
    """Whether a step is what the playouts expect, so that it changes no chance by itself.

    An offer never counts as expected: a policy makes one now and then at most.
    """
    if choice is None:
        return False
    if not choice.free:
        return True
    return done.action in choice.usual and a.kind_of(done.action) != a.OFFER_TRADE
