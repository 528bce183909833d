"""Decisions that cost a seat its chances, with what it should have done.

A search over many decisions and few playouts finds mistakes everywhere: the luckiest of several
alternatives always looks good. So what a first look finds is judged anew on other dice, by many
pairs of playouts, and counts only if the loss is clear, if it does not depend on how the
opponents play in the playouts, and if it is not the playouts' own weakness: a seat that fares
better when part of its money is burned does not know what to do with money, and an auction in
which others pay more than the price is no better than a sale.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gitopoly.bots import BUILDER, TRADER
from gitopoly.bots.analysis.playouts import PlayoutRequest, Playouts, differences
from gitopoly.bots.analysis.review import (
    GameReview,
    SeatChoice,
    is_offer,
    position_after,
)
from gitopoly.bots.desk import new_run
from gitopoly.bots.play import PLAYING, play_one
from gitopoly.bots.table_policy import NO_DESK
from gitopoly.rules import State, Taken, actions as a
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import AUCTION, BANKRUPTCY_PREVENTION, NOBODY
from gitopoly.rules.randomness import seeded

SCREENED = 48
"""Playouts of each alternative in the first look."""
JUDGED = 800
"""Pairs of playouts on other dice."""
MOST_JUDGED = 2400
"""Pairs for a loss that is large but not yet clear."""
CHECKED = 400
"""Pairs for each further check."""
LEAST_LOSS = 0.03
CLEAR = 3.0
"""Standard errors by which a loss must differ from none."""
AGREED = 2.0
"""Standard errors by which a difference must be clear under another policy, or for a doubt."""
WORTH_A_LOOK = 0.015
MOST_OPTIONS = 6

FRESH = 1 << 20
"""Number of the first playout on dice that the first look has not seen."""
SECOND = 2 << 20
"""Number of the first playout of another policy."""
BURNING = 3 << 20
"""Number of the first playout that changes somebody's cash."""


@dataclass(frozen=True)
class Decision:
    """A choice and the best alternative found."""

    step: int
    """Number of the step, from 1: the position after it."""
    seat: int
    action: int
    better: int
    """What should have been done."""
    loss: float
    """The difference of the seat's chances."""
    error: float
    """Its standard error."""
    completed: tuple[int, int] | None = None
    """The seat that the choice gave a whole group, and the group."""

    @property
    def is_unmade_offer(self) -> bool:
        """Whether the better choice was an offer that nobody made."""
        return is_offer(self.better)


def worth_considering(choice: SeatChoice, taken: int, s: State) -> list[int]:
    """The alternatives to look at: what the policy does, and whatever a person would weigh.

    Raising money is left to the policy unless there is a debt, building is one option for each
    group, nobody goes bankrupt without need, and offers that were not made are not considered.
    """
    found = sorted(code for code in choice.usual if not is_offer(code))
    groups = set()
    for code in choice.options:
        if a.kind_of(code) == a.GO_BANKRUPT:
            continue
        known = a.ACTIONS[a.kind_of(code)]
        if known.raises_money and s.phase != BANKRUPTCY_PREVENTION:
            continue
        if known.operation in (a.UPGRADE, a.UNMORTGAGE):
            building = known.operation, s.rules.group[a.place_of(code)]
            if building in groups:
                continue
            groups.add(building)
        found.append(code)
    return [code for code in dict.fromkeys(found) if code != taken][:MOST_OPTIONS]


def mistakes(review: GameReview) -> list[Decision]:
    """The decisions of a game that clearly cost something, the most promising ones first."""
    found = []
    for number, better in _screened(review):
        if not review.has_time():
            break
        decision = judged(number, better, review)
        if decision is not None:
            found.append(decision)
    return found


def _screened(review: GameReview) -> list[tuple[int, int]]:
    """Steps with an alternative that looked better, the most promising first."""
    asked = {}
    for number, (done, choice) in enumerate(zip(review.steps, review.choices, strict=True), 1):
        others = worth_considering(choice, done.code, done.before) if choice else []
        if others:
            asked[number] = [done.code, *others]
    promising = []
    for number, (taken, *shares) in review.tried(asked.items(), SCREENED, 0):
        seat = review.steps[number - 1].seat
        gain, better = max(
            (differences(one, taken)[seat][0], code)
            for code, one in zip(asked[number][1:], shares, strict=True)
        )
        if gain > WORTH_A_LOOK:
            promising.append((gain, number, better))
    return [(number, better) for _, number, better in sorted(promising, reverse=True)]


def judged(number: int, better: int, review: GameReview) -> Decision | None:
    """The verdict on one choice against one alternative; None if it stands."""
    done, playouts = review.steps[number - 1], review.playouts
    taken = PlayoutRequest(done.before, review.count(JUDGED), done.code, FRESH, review.policies)
    loss, error = _loss(playouts, taken, better)
    if loss > LEAST_LOSS / 2 and not _is_clear(loss, error):
        loss, error = _loss(playouts, replace(taken, count=review.count(MOST_JUDGED)), better)
    if not _is_clear(loss, error):
        return None
    taken = replace(taken, count=review.count(CHECKED))
    if not agrees(playouts, taken, better):
        return None
    if money_does_harm(playouts, taken, better) or others_overpay(playouts, taken, better):
        return None
    return Decision(number, done.seat, done.code, better, loss, error, _completed(done))


def _loss(playouts: Playouts, taken: PlayoutRequest, better: int) -> tuple[float, float]:
    """By how much another action was better for whoever took one, and the error of that."""
    return playouts.compare(replace(taken, action=better), taken)[a.player_of(better)]


def _is_clear(loss: float, error: float) -> bool:
    return loss > LEAST_LOSS and loss > CLEAR * error


def _completed(done: Taken) -> tuple[int, int] | None:
    """Whom a step gave all deeds of a group, and of which one."""
    s, t = done.before, done.after
    for group, members in enumerate(s.rules.group_deeds):
        if members.bit_count() < 2:
            continue
        for seat in range(s.rules.num_players):
            if members & ~t.holdings[seat] == 0 and members & ~s.holdings[seat]:
                return seat, group
    return None


# What speaks against a verdict: other opponents, and the weaknesses of the playouts themselves.


def agrees(playouts: Playouts, taken: PlayoutRequest, better: int) -> bool:
    """Whether the alternative is better against opponents of another policy, too.

    And also if the seat itself plays on like that: between `builder`s there are no further trades,
    so what remains is no fault in how the playouts trade.
    """
    other, seat = other_policies(taken.policies), a.player_of(better)
    opponents = (*other[:seat], taken.policies[seat], *other[seat + 1 :])
    for ways in (opponents, other):
        loss, error = _loss(playouts, replace(taken, first=SECOND, policies=ways), better)
        if loss <= AGREED * error:
            return False
    return True


def other_policies(policies: tuple[int, ...]) -> tuple[int, ...]:
    """Another policy for each seat, to see whether a verdict depends on it."""
    return tuple(BUILDER if policy == TRADER else TRADER for policy in policies)


def money_does_harm(playouts: Playouts, taken: PlayoutRequest, better: int) -> bool:
    """Whether the seat fares better without the cash that one choice leaves it with."""
    seat = a.player_of(better)
    after = [position_after(taken.state, code) for code in (taken.action, better)]
    poorer, richer = sorted(after, key=lambda s: s.money[seat])
    spare = richer.money[seat] - poorer.money[seat]
    if spare == 0 or richer.phase == BANKRUPTCY_PREVENTION:
        return False
    burned = richer.copy()
    burned.money[seat] -= spare
    burned.bank_money += spare
    kept = replace(taken, state=richer, action=NOBODY, first=BURNING)
    gain, error = playouts.compare(replace(kept, state=burned), kept)[seat]
    return gain > AGREED * error


def others_overpay(playouts: Playouts, taken: PlayoutRequest, better: int) -> bool:
    """Whether an auction is only better because the playouts' bidders pay more than the price.

    All policies bid alike, so no other policy would notice.
    """
    seat, sold = a.player_of(better), position_after(taken.state, better)
    if taken.state.phase == AUCTION or sold.phase != AUCTION:
        return False
    square, cash = sold.auction_asset, list(sold.money)
    _play_auction(sold, taken.policies)
    owner = sold.owner[square]
    if owner in (NOBODY, seat):
        return False
    excess = min(cash[owner] - sold.money[owner] - sold.rules.value[square], sold.bank_money)
    if excess <= 0:
        return False
    sold.money[owner] += excess
    sold.bank_money -= excess
    instead = position_after(taken.state, taken.action)
    kept = replace(taken, state=instead, action=NOBODY, first=BURNING)
    gain, error = playouts.compare(replace(kept, state=sold), kept)[seat]
    return gain <= AGREED * error


def _play_auction(s: State, policies: tuple[int, ...]) -> None:
    """Let policies bid until an auction is over."""
    run, dice, buffer = new_run(policies), seeded(0), ActionBuffer()
    while s.phase == AUCTION:
        if play_one(s, s.rules, run, dice, dice, buffer, NO_DESK) != PLAYING:
            return
