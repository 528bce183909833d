"""What speaks against a verdict: other opponents, and the weaknesses of the playouts themselves."""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.analysis.playouts import PlayoutRequest, Playouts, difference
from gitopoly.analysis.steps import GameStep, draws
from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.playout import PLAYING, PlayoutTally, play_one
from gitopoly.kernel import State
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import AUCTION, BANKRUPTCY_PREVENTION, NOBODY
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import step as carry_out

AGREED = 2.0
"""Standard errors by which a difference must be clear under another policy, or for a doubt."""
SECOND = 2 << 20
"""Number of the first playout of another policy."""
BURNING = 3 << 20
"""Number of the first playout that changes somebody's cash."""


@dataclass(frozen=True)
class Pairs:
    """Playouts of two alternatives with the same dice."""

    playouts: Playouts
    state: State
    seat: int
    policies: tuple[int, ...]

    def difference(self, one: int, other: int, first: int, count: int) -> tuple[float, float]:
        """By how much one action is better than another for the seat, and the error of that."""
        questions = [
            PlayoutRequest(self.state, count, code, first, self.policies) for code in (one, other)
        ]
        mine, theirs = self.playouts.shares(questions)
        return difference(mine, theirs, self.seat)


def agrees(
    done: GameStep, better: int, playouts: Playouts, policies: tuple[int, ...], count: int
) -> bool:
    """Whether the alternative is better against opponents of another policy, too.

    And also if the seat itself plays on like that: between `builder`s there are no further trades,
    so what remains is no fault in how the playouts trade.
    """
    other = other_policies(policies)
    opponents = (*other[: done.seat], policies[done.seat], *other[done.seat + 1 :])
    for ways in (opponents, other):
        pairs = Pairs(playouts, done.before, done.seat, ways)
        gain, error = pairs.difference(better, done.action, SECOND, count)
        if gain <= AGREED * error:
            return False
    return True


def other_policies(policies: tuple[int, ...]) -> tuple[int, ...]:
    """Another policy for each seat, to see whether a verdict depends on it."""
    return tuple(BUILDER if policy == TRADER else TRADER for policy in policies)


def money_does_harm(
    done: GameStep, better: int, playouts: Playouts, policies: tuple[int, ...], count: int
) -> bool:
    """Whether the seat fares better without the cash that one choice leaves it with."""
    seat = done.seat
    after = [position_after(done.before, code) for code in (done.action, better)]
    cash = [s.money[seat] for s in after]
    richer = after[cash[0] < cash[1]]
    spare = abs(cash[0] - cash[1])
    if spare == 0 or richer.phase == BANKRUPTCY_PREVENTION:
        return False
    poorer = richer.copy()
    poorer.money[seat] -= spare
    poorer.bank_money += spare
    questions = [
        PlayoutRequest(s, count, first=BURNING, policies=policies) for s in (poorer, richer)
    ]
    burned, kept = playouts.shares(questions)
    gain, error = difference(burned, kept, seat)
    return gain > AGREED * error


def others_overpay(
    done: GameStep, better: int, playouts: Playouts, policies: tuple[int, ...], count: int
) -> bool:
    """Whether an auction is only better because the playouts' bidders pay more than the price.

    All policies bid alike, so no other policy would notice.
    """
    sold = position_after(done.before, better)
    if done.before.phase == AUCTION or sold.phase != AUCTION:
        return False
    square, cash = sold.auction_asset, list(sold.money)
    _play_auction(sold, policies)
    owner = sold.owner[square]
    if owner in (NOBODY, done.seat):
        return False
    excess = min(cash[owner] - sold.money[owner] - sold.rules.value[square], sold.bank_money)
    if excess <= 0:
        return False
    sold.money[owner] += excess
    sold.bank_money -= excess
    kept = position_after(done.before, done.action)
    questions = [PlayoutRequest(s, count, first=BURNING, policies=policies) for s in (sold, kept)]
    at_price, instead = playouts.shares(questions)
    gain, error = difference(at_price, instead, done.seat)
    return gain <= AGREED * error


def _play_auction(s: State, policies: tuple[int, ...]) -> None:
    """Let policies bid until an auction is over."""
    numbers, dice = list(policies), seeded(0)
    buffer, tally = ActionBuffer(), PlayoutTally()
    while s.phase == AUCTION:
        if play_one(s, s.rules, numbers, dice, buffer, False, tally) != PLAYING:
            return


def position_after(s: State, code: int) -> State:
    """The position after an action; before its draw, if it has one."""
    trial = s.copy()
    if not draws(GameStep(s, code, 0, s)):
        carry_out(trial, s.rules, code, 0, True)
    return trial
